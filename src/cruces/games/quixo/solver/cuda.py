"""The CUDA backend: the steps of `step_values`, with a block of threads for each row.

What is fixed in a row, the mover's pushes, is prepared once by the whole block in shared memory;
then each thread takes words of the row. The resulting words are the same as those of the CPU. Only
the first sweep of a group, and one after a great many decisions, looks at all of it: see
`cuda_revisit`.

Importing this module needs numba-cuda; `devices` imports it when a GPU is requested.
"""

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np

from cruces.games.quixo.kernel.board import has_line, push_table, shape
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, symmetry_table, transform
from cruces.games.quixo.solver.backend import PackedGroup
from cruces.games.quixo.solver.cuda_revisit import WORD_BITS, revisit_kernel
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
    PUSH_COLUMNS,
    RAISED,
    SAFE,
    TAKEN,
    WON,
    group_lookup,
    group_rows,
    place_after,
    width,
)
from cruces.games.quixo.solver.step_values import EVEN, value_at
from cruces.kernels.gpu import SIMULATED, cuda

uint32: Any = numba.uint32
uint64: Any = numba.uint64

MIN_THREADS, MAX_THREADS = 32, 256
"""Threads per row."""
RESIDENT = 2048
"""Threads per multiprocessor."""
FEW_REGISTERS = {} if SIMULATED else {"max_registers": 32}
"""Few enough that all of those threads fit, which is worth more than some spilling; the simulator
has no registers."""
MOST_NEWS = 2**24
"""Words with new decisions that are listed, in eight bytes each; beyond that all is swept."""
MAX_ROW_PUSHES = 44
NUMBERS = MAX_ROW_PUSHES + 1


class Kernels(NamedTuple):
    """The compiled steps for one size of board."""

    first_pass: Any
    sweep: Any
    revisit: Any
    seal: Any
    count: Any


def available() -> bool:
    """Whether there is a usable GPU."""
    return bool(cuda.is_available())


@cache
def kernels(size: int) -> Kernels:
    """Compile the steps for a size."""
    board = shape(size)
    cells, full = board.cells, np.uint32(board.full)
    ranks = ranking(size)
    low_bits, chunk = ranks.low_bits, ranks.chunk

    @cuda.jit(device=True)
    def prepare(row_pushes, numbers, mover, own, table, turns):  # type: ignore[no-untyped-def]
        """List a row's pushes, all threads of the block together; returns their number."""
        me, all_ = cuda.threadIdx.x, cuda.blockDim.x
        if me == 0:
            count = 0
            for number in range(table.shape[1]):
                if ((mover & table[0, number]) != 0) == own:
                    numbers[count + 1] = number
                    count += 1
            numbers[0] = count
        cuda.syncthreads()
        count = numbers[0]
        for job in range(me, count * SYMMETRIES, all_):
            index, symmetry = job // SYMMETRIES, job % SYMMETRIES
            number = numbers[index + 1]
            moved = uint32((mover & table[2, number]) << table[3, number])
            after = uint32(
                (mover & table[1, number]) | (moved >> table[4, number]) | table[5, number]
            )
            row_pushes[index, symmetry] = transform(board, turns, symmetry, after)
            if symmetry == 0:
                row_pushes[index, TAKEN] = table[0, number]
                row_pushes[index, KEPT] = table[1, number]
                row_pushes[index, MOVED] = table[2, number]
                row_pushes[index, RAISED] = table[3, number]
                row_pushes[index, LOWERED] = table[4, number]
        cuda.syncthreads()
        return count

    @cuda.jit(**FEW_REGISTERS)
    def first_pass(  # type: ignore[no-untyped-def]
        movers, others, stride, orbit_of, masks, rows_base, columns_base, wide,
        low, squeezed, spread_table, bits, table, turns, after, words,
    ):  # fmt: skip
        row_pushes = cuda.shared.array((MAX_ROW_PUSHES, PUSH_COLUMNS), uint32)
        numbers = cuda.shared.array(NUMBERS, uint32)
        for row in range(cuda.blockIdx.x, movers.size, cuda.gridDim.x):
            cuda.syncthreads()
            mover = movers[row]
            free = uint32(~mover & full)
            decided = has_line(board, mover)
            count = 0
            if not decided:
                count = prepare(row_pushes, numbers, mover, False, table, turns)
            for at_word in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                begin = at_word * STATES_A_WORD
                states = min(STATES_A_WORD, others.size - begin)
                word = uint32(0)
                at, i, value, other = -1, count, OPEN, uint32(0)
                while True:
                    while i < count and (other & row_pushes[i, TAKEN]) != 0:
                        i += 1
                    if i >= count:  # on to the next position
                        if at >= 0:
                            word = uint32(word | (uint32(value) << uint32(2 * at)))
                        at += 1
                        if at == states:
                            break
                        other = spread(spread_table, bits, chunk, cells, free, others[begin + at])
                        value = OPEN
                        if decided:
                            value = WON
                        elif has_line(board, other):
                            value = LOST
                        else:
                            i = 0
                        continue
                    place = place_after(
                        row_pushes, i, other, orbit_of, masks, rows_base, columns_base, wide,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    value_after = value_at(after, place)
                    i += 1
                    if value_after == LOST:
                        value = WON
                        i = count
                    elif value_after != WON:
                        value = SAFE
                words[row * stride + at_word] = word

    @cuda.jit(**FEW_REGISTERS)
    def sweep(  # type: ignore[no-untyped-def]
        movers, others, stride, orbit_of, masks, rows_base, columns_base, wide,
        low, squeezed, spread_table, bits, table, turns, partner, words, changed, found,
    ):  # fmt: skip
        row_pushes = cuda.shared.array((MAX_ROW_PUSHES, PUSH_COLUMNS), uint32)
        numbers = cuda.shared.array(NUMBERS, uint32)
        mine, listing = 0, True
        for row in range(cuda.blockIdx.x, movers.size, cuda.gridDim.x):
            work = 0
            for at_word in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                word = words[row * stride + at_word]
                work |= uint32(~(word ^ (word >> uint32(1))) & uint32(EVEN))
            if cuda.syncthreads_or(work) == 0:
                continue
            mover = movers[row]
            free = uint32(~mover & full)
            count = prepare(row_pushes, numbers, mover, True, table, turns)
            for at_word in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                word = words[row * stride + at_word]
                undecided = uint32(~(word ^ (word >> uint32(1))) & uint32(EVEN))
                if undecided == 0:
                    continue
                begin = at_word * STATES_A_WORD
                states = min(STATES_A_WORD, others.size - begin)
                if states < STATES_A_WORD:
                    undecided &= uint32((uint32(1) << uint32(2 * states)) - uint32(1))
                before, decided = word, uint32(0)
                i, bit, other, won, lost = count, uint32(0), uint32(0), False, False
                while True:
                    if i >= count:  # on to the next position
                        if won or lost:
                            value = WON if won else LOST
                            word = uint32((word & ~(uint32(3) * bit)) | (uint32(value) * bit))
                            decided |= bit
                            mine += 1
                        if undecided == 0:
                            break
                        bit = uint32(undecided & (~undecided + uint32(1)))
                        undecided ^= bit
                        at = (cuda.ffs(bit) - 1) >> 1
                        other = spread(spread_table, bits, chunk, cells, free, others[begin + at])
                        won, lost = False, (word & (uint32(3) * bit)) == 0
                        i = 0
                        if count == 0:
                            continue
                    place = place_after(
                        row_pushes, i, other, orbit_of, masks, rows_base, columns_base, wide,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    value_after = value_at(partner, place)
                    i += 1
                    if value_after == LOST:
                        won = True
                        i = count
                    elif value_after != WON:
                        lost = False
                if word != before:
                    place = row * stride + at_word
                    words[place] = word
                    if listing:
                        slot = cuda.atomic.add(found, 0, 1)
                        listing = slot < found.size - 1
                        if listing:
                            found[slot + 1] = (uint64(place) << uint64(WORD_BITS)) | uint64(decided)
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
    def count(words, weights, stride, totals):  # type: ignore[no-untyped-def]
        won = lost = 0
        for row in range(cuda.blockIdx.x, weights.size, cuda.gridDim.x):
            row_won = row_lost = 0
            for i in range(cuda.threadIdx.x, stride, cuda.blockDim.x):
                word = words[row * stride + i]
                below = uint32(word & uint32(EVEN))
                above = uint32((word >> uint32(1)) & uint32(EVEN))
                row_won += cuda.popc(uint32(below & ~above))
                row_lost += cuda.popc(uint32(above & ~below))
            won += row_won * weights[row]
            lost += row_lost * weights[row]
        if won:
            cuda.atomic.add(totals, 0, won)
        if lost:
            cuda.atomic.add(totals, 1, lost)

    return Kernels(first_pass, sweep, revisit_kernel(size), seal, count)


def _multiprocessors() -> int:
    try:
        return int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
    except AttributeError:
        return 1  # the simulator has none


class CudaValues:
    """Values only, in two bits per position, on a GPU."""

    distances = False

    def __init__(self, size: int) -> None:
        self.size = size
        self._kernels = kernels(size)
        self._multiprocessors = _multiprocessors()
        self._default_grid = 8 * self._multiprocessors, MAX_THREADS
        ranks, pushes = ranking(size), push_table(size)
        columns = np.array([pushes.taken, pushes.kept, pushes.moved, pushes.raised,
                            pushes.lowered, pushes.placed])  # fmt: skip
        self._tables = tuple(
            cuda.to_device(np.ascontiguousarray(table))
            for table in (ranks.low, ranks.squeezed, ranks.spread, ranks.bits, columns,
                          symmetry_table(size))
        )  # fmt: skip
        self._on_device: dict[tuple[str, int], Any] = {}
        self._swept: set[Group] = set()
        """Groups of which every position has been looked at once."""
        self._news: dict[Group, Any] = {}
        """What was decided since the partner last looked, if it is little enough."""

    def _send_once(self, name: str, number: int, table: Any) -> Any:
        """A table of the index on the device, sent there the first time."""
        if (name, number) not in self._on_device:
            self._on_device[name, number] = cuda.to_device(np.ascontiguousarray(table))
        return self._on_device[name, number]

    def _rows(self, group: Group) -> tuple[Any, Any, int]:
        on = group_rows(self.size, group)
        others = self._send_once("others", group.other, masks_by_rank(self.size, group.other))
        return (
            self._send_once("masks", group.own, on.masks),
            others[: on.columns.size],
            on.width // STATES_A_WORD,
        )

    def _lookup(self, group: Group) -> tuple[Any, Any, Any, Any, int]:
        lookup = group_lookup(self.size, group)
        return (
            self._send_once("named", group.own, lookup.orbit_of),
            self._send_once("masks", group.own, lookup.masks),
            self._send_once("base", group.own, lookup.rows_base),
            self._send_once("base", group.other, lookup.columns_base),
            lookup.width,
        )

    def _words(self, group: Group) -> int:
        return rows(self.size, group) * width(self.size, group) // STATES_A_WORD

    def _grid(self, group: Group) -> tuple[int, int]:
        """Blocks and threads per block: no more threads for a row than it has words."""
        threads = MAX_THREADS
        while threads > MIN_THREADS and threads >= 2 * width(self.size, group) // STATES_A_WORD:
            threads //= 2
        return self._multiprocessors * (RESIDENT // threads), threads

    def first_pass(self, group: Group, after: Any) -> tuple[Any, int]:
        words = cuda.device_array(self._words(group), np.uint32)
        self._swept.discard(group)
        self._news.pop(group, None)
        lookup = self._lookup(group.partner if after is None else group.next)
        known = words if after is None else after
        self._kernels.first_pass[self._grid(group)](
            *self._rows(group), *lookup, *self._tables, known, words
        )
        return words, 0

    def sweep(self, group: Group, block: Any, partner: Any, ply: int) -> int:
        news = self._news.pop(group.partner, None)
        changed = cuda.to_device(np.zeros(1, np.int64))
        found = cuda.device_array(MOST_NEWS + 1, np.uint64)  # the first is their number
        found[:1] = np.zeros(1, np.uint64)
        if group not in self._swept or news is None:
            self._swept.add(group)
            self._kernels.sweep[self._grid(group)](
                *self._rows(group), *self._lookup(group.partner), *self._tables,
                partner, block, changed, found,
            )  # fmt: skip
        elif news.size:
            self._revisit(group, block, partner, news, changed, found)
        count = int(found[:1].copy_to_host()[0])
        # News that nobody has read are followed by a full sweep, too.
        unread = self._news.pop(group, None)
        if count <= MOST_NEWS and (unread is None or not unread.size):
            self._news[group] = found[1 : count + 1]
        return int(changed.copy_to_host()[0])

    def _revisit(
        self, group: Group, block: Any, partner: Any, news: Any, changed: Any, found: Any
    ) -> None:
        """Look at the positions from which the news of the partner are one push away."""
        _, others, stride = self._rows(group.partner)
        orbit_of, masks, rows_base, columns_base, wide = self._lookup(group)
        self._kernels.revisit[self._default_grid](
            news, others, stride, *self._lookup(group.partner),
            orbit_of, masks, self._weights(group), rows_base, columns_base, wide,
            *self._tables, partner, block, changed, found,
        )  # fmt: skip

    def _weights(self, group: Group) -> Any:
        return self._send_once("weights", group.own, orbits(self.size, group.own).weights)

    def seal(self, group: Group, block: Any) -> None:
        self._kernels.seal[self._default_grid](block)

    def count(self, group: Group, block: Any) -> tuple[int, int]:
        totals = cuda.to_device(np.zeros(2, np.int64))
        weights = self._weights(group)
        stride = width(self.size, group) // STATES_A_WORD
        self._kernels.count[self._default_grid](block, weights, stride, totals)
        won, lost = totals.copy_to_host()
        return int(won), int(lost)

    def fetch(self, group: Group, block: Any) -> PackedGroup:
        return PackedGroup(block.copy_to_host(), None)

    def load(self, group: Group, packed: PackedGroup) -> Any:
        return cuda.to_device(np.array(packed.words))

    def close(self) -> None:
        self._on_device.clear()
        self._news.clear()
