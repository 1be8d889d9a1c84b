"""A message as it is posted: sent by a bot, a webhook, an interaction or a person."""

from dataclasses import dataclass
from typing import Any

from bot.playground.world.errors import DiscordError, refuse
from bot.playground.world.forms.components import Reader
from bot.playground.world.forms.embeds import embeds
from bot.playground.world.forms.form import Form
from bot.playground.world.forms.names import webhook_name
from bot.playground.world.messages import Flag
from bot.playground.world.ports import Snowflake

MOST_CONTENT = 2_000
MOST_FILES = 10
MOST_FILE_BYTES = 10 * 1024 * 1024
MOST_REQUEST_BYTES = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    filename: str
    data: bytes
    content_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An entry of `attachments`: an upload by its number, or one that stays by its id."""

    id: Snowflake
    filename: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedMentions:
    parse: frozenset[str]
    users: tuple[Snowflake, ...] = ()
    roles: tuple[Snowflake, ...] = ()
    replied_user: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    # The fields that were sent, be they null: an edit leaves alone what was not.
    sent: frozenset[str] = frozenset()
    content: str = ""
    embeds: tuple[dict[str, Any], ...] = ()
    components: tuple[dict[str, Any], ...] = ()
    kept: tuple[Kept, ...] = ()
    uploads: tuple[Upload, ...] = ()
    mentions: AllowedMentions | None = None
    flags: Flag = Flag(0)
    nonce: str | int | None = None
    enforce_nonce: bool = False
    reply_to: Snowflake | None = None
    reply_must_exist: bool = True
    tts: bool = False
    username: str | None = None
    avatar_url: str | None = None
    thread_name: str | None = None
    applied_tags: tuple[Snowflake, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.content.strip() or self.embeds or self.components or self.uploads)


def read_draft(
    form: Form,
    *,
    uploads: tuple[Upload, ...],
    takes: frozenset[str] = frozenset(),
    is_v2: bool = False,
) -> Draft:
    """Read what every message may have, and of the rest what `takes` names."""
    _check_uploads(uploads)
    flags = Flag(form.number("flags") or 0)
    is_v2 = is_v2 or Flag.COMPONENTS_V2 in flags
    draft = Draft(
        sent=frozenset(form.body),
        content=form.text("content", most=MOST_CONTENT) or "",
        embeds=embeds(form),
        components=Reader().read(form, place="v2" if is_v2 else "message"),
        kept=_kept(form, uploads=uploads),
        uploads=uploads,
        mentions=form.inner("allowed_mentions", _allowed_mentions),
        flags=flags,
        tts=bool(form.switch("tts")),
        nonce=_nonce(form) if "nonce" in takes else None,
        enforce_nonce="nonce" in takes and bool(form.switch("enforce_nonce")),
        username=webhook_name(form, "username") if "username" in takes else None,
        avatar_url=form.text("avatar_url", most=2_048) if "avatar_url" in takes else None,
        thread_name=form.text("thread_name", least=1, most=100) if "thread_name" in takes else None,
        applied_tags=form.snowflakes("applied_tags", most=5) if "applied_tags" in takes else (),
        **(_reply(form) if "message_reference" in takes else {}),
    )
    if is_v2 and (draft.content or draft.embeds):
        form.fail(
            "content" if draft.content else "embeds",
            code="MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            message="The field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        )
    return draft


def _reply(form: Form) -> dict[str, Any]:
    def read(inner: Form) -> tuple[Snowflake | None, bool]:
        inner.know("channel_id", "guild_id", "type")
        strict = inner.switch("fail_if_not_exists")
        inner.need("message_id")
        return inner.snowflake("message_id"), strict is not False

    found = form.inner("message_reference", read)
    return {"reply_to": found[0], "reply_must_exist": found[1]} if found else {}


def _nonce(form: Form) -> str | int | None:
    if isinstance(form.body.get("nonce"), int):
        return form.number("nonce")
    return form.text("nonce", most=25)


def _allowed_mentions(form: Form) -> AllowedMentions:
    parse = frozenset(str(each) for each in form.items("parse", most=3))
    for unknown in parse - {"users", "roles", "everyone"}:
        form.fail("parse", code="BASE_TYPE_CHOICES", message=f"Unknown kind {unknown}")
    users, roles = form.snowflakes("users", most=100), form.snowflakes("roles", most=100)
    for key, listed in (("users", users), ("roles", roles)):
        if listed and key in parse:
            form.fail(
                key,
                code="MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                message=f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
    return AllowedMentions(
        parse=parse, users=users, roles=roles, replied_user=bool(form.switch("replied_user"))
    )


def _kept(form: Form, *, uploads: tuple[Upload, ...]) -> tuple[Kept, ...]:
    if not form.has("attachments"):
        return tuple(Kept(id=Snowflake(index)) for index in range(len(uploads)))
    found: list[Kept] = []
    for each in form.forms("attachments", most=MOST_FILES):
        # Clients send back what they were given; only these three say anything.
        each.know("size", "url", "proxy_url", "content_type", "height", "width", "ephemeral")
        each.know("spoiler", "title", "duration_secs", "waveform", "flags", "voice")
        each.need("id")
        identity = each.snowflake("id")
        filename = each.text("filename", most=1_024)
        description = each.text("description", most=1_024)
        if identity is not None:
            found.append(Kept(id=identity, filename=filename, description=description))
    return tuple(found)


def _check_uploads(uploads: tuple[Upload, ...]) -> None:
    if len(uploads) > MOST_FILES:
        raise DiscordError(status=400, code=30015, message="Too many attachments")
    sizes = [len(each.data) for each in uploads]
    if any(size > MOST_FILE_BYTES for size in sizes) or sum(sizes) > MOST_REQUEST_BYTES:
        raise refuse(40005)
