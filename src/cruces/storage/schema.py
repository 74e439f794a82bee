"""Bringing a database to the present tables, with Alembic."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine


def upgrade(engine: Engine) -> None:
    """Apply every migration that the database does not have yet; two servers may try at once."""
    with as_file(files(__package__) / "migrations") as folder, engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Held until the transaction ends: the second server waits, then finds nothing to do.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7243391)")
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
