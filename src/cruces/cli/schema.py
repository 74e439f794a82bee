"""`cruces schema`: the JSON Schema of a record."""

from cruces.cli.localised_click import Command, echo_json
from cruces.core.record import schema


def command(lang: str) -> Command:
    """The command in a language."""

    def run() -> None:
        echo_json(schema())

    return Command("schema", lang, run, [], ("cruces schema > record.schema.json",))
