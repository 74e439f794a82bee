"""Bringing a database to the present tables, with Alembic."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine


def upgrade(engine: Engine) -> None:
    """Apply every migration that the database does not have yet, all of it or nothing.

    Two servers may try at once: the second waits until the first is done, then finds nothing to do.
    """
    alone = engine.execution_options(sqlite_begin="IMMEDIATE")
    with as_file(files(__package__) / "migrations") as folder, alone.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7243391)")
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
