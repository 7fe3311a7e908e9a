"""Names in any script: in cell files, programs, file names and folders, at renames and imports."""

import random
from pathlib import Path

import pytest

from scenes import SceneFileError, analyse, load_cell
from scenes.files.cells.renamed_entries import name_fault, rename_entry
from scenes.files.field_types import as_name, is_name, usual_form
from scenes.files.text.documents import parse_document, read_document
from scenes.library import cell_path, program_path

SCRIPTS = (
    "作業台部品",
    "組立セル",
    "ФёдорСтол",
    "Größeé",
    "αβγΩ",
    "مقبض",
    "שולחן",
    "ที่วาง",
    "नमस्ते",
    "테이블",
)
PLAIN = {"TR1": "作業台", "WORK": "部品é", "conveyor": "Förderband", "arm": "Рука"}


def in_other_words(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(f"{old}:", f"{new}:").replace(f"in: {old}", f"in: {new}")
    return text


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with a blank and letters of two scripts, with a cell and a program in such names."""
    made = tmp_path / "作業 台é"
    made.mkdir()
    cell = in_other_words(cell_path("kakazu1985").read_text(encoding="utf-8"), PLAIN)
    (made / "組立 セル.cell.yaml").write_text(cell, encoding="utf-8")
    program = program_path("figure5").read_text(encoding="utf-8")
    program = program.replace("LOC1", "位置一").replace("LOC2", "über.1").replace("LOC3", "ПОЗА")
    feeding = "55 FEED 部品É\n"
    (made / "組立 一.val").write_text(program.replace("60 MOVE", feeding + "60 MOVE"), "utf-8")
    return made


def test_a_cell_and_a_program_in_other_scripts_are_read_run_and_checked(folder) -> None:
    cell = load_cell(folder / "組立 セル.cell.yaml")
    assert {"作業台", "TR2"} == {body.name for body in cell.fixtures}
    assert cell.robot.name == "Рука" and "Förderband" in cell.frames
    report = analyse(cell, folder / "組立 一.val")
    assert [p.message for p in report.problems if p.severity == "error"] == []
    assert report.run.end_state.locations.keys() >= {"位置一", "ÜBER.1", "ПОЗА"}
    assert "部品é" in report.run.end_state.parts


@pytest.mark.parametrize("name", ["作業台", "Ünë", "Стол_2", "テーブル", "_é1", "ที่วาง"])
def test_a_thing_is_renamed_there_and_back(name: str) -> None:
    document = read_document(cell_path("kakazu1985"), "cell")
    renamed = rename_entry(document, "fixtures", "TR1", name)
    again = parse_document(Path("a.cell.yaml"), renamed.text, "cell")
    assert next(iter(again.data["fixtures"])) == name
    assert rename_entry(renamed, "fixtures", name, "TR1").text == document.text


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("作業 台", "letters, digits or _"),
        ("1台", "letters, digits or _"),
        ("ＴＲ", "letters, digits or _"),
        ("台.1", "letters, digits or _"),
    ],
)
def test_what_is_no_name_in_ascii_is_none_in_other_scripts(name: str, reason: str) -> None:
    document = read_document(cell_path("kakazu1985"), "cell")
    assert reason in name_fault(document, "fixtures", "TR1", name)


def test_a_second_form_of_a_name_is_refused_with_the_usual_one(folder) -> None:
    path = folder / "組立 セル.cell.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("作業台:", "ＴＲ１:"), encoding="utf-8")
    with pytest.raises(SceneFileError, match="write 'TR1'"):
        load_cell(path)


def test_random_texts_become_names_by_the_rule_for_imports() -> None:
    chance = random.Random(3)
    letters = [*"".join(SCRIPTS), *"abcXYZ019_- .()/ｱＢ½"]
    for _ in range(500):
        text = "".join(chance.choices(letters, k=chance.randrange(1, 9)))
        name = as_name(text)
        assert is_name(f"n{name}"), (text, name)
        assert usual_form(name) == name and as_name(name) == name


def test_names_of_the_scripts_are_names() -> None:
    assert [text for text in SCRIPTS if not is_name(usual_form(text))] == []
