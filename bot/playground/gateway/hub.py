"""All sessions of the bot, and what goes wrong with them on demand."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.playground.complaints import Complaints
from bot.playground.gateway.intents import Intent, Shard, what_the_bot_gets
from bot.playground.gateway.session import Close, Session, Witness, frame
from bot.playground.world.world import Event, Json, World

RECONNECT, INVALID_SESSION = 7, 9


class TwistKind(StrEnum):
    DUPLICATE = "duplicate"
    LATE = "late"
    LOST = "lost"


@dataclass(kw_only=True)
class Twist:
    """What happens to the next event of a kind: it comes twice, late, or never."""

    id: str
    kind: TwistKind
    event: str
    # A late event comes after this many others.
    after: int = 1
    held: list[tuple[Session, Json]] = field(default_factory=list[tuple[Session, Json]])


class Hub:
    def __init__(self, world: World, complaints: Complaints) -> None:
        self.world = world
        self.complaints = complaints
        self.sessions: dict[str, Session] = {}
        self.twists: list[Twist] = []
        self.witnesses: list[Witness] = []
        self.heartbeat_seconds = 41.25
        self._stop = world.listen(self._hear)

    def close(self) -> None:
        self._stop()

    def open(self, *, intents: Intent, shard: Shard) -> Session:
        session = Session(
            id=self.world.ports.chance.token(),
            intents=intents,
            shard=shard,
            witnesses=self.witnesses,
        )
        self.sessions[session.id] = session
        return session

    def drop(self, *, resumable: bool = True) -> None:
        """Break every connection; what happens meanwhile is replayed only if resumable."""
        for session in tuple(self.sessions.values()):
            if session.outbox is not None:
                session.outbox.put_nowait(Close(code=None))
                session.outbox = None
            if not resumable:
                del self.sessions[session.id]

    def ask_to_reconnect(self) -> None:
        for session in self.sessions.values():
            if session.outbox is not None:
                session.outbox.put_nowait(frame(op=RECONNECT))

    def invalidate(self, *, resumable: bool = False) -> None:
        """Send op 9. When not resumable, what was missed is lost."""
        for session in tuple(self.sessions.values()):
            if session.outbox is not None:
                session.outbox.put_nowait(frame(op=INVALID_SESSION, data=resumable))
            if not resumable:
                session.outbox = None
                del self.sessions[session.id]

    @property
    def is_connected(self) -> bool:
        return any(session.outbox is not None for session in self.sessions.values())

    def _hear(self, event: Event) -> None:
        for session in tuple(self.sessions.values()):
            data = what_the_bot_gets(
                self.world, event, intents=session.intents, shard=session.shard
            )
            if data is not None:
                self._dispatch(session, event.kind, data)

    def _dispatch(self, session: Session, kind: str, data: Json) -> None:
        twist = next((each for each in self.twists if each.event == kind and not each.held), None)
        if twist is None:
            session.dispatch(kind, data)
        elif twist.kind is TwistKind.LATE:
            twist.held.append((session, data))
            return
        else:
            self.twists.remove(twist)
            for _ in range(2 if twist.kind is TwistKind.DUPLICATE else 0):
                session.dispatch(kind, data)
        self._release()

    def _release(self) -> None:
        """Let late events go whose time has come."""
        for twist in tuple(self.twists):
            if not twist.held:
                continue
            twist.after -= 1
            if twist.after <= 0:
                self.twists.remove(twist)
                for session, data in twist.held:
                    session.dispatch(twist.event, data)
