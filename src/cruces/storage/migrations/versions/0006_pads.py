"""The score pads that several phones share."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "pads",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("chosen", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("pads_used", "pads", ["used"])
    op.create_index("pads_host", "pads", ["host", "used"])
    op.create_index("pads_source", "pads", ["source", "used"])
    op.create_table(
        "pad_members",
        sa.Column(
            "pad", sa.String(40), sa.ForeignKey("pads.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("member", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("sheet", sa.LargeBinary, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("pad_members")
    op.drop_table("pads")
