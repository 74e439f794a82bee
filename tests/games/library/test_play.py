"""``import cruces``: a game as programs play, print, save and judge it."""

import ast
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast
from xml.etree import ElementTree

import pytest

import cruces
from cruces.core import Reason
from cruces.core.record import ActionEvent, ChanceEvent, encode
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import QWIXX

GAMES = tuple(cruces.GAMES)


def advanced(game: str, events: int) -> cruces.Play[Any, Any, Any]:
    """A game after this many random events, or at its end."""
    play, rng = cruces.start(game), Random(events)
    for _ in range(events):
        if cruces.CHANCE in play.to_act:
            play.happen(play.game.chance(play.state).sample(rng))
        elif play.to_act:
            seat = min(play.to_act)
            play.push(rng.choice(list(play.legal(seat))), seat)
    return play


def test_every_public_name_loads_and_the_lists_agree() -> None:
    source = ast.parse(Path(cruces.__file__).read_text("utf-8"))
    annotated = {
        alias.name
        for node in ast.walk(source)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in node.body
        if isinstance(inner, ast.ImportFrom)
        for alias in inner.names
    }
    assert annotated | {"__version__"} == set(cruces.__all__) == set(dir(cruces))
    for name in cruces.__all__:
        assert getattr(cruces, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'stat'"):
        cruces.stat  # type: ignore[attr-defined]  # noqa: B018


def test_importing_it_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import cruces; print(set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ast.literal_eval(run.stdout) == {"cruces"}


@pytest.mark.parametrize("game", GAMES)
def test_a_play_is_printed_drawn_saved_and_loaded(game: str, tmp_path: Path) -> None:
    play = advanced(game, 12)
    assert len(str(play).splitlines()) > 5
    assert repr(play) == f"<Play {game}, 12 events: {play.text}>"
    for picture in (play._repr_svg_(), play._repr_html_()):
        assert play.game.name("en") in "".join(ElementTree.fromstring(picture).itertext())
    play.save(tmp_path / "game.json")
    for source in (tmp_path / "game.json", str(tmp_path / "game.json"), play.to_json()):
        assert cruces.load(source) == play
    assert cruces.load(play.record()) == cruces.start(play.record()) == play
    assert cruces.load(encode(play.record()).encode()) == play


@pytest.mark.parametrize("game", GAMES)
def test_what_is_undone_can_be_played_again(game: str) -> None:
    play = advanced(game, 12)
    states = play.states
    undone = [play.undo() for _ in range(len(play.events))]
    assert play == cruces.start(game)
    with pytest.raises(cruces.IllegalError, match="nothing to undo"):
        play.undo()
    for event in reversed(undone):
        if isinstance(event, ActionEvent):
            play.push(event.text, event.seat)
        else:
            assert isinstance(event, ChanceEvent)
            play.happen(event.text)
    assert play.states == states


def test_a_copy_goes_on_by_itself() -> None:
    play = cruces.start("quixo", players=["Ana", "Leo"])
    play.push("a1>a5")
    other = play.copy()
    assert other == play
    assert type(other) is cruces.Play
    other.push("b1>b5")
    assert other != play
    assert [len(play.events), len(other.events)] == [1, 2]
    assert play != cruces.start("quixo") != "quixo"
    assert pickle.loads(pickle.dumps(other)) == other
    with pytest.raises(TypeError, match="unhashable"):
        hash(play)


def test_the_seat_is_needed_only_where_several_may_act() -> None:
    play = cruces.start("qwixx", players=["Ana", "Leo"])
    assert play.legal().why_not("pass") == Reason("chance-first")
    with pytest.raises(cruces.NotYourTurnError, match="rolled"):
        play.push("pass")
    play.roll(Random(1))
    for ask in (play.legal, lambda: play.push("pass")):
        with pytest.raises(cruces.MalformedError, match="Several seats may act: 0, 1"):
            ask()
    play.push("pass", 0)
    play.push("pass")  # only seat 1 is left
    assert play.to_act == {play.state.active}
    over = advanced("quixo", 1000)
    assert not over.legal()
    with pytest.raises(cruces.GameOverError):
        over.push("a1>a2")


def test_a_play_that_starts_from_a_position() -> None:
    text = "XXXX./OOO../O..../...../..... X 9"
    state = QUIXO.parse_position(text)
    for play in (
        cruces.start("quixo", position=text),
        cruces.start("quixo", position=state, players=["Ana", "Leo"]),
        cruces.start(QUIXO, position=state),
    ):
        assert play.state == state
        play.push("e1>a1")
        assert play.outcome is not None
        again = cruces.load(play.to_json())
        assert (again, again.log.start) == (play, state)
    for refused in (
        lambda: cruces.start("quixo", {"size": 3}, position=state),
        lambda: cruces.start("quixo", position=state, players=3),
        lambda: cruces.start(cruces.start("quixo").record(), players=2),
    ):
        with pytest.raises(cruces.BadOptionError):
            refused()


@pytest.mark.parametrize("wrong", [3.5, [], object(), {1: 2}, True, b"x"])
def test_values_of_the_wrong_type_get_an_error_of_ours(wrong: Any) -> None:
    play, given = cruces.start("quixo"), {"size": wrong}
    asked: list[Callable[[], object]] = [
        lambda: cruces.start(wrong),
        lambda: cruces.start("quixo", wrong),
        lambda: cruces.start("quixo", given),
        lambda: cruces.start("quixo", None, [wrong, wrong]),
        lambda: cruces.start("quixo", position=wrong),
        lambda: cruces.get_game(wrong),
        lambda: cruces.load(wrong),
        lambda: cruces.analyse(wrong),
        lambda: cruces.analyse(play, limits=wrong),
        lambda: cruces.exact_value(wrong),
        lambda: cruces.review(wrong),
        lambda: play.push(wrong),
        lambda: play.push("a1>a5", wrong),
        lambda: play.legal(wrong),
        lambda: play.view(wrong),
        lambda: play.roll(wrong),
        lambda: cruces.get_bot(wrong),
        lambda: cruces.bots_for(wrong),
        lambda: cruces.picture(wrong),
        lambda: cruces.picture(play, theme=wrong),
        lambda: cruces.simulate("quixo", ["random", "random"], games=wrong),
        lambda: cruces.simulate("quixo", ["random", "random"], seed=wrong),
        lambda: cruces.simulate("quixo", ["random", "random"], threads=wrong),
        lambda: play.act(wrong, "a1>a5"),
    ]
    for ask in asked:
        with pytest.raises(cruces.CrucesError):
            ask()
    assert play == cruces.start("quixo")
    with pytest.raises(TypeError):  # ours is one, too
        cruces.get_game(wrong)


def test_a_sentence_says_what_is_wrong_with_an_argument() -> None:
    play, text = cruces.start("quixo"), cast("Any", "x")
    asked: dict[str, Callable[[], object]] = {
        "^seat cannot be of type str": lambda: play.push("a1>a5", text),
        "^There is no seat 9": lambda: play.view(9),
        "^rng cannot be of type str": lambda: play.roll(text),
        "^seed cannot be of type str": lambda: cruces.simulate("quixo", ["random"] * 2, seed=text),
        "^games cannot be 0.": lambda: cruces.simulate("quixo", ["random"] * 2, games=0),
        "^depth cannot be 0.": lambda: cruces.best(play, limits=cruces.Limits(depth=0)),
        "^nodes cannot be of type str": lambda: play.best(limits=cruces.Limits(nodes=text)),
        "^seconds cannot be of type str": lambda: play.best(limits=cruces.Limits(text)),
        "^weight cannot be of type str": lambda: cruces.policy("qwixx", weights=[text]),
        "^family cannot be of type str": lambda: cruces.register(text),
        "is not a Quixo position": lambda: cruces.start("quixo", position="zzz"),
    }
    for sentence, ask in asked.items():
        with pytest.raises(cruces.CrucesError, match=sentence):
            ask()


def test_an_exact_value_where_the_game_is_over() -> None:
    won = cruces.start("quixo", position="XXXX./OOO../O..../...../..... X 9")
    won.push("e1>a1")
    assert won.exact_value(0) == cruces.ExactValue(0, 1, 0)
    assert cruces.exact_value(won.state, 1) == cruces.ExactValue(1, -1, 0)
    assert cruces.exact_value(QWIXX.initial(), 0) is None  # no table for more than one player
    assert cruces.exact_value(cruces.start("quixo-teams")) is None
    assert QUIXO_TEAMS.id == cruces.start("quixo-teams").game.id


@pytest.mark.slow
def test_a_position_is_judged_without_masks() -> None:
    play = cruces.start("quixo", {"size": 3})
    assert cruces.exact_value(play) == cruces.ExactValue(0, 1, 7)
    limits = cruces.Limits(depth=1)
    best = play.best(limits=limits)
    assert cruces.best(play.state, limits=limits) == best
    play.push(best)
    assert play.exact_value() == cruces.ExactValue(1, -1, 6)
    assert play.exact_value(0) == cruces.ExactValue(0, 1, 6)
    assert [d.cost for d in play.review(limits).decisions] == [0]
