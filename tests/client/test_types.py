"""The types of messages in the browser's part are the server's, and so are the tests' fixtures."""

import json
import shutil
import subprocess
from pathlib import Path

from tools import client_types

from cruces.core.registry import family_of
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from tests.browser.modules import STATIC

HERE = Path(__file__).parent


def test_the_types_are_up_to_date() -> None:
    written = (STATIC / client_types.FILE).read_text("utf-8")
    assert written == client_types.declarations(), "make types"


def test_a_new_field_would_be_noticed() -> None:
    text = client_types.declarations()
    for part in (
        'type: "seat-bot";',
        "export type Command =",
        "log: LogChange;",
        "from: number;",
        "names: Record<string, string[]>;",
        "clock: Clock | null;",
        'kind: "good" | "even" | "bad";',
        "export interface FullMatchView extends MatchView {",
    ):
        assert part in text, part


def test_the_sheets_of_the_fixtures_are_the_servers() -> None:
    node = shutil.which("node")
    assert node, "tests of the browser's modules need Node: sh tools/system.sh says how"
    script = 'import("./fixture.mjs").then(({ SHEETS }) => console.log(JSON.stringify(SHEETS)))'
    done = subprocess.run([node, "-e", script], cwd=HERE, capture_output=True, check=True)
    sheets = json.loads(done.stdout)
    assert sheets["plain"] == family_of(QWIXX).sheet(QWIXX)
    assert sheets["circles"] == family_of(BIG_POINTS).sheet(BIG_POINTS)
