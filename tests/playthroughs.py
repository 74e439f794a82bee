"""The golden playthroughs: what is played, and how the files are written again.

python -m tests.playthroughs
"""

from pathlib import Path

from cruces.games.qwixx.play_styles import patient
from cruces.testing.playthrough import Playthrough, write
from cruces.testing.styles import reluctant

GOLDEN = Path(__file__).with_name("golden")
PLAYTHROUGHS = (
    Playthrough("qwixx-es-original-2p", "qwixx", 102, 2, style=patient),
    Playthrough("qwixx-es-classic-3p", "qwixx", 5, 3, {"edition": "es-classic"}),
    Playthrough("qwixx-gamewright-5p", "qwixx", 28, 5, {"edition": "gamewright-2014"}, patient),
    Playthrough("qwixx-solo", "qwixx", 2, 1, style=patient),
    Playthrough(
        "qwixx-finish-turn-4p", "qwixx", 22, 4, {"after_second_lock": "finish-turn"}, patient
    ),
    Playthrough("big-points-2p", "big-points", 58, 2, style=patient),
    Playthrough(
        "big-points-either-4p",
        "big-points",
        39,
        4,
        {"circle_die": "either", "circle_same_turn": True},
        patient,
    ),
    Playthrough("quixo-5x5", "quixo", 9),
    Playthrough("quixo-5x5-circles-begin", "quixo", 22, options={"begins": "circles"}),
    Playthrough("quixo-3x3", "quixo", 22, options={"size": 3}, style=reluctant),
    Playthrough("quixo-2x2", "quixo", 1, options={"size": 2}, style=reluctant),
    Playthrough("quixo-teams-5x5", "quixo-teams", 33),
    Playthrough("quixo-teams-3x3", "quixo-teams", 20, options={"size": 3}),
)
"""Every game and edition, and the options that change most."""

if __name__ == "__main__":
    write(GOLDEN, PLAYTHROUGHS)
