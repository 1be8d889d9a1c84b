"""/help: the first steps."""

from discord import app_commands
from discord.app_commands import locale_str as text
from discord.ext import commands

from bot.client import TroupeBot, TroupeInteraction
from bot.stage.answers import answer, locale_of
from bot.stage.texts import Texts


class Help(commands.Cog):
    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    @app_commands.command(name="help", description=text("The first steps", key="help-about"))
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: TroupeInteraction) -> None:
        await answer(interaction, self._texts("help-text", locale=locale_of(interaction)))


async def setup(bot: TroupeBot) -> None:
    await bot.add_cog(Help(bot.texts))
