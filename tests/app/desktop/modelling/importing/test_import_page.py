"""The page Import shows one of the files, its size in the chosen unit, and what is wrong."""

import pytest

from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.modelling.importing.import_item import Where
from app.desktop.modelling.importing.import_page import NOTHING, ImportPage


@pytest.fixture
def page(imports, qtbot):
    made = ImportPage(imports, DARK)
    qtbot.addWidget(made)
    made.show()
    return made


def test_without_a_file_the_page_says_how_to_bring_one(page) -> None:
    assert page.nothing.isVisible()
    assert page.nothing.text() == NOTHING
    assert not page.do.isVisible()


def test_the_size_follows_the_unit_that_is_chosen(page, imports, folder) -> None:
    imports.take([folder / "far" / "bracket.stl"])
    assert "120 × 80 × 40 mm" in page.size_label.text()
    assert "usual" in page.reason.text()
    page.unit.setCurrentText("m")
    page.unit.activated.emit(page.unit.currentIndex())
    assert "120,000 × 80,000 × 40,000 mm" in page.size_label.text()
    assert not page.reason.isVisible()


def test_a_unit_that_the_file_holds_cannot_be_changed(page, imports, folder) -> None:
    imports.take([folder / "far" / "bracket.3mf"])
    assert page.unit.currentText() == "mm"
    assert not page.unit.isEnabled()


def test_the_place_of_a_drop_is_offered_only_after_a_drop(page, imports, folder) -> None:
    imports.take([folder / "far" / "bracket.stl"])
    assert page.where.findText(Where.DROPPED.value) < 0
    imports.take([folder / "far" / "bracket.obj"], (1.0, 2.0, 3.0))
    assert page.where.currentText() == Where.DROPPED.value


def test_a_faulty_file_is_marked_and_may_be_left_out_while_the_others_come(
    page, imports, folder
) -> None:
    bad = folder / "far" / "bad.stl"
    bad.write_bytes(b"solid x\n")
    imports.take([folder / "far" / "bracket.stl", bad])
    assert [page.file.itemText(i)[0] == "⚠" for i in range(2)] == [False, True]
    page.file.setCurrentIndex(1)
    page.file.activated.emit(1)
    page.set_theme(LIGHT)
    assert "bad.stl" in page.fault.text()
    assert LIGHT.error in page.fault.text()
    assert page.do.isEnabled()
    page.drop.click()
    assert [item.path.name for item in imports.items] == ["bracket.stl"]
    page.do.click()
    assert imports.items == ()


def test_a_typed_name_becomes_a_name_that_the_cell_file_allows(page, imports, folder) -> None:
    imports.take([folder / "far" / "bracket.stl"])
    page.name.setText("my bracket 2")
    page.name.editingFinished.emit()
    assert page.name.text() == "my_bracket_2"
    page.do.click()
    assert imports._document.selection.name == "my_bracket_2"


def test_cancel_leaves_the_cell_as_it_is(page, imports, document, folder) -> None:
    before = document.cell_file.text
    imports.take([folder / "far" / "bracket.stl"])
    page.leave.click()
    assert imports.items == ()
    assert page.nothing.isVisible()
    assert document.cell_file.text == before


def test_a_robot_description_has_its_own_buttons(page, imports, folder) -> None:
    path = folder / "far" / "arm.urdf"
    path.write_text('<robot name="arm"><link name="a"/></robot>')
    imports.take([path])
    assert page.beside.isVisible()
    assert page.elsewhere.isVisible()
    assert not page.do.isVisible()
