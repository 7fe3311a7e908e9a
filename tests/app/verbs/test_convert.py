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
$TORQMON_DEF[1]=3
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
    assert "weld.src:7: not understood: $TORQMON_DEF[1]=3" in told.err
    assert "7 lines of code: 6 carried out" in told.out and "1 not understood" in told.out
    assert not (folder / "weld.val").exists()
    words = ["convert", "one.cell.yaml", "weld.src", "--allow-loss"]
    assert main(words) == FOUND_ERRORS
    text = (folder / "weld.val").read_text("utf-8")
    assert "; über die Naht" in text and "; KRL 7: $TORQMON_DEF[1]=3" in text
    assert main(["check", "one.cell.yaml", "weld.val"]) == FINE


def test_a_program_that_is_understood_whole_ends_well(folder) -> None:
    source = folder / "weld.src"
    source.write_bytes(source.read_bytes().replace(b"$TORQMON_DEF[1]=3\r\n", b""))
    assert main(["convert", "one.cell.yaml", "weld.src", "-o", "mine.val"]) == FINE
    assert (folder / "mine.val").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["other.cell.yaml", "weld.src"], "reads urscript, not krl"),
        (["one.cell.yaml", "weld.mod"], "no robot maker's language"),
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
