"""The editor of positions of Quixo: any cube can show any mark, and one says whose turn it is."""

from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import Binding

from cruces.games.quixo.rules import State
from cruces.games.quixo.rules.geometry import Square, index, squares
from cruces.games.quixo.rules.state import NEUTRAL
from cruces.games.quixo.show.phrases import MARKS
from cruces.games.quixo.tui.board import CURSOR, STEPS, QuixoBoard
from cruces.tui.situation import Situation

SIDES = {"x": 1, "o": 2, "0,full_stop": NEUTRAL, "1": 1, "2": 2, "3": 3, "4": 4}
"""What a key puts on a cube; between four a number says to whom the dot points."""


class QuixoEditor(QuixoBoard):
    """Value in: a position. Message out: ``Edited``, with another one."""

    BINDINGS: ClassVar = [
        Binding("t", "other_turn", show=False),
        *(Binding(key, f"put({cube})", show=False) for key, cube in SIDES.items()),
    ]
    keys: ClassVar = ("quixo.tui.keys.set", "quixo.tui.keys.turn")

    def __init__(self, situation: Situation) -> None:
        self._edited: State | None = None
        """The latest position: the next key may come before it is shown."""
        super().__init__(situation)

    @property
    def state(self) -> State:
        """The position."""
        return super().state if self._edited is None else self._edited

    def action_go(self, direction: str) -> None:
        """Move the cursor to any square."""
        last = self.size_of_board - 1
        across, down = STEPS[direction]
        column, row = self.cursor
        self.cursor = Square(min(last, max(0, column + across)), min(last, max(0, row + down)))
        self.refresh()

    def action_take(self) -> None:
        """Turn the cube under the cursor to its next side."""
        seats = len(self.situation.names)
        self._put((self.state.board[index(self.size_of_board, self.cursor)] + 1) % (seats + 1))

    def action_turn_dot(self) -> None:
        """Dots are turned with the cube."""

    def action_other_turn(self) -> None:
        """Let the next player move."""
        seats = len(self.situation.names)
        mover = (self._mover(self.state) + 1) % seats
        self._become(self.state.board, mover)

    def action_put(self, cube: int) -> None:
        """Turn a side of the cube under the cursor up."""
        if cube <= len(self.situation.names):
            self._put(cube)

    def touched(self, target: str) -> None:
        self.cursor = {str(each): each for each in squares(self.size_of_board)}[target[-2:]]
        self.action_take()

    def _put(self, cube: int) -> None:
        board = list(self.state.board)
        board[index(self.size_of_board, self.cursor)] = cube
        self._become(tuple(board), self._mover(self.state))

    def _become(self, board: tuple[int, ...], mover: int) -> None:
        """The position with this board: at the earliest turn at which it could be."""
        marked = sum(cube != NEUTRAL for cube in board)
        turns = range(marked, marked + len(self.situation.names)) if marked else range(1)
        states = [replace(self.state, board=board, ply=ply, seen=()) for ply in turns]
        self._edited = next((one for one in states if self._mover(one) == mover), states[0])
        self.post_message(self.Edited(self._edited))

    def _mover(self, state: State) -> int:
        game: Any = self.situation.game
        mover: int = game.mover(state)
        return mover

    def _signs(self, square: Square) -> str:
        if square == self.cursor:
            return CURSOR
        return super()._signs(square)

    def _tell(self) -> None:
        mover = self._mover(self.state)
        name = self.situation.names[mover]
        self.post_message(
            self.Told(self.say("quixo.tui.editing", side=MARKS[mover % 2], name=name))
        )
