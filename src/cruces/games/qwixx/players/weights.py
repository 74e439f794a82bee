"""The files of the networks: weights, checkpoints, and the records of how they were made.

A file is an .npz archive: ``about`` says what it is, ``weights`` are the numbers, as half floats,
which is precise enough to play, and ``check`` is the CRC-32 of both. A checkpoint has all numbers
in full precision, and everything else that is needed to continue. Next to the weights there is a
record with the same name in .json.
"""

import io
import json
import logging
import zipfile
import zlib
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cruces.core import CrucesError, Reason
from cruces.games.qwixx.kernel.net import Net, net, weight_count
from cruces.games.qwixx.players.levels import NETWORKS
from cruces.games.qwixx.players.training import CurvePoint, TrainingRun, TrainingState
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Layout
from cruces.solvers.files import atomic_file

LOG = logging.getLogger(__name__)
VERSION = 1
NETWORKS_FOLDER = Path(__file__).with_name("networks")
"""Made by ``cruces train``; the record of each file has the command."""
_BROKEN = (ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile, zlib.error)
Arrays = dict[str, Any]


class WeightsError(CrucesError):
    """The file has no weights, or not the expected ones, or is damaged."""

    code = "weights"


@cache
def shipped_network(layout: Layout, seats: int) -> Net | None:
    """The network that the package ships; None if there is none or, with a warning, if it is
    damaged.

    Only the booklets' layouts have networks, and solitaire Qwixx has none: the exact table is
    better.
    """
    if layout not in NETWORKS or (layout == QWIXX_LAYOUT and seats == 1):
        return None
    path = NETWORKS_FOLDER / f"{NETWORKS[layout]}-{seats}.npz"
    try:
        return read(path, layout, seats)
    except (OSError, WeightsError) as error:
        LOG.warning("ignoring %s: %s", path, error)
        return None


def read(path: Path, layout: Layout, seats: int) -> Net:
    """The network in a file; raises WeightsError if it is not the right one."""
    weights = _read(path, layout, seats)[1]["weights"].astype(np.float32)
    return net(weights, seats, layout)


def write(path: Path, training_run: TrainingRun, state: TrainingState) -> None:
    """Write the weights."""
    weights = state.weights.astype(np.float16)
    about = {"game": training_run.game, "seats": training_run.seats, "kind": "weights"}
    _write(path, about, weights=weights)


def write_checkpoint(path: Path, training_run: TrainingRun, state: TrainingState) -> None:
    """Write everything that is needed to continue."""
    about = {
        "kind": "checkpoint",
        **training_run.about,
        "rounds": state.rounds,
        "steps": state.steps,
        "since": state.since,
        "curve": [asdict(point) for point in state.curve],
    }
    _write(path, about, weights=state.weights, mean=state.mean, square=state.square)


def read_checkpoint(path: Path, training_run: TrainingRun) -> TrainingState:
    """The state in which the same training run was interrupted."""
    about, arrays = _read(path, training_run.layout, training_run.seats, "checkpoint")
    for name, expected in training_run.about.items():
        if about.get(name) != expected:
            reason = {"file": str(path), "what": name, "there": about.get(name), "wanted": expected}
            raise WeightsError(Reason("weights-course", reason))
    return TrainingState(
        arrays["weights"],
        arrays["mean"],
        arrays["square"],
        about["rounds"],
        about["steps"],
        about["since"],
        [CurvePoint(**point) for point in about["curve"]],
    )


def _write(path: Path, about: Arrays, **arrays: Any) -> None:
    text = np.frombuffer(json.dumps({"version": VERSION, **about}).encode(), np.uint8)
    check = np.array(_check(text, arrays), np.uint32)
    archive = io.BytesIO()
    np.savez(archive, about=text, check=check, **arrays)
    with atomic_file(path) as file:
        file.write(archive.getvalue())


def _read(path: Path, layout: Layout, seats: int, kind: str = "weights") -> tuple[Arrays, Arrays]:
    name, content, game = str(path), path.read_bytes(), NETWORKS[layout]
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {each: file[each] for each in file.files}
        text, check = arrays.pop("about"), int(arrays.pop("check"))
        about = json.loads(text.tobytes())
        intact = _check(text, arrays) == check
    except _BROKEN:
        raise WeightsError(Reason("weights-damaged", {"file": name})) from None
    if not intact:
        raise WeightsError(Reason("weights-damaged", {"file": name}))
    if about["version"] > VERSION:
        params = {"version": about["version"], "known": VERSION}
        raise WeightsError(Reason("weights-newer", {"file": name, **params}))
    if (about["kind"], about["game"], about["seats"]) != (kind, game, seats):
        found = {"game": about["game"], "players": about["seats"]}
        expected = {"wanted": game, "wanted_players": seats}
        raise WeightsError(Reason("weights-other", {"file": name, **found, **expected}))
    if arrays["weights"].shape != (weight_count(seats, layout),):
        raise WeightsError(Reason("weights-shape", {"file": name}))
    return about, arrays


def _check(text: Any, arrays: Arrays) -> int:
    check = zlib.crc32(text.tobytes())
    for name in sorted(arrays):
        check = zlib.crc32(arrays[name].tobytes(), check)
    return check
