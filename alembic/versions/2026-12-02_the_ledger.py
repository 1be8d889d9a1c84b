"""The ledger: what every Discord message of ours should show, and what it shows."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "20261202_ledger"
down_revision: str | None = "20261130_log"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOTHING = sa.text("''")
DUE = sa.text(
    "state IN ('waiting', 'sending') OR state = 'there' AND "
    "(shown IS DISTINCT FROM wished OR shown_button <> button)"
)


def upgrade() -> None:
    op.create_table(
        "posting",
        sa.Column("channel", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("session", sa.Uuid(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("part", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("name", sa.Text(), server_default=NOTHING, nullable=False),
        sa.Column("character", sa.Text(), nullable=True),
        sa.Column(
            "faces", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False
        ),
        sa.Column("wished", sa.Text(), nullable=True),
        sa.Column("button", sa.Text(), server_default=NOTHING, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=True),
        sa.Column("shown_button", sa.Text(), server_default=NOTHING, nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("webhook", sa.BigInteger(), nullable=True),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'sending', 'there', 'gone', 'given_up')",
            name=op.f("ck_posting_state"),
        ),
        sa.PrimaryKeyConstraint("channel", "id", name=op.f("pk_posting")),
    )
    op.create_index(
        "uq_posting_sending",
        "posting",
        ["channel"],
        unique=True,
        postgresql_where=sa.text("state = 'sending'"),
    )
    op.create_index("ix_posting_due", "posting", ["channel", "id"], postgresql_where=DUE)
    op.create_index("ix_posting_turn", "posting", ["session", "turn"])
    op.create_index("ix_posting_message", "posting", ["channel", "message"])


def downgrade() -> None:
    op.drop_table("posting")
