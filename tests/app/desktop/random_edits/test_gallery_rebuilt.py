"""Every shipped cell can be built in the window from New cell, without its text.

The rebuilt file and the shipped one say the same to the schema, which fills in what each leaves
out, and both are read as the same cell.
"""

from pathlib import Path

import pytest
from cell_builder import CellBuilder
from edit_desk import Desk

from scenes.files.cells.new_cell import new_cell_text
from scenes.files.cells.unchanged_parts import content_of
from scenes.files.loader import cell_from_document
from scenes.files.schema import CellIn
from scenes.files.text.documents import parse_document
from scenes.library import cell_names, cell_path
from tests.depth import share

pytestmark = pytest.mark.window


def meaning(data: dict) -> dict:
    """What the data of a cell file say, with all defaults."""
    return CellIn.model_validate(data).model_dump()


@pytest.mark.parametrize("name", share(cell_names(), 2))
def test_a_shipped_cell_is_built_in_the_window_from_a_new_one(qapp, tmp_path: Path, name) -> None:
    shipped = parse_document(cell_path(name), cell_path(name).read_text("utf-8"), "cell file")
    desk = Desk(new_cell_text("ur5e"), tmp_path)
    try:
        builder = CellBuilder(desk)
        builder.build(shipped.data)
        made, wanted = meaning(desk.file.data), meaning(shipped.data)
        for section in wanted:
            if isinstance(wanted[section], dict):
                for thing in wanted[section]:
                    assert made[section][thing] == wanted[section][thing], thing
        assert made == wanted
        assert content_of(desk.document.cell) == content_of(cell_from_document(shipped))
        while desk.place:
            desk.undo()
        assert desk.text == new_cell_text("ur5e")
    finally:
        desk.close()
