"""The card of a cell says what the cell itself says once it is read and built."""

from pathlib import Path

import pytest

from scenes import load_cell, simulate
from scenes.files.cells.cell_cards import PROGRAM_OF, card_of_cell, shipped_cards
from scenes.library import cell_names, cell_path, program_names


def test_every_shipped_cell_has_one_card() -> None:
    assert sorted(card.name for card in shipped_cards()) == list(cell_names())


@pytest.mark.parametrize("name", cell_names())
def test_a_card_agrees_with_its_cell(name: str) -> None:
    card, cell = card_of_cell(cell_path(name)), load_cell(name)
    assert card.title == cell.title
    assert card.robot == cell.robot.title
    assert len(card.sentence.split()) > 4


@pytest.mark.parametrize("name", cell_names())
def test_a_shipped_cell_has_a_program_that_runs_in_it(name: str) -> None:
    program = card_of_cell(cell_path(name)).program
    assert program is not None, f"{name}: name a program like the cell, or add it to the table"
    run = simulate(load_cell(name), (program.read_text(encoding="utf-8"), program.name))
    assert run.duration > 0.0
    assert not [p for p in run.problems if p.severity == "error"]


def test_the_table_names_what_is_shipped() -> None:
    assert set(PROGRAM_OF) <= set(cell_names())
    assert set(PROGRAM_OF.values()) <= set(program_names())


def test_a_cell_of_the_user_has_a_card_without_a_program(tmp_path: Path) -> None:
    path = tmp_path / "drilling.cell.yaml"
    path.write_text(
        '\n# \n# My bench.\ncell: 1\ntitle: "A bench" # mine\n'
        "frames: {use: {at: [0, 0, 0]}}\nrobots:\n  arm: {use: my.robot.yaml, at: [1, 2, 3]}\n"
    )
    card = card_of_cell(path)
    assert (card.title, card.sentence, card.robot) == ("A bench", "My bench.", "my.robot.yaml")
    assert card.program is None


def test_a_robot_file_beside_the_cell_gives_its_title(tmp_path: Path) -> None:
    path = tmp_path / "bench.cell.yaml"
    path.write_text("robots:\n  arm: {use: my.robot.yaml}\n")
    (tmp_path / "my.robot.yaml").write_text("robot: 1\ntitle: 'The long arm'\n")
    assert card_of_cell(path).robot == "The long arm"


@pytest.mark.parametrize("text", ["", "cell: 1\n", "{[", "\x00\xff"])
def test_a_broken_cell_has_its_name_for_a_title(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.cell.yaml"
    path.write_text(text, encoding="latin-1")
    assert card_of_cell(path).title == "odd"
    assert card_of_cell(tmp_path / "missing.cell.yaml").title == "missing"
