"""Matches, their events, snapshots, seats and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _match() -> sa.Column[str]:
    owner = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match", sa.String(40), owner, primary_key=True)


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("matches_due", "matches", ["due"])
    op.create_index("matches_listed", "matches", ["status", "private", "created"])
    op.create_table(
        "events",
        _match(),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "snapshots",
        _match(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "seats",
        _match(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(40), nullable=False),
    )
    op.create_index("seats_player", "seats", ["player"])
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("settings", "seats", "snapshots", "events", "matches"):
        op.drop_table(table)
