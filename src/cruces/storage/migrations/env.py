"""Alembic's entry: the connection comes from ``schema.upgrade``."""

from alembic import context

from cruces.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
