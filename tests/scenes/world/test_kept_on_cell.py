"""Answers about a cell: worked out once for each question, and gone with the cell."""

import gc
from dataclasses import replace
from weakref import ref

from scenes import analyse, load_cell
from scenes.library import program_path
from scenes.world.cell import Cell
from scenes.world.kept_on_cell import kept_on_cell


def test_an_answer_is_worked_out_once_for_each_cell_and_question(cell_with):
    asked: list[tuple[Cell, int]] = []

    @kept_on_cell(2)
    def twice(cell: Cell, number: int) -> int:
        asked.append((cell, number))
        return 2 * number

    cell, other = cell_with(), cell_with()
    assert [twice(each, number) for each in (cell, other, cell) for number in (3, 4)] == 3 * [6, 8]
    assert asked == [(cell, 3), (cell, 4), (other, 3), (other, 4)]
    assert twice(cell, 5) == 10  # the answer for 3 was asked for longest ago
    assert twice(cell, 3) == 6
    assert len(asked) == 6
    assert not replace(cell).answers


def test_no_cache_holds_the_cells_that_were_checked_before() -> None:
    program = program_path("ur_pick_place").read_text(encoding="utf-8")
    cells = []
    for _ in range(12):
        cell = replace(load_cell("ur_pick_place"))
        analyse(cell, program)
        cells.append(ref(cell))
        del cell
    gc.collect()
    # The latest few are held where results of the last runs are kept.
    assert all(cell() is None for cell in cells[:6])
