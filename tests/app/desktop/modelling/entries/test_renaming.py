"""A rename changes a thing's name in the cell and in the open programs, and nothing else."""

import pytest

from app.desktop.looks.notice import BODY, FRAME, ROBOT, TOOL
from app.desktop.modelling.entries.renaming import new_name_fault, rename
from scenes import SceneError, analyse
from scenes.files.cells.renamed_entries import renamed_body
from scenes.library import cell_path

PROGRAM = """\
;! language 2
10 FEED PEG
20 FEED peg AT P ; PEG in a comment stays
30 FEED BLOCK
40 CUT PEG.2, BLOCK ON
50 CUT PEG.2, BLOCK OFF
60 POINT PEG1 400 0 600 0 90 0
70 D = COLLIDES(peg, table)
80 END
"""
OTHER = "10 FEED PEG\n20 END\n"
STARRED = "\nallow:\n  - [PEG, table] # rests\n  - [s*, table]\n"


def undo(document, place=None) -> None:
    document.history.undo(place, lambda source, _: source.text_document.undo())


def texts(document) -> list[str]:
    return [document.cell_file.text, *(source.text for source in document.sources)]


def test_a_part_is_renamed_in_every_open_program_as_one_step_of_all(opened) -> None:
    document = opened("puma_bench", PROGRAM, OTHER, "10 END\n")
    before = texts(document)
    rename(document, BODY, "PEG", "Pin")
    cell, first, second, third = texts(document)
    assert "  Pin: # comes with FEED" in cell and "PEG" not in cell
    assert first == PROGRAM.replace("FEED PEG", "FEED Pin").replace("FEED peg", "FEED pin").replace(
        "PEG.2", "Pin.2"
    ).replace("(peg", "(pin")
    assert (second, third) == ("10 FEED Pin\n20 END\n", "10 END\n")
    assert document.cell_commands.undoText() == "Rename PEG to Pin"
    undo(document)
    assert texts(document) == before
    document.history.redo(None, lambda source, _: source.text_document.redo())
    assert texts(document) == [cell, first, second, third]


@pytest.mark.parametrize(
    ("kind", "old"),
    [(BODY, "PEG"), (BODY, "table"), (BODY, "BLOCK"), (FRAME, "bench"), (ROBOT, "puma")],
)
@pytest.mark.parametrize("new", ("Fresh1", "fresh", "FRESH"))
def test_there_and_back_gives_the_same_texts(opened, kind, old, new) -> None:
    document = opened("puma_bench", PROGRAM.replace("peg", "PEG"), OTHER)
    before = texts(document)
    rename(document, kind, old, new)
    assert texts(document) != before
    rename(document, kind, new, old)
    assert texts(document) == before


def test_what_is_selected_hidden_and_locked_keeps_its_marks_under_the_new_name(opened) -> None:
    document = opened()
    document.select_all([(ROBOT, "puma"), (TOOL, "puma"), (BODY, "puma.base")])
    base = document.cell.robot.bodies[0].name
    document.looks.hide([(BODY, f"puma.{base}")])
    document.looks.lock([(ROBOT, "puma")], True)
    rename(document, ROBOT, "puma", "r2")
    assert document.selection.all[:2] == ((ROBOT, "r2"), (TOOL, "r2"))
    assert document.looks.hidden == {(BODY, f"r2.{base}")}
    assert document.looks.locked == {(ROBOT, "r2")}
    undo(document)
    assert document.selection.kind == ROBOT and document.selection.name == "puma"
    assert document.looks.locked == {(ROBOT, "puma")}


@pytest.mark.parametrize(
    ("new", "reason"),
    [("MOVE", "word of the language"), ("bolt", "names a"), ("table", "is a fixture")],
)
def test_a_name_that_programs_cannot_take_is_refused_and_nothing_changes(
    opened, new, reason
) -> None:
    document = opened("puma_bench", "10 FEED PEG\n20 FEED BOLT\n30 END\n")
    before = texts(document)
    assert reason in new_name_fault(document, BODY, "PEG", new)
    with pytest.raises(SceneError):
        rename(document, BODY, "PEG", new)
    assert texts(document) == before and not document.cell_commands.canUndo()


def test_a_name_that_a_star_stands_for_is_refused_with_the_line(opened) -> None:
    text = cell_path("puma_bench").read_text(encoding="utf-8").rstrip() + STARRED
    document = opened(text)
    line = text[: text.index("s*")].count("\n") + 1
    assert f"line {line}" in new_name_fault(document, BODY, "socket", "mouth")
    with pytest.raises(SceneError, match=f"line {line}"):
        rename(document, BODY, "socket", "mouth")
    rename(document, BODY, "socket", "slot")
    assert ("slot", "table") in document.cell.allowed


@pytest.mark.parametrize(
    ("cell", "program", "old"),
    [("kakazu1985", "figure5", "WORK"), ("kakazu1985", "into_table", "TR2")],
)
def test_the_check_says_the_same_under_the_new_name(opened, cell, program, old) -> None:
    folder = cell_path(cell).parents[1] / "programs"
    document = opened(cell, (folder / f"{program}.val").read_text(encoding="utf-8"))

    def verdicts(name):
        report = analyse(document.cell, (document.active.text, "x.val"), 0.05)
        return (
            [
                (
                    c.line,
                    round(c.time, 6),
                    *(renamed_body(b, name, "X") for b in (c.body_a, c.body_b)),
                )
                for c in report.collisions
            ],
            len(report.run.steps),
            report.run.duration,
        )

    before = verdicts(old)
    rename(document, BODY, old, "Other")
    assert verdicts("Other") == before


@pytest.mark.parametrize("new", ["部品", "Stück", "деталь_2"])
def test_a_name_in_another_script_goes_into_cell_and_programs_and_back(opened, new) -> None:
    document = opened("puma_bench", "10 FEED PEG\n20 CUT PEG.2, BLOCK ON\n30 END\n")
    before = texts(document)
    assert new_name_fault(document, BODY, "PEG", new) == ""
    rename(document, BODY, "PEG", new)
    cell, program = texts(document)
    assert f"  {new}: # comes with FEED" in cell
    assert program == f"10 FEED {new}\n20 CUT {new}.2, BLOCK ON\n30 END\n"
    rename(document, BODY, new, "PEG")
    assert texts(document) == before
