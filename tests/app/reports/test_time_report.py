"""The cycle times that `check` reports, and their difference from an older program."""

import json

import pytest

from app.cli import main

OLD = """POINT A 670 0 950 0 0 0
POINT B 700 0 280 0 90 0
MOVE A
MOVE B
DRAW 0 0 -30
DELAY 1
END
"""


@pytest.fixture(name="said")
def _said(capsys, tmp_path):
    def said(text, *words, code=0):
        new, old = tmp_path / "new.val", tmp_path / "old.val"
        new.write_text(text, encoding="utf-8")
        old.write_text(OLD, encoding="utf-8")
        given = [str(old) if word == "OLD" else word for word in words]
        assert main(["check", "kakazu1985", str(new), *given]) == code
        return capsys.readouterr().out.replace(str(old), "OLD")

    return said


def test_the_times_of_all_lines_are_listed_where_they_are_asked_for(said):
    assert "cycle time" not in said(OLD)
    lines = said(OLD, "--times").splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("  cycle time: "))
    assert [line.split(":")[0].strip() for line in lines[first + 1 : first + 5]] == [
        "line 3",
        "line 4",
        "line 5",
        "line 6",
    ]
    assert "    line 6: 1.00 s, " in said(OLD, "--times")


def test_a_longer_pause_is_told_as_the_change_of_its_line(said):
    out = said(OLD.replace("DELAY 1", "DELAY 1.25"), "--against", "OLD")
    assert ", 0.25 s more than OLD\n    line 6: 1.25 s, 0.25 s more\n" in out
    assert ", the same as OLD\n" in said(OLD, "--against", "OLD")


def test_lines_that_are_new_or_gone_are_told(said):
    out = said(OLD.replace("DELAY 1\n", ""), "--against", "OLD")
    assert "    line 6 before: 1.00 s, gone\n" in out
    out = said(OLD.replace("DRAW", "DELAY 0.5\nDRAW"), "--against", "OLD")
    assert "    line 5: 0.50 s, new\n" in out


def test_json_holds_the_times_of_the_lines_and_the_comparison(said):
    text = OLD.replace("DELAY 1", "DELAY 3")
    [plain] = json.loads(said(text, "--format", "json"))["programs"]
    assert "against" not in plain
    assert sum(row["time_s"] for row in plain["lines"]) == pytest.approx(plain["cycle_time_s"])
    [found] = json.loads(said(text, "--format", "json", "--against", "OLD"))["programs"]
    assert found["against"]["change_s"] == pytest.approx(2.0)
    [change] = found["against"]["lines"]
    assert (change["line"], change["before_s"], change["after_s"]) == (6, 1.0, 3.0)


def test_a_program_that_stops_at_an_error_is_not_compared(said):
    text = OLD.replace("700 0 280", "9000 0 280")
    out = said(text, "--against", "OLD", code=1)
    assert "cycle time: not compared with OLD: this program stops at an error" in out
    [found] = json.loads(said(text, "--against", "OLD", "--format", "json", code=1))["programs"]
    assert found["against"]["change_s"] is None


def test_several_programs_are_not_compared_with_one(capsys):
    words = ["check", "kakazu1985", "figure5", "pick_place", "--against", "figure5"]
    assert main(words) == 2
    assert "--against compares one program" in capsys.readouterr().err
