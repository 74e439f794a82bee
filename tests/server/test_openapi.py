"""The published schema is the truth: no answer that it does not describe."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.process import Server

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


@pytest.mark.parametrize("known", [False, True], ids=["any match", "a match there is"])
def test_schemathesis_finds_no_undocumented_answer(
    server: Server, tmp_path: Path, known: bool
) -> None:
    token = httpx.post(f"{server.url}/api/devices", trust_env=False).json()["token"]
    if known:
        headers = {"Authorization": f"Bearer {token}"}
        setup = {"game": "quixo"}
        answer = httpx.post(
            f"{server.url}/api/matches", json=setup, headers=headers, trust_env=False
        ).json()
        config = f'[parameters]\n"path.match_id" = "{answer["match"]}"\n'
        (tmp_path / "schemathesis.toml").write_text(config, "utf-8")
    # The other addresses would get the same requests again: what is sent follows from the seed.
    some = ("--include-path-regex", "match_id") if known else ()
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("run", f"{server.url}/schema/openapi.json"),
        *("--header", f"Authorization: Bearer {token}"),
        *("--checks", ",".join(CHECKS)),
        *some,
        *("--exclude-path-regex", "stream$"),  # it has no end to wait for
        *("--max-examples", "30"),
        *("--seed", "1"),
        "--generation-deterministic",
        "--no-color",
    ]
    process = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=300, cwd=tmp_path
    )
    assert process.returncode == 0, process.stdout[-6000:]


def test_the_schema_names_every_address(server: Server) -> None:
    paths = httpx.get(f"{server.url}/schema/openapi.json", trust_env=False).json()["paths"]
    assert {"/api/devices", "/api/matches", "/api/join", "/api/verify", "/health", "/ready"} <= set(
        paths
    )
    assert any(path.endswith("/stream") for path in paths)
