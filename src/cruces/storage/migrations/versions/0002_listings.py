"""What lists show, beside the match, and which process plays its bots.

Matches that are there get their listing when a list first shows them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

COLUMNS = (
    ("listing", sa.LargeBinary),
    ("lease_owner", sa.String(40)),
    ("lease_until", sa.BigInteger),
)


def upgrade() -> None:
    for name, kind in COLUMNS:
        op.add_column("matches", sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    for name, _ in reversed(COLUMNS):
        op.drop_column("matches", name)
