"""Every table. What belongs to a session leads its primary key with the session's id.

Constraint names follow the convention below and are part of the contract: errors are recognised by
them. JSONB columns hold text as it came from its encoder (see `database.py`).

What can be erased is told apart from what cannot: `words`, `persona`, `inbound`, `account` and the
raw text of `generation` can be deleted without touching the log; nothing in `event` names a person
or holds a sentence. `author` is therefore no foreign key: it outlives the account it points to.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    Interval,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

NOTHING = text("''")
EMPTY = text("'{}'")
NOUGHT = text("0")
TIME = DateTime(timezone=True)
NUMBERS = ARRAY(Integer, dimensions=1)

SESSION = Table(
    "session",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("on_show", Integer, nullable=False, server_default=NOUGHT),
    Column("started_at", TIME, nullable=False),
    Column("ended_at", TIME),
)
ONE_RUNNING_SESSION = Index(
    "uq_session_running", SESSION.c.channel, unique=True, postgresql_where=text("ended_at IS NULL")
)

SEGMENT = Table(
    "segment",
    METADATA,
    Column("session", Uuid, ForeignKey("session.id"), primary_key=True),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("parent", Integer),
    Column("forked_at", Integer),
    Column("name", Text),
    Column("left_at", TIME),
    ForeignKeyConstraint(["session", "parent"], ["segment.session", "segment.id"]),
    CheckConstraint("(parent IS NULL) = (forked_at IS NULL)", name="fork_has_parent"),
)

EVENT = Table(
    "event",
    METADATA,
    Column("session", Uuid, primary_key=True),
    Column("segment", Integer, nullable=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", SmallInteger, nullable=False),
    Column("body", JSONB, nullable=False),
    Column("audience", NUMBERS, nullable=False, server_default=EMPTY),
    Column("shown_to", NUMBERS, nullable=False, server_default=EMPTY),
    Column("sources", NUMBERS, nullable=False, server_default=EMPTY),
    Column("author", Uuid),
    Column("at", TIME, nullable=False),
    ForeignKeyConstraint(["session", "segment"], ["segment.session", "segment.id"]),
    Index(None, "session", "segment", "seq"),
)
SPOKEN_KINDS = ("user_turn", "character_turn")
"""What the transcript is made of. The index below keeps its window clear of all other kinds."""
Index(
    "ix_event_spoken",
    EVENT.c.session,
    EVENT.c.segment,
    EVENT.c.seq,
    postgresql_where=text("kind IN ('user_turn', 'character_turn')"),
)

WORDS = Table(
    "words",
    METADATA,
    Column("session", Uuid, ForeignKey("session.id"), primary_key=True),
    Column("id", Uuid, primary_key=True),
    Column("author", Uuid),
    Column("text", Text, nullable=False),
)

ACCOUNT = Table(
    "account",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("discord_id", BigInteger, nullable=False, unique=True),
)

PERSONA = Table(
    "persona",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("account", Uuid, ForeignKey("account.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("pronouns", Text, nullable=False, server_default=NOTHING),
    Column("description", Text, nullable=False, server_default=NOTHING),
    Column("chosen", Boolean, nullable=False),
    # An account may have several; the one last put is the one in use.
    Column("put_at", TIME, nullable=False, server_default=text("clock_timestamp()")),
)

INBOUND = Table(
    "inbound",
    METADATA,
    Column("session", Uuid, ForeignKey("session.id"), primary_key=True),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("account", Uuid, nullable=False),
)

GENERATION = Table(
    "generation",
    METADATA,
    Column("session", Uuid, ForeignKey("session.id"), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("speaker", Integer, nullable=False),
    Column("there", NUMBERS, nullable=False, server_default=EMPTY),
    Column("channel", BigInteger, nullable=False),
    Column("started_at", TIME, nullable=False),
    Column("raw", Text, nullable=False, server_default=NOTHING),
    Column("model", Text, nullable=False, server_default=NOTHING),
    Column("prompt_tokens", Integer, nullable=False, server_default=NOUGHT),
    Column("cached_tokens", Integer, nullable=False, server_default=NOUGHT),
    Column("completion_tokens", Integer, nullable=False, server_default=NOUGHT),
    Column("outcome", Text),
)
Index(
    "ix_generation_unfinished",
    GENERATION.c.started_at,
    postgresql_where=text("outcome IS NULL"),
)
Index(
    "ix_generation_with_raw",
    GENERATION.c.started_at,
    postgresql_where=text("outcome IS NOT NULL AND raw <> ''"),
)

POSTING = Table(
    "posting",
    METADATA,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("id", Uuid, primary_key=True),
    Column("session", Uuid),
    Column("turn", Integer),
    Column("part", SmallInteger, nullable=False, server_default=NOUGHT),
    Column("name", Text, nullable=False, server_default=NOTHING),
    Column("character", Text),
    Column("faces", ARRAY(Text, dimensions=1), nullable=False, server_default=EMPTY),
    Column("wished", Text),
    Column("button", Text, nullable=False, server_default=NOTHING),
    Column("state", Text, nullable=False),
    Column("shown", Text),
    Column("shown_button", Text, nullable=False, server_default=NOTHING),
    Column("message", BigInteger),
    Column("webhook", BigInteger),
    Column("claimed_at", TIME),
    CheckConstraint("state IN ('waiting', 'sending', 'there', 'gone', 'given_up')", name="state"),
)
"""Not tied to `session` by a key: what stands on Discord outlives what is said about it here."""
ONE_UNKNOWN_SEND = Index(
    "uq_posting_sending",
    POSTING.c.channel,
    unique=True,
    postgresql_where=text("state = 'sending'"),
)
IS_DUE = (
    "(state IN ('waiting', 'sending') OR state = 'there' AND "
    "(shown IS DISTINCT FROM wished OR shown_button <> button))"
)
"""In brackets: it stands beside other conditions."""
Index("ix_posting_due", POSTING.c.channel, POSTING.c.id, postgresql_where=text(IS_DUE))
Index("ix_posting_turn", POSTING.c.session, POSTING.c.turn)
Index("ix_posting_message", POSTING.c.channel, POSTING.c.message)

JOB = Table(
    "job",
    METADATA,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("dedupe_key", Text),
    Column("payload", JSONB, nullable=False, server_default=EMPTY),
    Column("state", Text, nullable=False, server_default=text("'ready'")),
    Column("run_at", TIME, nullable=False, server_default=text("clock_timestamp()")),
    Column("every", Interval),
    Column("attempt", Integer, nullable=False, server_default=NOUGHT),
    Column("max_attempts", Integer, nullable=False),
    Column("worker", Text),
    Column("lease_until", TIME),
    Column("error", Text),
    Column("ended_at", TIME),
    UniqueConstraint("kind", "dedupe_key"),
    CheckConstraint("state IN ('ready', 'running', 'done', 'failed')", name="state"),
)
Index("ix_job_ready", JOB.c.run_at, postgresql_where=text("state = 'ready'"))
Index("ix_job_running", JOB.c.lease_until, postgresql_where=text("state = 'running'"))
Index("ix_job_ended", JOB.c.ended_at, postgresql_where=text("state IN ('done', 'failed')"))
