"""Database migrations, with Alembic."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Apply all missing migrations, or none if one fails; only those up to a revision if given.

    If two servers try at once, the second waits for the first and then finds nothing to do.
    """
    alone = engine.execution_options(sqlite_begin="IMMEDIATE")
    with as_file(files(__package__) / "migrations") as folder, alone.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7243391)")
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
