"""The devices of players, and the codes that add one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("revoked", sa.BigInteger, nullable=True),
        sa.Column("changed", sa.BigInteger, nullable=True),
    )
    op.create_index("devices_player", "devices", ["player"])
    op.create_index("devices_changed", "devices", ["changed"])
    op.create_table(
        "device_codes",
        sa.Column("digest", sa.LargeBinary(32), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False, unique=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("device_codes", "devices"):
        op.drop_table(table)
