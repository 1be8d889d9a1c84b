"""The ledger's rows: what every Discord message that Troupe owns should show, and what it shows."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from bot.engine.ids import (
    ChannelId,
    CharacterId,
    MessageId,
    PostingId,
    SessionId,
    Turn,
    WebhookId,
)

State = Literal["waiting", "sending", "there", "gone", "given_up"]
"""`waiting`: not sent yet. `sending`: may be there, its id is not known; one per channel at most.
`there`: sent. `gone`: not there, and not wanted. `given_up`: the channel will not have it."""
Button = Literal["", "stop", "again"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """One message. It belongs to a part of a turn, or is a notice or a note of the bot's own.

    Attributes:
        name: who speaks; empty for the bot itself.
        faces: characters whose pictures are attached.
        wished: what it should show; None: it should not be there.
        shown: what it shows.
        webhook: who wrote it; None: the bot.
        claimed_at: when it was last about to be sent.
    """

    id: PostingId
    channel: ChannelId
    session: SessionId | None = None
    turn: Turn | None = None
    part: int = 0
    name: str = ""
    character: CharacterId | None = None
    faces: tuple[CharacterId, ...] = ()
    wished: str | None
    button: Button = ""
    state: State = "waiting"
    shown: str | None = None
    shown_button: Button = ""
    message: MessageId | None = None
    webhook: WebhookId | None = None
    claimed_at: datetime | None = None

    @property
    def is_due(self) -> bool:
        """Whether Discord and the wish differ, as far as is known."""
        if self.state in {"waiting", "sending"}:
            return True
        looks = (self.shown, self.shown_button) == (self.wished, self.button)
        return self.state == "there" and not looks

    def claimed(self, at: datetime) -> "Posting":
        return replace(self, state="sending", claimed_at=at)

    def showing(self, message: MessageId, webhook: WebhookId | None) -> "Posting":
        """It is there, and looks as it was wished to."""
        return replace(
            self,
            state="there",
            message=message,
            webhook=webhook,
            shown=self.wished,
            shown_button=self.button,
        )
