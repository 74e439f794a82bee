"""The records that people have opened."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
    op.create_index("records_opened", "records", ["opened"])


def downgrade() -> None:
    op.drop_table("records")
