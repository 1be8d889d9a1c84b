"""`troupe doctor`: asks each part how it is, and says what to do."""

import shutil
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import aiohttp

from bot.compose.findings import Finding
from bot.compose.model_checks import model_findings
from bot.compose.parts import opened_database
from bot.content.library import DiskCardLibrary
from bot.content.places import place_of
from bot.settings import Settings
from bot.stage.permissions import invite_link
from bot.storage.database import verify
from bot.storage.errors import DatabaseUnavailable

ROOM_NEEDED = 1 << 30
"""Bytes free for data: a year of lively play takes far less."""
DISCORD_SECONDS = 10

# https://discord.com/developers/docs/resources/application#application-object-application-flags
MEMBERS_FLAGS = 1 << 14 | 1 << 15
CONTENT_FLAGS = 1 << 18 | 1 << 19


async def examine(settings: Settings, *, tell: Callable[[str], None]) -> bool:
    """Run every check and tell each finding as it comes. True: nothing is bad."""
    checks: list[Callable[[Settings], Awaitable[list[Finding]]]] = [
        _discord,
        _database,
        model_findings,
        _content,
        _disk,
    ]
    healthy = True
    for check in checks:
        for finding in await check(settings):
            tell(str(finding))
            healthy = healthy and finding.state != "bad"
    return healthy


async def _discord(settings: Settings) -> list[Finding]:
    if settings.discord_token is None:
        says = "no DISCORD_TOKEN, so ./troupe serves the playground"
        advice = "docs/hosting.md shows how to get a token."
        return [Finding(about="Discord", state="note", says=says, advice=advice)]
    base = settings.discord_url or "https://discord.com"
    url = f"{base}/api/v10/applications/@me"
    headers = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}
    timeout = aiohttp.ClientTimeout(total=DISCORD_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.get(url, headers=headers) as answer,
        ):
            return application_findings(answer.status, await answer.json())
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        says = f"does not answer ({type(error).__name__})"
        advice = "Check this machine's way to discord.com, then run the doctor again."
        return [Finding(about="Discord", state="bad", says=says, advice=advice)]


def application_findings(status: int, application: dict[str, Any]) -> list[Finding]:
    """What Discord's answer about our application means."""
    if status == HTTPStatus.UNAUTHORIZED:
        advice = "Copy it anew: Developer Portal → your application → Bot → Reset Token."
        return [Finding(about="Token", state="bad", says="Discord does not know it", advice=advice)]
    if status != HTTPStatus.OK:
        return [Finding(about="Discord", state="bad", says=f"answers {status}")]
    flags = int(application.get("flags", 0))
    where = "Developer Portal → your application → Bot → Privileged Gateway Intents."
    content = Finding(about="Message content intent", state="good", says="on")
    if not flags & CONTENT_FLAGS:
        says = "off: Troupe cannot read what people write in channels"
        content = Finding(
            about="Message content intent", state="bad", says=says, advice=f"Turn it on: {where}"
        )
    members = Finding(about="Members intent", state="good", says="on")
    if not flags & MEMBERS_FLAGS:
        says = "off (optional): Troupe learns that somebody left only when it looks"
        members = Finding(about="Members intent", state="note", says=says)
    name = application.get("name", "?")
    link = invite_link(int(application["id"]))
    return [
        Finding(about="Token", state="good", says=f"belongs to {name}"),
        content,
        members,
        Finding(about="Invite", state="note", says=link),
    ]


async def _database(settings: Settings) -> list[Finding]:
    try:
        async with opened_database(settings) as engine:
            version = await verify(engine)
    except DatabaseUnavailable as error:
        return [Finding(about="Database", state="bad", says=error.what, advice=error.advice)]
    kind = "embedded" if settings.database_url is None else "yours"
    says = f"PostgreSQL {version} ({kind}), schema up to date"
    return [Finding(about="Database", state="good", says=says)]


async def _content(settings: Settings) -> list[Finding]:
    library = DiskCardLibrary(place_of(settings.characters))
    cards = library.cards()
    findings = [
        Finding(
            about="Characters",
            state="good" if cards else "bad",
            says=f"{len(cards)} readable in {place_of(settings.characters)}",
        )
    ]
    for broken in library.broken():
        says = f"{broken.params['file']}: {broken.params['reason']}"
        findings.append(Finding(about="Character file", state="bad", says=says))
    return findings


async def _disk(settings: Settings) -> list[Finding]:
    place = settings.troupe_data.absolute()
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    says = f"{free / (1 << 30):.1f} GiB free at {settings.troupe_data}"
    if free < ROOM_NEEDED:
        advice = "Make room, or set TROUPE_DATA to another place."
        return [Finding(about="Disk", state="bad", says=says, advice=advice)]
    return [Finding(about="Disk", state="good", says=says)]
