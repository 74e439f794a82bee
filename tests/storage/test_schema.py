"""Migrations create the tables of ``tables``, once, however often they are run."""

import signal
import subprocess
import sys
from random import Random

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect

from cruces.storage import Store, upgrade
from cruces.storage.engine import connect
from cruces.storage.tables import metadata
from tests.storage.together import at_once
from tests.storage.walk import Walk, write

OPEN = "from cruces.storage import Store, upgrade; import sys"
UPGRADE = "store = Store(sys.argv[1]); upgrade(store.engine); store.close()"


def differences(engine: Engine) -> list[object]:
    """What would have to be done for the database to hold the tables as they are declared."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        changes: list[object] = compare_metadata(context, metadata)
        return changes


def reflected(engine: Engine) -> dict[str, object]:
    """Tables as the database describes them, down to what Alembic does not compare."""
    inspector = inspect(engine)
    return {
        table: {
            "columns": [
                (c["name"], repr(c["type"]), c["nullable"]) for c in inspector.get_columns(table)
            ],
            "key": inspector.get_pk_constraint(table)["constrained_columns"],
            "foreign": [
                (f["constrained_columns"], f["referred_table"], f["options"])
                for f in inspector.get_foreign_keys(table)
            ],
            "unique": [u["column_names"] for u in inspector.get_unique_constraints(table)],
            "indexes": sorted(
                (i["name"] or "", i["column_names"]) for i in inspector.get_indexes(table)
            ),
        }
        for table in sorted(inspector.get_table_names())
        if table != "alembic_version"
    }


def test_migrations_make_the_tables_as_they_are_declared(database: str) -> None:
    engine = connect(database)
    upgrade(engine)
    assert differences(engine) == []
    migrated = reflected(engine)
    metadata.drop_all(engine)
    metadata.create_all(engine)
    assert migrated == reflected(engine)
    engine.dispose()


def test_upgrading_twice_changes_nothing(store: Store) -> None:
    match = write(store, Walk("quixo", 0))
    before = reflected(store.engine)
    upgrade(store.engine)
    assert reflected(store.engine) == before
    assert store.load(match.id) is not None


def test_processes_that_start_at_once_upgrade_once(database: str) -> None:
    at_once(3, OPEN, UPGRADE, database)
    engine = connect(database)
    assert differences(engine) == []
    engine.dispose()


def test_an_upgrade_that_is_killed_is_done_again(database: str) -> None:
    """Wherever it is killed, all of a migration is there or nothing."""
    rng = Random(7)
    script = f"{OPEN}; print(flush=True); {UPGRADE}"
    for _ in range(6):
        command = [sys.executable, "-c", script, database]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                process.wait(rng.uniform(0, 0.2))
            except subprocess.TimeoutExpired:
                process.kill()
        assert process.returncode in (0, -signal.SIGKILL)
    engine = connect(database)
    upgrade(engine)
    assert differences(engine) == []
    engine.dispose()
