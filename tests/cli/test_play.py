"""`cruces play`: whole games from piped answers, and every way to leave one."""

import json
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from click.testing import Result

from cruces.cli.play.terminal import Terminal
from cruces.core import Play
from cruces.core.record import encode
from cruces.core.registry import GAMES, family_of, load
from cruces.games.quixo.rules import QUIXO
from cruces.locales import languages, text
from cruces.players import Unbeaten
from cruces.render.terminal.style import Style

Run = Callable[..., Result]

CROSS_OR_PASS = "1\n\n" * 400
"""The first cross; where there is none, Enter. What does not fit is asked again."""
PUSHES = [QUIXO.format_action(push) for push in QUIXO.legal(QUIXO.initial(), 0)]
ANSWERS = {
    "qwixx": CROSS_OR_PASS,
    "big-points": CROSS_OR_PASS,
    "quixo": "\n".join(PUSHES * 60),
    "quixo-teams": "\n".join(f"{p}@{n}" for _, p, n in product(range(60), PUSHES, (1, 3))),
}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(cruces: Run, game: str, lang: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    args = ("play", game, "--seed", "8", "--save", "game.json")
    played = cruces(*args, lang=lang, input=ANSWERS[game])
    assert played.exit_code == 0, played.output[-2000:]
    play = load(path.read_bytes())
    assert play.outcome is not None
    own = frozenset({0})
    names = [player.name for player in play.players]
    family = family_of(play.game)
    assert family.ending(play.game, play.log, play.outcome, names, own, lang) in played.output
    assert max(map(len, played.output.split("\n── ")[-1].splitlines())) <= 80
    assert [player.kind for player in play.players] == ["human", *["bot"] * (len(play.players) - 1)]
    assert play.players[0].name == {"en": "You", "es": "Tú"}[lang]
    for line in play.outcome.announced if game.startswith("quixo") else ():
        assert line in played.output
    for score in () if game.startswith("quixo") else play.outcome.scores:
        assert re.search(rf"= +{str(score).replace('-', '−')}\n", played.output)


@pytest.mark.parametrize("lang", languages())
def test_who_cannot_be_beaten_is_said_first(
    cruces: Run, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    proven = {"quixo": [Unbeaten("level-8", {"size": 5}, command="cruces explain")]}
    family = type(family_of("quixo"))
    monkeypatch.setattr(family, "unbeaten", lambda self, game: proven.get(game.id, []))
    said = text("cli.play.unbeaten", lang, name="level-8", command="cruces explain")

    def begin(*args: str) -> str:
        return cruces("play", *args, lang=lang, input="quit\n").output

    assert said in begin("quixo", "--player", "Ana", "--player", "bot:level-8")
    assert said not in begin("quixo", "--player", "Ana", "--player", "bot:level-7")
    assert said not in begin(
        "quixo", "--player", "Ana", "--player", "bot:level-8", "--set", "size=4"
    )
    assert said not in begin("quixo-teams", "--player", "Ana", "--player", "bot:level-8")


def test_the_same_seed_is_the_same_game(cruces: Run, tmp_path: Path) -> None:
    once, again, other = (tmp_path / name for name in ("1.json", "2.json", "3.json"))
    outputs = [
        cruces("play", "qwixx", "--seed", seed, "--save", path.name, input=CROSS_OR_PASS).output
        for seed, path in (("8", once), ("8", again), ("9", other))
    ]
    assert once.read_bytes() == again.read_bytes() != other.read_bytes()
    assert outputs[0].replace("1.json", "") == outputs[1].replace("2.json", "")


def test_without_a_seed_there_is_a_date(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    cruces("play", "qwixx", "--save", str(path), input=CROSS_OR_PASS)
    data = json.loads(path.read_text("utf-8"))
    assert data["started"]
    times = [event["at"] for event in data["events"]]
    assert times == sorted(times)


def test_alone(cruces: Run) -> None:
    played = cruces("play", "qwixx", "--seats", "1", "--seed", "1", input=CROSS_OR_PASS)
    assert played.exit_code == 0
    assert "Winner" not in played.output
    assert "Total" in played.output


@pytest.mark.parametrize("game", GAMES)
def test_watching_bots(cruces: Run, game: str) -> None:
    seats = GAMES[game].seat_counts[0]
    watched = cruces("play", game, *["--player", "bot:random"] * seats, "--seed", "1")
    assert watched.exit_code == 0
    assert "random 2: " in watched.output
    assert "> " not in watched.output.replace("->", "")


def test_the_menu(cruces: Run) -> None:
    asked = cruces("play", input="9\nquixo-teams\nquit\n", lang="es")
    assert asked.exit_code == 0
    assert "¿A qué jugamos?" in asked.output
    assert "Escribe un número del 1 al 4, o «salir»." in asked.output
    assert "Quixo para cuatro: Tú, greedy, greedy 2, greedy 3" in asked.output
    assert "Qwixx: You, greedy" in cruces("play", input="\nquit\n").output
    assert cruces("play", input="quit\n").exit_code == 0
    assert cruces("play", input="").exit_code == 1


def test_who_chooses_from_the_menu_is_asked_for_a_level(
    monkeypatch: pytest.MonkeyPatch, cruces: Run
) -> None:
    answers = iter(["3", "9", "1", "undo", "a1>a5", "deshacer", "salir"])
    monkeypatch.setattr(Terminal, "typed", True, raising=False)
    monkeypatch.setattr(Terminal, "__init__", _typed)
    monkeypatch.setattr(Terminal, "ask", lambda *_: next(answers))
    played = cruces("play", lang="es")
    assert played.exit_code == 0
    assert "1  muy fácil" in played.output
    assert "Escribe un número del 1 al 8, o «salir»." in played.output
    assert "Quixo: Tú, level-1" in played.output
    assert played.output.count("Turno 1") == 3  # also when there is nothing to take back
    assert "Retirada." in played.output


def _typed(terminal: Terminal, style: Style) -> None:
    terminal.style, terminal.typed, terminal.screen = style, True, False


def test_who_takes_back_a_turn_gets_the_same_dice(cruces: Run) -> None:
    answers = "g10\npass\nundo\npass\nquit\n"
    played = cruces("play", "qwixx", "--seed", "11", input=answers).output
    first, again, second, back, *rest = re.findall(r"White .*", played)
    assert first == again == back != second
    assert rest == [second]


def test_a_hint(cruces: Run) -> None:
    hint = cruces("play", "quixo", "--set", "size=3", "--seed", "1", input="hint\nquit\n").output
    assert "a1>c1 · " in hint
    assert "hint  undo" in cruces("play", "quixo", "--seed", "1", input="?\nquit\n").output


def test_players_and_seats(cruces: Run) -> None:
    three = cruces("play", "qwixx", "--player", "Ana", "--player", "Ana", "--seats", "3", input="")
    assert three.output.startswith("Qwixx: Ana, Ana 2, greedy\n")
    usual = cruces("play", "qwixx", "--player", "Ana", input="")
    assert usual.output.startswith("Qwixx: Ana, greedy\n")
    second = cruces("play", "quixo", "--player", "bot:random", "--player", "Ana", input="")
    assert "Turn 2 · Ana (O)" in second.output


def test_options_reach_the_game(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    small = ("--set", "size=3", "--set", "repetition=none", "--set", "begins=circles")
    cruces("play", "quixo", *small, "--save", str(path), input="quit\n")
    saved = json.loads(path.read_text("utf-8"))["options"]
    assert saved == {"size": 3, "repetition": None, "begins": "circles"}
    rolled = cruces("play", "qwixx", "--edition", "gamewright-2014", "--seed", "1", input="quit\n")
    assert "rolls a " in rolled.output


# Answers


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("r4", "In action 1 only the total of the white dice counts: 10."),
        ("x", "“x” is not an action."),
        ("9", "“9” is not an action."),
        ("²", "“²” is not an action."),
        ("r1", "“r1” is not an action."),
        ("draw", "In this game you can neither agree"),
        ("?", "cross that number"),
        ("HELP", "cross that number"),
        ("", "cross that number"),
        ("sheets", "greedy                 "),
        ("rules", "Left to right, always"),
    ],
)
def test_answers_that_are_asked_again(cruces: Run, answer: str, sentence: str) -> None:
    shown = cruces("play", "qwixx", "--seed", "11", input=f"{answer}\nquit\n")
    assert shown.exit_code == 0
    assert sentence in shown.output
    assert shown.output.count("You> ") == 2


@pytest.mark.parametrize("answer", ["g10", "G 10", "3", "g"])
def test_ways_to_say_the_same(cruces: Run, answer: str) -> None:
    shown = cruces("play", "qwixx", "--seed", "11", input=f"{answer}\nquit\n")
    assert "① You: ▲ green 10" in shown.output


@pytest.mark.parametrize("answer", ["pass", "PASS", "p", "paso", "pasar"])
def test_passing_in_spanish(cruces: Run, answer: str) -> None:
    shown = cruces("play", "qwixx", "--seed", "11", input=f"{answer}\nsalir\n", lang="es")
    assert "① Tú: pasa" in shown.output


def test_a_pass_that_costs_is_said_and_not_the_default(cruces: Run) -> None:
    shown = cruces("play", "qwixx", "--seed", "11", input="pass\n\npass\nquit\n")
    assert "pass   costs you a penalty: −5" in shown.output
    assert "② You: pass\n  You: penalty 1 of 4 (−5)" in shown.output


def test_enter_passes_where_it_is_free(cruces: Run) -> None:
    shown = cruces("play", "qwixx", "--seed", "11", input="g10\n\nquit\n")
    assert "  Enter  pass\nYou> \n  ② You: pass\n" in shown.output
    assert "penalty" not in shown.output


def test_quixo_in_two_steps(cruces: Run) -> None:
    shown = cruces("play", "quixo", "--seed", "1", input="b1\n2\nquit\n")
    assert "   1  b1>a1\n   2  b1>e1\n   3  b1>b5\nYou> 2\n" in shown.output
    assert "You: b1>e1 (from b1, in at e1)" in shown.output
    squeezed = cruces("play", "quixo", "--seed", "1", input="b1e1\nquit\n")
    assert "You: b1>e1" in squeezed.output


def test_quixo_looks(cruces: Run) -> None:
    shown = cruces("play", "quixo", "--seed", "1", input="jugadas\ntablero\nsalir\n", lang="es")
    assert "  b1   b1>a1  b1>e1  b1>b5\n" in shown.output
    assert shown.output.count("┌───┬") == 2


def test_quixo_teams_dots(cruces: Run) -> None:
    shown = cruces("play", "quixo-teams", "--seed", "1", input="a1>a5\na1a5\n2\nquit\n")
    assert "Say who the dot points to" in shown.output
    assert "   1  a1>a5@1\n   2  a1>a5@3\n" in shown.output
    assert "You: a1>a5@3 (from a1, in at a5, for greedy 2)" in shown.output
    assert "X: 1 You, 3 greedy 2    O: 2 greedy, 4 greedy 3" in shown.output


# Ends that players make


def test_bots_decline_a_draw(cruces: Run) -> None:
    shown = cruces("play", "quixo", "--seed", "1", input="draw\nquit\n")
    assert "greedy declines the draw." in shown.output


PAIR = ("--player", "Ana", "--player", "Leo")


def test_people_may_agree_on_a_draw(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    args = ("play", "quixo", *PAIR, "--save", str(path))
    shown = cruces(*args, input="tablas\nno\na1>a5\ntablas\nsí\n", lang="es")
    assert shown.exit_code == 0
    assert "Leo, ¿aceptas tablas? [s/N] no\nLeo no acepta las tablas." in shown.output
    assert "Ana, ¿aceptas tablas? [s/N] sí" in shown.output
    assert "Tablas de común acuerdo." in shown.output
    assert shown.output.splitlines()[-2] == "Tablas."
    assert json.loads(path.read_text("utf-8"))["result"]["reason"] == "agreement"


def test_resigning(cruces: Run) -> None:
    shown = cruces("play", "quixo", *PAIR, input="resign\n\nresign\ny\n")
    assert shown.exit_code == 0
    assert shown.output.count("Ana, do you resign?") == 2
    assert shown.output.endswith("The game is over. Ana resigned.\nWinner: Leo (O)\n")


# Saving, leaving, going on


def test_quitting_keeps_the_game(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    left = cruces("play", "quixo", "--seed", "1", "--save", str(path), input="a1>a5\nquit\n")
    assert left.exit_code == 0
    assert f"Saved to {path}." in left.output
    assert f"cruces play --load '{path}' --save '{path}'" in left.output
    assert json.loads(path.read_text("utf-8"))["events"][0]["text"] == "a1>a5"
    assert list(tmp_path.iterdir()) == [path]


def test_input_that_ends(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    left = cruces("play", "qwixx", "--seed", "11", "--save", str(path), input="g10\n", lang="es")
    assert left.exit_code == 1
    assert "La entrada se ha acabado antes que la partida." in left.output
    assert f"Guardada en {path}." in left.output
    assert load(path.read_bytes()).outcome is None


@pytest.mark.parametrize("game", GAMES)
def test_going_on(cruces: Run, game: str, tmp_path: Path) -> None:
    """A game that was interrupted and continued is like any other."""
    path = tmp_path / "g.json"
    lines = ANSWERS[game].splitlines(keepends=True)
    cruces("play", game, "--save", str(path), input="".join(lines[:2]))
    before = json.loads(path.read_text("utf-8"))["events"]
    loading = ("play", "--load", str(path), "--save", str(path))
    done = cruces(*loading, input=ANSWERS[game])
    assert done.exit_code == 0, done.output[-1000:]
    play = load(path.read_bytes())
    assert play.outcome is not None
    assert json.loads(path.read_text("utf-8"))["events"][: len(before)] == before
    over = cruces(*loading)
    assert over.exit_code == 1
    assert over.stderr.startswith(f"cruces: The game in {path} is over.")


def test_loading_without_saving_leaves_the_file(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    cruces("play", "quixo", "--save", str(path), input="a1>a5\nquit\n")
    before = path.read_bytes()
    assert cruces("play", "--load", str(path), input="quit\n").exit_code == 0
    assert path.read_bytes() == before


def test_saving_does_not_overwrite(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text("mine", "utf-8")
    refused = cruces("play", "quixo", "--save", str(path), input="quit\n", lang="es")
    assert refused.exit_code == 1
    assert refused.stderr == f"cruces: {path} ya existe. Usa --force para sobrescribirlo.\n"
    assert path.read_text("utf-8") == "mine"
    assert cruces("play", "quixo", "--save", str(path), "--force", input="quit\n").exit_code == 0
    assert load(path.read_bytes()).events == ()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere/g.json", "the folder to write to does not exist."),
        (".", "is a folder, not a file."),
        ("/dev/null", "is not a regular file"),
        ("-", "is not a regular file"),
    ],
)
def test_saving_where_one_cannot(cruces: Run, name: str, sentence: str) -> None:
    refused = cruces("play", "quixo", "--save", name, "--force", input="quit\n")
    assert refused.exit_code == 1
    assert sentence in refused.stderr
    assert refused.stdout == "", "said before the game begins"


def test_a_link_is_followed(cruces: Run, tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    link.symlink_to(real)
    assert cruces("play", "quixo", "--save", str(link), input="quit\n").exit_code == 0
    assert link.is_symlink()
    assert load(real.read_bytes()).events == ()


def test_an_unknown_bot_in_a_record(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    cruces("play", "quixo", "--save", str(path), input="quit\n")
    path.write_text(path.read_text("utf-8").replace('"bot": "greedy"', '"bot": "hal"'), "utf-8")
    failed = cruces("play", "--load", str(path))
    assert failed.exit_code == 2
    assert "hal" in failed.stderr


def test_a_saved_game_goes_on_by_the_name_of_its_file(cruces: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(encode(Play(GAMES["quixo"]).record()))
    assert "a1>" in cruces("play", str(path), input="quit\n").output
    assert cruces("play", str(path), "--load", str(path)).exit_code == 2
    missing = cruces("play", "none.json")
    assert missing.exit_code == 1
    assert "none.json" in missing.output
    assert cruces("play", "none").exit_code == 2  # neither a game nor a file


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--server", "localhost"), 1),  # no terminal here that could show the app
        (("quixo", "--server", "localhost"), 2),
        (("--server", "localhost", "--seats", "2"), 2),
        (("--code", "ABC"), 2),
    ],
)
def test_a_server_is_played_on_in_the_app_only(
    cruces: Run, args: tuple[str, ...], code: int
) -> None:
    refused = cruces("play", *args)
    assert refused.exit_code == code
    assert "--server" in refused.output
