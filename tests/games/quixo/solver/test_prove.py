"""The proof that a player never loses: it holds, it is what plain rules say, and it can fail."""

import io
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cruces.core import Reason
from cruces.games.quixo.kernel.board import push_table
from cruces.games.quixo.kernel.search import canonical_key
from cruces.games.quixo.players.engine import masks, push_of
from cruces.games.quixo.rules import QUIXO, State
from cruces.games.quixo.solver import certificate as file
from cruces.games.quixo.solver.certificate import Certificate, certificate_of
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, PositionCounts
from cruces.games.quixo.solver.certificate_search import find_certificate
from cruces.games.quixo.solver.certificate_training import initial_weights
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.quixo.solver.losing_line import losing_line
from cruces.games.quixo.solver.proof_checkpoint import ProofCheckpoint, load_checkpoint
from cruces.games.quixo.solver.prove import NOWHERE, ProofResult, batches, prove
from cruces.games.quixo.solver.table import ValueTable
from cruces.locales import languages
from cruces.solvers.errors import TableError
from tests.games.quixo.kernel.test_policy import wins_within

Tables = Callable[[int], ValueTable]
MET_ON_5X5 = (1, 3, 9, 38, 97, 382, 982, 3242, 9858, 35434, 114059, 348192)
"""By the number of cubes, as ``tools/quixo_certificate.py`` reported them."""
CHECKSUM, PARTS = 48, 84
"""Where a certificate has the checksum of its parts, and where they begin."""
ON_4X4 = ProofResult(PositionCounts(150_696, 32_119, 4539))


def shipped_certificate(size: int) -> Certificate:
    found = certificate_of(size)
    assert found is not None
    return found


def start(size: int) -> State:
    return QUIXO.initial({"size": size, "repetition": None})


def met_by_rules(certificate: Certificate, begins: bool) -> tuple[set[int], bool]:
    """The positions that a player meets, by the rules alone, and whether it ever loses."""
    size, tables = certificate.size, certificate.board_tables()
    first = start(size)
    opened = [first] if begins else [QUIXO.apply(first, 0, a) for a in QUIXO.legal(first, 0)]
    due, seen, lost = list(opened), set[int](), False
    while due:
        state = due.pop()
        (seat,) = QUIXO.to_act(state)
        pair = masks(state.board, seat)
        name = int(canonical_key(tables, *pair))
        if name in seen:
            continue
        seen.add(name)
        if wins_within(state, 3):
            continue
        number = certified_push(certificate, tables, *pair)
        if number >= len(push_table(size).taken):
            lost = True
            continue
        after = QUIXO.apply(state, seat, push_of(size, number))
        for answer in QUIXO.legal(after, 1 - seat):
            there = QUIXO.apply(after, 1 - seat, answer)
            outcome = QUIXO.outcome(there)
            if outcome is None:
                due.append(there)
            elif outcome.scores[seat] == -1:
                lost = True
    return seen, lost


def test_small_boards_are_proven_and_both_counts_are_the_same() -> None:
    """On 3×3 the positions are those that the rules alone lead to."""
    seen, lost = met_by_rules(shipped_certificate(3), begins=True)
    verdict = prove(shipped_certificate(3), FIRST)
    assert not lost
    assert verdict == ProofResult(PositionCounts(41, 7, 1))
    assert len(seen) == verdict.tally.won + verdict.tally.played


def test_the_first_player_never_loses_on_4x4() -> None:
    assert prove(shipped_certificate(4), FIRST, threads=3) == ON_4X4


def test_on_5x5_the_player_meets_what_the_finder_met_of_few_cubes() -> None:
    """Some seconds of the long proof: with another policy or other rules the counts were others."""
    met = [0] * 26
    for batch in batches(shipped_certificate(5), FIRST | SECOND, threads=2):
        assert batch.lost == NOWHERE
        for cubes, count in enumerate(np.bincount(np.bitwise_count(batch.keys))[1:].tolist()):
            met[cubes] += count  # less the bit that every name has
        if met[len(MET_ON_5X5)]:
            break
    assert tuple(met[: len(MET_ON_5X5)]) == MET_ON_5X5


def test_the_search_finds_the_shipped_certificates(tables: Tables) -> None:
    for size in (3, 4):
        found = find_certificate(tables(size), initial_weights(size), FIRST)
        assert np.array_equal(found.exceptions, shipped_certificate(size).exceptions)
        assert found.counts == shipped_certificate(size).counts
        assert np.array_equal(found.weights, shipped_certificate(size).weights)
        assert shipped_certificate(size).roles == FIRST


def test_a_lost_role_cannot_be_held(tables: Tables) -> None:
    with pytest.raises(TableError) as refused:
        find_certificate(tables(3), initial_weights(3), SECOND)
    assert refused.value.reason == Reason("role-lost", {"size": 3})
    assert prove(shipped_certificate(3), SECOND).lost is not None


def loses(certificate: Certificate, roles: int, work: ProofCheckpoint | None = None) -> int:
    """Play the line that the checker found; the seat that lost."""
    verdict = prove(certificate, roles, checkpoint=work)
    assert verdict.lost is not None
    line = losing_line(certificate, roles, verdict.lost, verdict.met)
    player, state, tables = (
        (0 if line.first else 1),
        start(certificate.size),
        certificate.board_tables(),
    )
    for number in line.numbers:
        (seat,) = QUIXO.to_act(state)
        if seat == player:
            due = certified_push(certificate, tables, *masks(state.board, seat))
            assert due in (number, 63), "the player plays by the certificate"
        state = QUIXO.apply(state, seat, push_of(certificate.size, number))
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert outcome.scores[player] == -1
    return player


def without(certificate: Certificate, number: int) -> Certificate:
    return replace(certificate, exceptions=np.delete(certificate.exceptions, number))


@pytest.mark.parametrize("number", [0, 100])
def test_without_one_exception_it_loses_and_the_losing_game_is_shown(number: int) -> None:
    assert loses(without(shipped_certificate(4), number), FIRST) == 0


def test_the_line_leads_through_what_was_met_before_an_interruption(tmp_path: Path) -> None:
    less, path = without(shipped_certificate(4), 100), tmp_path / "work"
    with pytest.raises(KeyboardInterrupt):
        prove(less, FIRST, stop_after(0.1), checkpoint=load_checkpoint(path, less, FIRST))
    kept = load_checkpoint(path, less, FIRST)
    assert kept.done > 5
    assert loses(less, FIRST, kept) == 0


def test_with_one_exception_altered_it_loses_or_the_set_differs() -> None:
    certificate = shipped_certificate(4)
    other = certificate.exceptions.copy()
    other[500] ^= np.uint64(1)
    assert prove(replace(certificate, exceptions=np.sort(other)), FIRST) != ON_4X4


def test_with_one_weight_changed_it_loses_or_the_set_differs() -> None:
    certificate = shipped_certificate(4)
    weights = certificate.weights.copy()
    weights[:, :, 0, 0b1] += 400
    assert prove(replace(certificate, weights=weights), FIRST) != ON_4X4


def test_the_second_player_loses_too() -> None:
    assert loses(shipped_certificate(3), SECOND) == 1


def content(size: int) -> bytes:
    stream = io.BytesIO()
    file.write(stream, shipped_certificate(size))
    return stream.getvalue()


@pytest.mark.parametrize("size", [3, 4, 5])
def test_what_was_written_is_read(size: int) -> None:
    certificate, read = shipped_certificate(size), file.parse("x", content(size))
    assert np.array_equal(read.exceptions, certificate.exceptions)
    assert np.array_equal(read.weights, certificate.weights)
    assert (read.size, read.roles, read.counts) == (
        certificate.size,
        certificate.roles,
        certificate.counts,
    )


def changed(good: bytes, at: int) -> bytes:
    return good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]


DAMAGE: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "empty": ("certificate-foreign", lambda good: b""),
    "something else": ("certificate-foreign", lambda good: b"SQLite format 3" * 20),
    "changed line ends": ("certificate-foreign", lambda good: good.replace(b"\r\n", b"\n")),
    "half a header": ("certificate-cut", lambda good: good[:30]),
    "half of it": ("certificate-cut", lambda good: good[: len(good) // 2]),
    "one byte missing": ("certificate-cut", lambda good: good[:-1]),
    "something behind it": ("certificate-damaged", lambda good: good + b"\0"),
    "newer": ("certificate-newer", lambda good: good[:8] + b"\2" + good[9:]),
    "a flipped bit in the header": ("certificate-damaged", lambda good: changed(good, 28)),
    "a flipped bit in the weights": ("certificate-damaged", lambda good: changed(good, 80)),
    "a flipped bit at the end": ("certificate-damaged", lambda good: changed(good, len(good) - 1)),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_refused(tmp_path: Path, kind: str) -> None:
    slug, damage = DAMAGE[kind]
    path = tmp_path / "certificate"
    path.write_bytes(damage(content(4)))
    with pytest.raises(TableError) as refused:
        file.read(path)
    assert refused.value.reason.slug == slug
    for lang in languages():
        assert str(path) in refused.value.message(lang)


@pytest.mark.parametrize("bits", [0x01, 0xFF])
def test_what_somebody_forged_is_refused_or_is_another_certificate(bits: int) -> None:
    """With checksums that are right."""
    good, refused = content(4), []
    for at in range(PARTS, len(good), 23):
        parts = good[PARTS:at] + bytes([good[at] ^ bits]) + good[at + 1 :]
        header = good[:CHECKSUM] + crc(parts) + good[CHECKSUM + 4 : PARTS - 4]
        try:
            forged = file.parse("x", header + crc(header) + parts)
        except TableError as error:
            refused.append(error.reason)
        else:
            assert len(forged.exceptions) == len(shipped_certificate(4).exceptions)
    assert len(refused) > 5
    assert {reason.slug for reason in refused} == {"certificate-damaged"}


def crc(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4, "little")


def stop_after(most: float) -> Callable[[float], None]:
    """Ctrl-C when so much of a proof is done."""

    def stop(part: float) -> None:
        if part > most:
            raise KeyboardInterrupt

    return stop


def test_a_proof_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    certificate, path = shipped_certificate(4), tmp_path / "work"
    with pytest.raises(KeyboardInterrupt):
        prove(
            certificate,
            FIRST,
            stop_after(0.5),
            checkpoint=load_checkpoint(path, certificate, FIRST),
        )
    again: list[float] = []
    verdict = prove(
        certificate, FIRST, again.append, checkpoint=load_checkpoint(path, certificate, FIRST)
    )
    assert verdict == ON_4X4
    assert again[0] > 0.05, "not from the beginning"
    assert again[-1] == 1
    with pytest.raises(TableError) as foreign:
        load_checkpoint(path, shipped_certificate(3), FIRST)
    assert foreign.value.reason.slug == "proof-work-foreign"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(TableError) as damaged:
        load_checkpoint(path, certificate, FIRST)
    assert damaged.value.reason.slug == "proof-work-damaged"
