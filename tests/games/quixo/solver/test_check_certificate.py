"""The second checker, in C, counts what ours counts, and refuses and finds lost what ours does."""

import io
import lzma
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cruces.games.quixo.kernel.search import NO_PUSH, canonical_key
from cruces.games.quixo.kernel.symmetry import MOVER_SHIFT
from cruces.games.quixo.players.engine import masks
from cruces.games.quixo.rules import QUIXO
from cruces.games.quixo.solver import certificate as file
from cruces.games.quixo.solver.certificate import Certificate
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, read_header
from cruces.games.quixo.solver.certificate_search import find_certificate
from cruces.games.quixo.solver.certificate_training import initial_weights
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.quixo.solver.prove import batches, prove
from cruces.games.quixo.solver.table import ValueTable
from cruces.solvers.errors import TableError
from tests.games.quixo.solver.test_prove import DAMAGE, crc, shipped_certificate, start, without

ROOT = Path(__file__).parents[4]
SOURCE = ROOT / "tools" / "check_certificate.c"
STRICT = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O2")
ROLES = ("", "first", "second", "both")
FEW = 9
"""On 5×5 the tests stop at so many marked cubes."""

Tables = Callable[[int], ValueTable]
Counts = tuple[int, ...]
Check = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """Run the checker on the bytes of a certificate."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("checker")
    program, path = folder / "check_certificate", folder / "certificate"
    subprocess.run([compiler, *STRICT, "-o", program, SOURCE], check=True)

    def run(
        content: bytes, roles: int = 0, *most: int, weights: bytes | None = None
    ) -> subprocess.CompletedProcess[str]:
        path.write_bytes(content)
        done = subprocess.run(
            [program, path, ROLES[roles], *map(str, most)],
            input=unpacked(content) if weights is None else weights,
            capture_output=True,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run


def unpacked(content: bytes) -> bytes:
    """What ``tail -c +85 FILE | xz -dc --single-stream`` prints."""
    try:
        return lzma.LZMADecompressor().decompress(content[84:])
    except (lzma.LZMAError, EOFError):
        return b""


def content(certificate: Certificate) -> bytes:
    stream = io.BytesIO()
    file.write(stream, certificate)
    return stream.getvalue()


def counted(output: str) -> list[Counts]:
    """By the number of cubes: positions, visible wins, others, those that skip an exception."""
    rows = re.findall(r"^ *(\d+)" + r" +(\d+)" * 4 + "$", output, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(len(rows)))
    return [tuple(map(int, row[1:])) for row in rows]


def ours(certificate: Certificate, roles: int, most: int) -> list[Counts]:
    """The same by our own checker."""
    levels = np.zeros((certificate.size**2 + 1, 3), np.int64)
    for batch in batches(certificate, roles, threads=1):
        cubes = int(batch.keys[0]).bit_count() - 1  # less the bit that every key has
        if cubes > most:
            break
        levels[cubes] += batch.tally
    return [(won + played, won, played, past) for won, played, past in levels[: most + 1].tolist()]


@pytest.mark.parametrize("size", [3, 4])
def test_small_boards_are_proven_with_the_same_counts_at_every_level(
    check: Check, size: int
) -> None:
    certificate = shipped_certificate(size)
    done = check(content(certificate))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("No game is lost.\n")
    assert counted(done.stdout) == ours(certificate, FIRST, size**2)
    won, played, past = certificate.counts
    totals = re.findall(r"^(?:all|stated) (.+)$", done.stdout, re.MULTILINE)
    expected = won + played, won, played, past
    assert [tuple(map(int, row.split())) for row in totals] == [expected, expected]


def test_the_smallest_board_has_no_exceptions(check: Check, tables: Tables) -> None:
    certificate = find_certificate(tables(2), initial_weights(2), FIRST)
    assert not certificate.exceptions.size
    done = check(content(certificate))
    assert done.returncode == 0
    assert counted(done.stdout) == ours(certificate, FIRST, 4)


@pytest.mark.parametrize("roles", [FIRST, SECOND, FIRST | SECOND])
def test_on_5x5_the_counts_of_few_cubes_are_the_same(check: Check, roles: int) -> None:
    certificate = shipped_certificate(5)
    done = check(content(certificate), roles, FEW)
    assert done.returncode == 0
    assert done.stdout.endswith("No game is lost, as far as was checked.\n")
    assert counted(done.stdout) == ours(certificate, roles, FEW)


def loses(check: Check, certificate: Certificate, roles: int) -> bool:
    """Play the game that the checker prints, to a position where the policy has no push."""
    done = check(content(certificate), roles)
    lost = re.search(r"^(.+) \.\.\. and every push loses\.$", done.stdout, re.MULTILINE)
    assert done.returncode == (lost is not None)
    if lost is None:
        return False
    state, actions, tables = start(certificate.size), lost[1].split(), certificate.board_tables()
    player = len(actions) % 2
    for text in actions:
        (seat,) = QUIXO.to_act(state)
        action = QUIXO.parse_action(text)
        assert action in QUIXO.legal(state, seat)
        state = QUIXO.apply(state, seat, action)
    assert QUIXO.to_act(state) == {player}
    assert certified_push(certificate, tables, *masks(state.board, player)) == NO_PUSH
    return True


@pytest.mark.parametrize("size", [3, 4])
def test_a_lost_role_is_lost_for_both_checkers(check: Check, size: int) -> None:
    assert loses(check, shipped_certificate(size), SECOND)
    assert prove(shipped_certificate(size), SECOND).lost is not None


@pytest.mark.parametrize("number", [0, 100, 2500, 5000])
def test_without_one_exception_both_checkers_find_a_lost_game(check: Check, number: int) -> None:
    less = without(shipped_certificate(4), number)
    assert loses(check, less, FIRST)
    assert prove(less, FIRST).lost is not None


def altered(kind: str, number: int) -> Certificate:
    """A certificate with a cube more in one exception, or other weights for a number of cubes."""
    certificate = shipped_certificate(4)
    weights, exceptions = certificate.weights.copy(), certificate.exceptions.copy()
    if kind == "weights":
        weights[number, :, 0, 0b1] += 400
    else:
        key, free = int(exceptions[number]), 0
        mover, other = key >> MOVER_SHIFT & 0xFFFF, key & 0xFFFF
        while (mover | other) >> free & 1:
            free += 1
        board = np.uint32(mover), np.uint32(other | 1 << free)
        exceptions[number] = canonical_key(certificate.board_tables(), *board)
    return replace(certificate, weights=weights, exceptions=np.unique(exceptions))


@pytest.mark.parametrize(
    ("kind", "number", "outcome"),
    [
        ("exception", 5, "lost"),
        ("exception", 500, "lost"),
        ("weights", 3, "another set"),
        ("weights", 8, "lost"),
        ("weights", 13, "the same set"),
    ],
)
def test_an_altered_certificate_gets_the_same_verdict_from_both(
    check: Check, kind: str, number: int, outcome: str
) -> None:
    certificate = altered(kind, number)
    assert np.array_equal(file.parse("x", content(certificate)).exceptions, certificate.exceptions)
    verdict = prove(certificate, FIRST)
    assert (verdict.lost is not None) == (outcome == "lost")
    assert (verdict.tally == certificate.counts) == (outcome == "the same set")
    assert loses(check, certificate, FIRST) == (outcome == "lost")
    if outcome != "lost":
        counts = counted(check(content(certificate), FIRST).stdout)
        assert counts == ours(certificate, FIRST, 16)


@pytest.mark.parametrize("kind", DAMAGE)
def test_what_our_checker_refuses_is_refused(check: Check, kind: str) -> None:
    _, damage = DAMAGE[kind]
    good = content(shipped_certificate(4))
    done = check(damage(good), weights=unpacked(good))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr


def test_every_changed_byte_is_refused(check: Check) -> None:
    good = content(shipped_certificate(3))
    weights = unpacked(good)
    for at in range(len(good)):
        bad = good[:at] + bytes([good[at] ^ 0x10]) + good[at + 1 :]
        assert check(bad, weights=weights).returncode == 2, at
        with pytest.raises(TableError):
            read_header("x", bad)


@pytest.mark.parametrize("roles", [0, 4, 255])
def test_no_role_at_all_is_refused(check: Check, roles: int) -> None:
    """It would be held by meeting no position."""
    good = content(shipped_certificate(3))
    header = good[:29] + bytes([roles]) + good[30:80]
    forged = header + crc(header) + good[84:]
    assert check(forged, weights=unpacked(good)).returncode == 2
    with pytest.raises(TableError):
        file.parse("x", forged)


def test_other_weights_than_the_board_needs_are_refused(check: Check) -> None:
    good = content(shipped_certificate(3))
    for weights in (b"", unpacked(good)[:-1], unpacked(content(shipped_certificate(4)))):
        assert check(good, weights=weights).returncode == 2


def test_it_is_short_enough_to_read_and_has_nothing_of_ours() -> None:
    lines = SOURCE.read_text("utf-8").splitlines()
    assert len(lines) <= 300
    assert max(map(len, lines)) <= 100
    included = [line for line in lines if line.startswith("#include")]
    assert included == [f"#include <{name}.h>" for name in ("stdint", "stdio", "stdlib", "string")]


def test_the_documented_counts_are_these() -> None:
    page = (ROOT / "docs" / "certificate-format.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+)((?: \| [\d,]*){6}) \|$", page, re.MULTILINE)
    assert [int(cubes) for cubes, _ in rows] == list(range(4**2 + 1))
    cells = [[cell.strip().replace(",", "") for cell in row.split("|")[1:]] for _, row in rows]
    for at, (size, most) in enumerate(((3, 9), (4, 16), (5, FEW))):
        certificate = shipped_certificate(size)
        levels = ours(certificate, certificate.roles, most)
        told = [tuple(map(int, row[2 * at : 2 * at + 2])) for row in cells[: most + 1]]
        assert told == [level[:2] for level in levels], size
