"""A CUDA GPU as a backend: the steps of `step_values`, with a block of threads to each row.

What is fixed in a row, the mover's pushes, is prepared once by the whole block and lies in shared
memory; then each thread takes words of the row. The words come out the same as the processor's.

Importing this needs numba-cuda; `devices` does so when a GPU is asked for.
"""

from functools import cache
from typing import Any, NamedTuple

import numba
import numba.cuda
import numpy as np

from cruces.games.quixo.kernel.board import has_line, push_table, shape
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, symmetry_table, transform
from cruces.games.quixo.solver.backend import Packed
from cruces.games.quixo.solver.index import (
    STATES_A_WORD,
    Group,
    masks_by_rank,
    orbits,
    ranking,
    rows,
    spread,
)
from cruces.games.quixo.solver.step import (
    KEPT,
    LOST,
    LOWERED,
    MOVED,
    OPEN,
    RAISED,
    SAFE,
    TAKEN,
    WAY,
    WON,
    place_after,
    road_to,
    rows_of,
    width,
)
from cruces.games.quixo.solver.step_values import EVEN, value_at

cuda: Any = numba.cuda  # which its own annotations describe as it was long ago
uint32: Any = numba.uint32

LEAST_THREADS, MOST_THREADS = 32, 256
"""To a row."""
RESIDENT = 2048
"""Threads to each multiprocessor."""
FEW_REGISTERS = {} if numba.config.ENABLE_CUDASIM else {"max_registers": 32}  # type: ignore[attr-defined]
"""So few that all of those threads find room, which is worth more than some spilling; the simulator
knows nothing of registers."""
MOST_WAYS = 44
LISTED = MOST_WAYS + 1


class Kernels(NamedTuple):
    """The compiled steps for one size of board."""

    first: Any
    sweep: Any
    seal: Any
    count: Any


def available() -> bool:
    """Whether there is a GPU that can be used."""
    return bool(cuda.is_available())


@cache
def kernels(size: int) -> Kernels:
    """Compile the steps for a size."""
    board = shape(size)
    cells, full = board.cells, np.uint32(board.full)
    tables = ranking(size)
    low_bits, chunk = tables.low_bits, tables.chunk

    @cuda.jit(device=True)
    def prepare(ways, listed, mover, own, table, turns):  # type: ignore[no-untyped-def]
        """List a row's pushes, all threads of the block together; how many they are."""
        me, all_ = cuda.threadIdx.x, cuda.blockDim.x
        if me == 0:
            count = 0
            for number in range(table.shape[1]):
                if ((mover & table[0, number]) != 0) == own:
                    listed[count + 1] = number
                    count += 1
            listed[0] = count
        cuda.syncthreads()
        count = listed[0]
        for job in range(me, count * SYMMETRIES, all_):
            way, symmetry = job // SYMMETRIES, job % SYMMETRIES
            number = listed[way + 1]
            moved = uint32((mover & table[2, number]) << table[3, number])
            after = uint32(
                (mover & table[1, number]) | (moved >> table[4, number]) | table[5, number]
            )
            ways[way, symmetry] = transform(board, turns, symmetry, after)
            if symmetry == 0:
                ways[way, TAKEN] = table[0, number]
                ways[way, KEPT] = table[1, number]
                ways[way, MOVED] = table[2, number]
                ways[way, RAISED] = table[3, number]
                ways[way, LOWERED] = table[4, number]
        cuda.syncthreads()
        return count

    @cuda.jit(**FEW_REGISTERS)
    def first(  # type: ignore[no-untyped-def]
        movers, others, stride, named, masks, rows_base, columns_base, wide,
        low, squeezed, spreading, bits, table, turns, after, words,
    ):  # fmt: skip
        ways = cuda.shared.array((MOST_WAYS, WAY), uint32)
        listed = cuda.shared.array(LISTED, uint32)
        for row in range(cuda.blockIdx.x, movers.size, cuda.gridDim.x):
            cuda.syncthreads()
            mover = movers[row]
            free = uint32(~mover & full)
            decided = has_line(board, mover)
            count = 0
            if not decided:
                count = prepare(ways, listed, mover, False, table, turns)
            for at_word in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                begin = at_word * STATES_A_WORD
                states = min(STATES_A_WORD, others.size - begin)
                word = uint32(0)
                at, i, value, other = -1, count, OPEN, uint32(0)
                while True:
                    while i < count and (other & ways[i, TAKEN]) != 0:
                        i += 1
                    if i >= count:  # on to the next position
                        if at >= 0:
                            word = uint32(word | (uint32(value) << uint32(2 * at)))
                        at += 1
                        if at == states:
                            break
                        other = spread(spreading, bits, chunk, cells, free, others[begin + at])
                        value = OPEN
                        if decided:
                            value = WON
                        elif has_line(board, other):
                            value = LOST
                        else:
                            i = 0
                        continue
                    place = place_after(
                        ways, i, other, named, masks, rows_base, columns_base, wide,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    found = value_at(after, place)
                    i += 1
                    if found == LOST:
                        value = WON
                        i = count
                    elif found != WON:
                        value = SAFE
                words[row * stride + at_word] = word

    @cuda.jit(**FEW_REGISTERS)
    def sweep(  # type: ignore[no-untyped-def]
        movers, others, stride, named, masks, rows_base, columns_base, wide,
        low, squeezed, spreading, bits, table, turns, partner, words, changed,
    ):  # fmt: skip
        ways = cuda.shared.array((MOST_WAYS, WAY), uint32)
        listed = cuda.shared.array(LISTED, uint32)
        mine = 0
        for row in range(cuda.blockIdx.x, movers.size, cuda.gridDim.x):
            work = 0
            for at_word in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                word = words[row * stride + at_word]
                work |= uint32(~(word ^ (word >> uint32(1))) & uint32(EVEN))
            if cuda.syncthreads_or(work) == 0:
                continue
            mover = movers[row]
            free = uint32(~mover & full)
            count = prepare(ways, listed, mover, True, table, turns)
            for at_word in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                word = words[row * stride + at_word]
                undecided = uint32(~(word ^ (word >> uint32(1))) & uint32(EVEN))
                if undecided == 0:
                    continue
                begin = at_word * STATES_A_WORD
                states = min(STATES_A_WORD, others.size - begin)
                if states < STATES_A_WORD:
                    undecided &= uint32((uint32(1) << uint32(2 * states)) - uint32(1))
                before = word
                i, bit, other, won, lost = count, uint32(0), uint32(0), False, False
                while True:
                    if i >= count:  # on to the next position
                        if won or lost:
                            value = WON if won else LOST
                            word = uint32((word & ~(uint32(3) * bit)) | (uint32(value) * bit))
                            mine += 1
                        if undecided == 0:
                            break
                        bit = uint32(undecided & (~undecided + uint32(1)))
                        undecided ^= bit
                        at = (cuda.ffs(bit) - 1) >> 1
                        other = spread(spreading, bits, chunk, cells, free, others[begin + at])
                        won, lost = False, (word & (uint32(3) * bit)) == 0
                        i = 0
                        if count == 0:
                            continue
                    place = place_after(
                        ways, i, other, named, masks, rows_base, columns_base, wide,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    found = value_at(partner, place)
                    i += 1
                    if found == LOST:
                        won = True
                        i = count
                    elif found != WON:
                        lost = False
                if word != before:
                    words[row * stride + at_word] = word
            cuda.syncthreads()
        if mine:
            cuda.atomic.add(changed, 0, mine)

    @cuda.jit
    def seal(words):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), words.size, cuda.gridsize(1)):
            word = words[i]
            safe = uint32(word & (word >> uint32(1)) & uint32(EVEN))
            words[i] = uint32(word & ~(safe | (safe << uint32(1))))

    @cuda.jit
    def count(words, weights, stride, found):  # type: ignore[no-untyped-def]
        for row in range(cuda.blockIdx.x, weights.size, cuda.gridDim.x):
            won = lost = 0
            for i in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                word = words[row * stride + i]
                below = uint32(word & uint32(EVEN))
                above = uint32((word >> uint32(1)) & uint32(EVEN))
                won += cuda.popc(uint32(below & ~above))
                lost += cuda.popc(uint32(above & ~below))
            if won:
                cuda.atomic.add(found, 0, won * weights[row])
            if lost:
                cuda.atomic.add(found, 1, lost * weights[row])

    return Kernels(first, sweep, seal, count)


def _multiprocessors() -> int:
    try:
        return int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
    except AttributeError:
        return 1  # the simulator has none


class CudaValues:
    """Who wins, in two bits a position, on a GPU."""

    distances = False

    def __init__(self, size: int) -> None:
        self.size = size
        self._kernels = kernels(size)
        self._multiprocessors = _multiprocessors()
        self._plain = 8 * self._multiprocessors, MOST_THREADS
        tables, pushes = ranking(size), push_table(size)
        columns = np.array([pushes.taken, pushes.kept, pushes.moved, pushes.raised,
                            pushes.lowered, pushes.placed])  # fmt: skip
        self._tables = tuple(
            cuda.to_device(np.ascontiguousarray(table))
            for table in (tables.low, tables.squeezed, tables.spread, tables.bits, columns,
                          symmetry_table(size))
        )  # fmt: skip
        self._there: dict[tuple[str, int], Any] = {}

    def _once(self, name: str, number: int, table: Any) -> Any:
        """A table of the index, sent to the device the first time."""
        if (name, number) not in self._there:
            self._there[name, number] = cuda.to_device(np.ascontiguousarray(table))
        return self._there[name, number]

    def _rows(self, group: Group) -> tuple[Any, Any, int]:
        on = rows_of(self.size, group)
        others = self._once("others", group.other, masks_by_rank(self.size, group.other))
        return (
            self._once("masks", group.own, on.masks),
            others[: on.columns.size],
            on.width // STATES_A_WORD,
        )

    def _road(self, group: Group) -> tuple[Any, Any, Any, Any, int]:
        road = road_to(self.size, group)
        return (
            self._once("named", group.own, road.named),
            self._once("masks", group.own, road.masks),
            self._once("base", group.own, road.rows_base),
            self._once("base", group.other, road.columns_base),
            road.width,
        )

    def _words(self, group: Group) -> int:
        return rows(self.size, group) * width(self.size, group) // STATES_A_WORD

    def _shape(self, group: Group) -> tuple[int, int]:
        """Blocks and threads: no more threads to a row than it has words."""
        threads = MOST_THREADS
        while threads > LEAST_THREADS and threads >= 2 * width(self.size, group) // STATES_A_WORD:
            threads //= 2
        return self._multiprocessors * (RESIDENT // threads), threads

    def first(self, group: Group, after: Any) -> tuple[Any, int]:
        words = cuda.device_array(self._words(group), np.uint32)
        road = self._road(group.partner if after is None else group.next)
        known = words if after is None else after
        self._kernels.first[self._shape(group)](
            *self._rows(group), *road, *self._tables, known, words
        )
        return words, 0

    def sweep(self, group: Group, block: Any, partner: Any, ply: int) -> int:
        changed = cuda.to_device(np.zeros(1, np.int64))
        self._kernels.sweep[self._shape(group)](
            *self._rows(group), *self._road(group.partner), *self._tables, partner, block, changed
        )
        return int(changed.copy_to_host()[0])

    def seal(self, group: Group, block: Any) -> None:
        self._kernels.seal[self._plain](block)

    def count(self, group: Group, block: Any) -> tuple[int, int]:
        found = cuda.to_device(np.zeros(2, np.int64))
        weights = self._once("weights", group.own, orbits(self.size, group.own).weights)
        stride = width(self.size, group) // STATES_A_WORD
        self._kernels.count[self._plain](block, weights, stride, found)
        won, lost = found.copy_to_host()
        return int(won), int(lost)

    def fetch(self, group: Group, block: Any) -> Packed:
        return Packed(block.copy_to_host(), None)

    def load(self, group: Group, packed: Packed) -> Any:
        return cuda.to_device(np.array(packed.words))

    def close(self) -> None:
        self._there.clear()
