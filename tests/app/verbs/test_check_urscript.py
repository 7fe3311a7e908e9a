"""`check`, `run`, `convert` and `export` on programs of URScript."""

import json

import pytest

from app.cli import FINE, FOUND_ERRORS, main

CELL = "cell: 1\nrobots: {arm: {use: ur5e, hand: two_finger_85}}\n"
SOURCE = """def weld():
  set_tcp(p[0,0,0.142,0,0,0])
  movej([0,-1.57,1.57,-1.57,-1.57,0], a=1.4, v=1.05) # home
  blink(2)
  movel(p[-0.4,-0.2,0.3,0,3.1416,0], a=1.2, v=0.1)
end
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a cell and a program."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.cell.yaml").write_text(CELL, encoding="utf-8")
    (tmp_path / "weld.script").write_text(SOURCE, encoding="ascii")
    return tmp_path


def test_findings_stand_at_the_lines_of_the_script(folder, capsys) -> None:
    assert main(["check", "one.cell.yaml", "weld.script"]) == FINE
    told = capsys.readouterr().out
    assert "warning[W702]: not understood: blink(2)\n  --> weld.script:4:3" in told
    assert "note[N703]" in told and "weld.script:5:3" in told
    assert "6 lines of code: 5 carried out" in told
    main(["check", "one.cell.yaml", "weld.script", "--format", "sarif"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 4, "startColumn": 3, "endColumn": 11}


def test_a_conversion_keeps_remarks_and_is_written_only_with_leave(folder, capsys) -> None:
    assert main(["convert", "one.cell.yaml", "weld.script"]) == FOUND_ERRORS
    assert not (folder / "weld.val").exists()
    main(["convert", "one.cell.yaml", "weld.script", "--allow-loss"])
    text = (folder / "weld.val").read_text("utf-8")
    assert "; home" in text and "; URScript 4: blink(2)" in text
    assert main(["check", "one.cell.yaml", "weld.val"]) == FINE


def test_another_suffix_is_read_by_name_and_a_run_has_the_lines(folder, capsys) -> None:
    (folder / "weld.txt").write_text(SOURCE.replace("  blink(2)\n", ""), encoding="ascii")
    given = ["run", "one.cell.yaml", "weld.txt", "--from", "urscript", "--export", "out.csv"]
    assert main(given) == FINE
    rows = (folder / "out.csv").read_text("utf-8").splitlines()
    assert rows[-1].split(",")[-1] == "4"


def test_an_exported_script_is_checked_as_it_was_written(folder, capsys) -> None:
    program = "POINT A -400 -200 300 0 180 0\nMOVE A\nSIGNAL 3\nMOVES A:TRANS(0,0,-50)\n"
    (folder / "mine.val").write_text(f";! dialect vplus\n{program}END\n", encoding="ascii")
    given = ["export", "one.cell.yaml", "mine.val", "--to", "urscript", "-o", "mine.script"]
    assert main(given) == FINE
    capsys.readouterr()
    assert main(["check", "one.cell.yaml", "mine.script", "--format", "json"]) == FINE
    (told,) = json.loads(capsys.readouterr().out)["programs"]
    assert told["foreign"]["not_understood"] == 0 and told["foreign"]["assumed_motions"] == 0
