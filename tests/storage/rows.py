"""Everything in a database, to see that nothing has changed."""

from sqlalchemy import select

from cruces.storage import Store, tables

TABLES = (tables.matches, tables.events, tables.snapshots, tables.seats)


def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Every row there is, by table."""
    with store.engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table)))) for table in TABLES
        }
