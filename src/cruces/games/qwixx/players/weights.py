"""The files of the networks: weights, their checkpoints, and the record of how they were made.

A file is an .npz archive: ``about`` says what it is, ``weights`` are the numbers, as half floats
that is as exact as play needs, and ``check`` is the CRC-32 of both. A checkpoint has all numbers in
full, with what else it takes to go on. Beside the weights lies a record, the same name in .json.
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
from cruces.games.qwixx.kernel.net import Net, net, size
from cruces.games.qwixx.players.levels import NETWORKS
from cruces.games.qwixx.players.training import Course, Mark, Progress
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Layout
from cruces.solvers.files import written

LOG = logging.getLogger(__name__)
VERSION = 1
SHIPPED = Path(__file__).with_name("networks")
"""Made by ``cruces train``; each file's record has the command."""
_BROKEN = (ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile, zlib.error)
Arrays = dict[str, Any]


class WeightsError(CrucesError):
    """The file holds no weights, not the ones that were wanted, or is damaged."""

    code = "weights"


@cache
def shipped(layout: Layout, seats: int) -> Net | None:
    """The network that comes with Cruces; None if there is none, or, with a warning, if it is torn.

    There is none for other sheets than the booklets', and none for Qwixx alone: the exact table is
    better.
    """
    if layout not in NETWORKS or (layout == QWIXX_LAYOUT and seats == 1):
        return None
    path = SHIPPED / f"{NETWORKS[layout]}-{seats}.npz"
    try:
        return read(path, layout, seats)
    except (OSError, WeightsError) as error:
        LOG.warning("%s is left aside: %s", path, error)
        return None


def read(path: Path, layout: Layout, seats: int) -> Net:
    """The network in a file, once it has been found to be the right one and whole."""
    weights = _read(path, layout, seats)[1]["weights"].astype(np.float32)
    return net(weights, seats, layout)


def write(path: Path, course: Course, progress: Progress) -> None:
    """Write the weights."""
    weights = progress.weights.astype(np.float16)
    about = {"game": course.game, "seats": course.seats, "kind": "weights"}
    _write(path, about, weights=weights)


def write_checkpoint(path: Path, course: Course, progress: Progress) -> None:
    """Write all that it takes to go on."""
    about = {
        "kind": "checkpoint",
        **course.about,
        "rounds": progress.rounds,
        "steps": progress.steps,
        "since": progress.since,
        "curve": [asdict(mark) for mark in progress.curve],
    }
    _write(path, about, weights=progress.weights, mean=progress.mean, square=progress.square)


def read_checkpoint(path: Path, course: Course) -> Progress:
    """Where the same course was interrupted."""
    about, arrays = _read(path, course.layout, course.seats, "checkpoint")
    for name, wanted in course.about.items():
        if about.get(name) != wanted:
            reason = {"file": str(path), "what": name, "there": about.get(name), "wanted": wanted}
            raise WeightsError(Reason("weights-course", reason))
    return Progress(
        arrays["weights"],
        arrays["mean"],
        arrays["square"],
        about["rounds"],
        about["steps"],
        about["since"],
        [Mark(**mark) for mark in about["curve"]],
    )


def _write(path: Path, about: Arrays, **arrays: Any) -> None:
    text = np.frombuffer(json.dumps({"version": VERSION, **about}).encode(), np.uint8)
    check = np.array(_check(text, arrays), np.uint32)
    packed = io.BytesIO()
    np.savez(packed, about=text, check=check, **arrays)
    with written(path) as file:
        file.write(packed.getvalue())


def _read(path: Path, layout: Layout, seats: int, kind: str = "weights") -> tuple[Arrays, Arrays]:
    name, content, game = str(path), path.read_bytes(), NETWORKS[layout]
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {each: file[each] for each in file.files}
        text, check = arrays.pop("about"), int(arrays.pop("check"))
        about = json.loads(text.tobytes())
        whole = _check(text, arrays) == check
    except _BROKEN:
        raise WeightsError(Reason("weights-damaged", {"file": name})) from None
    if not whole:
        raise WeightsError(Reason("weights-damaged", {"file": name}))
    if about["version"] > VERSION:
        known = {"version": about["version"], "known": VERSION}
        raise WeightsError(Reason("weights-newer", {"file": name, **known}))
    if (about["kind"], about["game"], about["seats"]) != (kind, game, seats):
        there = {"game": about["game"], "players": about["seats"]}
        wanted = {"wanted": game, "wanted_players": seats}
        raise WeightsError(Reason("weights-other", {"file": name, **there, **wanted}))
    if arrays["weights"].shape != (size(seats, layout),):
        raise WeightsError(Reason("weights-shape", {"file": name}))
    return about, arrays


def _check(text: Any, arrays: Arrays) -> int:
    check = zlib.crc32(text.tobytes())
    for name in sorted(arrays):
        check = zlib.crc32(arrays[name].tobytes(), check)
    return check
