"""The log with its final columns, the words apart from it, people, generations and jobs."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261130_log"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("discord_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("discord_id", name=op.f("uq_account_discord_id")),
    )
    op.create_table(
        "job",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("dedupe_key", sa.Text(), nullable=True),
        sa.Column(
            "payload",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("state", sa.Text(), server_default=sa.text("'ready'"), nullable=False),
        sa.Column(
            "run_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
        ),
        sa.Column("every", sa.Interval(), nullable=True),
        sa.Column("attempt", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.Text(), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('ready', 'running', 'done', 'failed')", name=op.f("ck_job_state")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("kind", "dedupe_key", name=op.f("uq_job_kind_dedupe_key")),
    )
    op.create_index(
        "ix_job_ended",
        "job",
        ["ended_at"],
        unique=False,
        postgresql_where=sa.text("state IN ('done', 'failed')"),
    )
    op.create_index(
        "ix_job_ready", "job", ["run_at"], unique=False, postgresql_where=sa.text("state = 'ready'")
    )
    op.create_index(
        "ix_job_running",
        "job",
        ["lease_until"],
        unique=False,
        postgresql_where=sa.text("state = 'running'"),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("on_show", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
    )
    op.create_index(
        "uq_session_running",
        "session",
        ["channel"],
        unique=True,
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "generation",
        sa.Column("session", sa.Uuid(), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("speaker", sa.Integer(), nullable=False),
        sa.Column(
            "there", postgresql.ARRAY(sa.Integer()), server_default=sa.text("'{}'"), nullable=False
        ),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("raw", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("model", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["session"], ["session.id"], name=op.f("fk_generation_session")),
        sa.PrimaryKeyConstraint("session", "turn", name=op.f("pk_generation")),
    )
    op.create_index(
        "ix_generation_unfinished",
        "generation",
        ["started_at"],
        unique=False,
        postgresql_where=sa.text("outcome IS NULL"),
    )
    op.create_index(
        "ix_generation_with_raw",
        "generation",
        ["started_at"],
        unique=False,
        postgresql_where=sa.text("outcome IS NOT NULL AND raw <> ''"),
    )
    op.create_table(
        "inbound",
        sa.Column("session", sa.Uuid(), nullable=False),
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["session.id"], name=op.f("fk_inbound_session")),
        sa.PrimaryKeyConstraint("session", "message", name=op.f("pk_inbound")),
    )
    op.create_table(
        "persona",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("pronouns", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("description", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.Column(
            "put_at",
            sa.DateTime(timezone=True),
            server_default=sa.text("clock_timestamp()"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_persona_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persona")),
    )
    op.create_index(op.f("ix_persona_account"), "persona", ["account"], unique=False)
    op.create_table(
        "segment",
        sa.Column("session", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("parent", sa.Integer(), nullable=True),
        sa.Column("forked_at", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(parent IS NULL) = (forked_at IS NULL)", name=op.f("ck_segment_fork_has_parent")
        ),
        sa.ForeignKeyConstraint(
            ["session", "parent"],
            ["segment.session", "segment.id"],
            name=op.f("fk_segment_session_parent"),
        ),
        sa.ForeignKeyConstraint(["session"], ["session.id"], name=op.f("fk_segment_session")),
        sa.PrimaryKeyConstraint("session", "id", name=op.f("pk_segment")),
    )
    op.create_table(
        "words",
        sa.Column("session", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("author", sa.Uuid(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["session.id"], name=op.f("fk_words_session")),
        sa.PrimaryKeyConstraint("session", "id", name=op.f("pk_words")),
    )
    op.create_table(
        "event",
        sa.Column("session", sa.Uuid(), nullable=False),
        sa.Column("segment", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.SmallInteger(), nullable=False),
        sa.Column("body", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "audience",
            postgresql.ARRAY(sa.Integer()),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column(
            "shown_to",
            postgresql.ARRAY(sa.Integer()),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column(
            "sources",
            postgresql.ARRAY(sa.Integer()),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("author", sa.Uuid(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["session", "segment"],
            ["segment.session", "segment.id"],
            name=op.f("fk_event_session_segment"),
        ),
        sa.PrimaryKeyConstraint("session", "seq", name=op.f("pk_event")),
    )
    op.create_index(
        op.f("ix_event_session_segment_seq"), "event", ["session", "segment", "seq"], unique=False
    )
    op.create_index(
        "ix_event_spoken",
        "event",
        ["session", "segment", "seq"],
        unique=False,
        postgresql_where=sa.text("kind IN ('user_turn', 'character_turn')"),
    )


def downgrade() -> None:
    op.drop_index(
        "ix_event_spoken",
        table_name="event",
        postgresql_where=sa.text("kind IN ('user_turn', 'character_turn')"),
    )
    op.drop_index(op.f("ix_event_session_segment_seq"), table_name="event")
    op.drop_table("event")
    op.drop_table("words")
    op.drop_table("segment")
    op.drop_index(op.f("ix_persona_account"), table_name="persona")
    op.drop_table("persona")
    op.drop_table("inbound")
    op.drop_index(
        "ix_generation_with_raw",
        table_name="generation",
        postgresql_where=sa.text("outcome IS NOT NULL AND raw <> ''"),
    )
    op.drop_index(
        "ix_generation_unfinished",
        table_name="generation",
        postgresql_where=sa.text("outcome IS NULL"),
    )
    op.drop_table("generation")
    op.drop_index(
        "uq_session_running", table_name="session", postgresql_where=sa.text("ended_at IS NULL")
    )
    op.drop_table("session")
    op.drop_index("ix_job_running", table_name="job", postgresql_where=sa.text("state = 'running'"))
    op.drop_index("ix_job_ready", table_name="job", postgresql_where=sa.text("state = 'ready'"))
    op.drop_index(
        "ix_job_ended", table_name="job", postgresql_where=sa.text("state IN ('done', 'failed')")
    )
    op.drop_table("job")
    op.drop_table("account")
