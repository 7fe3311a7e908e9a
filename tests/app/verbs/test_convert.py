"""`cellwright convert`: what it writes, counts and refuses."""

import pytest

from app.cli import FINE, FOUND_ERRORS, UNUSABLE, main

CELL = "cell: 1\nrobots: {arm: {use: ROBOT, hand: two_finger_85}}\n"
SOURCE = """DEF WELD( )
BAS(#INITMOV,0)
; über die Naht
PTP XHOME
BAS(#TOOL,1)
PTP XHOME
$FLAG[1]=TRUE
END
"""
CONFIG = """TOOL_DATA[1]={X 0,Y 0,Z 142,A 0,B 0,C 0}
DECL E6AXIS XHOME={A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a cell, a program as a controller writes it, and its data."""
    monkeypatch.chdir(tmp_path)
    text = CELL.replace("ROBOT", "kuka_kr6_r900_2")
    (tmp_path / "one.cell.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "other.cell.yaml").write_text(CELL.replace("ROBOT", "ur5e"), encoding="utf-8")
    (tmp_path / "weld.src").write_bytes(SOURCE.replace("\n", "\r\n").encode("cp1252"))
    (tmp_path / "$config.dat").write_text(CONFIG, encoding="ascii")
    return tmp_path


def test_a_program_is_read_with_the_data_beside_it(folder, capsys) -> None:
    assert main(["convert", "one.cell.yaml", "weld.src"]) == FOUND_ERRORS
    told = capsys.readouterr()
    assert "weld.src:7: $FLAG is not set here: $FLAG[1]=TRUE" in told.err
    assert "7 lines of code: 6 carried out" in told.out and "1 not understood" in told.out
    assert not (folder / "weld.val").exists()
    words = ["convert", "one.cell.yaml", "weld.src", "--allow-loss"]
    assert main(words) == FOUND_ERRORS
    text = (folder / "weld.val").read_text("utf-8")
    assert "; über die Naht" in text and "; KRL 7: $FLAG[1]=TRUE" in text
    assert main(["check", "one.cell.yaml", "weld.val"]) == FINE


def test_a_program_that_is_understood_whole_ends_well(folder) -> None:
    source = folder / "weld.src"
    source.write_bytes(source.read_bytes().replace(b"$FLAG[1]=TRUE\r\n", b""))
    assert main(["convert", "one.cell.yaml", "weld.src", "-o", "mine.val"]) == FINE
    assert (folder / "mine.val").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["other.cell.yaml", "weld.src"], "reads urscript, not krl"),
        (["one.cell.yaml", "weld.xyz"], "no robot maker's language"),
        (["one.cell.yaml", "gone.src"], "gone.src"),
        (["one.cell.yaml", "weld.src", "--data", "gone.dat"], "gone.dat"),
    ],
)
def test_what_cannot_be_read_is_said(folder, capsys, words, said) -> None:
    assert main(["convert", *words]) == UNUSABLE
    assert said in capsys.readouterr().err


def test_a_file_that_is_there_is_replaced_only_with_force(folder, capsys) -> None:
    own = folder / "weld.val"
    own.write_text("; my work\n", encoding="utf-8")
    words = ["convert", "one.cell.yaml", "weld.src", "--allow-loss"]
    assert main(words) == UNUSABLE
    assert "there already: --force replaces it" in capsys.readouterr().err
    assert own.read_text("utf-8") == "; my work\n"
    assert main([*words, "--force"]) == FOUND_ERRORS
    assert ".PROGRAM WELD" in own.read_text("utf-8")


def test_without_its_data_the_points_are_told(folder, capsys) -> None:
    (folder / "$config.dat").unlink()
    assert main(["convert", "one.cell.yaml", "weld.src"]) == FOUND_ERRORS
    assert "weld.src:4: XHOME has no value: give its .dat" in capsys.readouterr().err


MODULE = """MODULE weld
  TASK PERS wobjdata table:=[FALSE,TRUE,"",[[100,0,0],[1,0,0,0]],[[0,0,50],[1,0,0,0]]];
  CONST robtarget p1:=[[300,50,200],[0,0,1,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  PROC main()
    MoveL p1, v100, fine,
      grip \\WObj:=table; ! über die Naht
    SoftAct 4, 50;
  ENDPROC
ENDMODULE
"""
TOOLS = """MODULE user(SYSMODULE)
  PERS tooldata grip:=[TRUE,[[0,0,142],[1,0,0,0]],[1,[0,0,50],[1,0,0,0],0,0,0]];
ENDMODULE
"""


def test_a_rapid_module_is_read_with_the_system_module_beside_it(folder, capsys) -> None:
    text = CELL.replace("ROBOT", "abb_irb120")
    (folder / "abb.cell.yaml").write_text(text, encoding="utf-8")
    (folder / "weld.mod").write_bytes(MODULE.replace("\n", "\r\n").encode("latin-1"))
    assert main(["convert", "abb.cell.yaml", "weld.mod"]) == FOUND_ERRORS
    assert "GRIP has no value here" in capsys.readouterr().err
    (folder / "user.SYS").write_text(TOOLS, encoding="ascii")
    assert main(["convert", "abb.cell.yaml", "weld.mod", "--allow-loss"]) == FOUND_ERRORS
    told = capsys.readouterr()
    assert told.err.startswith("weld.mod:7: not understood: SoftAct 4,50\n")
    assert "9 lines of code: 8 carried out" in told.out
    text = (folder / "weld.val").read_text("utf-8")
    assert "; über die Naht" in text and "POINT P1 400 50 250 0 180 0" in text
    assert main(["check", "abb.cell.yaml", "weld.val"]) == FINE
    capsys.readouterr()
    assert main(["check", "abb.cell.yaml", "weld.mod"]) == FINE
    assert "warning[W702]" in (shown := capsys.readouterr().out) and "weld.mod:7:5" in shown
