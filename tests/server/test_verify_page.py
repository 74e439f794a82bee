"""The page that draws the dice again on the player's own device."""

import json
import shutil
import subprocess
from pathlib import Path

import httpx

from cruces.core.record import encode, from_document
from cruces.locales import languages
from tests.match.cheating import CHEATS, KEY, honest
from tests.match.table import Table
from tests.match.test_fair import VECTORS, record_of
from tests.server.process import Server

SOURCE = Path(__file__).parents[2] / "src" / "cruces"
FAIR = SOURCE / "client" / "static" / "verify" / "fair.js"
CHANCE = SOURCE / "games" / "qwixx" / "web" / "chance.js"

SCRIPT = """
import { readFileSync } from "node:fs";
const { bytes, check, commitment, draw, seed } = await import(process.argv[1]);
const { redraw } = await import(process.argv[2]);
const { vectors, records } = JSON.parse(readFileSync(0, "utf8"));
const answer = { vectors: [], records: [] };
for (const vector of vectors) {
  const secret = bytes(vector.secret);
  answer.vectors.push({
    commitment: await commitment(secret),
    seed: await seed(vector.contributions),
    drawn: String(await draw(secret, vector.contributions, vector.number, BigInt(vector.below))),
  });
}
for (const record of records) {
  const { promised, draws } = await check(record, redraw);
  answer.records.push([promised, draws.length, draws.filter(({ good }) => !good).length]);
}
console.log(JSON.stringify(answer));
"""


def test_the_browsers_draw_is_the_servers() -> None:
    node = shutil.which("node")
    assert node, "Node.js runs the browser's modules in the tests: sh tools/system.sh says how"
    vectors = json.loads(VECTORS.read_text("utf-8"))
    games = [
        record_of(Table(g, seats=n).sit_all().play_out())
        for g, n in (("qwixx", 3), ("big-points", 2))
    ]
    records = [json.loads(encode(record)) for record in games]
    options = {"start": "first-six"}
    sixes = Table("qwixx", seats=2, options=options).sit_all().play_out()
    records.append(json.loads(encode(record_of(sixes))))
    broken = json.loads(encode(games[0]))
    broken["fair"]["contributions"][0] += "!"
    process = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT, FAIR.as_uri(), CHANCE.as_uri()],
        input=json.dumps({"vectors": vectors, "records": [*records, broken]}),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answer = json.loads(process.stdout)
    for index, vector in zip(answer["vectors"], vectors, strict=True):
        assert index == {name: vector[name] for name in ("commitment", "seed", "drawn")}
    *good, bad = answer["records"]
    for (promised, draws, wrong), record in zip(good, records, strict=True):
        assert promised
        assert draws == sum(event["type"] == "chance" for event in record["events"])
        assert wrong == 0
    assert bad[0]
    assert bad[2] > 0


SIGNATURES = """
import { readFileSync } from "node:fs";
const { checkSignature } = await import(process.argv[1]);
const records = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await Promise.all(records.map(checkSignature))));
"""


def test_the_browsers_signatures_are_the_servers() -> None:
    node = shutil.which("node")
    assert node, "Node.js runs the browser's modules in the tests: sh tools/system.sh says how"
    odd = honest()
    odd["seats"] = [{"name": 'Íñigo "ñ" \t\u2028\x7f😀'}, {"name": "/\\"}]
    del odd["signature"]
    records = [honest(), KEY.signed(from_document(odd)), odd, CHEATS["another signature"][0]()]
    process = subprocess.run(
        [node, "--input-type=module", "-e", SIGNATURES, (FAIR.parent / "signature.js").as_uri()],
        input=json.dumps(records),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(process.stdout) == ["good", "good", "none", "bad"]


def test_the_page_is_served_with_its_parts(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        page = client.get("/verify")
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        for part in (
            "verify.js",
            "verify.css",
            "fair.js",
            "signature.js",
            "dice_check.js",
            "record_check.js",
        ):
            answer = client.get(f"/static/verify/{part}")
            assert answer.status_code == 200, part
        assert client.get("/static/../app.py").status_code == 404
        assert client.get("/static/%2e%2e/app.py").status_code == 404
        for lang in languages():
            texts = client.get(f"/api/texts/{lang}").json()
            assert texts["lang.code"] == lang
            assert texts["verify.good"]
        assert client.get("/api/texts/xx").json()["lang.code"] == "en"
