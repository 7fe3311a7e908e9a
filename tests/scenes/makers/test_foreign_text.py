"""Foreign files: their language, their values, and the same findings as those of the conversion."""

from dataclasses import replace

import pytest

from language import parse
from scenes import analyse, load_robot
from scenes.errors import SceneError
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.makers.foreign_text import (
    LONGEST_LINE,
    ForeignText,
    decoded,
    foreign_text,
    language_of,
    program_of_foreign,
)

ARM = "kuka_kr6_r900_2"
CELL = """
cell: 1
robots:
  arm: {use: kuka_kr6_r900_2, hand: two_finger_85}
fixtures:
  table: {solid: [{add: {box: [300, 1000, 200]}}], at: [600, 0, -80]}
"""
WELD = """&ACCESS RVP
DEF weld( )
BAS(#INITMOV,0)
$BASE=$NULLFRAME
$TOOL={X 0,Y 0,Z 142,A 0,B 0,C 0}
PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}
$VEL.CP=0.2
TURN_ON_THE_LIGHT
LIN {X 500,Y 0,Z 250,A 0,B 180,C 0} C_DIS
FOR I = 1 TO 2
  LIN XTABLE
  LIN {X 500,Y 0,Z 250,A 0,B 180,C 0}
ENDFOR
LIN {X 3500,Y 0,Z 100,A 0,B 180,C 0}
END
"""
DATA = "DEFDAT weld\nDECL E6POS XTABLE={X 500,Y 0,Z 0,A 0,B 180,C 0}\nENDDAT\n"


@pytest.fixture
def folder(tmp_path):
    """A folder with a program as a controller stores it, and its values."""
    (tmp_path / "Weld.SRC").write_bytes(WELD.replace("\n", "\r\n").encode("cp1252"))
    (tmp_path / "weld.DAT").write_bytes(DATA.replace("\n", "\r\n").encode("cp1252"))
    return tmp_path


def test_the_suffix_or_the_user_names_the_language() -> None:
    assert language_of("weld.SRC") == "krl" and language_of("cell/a.sub") == "krl"
    assert language_of("weld.val") is None and language_of("weld.unknown") is None
    assert language_of("weld.txt", "krl") == "krl"
    with pytest.raises(SceneError, match=r"programs of basic cannot be read; these can: .*krl"):
        language_of("weld.src", "basic")


def test_values_come_from_the_files_beside_it_whatever_their_capitals(folder) -> None:
    foreign = foreign_text(folder / "Weld.SRC", "krl")
    assert foreign.data == (("weld.DAT", DATA),) and foreign.text == WELD
    program = program_of_foreign(foreign, load_robot(ARM))
    assert "weld.DAT:2" in program.reading.origins["XTABLE"]


def test_values_of_all_programs_are_found_in_the_folder_of_the_backup(folder) -> None:
    program, system = folder / "R1" / "Program" / "weld", folder / "R1" / "System"
    program.mkdir(parents=True)
    system.mkdir()
    (system / "$Config.dat").write_text("DECL REAL DEF_VEL_CP=2.0\n", encoding="ascii")
    (program / "weld.src").write_text(WELD, encoding="ascii")
    foreign = foreign_text(program / "weld.src", "krl")
    assert foreign.data == (("$Config.dat", "DECL REAL DEF_VEL_CP=2.0\n"),)


def test_a_check_of_the_foreign_file_finds_what_a_check_of_its_conversion_finds(folder) -> None:
    document = parse_document(folder / "one.cell.yaml", CELL, "cell")
    cell = cell_from_document(document)
    program = program_of_foreign(foreign_text(folder / "Weld.SRC", "krl"), cell.robot)
    own, foreign = analyse(cell, parse(program.reading.text)), analyse(cell, program)
    places = program.reading.places
    wanted = sorted((p.code, places[p.line - 1].line) for p in own.problems)
    assert sorted((p.code, p.line) for p in foreign.problems) == wanted
    assert {("E501", 11), ("E301", 14)} <= set(wanted)
    hits = [places[hit.line - 1].line for hit in own.collisions]
    assert [hit.line for hit in foreign.collisions] == hits
    assert foreign.run.duration == own.run.duration
    found = [(d.code, d.line) for d in foreign.diagnostics]
    assert found == [("W702", 8), ("N703", 9)] and not own.diagnostics


def test_a_name_without_a_value_is_an_error_and_the_rest_is_checked(folder) -> None:
    (folder / "weld.DAT").unlink()
    cell = cell_from_document(parse_document(folder / "one.cell.yaml", CELL, "cell"))
    program = program_of_foreign(foreign_text(folder / "Weld.SRC", "krl"), cell.robot)
    report = analyse(cell, program)
    assert ("E701", 11) in [(d.code, d.line) for d in report.diagnostics] and not report.ok
    assert [s.line for s in report.run.steps if s.statement.instruction.moves][:2] == [6, 9]


def test_text_that_is_not_utf_8_is_read_as_windows_does(tmp_path) -> None:
    path = tmp_path / "a.src"
    path.write_bytes("; über\r\nEND\r\n".encode("cp1252"))
    assert decoded(path) == "; über\nEND\n"
    path.write_bytes(b"END\0")
    with pytest.raises(SceneError, match="not a text file"):
        decoded(path)


def test_a_line_beyond_all_programs_gives_one_message() -> None:
    text = "DEF A()\nPTP " + "{" * (LONGEST_LINE + 1) + "\nEND\n"
    program = program_of_foreign(ForeignText(text, "krl"), load_robot(ARM))
    assert [(d.code, d.line) for d in program.errors] == [("E704", 2)]


def test_an_arm_of_another_maker_is_refused() -> None:
    with pytest.raises(SceneError, match="reads urscript, not krl"):
        program_of_foreign(ForeignText(WELD, "krl"), load_robot("ur5e"))


@pytest.mark.parametrize("language", ["as", "vplus", "urscript"])
def test_joint_values_that_are_counted_together_are_refused_where_they_are_not_read(
    language,
) -> None:
    robot = load_robot("kuka_kr6_r900_2")
    own = replace(robot.controller, language=language, has_parallelogram=True)
    with pytest.raises(SceneError, match="adds axis 2 to what it shows of axis 3"):
        program_of_foreign(ForeignText("DELAY 1\n", language), replace(robot, controller=own))
    plain = replace(robot, controller=replace(own, has_parallelogram=False))
    assert program_of_foreign(ForeignText("", language), plain) is not None
