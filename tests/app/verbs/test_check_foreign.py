"""`check`, `run`, `tables` and `export` on a foreign file: places in it, and its coverage."""

import json

import pytest

from app.cli import FINE, FOUND_ERRORS, UNUSABLE, main

CELL = "cell: 1\nrobots: {arm: {use: kuka_kr6_r900_2, hand: two_finger_85}}\n"
SOURCE = """DEF WELD( )
BAS(#INITMOV,0)
$TOOL={X 0,Y 0,Z 142,A 0,B 0,C 0}
PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}
  BLINK_TWICE
PTP {A1 20}
END
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a cell and a program as a controller writes it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.cell.yaml").write_text(CELL, encoding="utf-8")
    (tmp_path / "weld.src").write_bytes(SOURCE.replace("\n", "\r\n").encode("cp1252"))
    return tmp_path


def test_the_text_report_shows_the_foreign_lines_and_the_coverage(folder, capsys) -> None:
    assert main(["check", "one.cell.yaml", "weld.src"]) == FINE
    told = capsys.readouterr().out
    assert "warning[W702]: not understood: BLINK_TWICE\n  --> weld.src:5:3" in told
    assert "note[N703]" in told and "weld.src:6:1" in told
    assert "7 lines of code: 6 carried out" in told and "1 not understood" in told


def test_json_and_sarif_give_foreign_places(folder, capsys) -> None:
    main(["check", "one.cell.yaml", "weld.src", "--format", "json"])
    (program,) = json.loads(capsys.readouterr().out)["programs"]
    assert program["foreign"]["language"] == "krl" and program["foreign"]["not_understood"] == 1
    assert {motion["line"] for motion in program["motions"]} == {6}
    main(["check", "one.cell.yaml", "weld.src", "--format", "sarif"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 5, "startColumn": 3, "endColumn": 14}


def test_a_run_of_a_foreign_file_is_exported_with_its_lines(folder, capsys) -> None:
    assert main(["run", "one.cell.yaml", "weld.src", "--export", "out.csv"]) == FINE
    rows = (folder / "out.csv").read_text("utf-8").splitlines()
    assert rows[-1].split(",")[-1] == "6"


def test_tables_need_the_cell_of_a_foreign_file(folder, capsys) -> None:
    assert main(["tables", "weld.src"]) == UNUSABLE
    assert "name its cell: --cell" in capsys.readouterr().err
    assert main(["tables", "weld.src", "--cell", "one.cell.yaml"]) == FINE
    assert "MC AC HC LC" in capsys.readouterr().out


def test_a_language_that_cannot_be_read_is_told(folder, capsys) -> None:
    assert main(["check", "one.cell.yaml", "weld.src", "--from", "basic"]) == UNUSABLE
    assert "these can: krl" in capsys.readouterr().err
    (folder / "weld.txt").write_text(SOURCE, encoding="utf-8")
    assert main(["check", "one.cell.yaml", "weld.txt", "--from", "krl"]) == FINE


def test_a_motion_that_is_not_carried_out_is_an_error(folder, capsys) -> None:
    source = (folder / "weld.src").read_text("cp1252").replace("PTP {A1 20}", "PTP XP1")
    (folder / "weld.src").write_text(source, encoding="cp1252")
    assert main(["check", "one.cell.yaml", "weld.src"]) == FOUND_ERRORS
    assert "error[E701]: XP1 has no value" in capsys.readouterr().out
