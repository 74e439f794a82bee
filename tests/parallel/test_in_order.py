"""Work in numbered parts: the same results everywhere, also when a worker dies."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.parallel.tasks import Dies, fails, fails_strangely

import cruces
from cruces.games.quixo.solver.certificate_header import shipped_path
from cruces.parallel import Here, LostWorkerError, Place, Processes, Threads, in_order, seed_of
from cruces.parallel.place import RETRIES

ROOT = Path(__file__).parents[2]
AnyView = cruces.View[Any, Any, Any]


@pytest.mark.parametrize("place", [Here(), Threads(1), Threads(3)], ids=str)
def test_results_come_in_order(place: Place) -> None:
    assert list(in_order(lambda number: number**2, range(20), place)) == [n**2 for n in range(20)]
    assert list(in_order(fails, (), place)) == []
    found = in_order(fails, range(9), place)
    assert [next(found), next(found), next(found)] == [0, 1, 2]
    with pytest.raises(ValueError, match="number 3"):
        next(found)


def test_nothing_begins_after_a_stop() -> None:
    begun: list[int] = []

    def begin(number: int) -> int:
        begun.append(number)
        return number

    found = in_order(begin, range(50), Here(), lambda: len(begun) > 3)
    assert list(found) == begun == [0, 1, 2, 3]


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    found = list(in_order(Dies(str(tmp_path), 5), range(12), Processes(2)))
    assert found == [n * n for n in range(12)]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_part_that_kills_every_process_is_an_error(tmp_path: Path) -> None:
    found = in_order(Dies(str(tmp_path), 0, 99), range(2), Processes(1))
    with pytest.raises(LostWorkerError, match=f"{RETRIES + 1} times"):
        list(found)


def test_errors_come_from_other_processes() -> None:
    with pytest.raises(ValueError, match="number 3"):
        list(in_order(fails, range(9), Processes(1)))
    with pytest.raises(RuntimeError, match="strange"):
        list(in_order(fails_strangely, range(9), Processes(1)))


def test_processes_end_when_the_one_that_started_them_is_killed() -> None:
    program = (
        "from cruces.parallel import Processes, in_order\n"
        "from tests.parallel.tasks import sleeps\n"
        "list(in_order(sleeps, range(2), Processes(2)))\n"
    )
    command, env = [sys.executable, "-c", program], {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=env) as parent:
        assert parent.stderr is not None, "a pipe"
        assert [parent.stderr.readline() for _ in range(2)] == [b"begun\n"] * 2
        parent.kill()
        # They hold the other end of this pipe, too: it ends with the last of them.
        assert parent.communicate(timeout=300)[1] == b""


def test_seeds_differ() -> None:
    assert len({seed_of(seed, number) for seed in range(9) for number in range(9)}) == 81


PROGRAM = """
import json, os, signal, sys
from pathlib import Path
import ray, cruces
from cruces.games.quixo.solver import certificate, certificate_search
from cruces.games.quixo.solver.certificate_header import FIRST
from cruces.games.quixo.solver.certificate_training import initial_weights
from cruces.games.quixo.solver.oracle import oracle
from cruces.parallel import Cluster
folder, deaths, out, player = map(Path, sys.argv[1:])
small = {"options": {"size": 3}, "ray": "auto"}
ray.init("local", num_cpus=2, include_dashboard=False, object_store_memory=80 * 2**20,
         log_to_driver=False, configure_logging=False, _temp_dir=str(folder))

def deadly(name):
    def first(view):
        if not (deaths / name).exists():
            (deaths / name).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return next(iter(view.legal))
    return first

def cheat(view):
    return "b2>b1"

try:
    cruces.simulate("quixo", [cheat, "random"], 4, ray="auto")
except cruces.IllegalError as error:
    refused = error.code
found = cruces.regret("quixo", str(player), 20, against="random", **small)
told = {
    "refused": refused,
    "compiled": repr(cruces.simulate("qwixx", ["random", "greedy"], 40_000, ray="auto").rows),
    "simulation": repr(cruces.simulate("quixo", [deadly("one"), "random"], 40, ray="auto").rows),
    "judged": repr(found.games + found.mistakes),
    "labelled": cruces.dataset("quixo", 60, **small).to_pylist(),
    "tournament": repr(cruces.tournament("quixo", [deadly("two"), "random"], 40, ray="auto").games),
}
out.write_text(json.dumps(told))
certificate_search.PART_POSITIONS = 20_000  # so that there is more than one part
certain = certificate_search.find_certificate(
    oracle(4), initial_weights(4), FIRST, place=Cluster("auto"))
with out.with_name("quixo-4.certificate").open("wb") as file:
    certificate.write(file, certain)
"""


def first(view: AnyView) -> Any:
    """The first legal action."""
    return next(iter(view.legal))


def written_player(folder: Path) -> Path:
    """The same in a file."""
    file = folder / "own.py"
    file.write_text("def first(view):\n    return next(iter(view.legal))\n")
    return file


def judged(player: Any, **where: Any) -> str:
    """What its decisions cost in a few small games."""
    options = {"size": 3}
    found = cruces.regret("quixo", player, 20, options=options, against="random", **where)
    return repr(found.games + found.mistakes)


@pytest.mark.slow
def test_one_thread_two_threads_and_a_cluster_agree(tmp_path: Path) -> None:
    """The cluster loses one of its two workers during the simulation, and another one later."""
    deaths, out = tmp_path / "deaths", tmp_path / "told.json"
    deaths.mkdir()
    player = str(written_player(tmp_path))
    quiet = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
    with TemporaryDirectory(prefix="ray", dir="/tmp") as short:  # its sockets need a short path
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, short, str(deaths), str(out), player],
            env={**os.environ, **quiet},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert {death.name for death in deaths.iterdir()} == {"one", "two"}
    told = json.loads(out.read_text())
    assert told["refused"] == "illegal"
    for threads in (1, 2):
        compiled = cruces.simulate("qwixx", ["random", "greedy"], 40_000, threads=threads)
        assert told["compiled"] == repr(compiled.rows)
    found = out.with_name("quixo-4.certificate").read_bytes()
    assert found == shipped_path(4).read_bytes()
    assert told["judged"] == judged(first)
    assert told["labelled"] == cruces.dataset("quixo", 60, options={"size": 3}).to_pylist()
    assert told["simulation"] == repr(cruces.simulate("quixo", [first, "random"], 40).rows)
    assert told["tournament"] == repr(cruces.tournament("quixo", [first, "random"], 40).games)


def test_a_tournament_is_the_same_in_this_process_and_in_two(tmp_path: Path) -> None:
    file = written_player(tmp_path)
    one, two = (
        cruces.tournament("quixo", [f"first={file}", "random"], 40, workers=workers).games
        for workers in (1, 2)
    )
    assert one == two == cruces.tournament("quixo", [first, "random"], 40).games


def test_reports_and_data_are_the_same_in_this_process_and_in_two(tmp_path: Path) -> None:
    file = str(written_player(tmp_path))
    assert judged(file) == judged(file, workers=2) == judged(first)
    one, two = (
        cruces.dataset("quixo", 60, options={"size": 3}, workers=workers) for workers in (1, 2)
    )
    assert one.equals(two)
    for arguments in ({"workers": 0}, {"ray": "nonsense:no"}):
        with pytest.raises(cruces.CrucesError):
            cruces.dataset("quixo", 60, options={"size": 3}, **arguments)
        with pytest.raises(cruces.CrucesError):
            judged("random", **arguments)


def test_an_address_without_a_cluster() -> None:
    with pytest.raises(cruces.CrucesError, match="no Ray cluster at nonsense"):
        cruces.simulate("quixo", ["random", "random"], 4, ray="nonsense:no")
