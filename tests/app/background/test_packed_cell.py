"""A cell arrives in a worker as the object that arrived before."""

from pickle import dumps, loads

from app.background.packed_cell import PackedCell
from scenes import load_cell


def test_equal_cells_arrive_as_one_object():
    cell = load_cell("kakazu1985")
    letter = dumps((PackedCell(cell), "text"))
    first, second = loads(letter)[0], loads(letter)[0]
    assert first is second
    assert first.title == cell.title
    assert [body.name for body in first.fixtures] == [body.name for body in cell.fixtures]


def test_another_cell_arrives_as_another():
    cells = [load_cell(name) for name in ("kakazu1985", "puma_bench")]
    arrived = [loads(dumps(PackedCell(cell))) for cell in cells]
    assert [cell.title for cell in arrived] == [cell.title for cell in cells]
