"""Killing the bot at a named step of a turn, from outside.

A step that passes too fast to be met is held open: rows that the next step writes, kept back; a
call that Discord is slow to take or refuses for a while, a model that hangs. Then the process gets
its -9, in the middle of whatever it waits for.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import text

from bench._house import LOOK_AGAIN, House, seen
from bench._plan import EDIT, SEND, Step
from bot.playground.world.world import Event

WITHIN = 10.0
"""How long a step may take to come."""
HELD_SECONDS = 1.0
"""How long Discord is slow: shorter than a restart."""
MANY = 100

Look = Callable[[], Awaitable[bool]]


@dataclass(slots=True, kw_only=True)
class _Attempt:
    """A line that is about to be typed, and killed for."""

    house: House
    channel: int
    words: str
    message: int = 0

    def say(self) -> int:
        self.message = self.house.say(self.channel, self.words)
        return self.message


async def kill_at(house: House, step: Step, *, channel: int, words: str) -> tuple[int, bool]:
    """Type a line, kill the bot at that step of the turn that comes of it, and start it again.

    Returns the line's message, and whether the step was seen before the kill.
    """
    attempt = _Attempt(house=house, channel=channel, words=words)
    was_seen = await _KILLS[step](attempt)
    dead = house.now()
    await house.bot.kill()
    house.place.faults.http.pending.clear()
    await house.bot.start()
    house.away.append((dead, house.now()))
    return attempt.message, was_seen


async def _line_kept(attempt: _Attempt) -> bool:
    house, channel = attempt.house, attempt.channel
    # The line becomes the next event, the answer's begin the one after it.
    async with _held(house, channel, _HOLD_BEGIN, after=await _head(house, channel) + 1):
        message = attempt.say()
        return await _strike(house, lambda: _is_kept(house, message))


async def _turn_begun(attempt: _Attempt) -> bool:
    house = attempt.house
    before = len(house.model.requests)
    message = attempt.say()

    async def asked() -> bool:
        new = house.model.requests[before:]
        hangs = any(r.outcome == "running" and not r.sent and "hold" in r.prompt for r in new)
        return hangs and await _is_kept(house, message)

    return await _strike(house, asked)


async def _first_words(attempt: _Attempt) -> bool:
    house, channel = attempt.house, attempt.channel
    message = attempt.say()

    async def there() -> bool:
        return bool(house.ours(channel, after=message)) and await _is_noted(house, channel)

    return await _strike(house, there)


async def _mid_stream(attempt: _Attempt) -> bool:
    house, channel = attempt.house, attempt.channel
    message = attempt.say()

    async def edited() -> bool:
        ours = house.ours(channel, after=message)
        return bool(ours) and ours[0].edited_at is not None and bool(ours[0].components)

    return await _strike(house, edited)


async def _before_log(attempt: _Attempt) -> bool:
    house, channel = attempt.house, attempt.channel
    before = len(house.model.requests)
    attempt.say()

    def mine(*, sent: bool) -> bool:
        asked = (r for r in house.model.requests[before:] if words in r.prompt)
        return any(r.outcome == "finished" or (sent and r.sent) for r in asked)

    words = attempt.words
    if not await seen(lambda: mine(sent=True), within=WITHIN):
        return await _strike(house, _never)
    async with _held(house, channel, _HOLD_EVENTS, after=await _head(house, channel)):

        async def spoken() -> bool:
            return mine(sent=False) and await _waits_for_lock(house)

        return await _strike(house, spoken)


async def _never() -> bool:
    return True


async def _after_log(attempt: _Attempt) -> bool:
    house = attempt.house
    house.place.faults.fail("slow", route=EDIT, times=MANY, seconds=HELD_SECONDS)
    message = attempt.say()
    return await _strike(house, lambda: _is_answered(house, message))


async def _before_send(attempt: _Attempt) -> bool:
    house = attempt.house
    # Refused for a while: the message is claimed, and the bot waits to send it.
    house.place.faults.fail("429", route=SEND, times=MANY, seconds=5)
    message = attempt.say()
    return await _strike(house, lambda: _is_sending(house, message))


async def _after_send(attempt: _Attempt) -> bool:
    """Struck in the moment in which Discord has made the message, before it answers."""
    house, channel = attempt.house, attempt.channel
    struck = asyncio.Event()
    application = str(house.place.world.application.id)

    def hear(event: Event) -> None:
        if event.kind != "MESSAGE_CREATE" or event.data["channel_id"] != str(channel):
            return
        if event.data.get("application_id") == application and event.data.get("webhook_id"):
            house.bot.strike()
            struck.set()

    end = house.place.world.listen(hear)
    try:
        attempt.say()
        async with asyncio.timeout(WITHIN):
            await struck.wait()
    except TimeoutError:
        return False
    finally:
        end()
    return True


_KILLS: dict[Step, Callable[[_Attempt], Awaitable[bool]]] = {
    "line kept": _line_kept,
    "turn begun": _turn_begun,
    "first words": _first_words,
    "mid-stream": _mid_stream,
    "before log": _before_log,
    "after log": _after_log,
    "before send": _before_send,
    "after send": _after_send,
}


async def _strike(house: House, look: Look) -> bool:
    """Kill as soon as `look` sees it; and in any case."""
    try:
        async with asyncio.timeout(WITHIN):
            while not await look():  # noqa: ASYNC110  # another process's doing sets no event
                await asyncio.sleep(LOOK_AGAIN)
    except TimeoutError:
        return False
    finally:
        house.bot.strike()
    return True


_HOLD_BEGIN = (
    "INSERT INTO generation (session, turn, speaker, channel, started_at)"
    " SELECT s.id, :after + n, 0, s.channel, now() FROM session s, generate_series(1, 4) n"
    " WHERE s.channel = :channel"
)
_HOLD_EVENTS = (
    "INSERT INTO event (session, segment, seq, turn, kind, version, body, at)"
    " SELECT s.id, 0, :after + n, :after + n, 'held', 1, '{}', now()"
    " FROM session s, generate_series(1, 4) n WHERE s.channel = :channel"
)


@asynccontextmanager
async def _held(house: House, channel: int, how: str, *, after: int) -> AsyncGenerator[None]:
    """Rows that the bot is about to write, written by us and never committed: it must wait."""
    async with house.db.connect() as db:
        await db.execute(text(how), {"channel": channel, "after": after})
        yield
        await db.rollback()


async def _head(house: House, channel: int) -> int:
    query = "SELECT max(e.seq) FROM event e JOIN session s ON s.id = e.session WHERE s.channel = :c"
    async with house.db.connect() as db:
        return await db.scalar(text(query), {"c": channel}) or 0


async def _is(house: House, query: str, **values: object) -> bool:
    async with house.db.connect() as db:
        return bool(await db.scalar(text(query), values))


async def _is_kept(house: House, message: int) -> bool:
    return await _is(house, "SELECT 1 FROM inbound WHERE message = :m", m=message)


async def _is_sending(house: House, message: int) -> bool:
    query = (
        "SELECT 1 FROM inbound i JOIN posting p ON p.session = i.session AND p.turn > i.turn"
        " WHERE i.message = :m AND p.state = 'sending'"
    )
    return await _is(house, query, m=message)


async def _is_noted(house: House, channel: int) -> bool:
    """Whether the newest message's sending is over in the ledger, too."""
    query = (
        "SELECT state = 'there' FROM posting WHERE channel = :c AND turn IS NOT NULL"
        " ORDER BY id DESC LIMIT 1"
    )
    return await _is(house, query, c=channel)


async def _is_answered(house: House, message: int) -> bool:
    query = (
        "SELECT 1 FROM inbound i JOIN event e ON e.session = i.session AND e.turn > i.turn"
        " WHERE i.message = :m AND e.kind = 'character_turn'"
    )
    return await _is(house, query, m=message)


async def _waits_for_lock(house: House) -> bool:
    return await _is(house, "SELECT 1 FROM pg_locks WHERE NOT granted")
