"""Gives Discord the descriptions of commands in every locale that has a file."""

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.stage.texts import Texts


class FluentTranslator(app_commands.Translator):
    """Answers only strings with a key; names of commands and options have none, so they stay."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        del context
        key = string.extras.get("key")
        if not isinstance(key, str) or locale in {Locale.american_english, Locale.british_english}:
            return None  # the text in the code is the English one
        return self._texts.find(key, locale=locale.value)
