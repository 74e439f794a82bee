"""The lobby with very many open tables: an index that answers it, and where each table comes from.

Matches that are there have no source; each counts as coming from elsewhere.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("source", sa.String(16), nullable=True))
    op.drop_index("matches_listed", "matches")
    op.create_index("matches_open", "matches", ["status", "private", "created", "host", "source"])
    op.create_index("matches_host", "matches", ["host", "status"])


def downgrade() -> None:
    op.drop_index("matches_host", "matches")
    op.drop_index("matches_open", "matches")
    op.create_index("matches_listed", "matches", ["status", "private", "created"])
    op.drop_column("matches", "source")
