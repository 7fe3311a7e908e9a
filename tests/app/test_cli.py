"""The command line: its output, and its messages about bad input."""

import argparse
import csv
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import numpy as np
import pytest

from app.cli import VERBS, main, verb_parser, window_parser
from app.options.parser import Parser
from app.reports.file_uris import uri_of
from scenes.library import cell_path, program_path

EXAMPLE = "kakazu1985", "figure5"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    return code, printed.out, printed.err


@pytest.fixture
def program(tmp_path: Path):
    def write(text: str | bytes, name: str = "job.val") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


PARSERS: dict[str, Parser] = {"window": window_parser(), **verb_parser().verbs}


@pytest.mark.parametrize("verb", PARSERS)
def test_every_argument_of_every_verb_has_a_help_text(verb: str) -> None:
    silent = [a.dest for a in PARSERS[verb]._actions if not a.help]
    assert not silent
    hidden = [a.dest for a in PARSERS[verb]._actions if a.help == argparse.SUPPRESS]
    assert not hidden or PARSERS[verb].usage, "the usage says what the list leaves out"


def test_the_help_text_is_asked_of_every_verb() -> None:
    assert set(PARSERS) == {"window", *VERBS}


def test_the_example_is_fine_but_warned_of_its_singular_line(capsys):
    code, out, _ = said(capsys, "check", *EXAMPLE)
    assert code == 0
    assert "joint 5 is 3.08 deg from straight" in out and "220.44 deg" in out
    assert "0 errors" in out


def test_the_program_that_hits_the_table_is_reported_with_time_line_and_pair(capsys):
    code, out, _ = said(capsys, "check", "kakazu1985", "into_table", "--format", "json")
    answer = json.loads(out)
    hits = answer["programs"][0]["collisions"]
    assert code == 1 and not answer["ok"]
    assert {tuple(sorted(hit["bodies"])) for hit in hits} == {("TR2", "arm.G2"), ("TR2", "arm.G3")}
    assert all(hit["volume_mm3"] > 0 and hit["start_s"] < hit["end_s"] for hit in hits)
    lines = program_path("into_table").read_text().splitlines()
    assert {lines[hit["line"] - 1] for hit in hits} == {"90 DRAW 0 0 -100"}


def test_sarif_and_junit_name_the_line_and_the_failure(capsys):
    _, out, _ = said(capsys, "check", "kakazu1985", "into_table", "--format", "sarif")
    results = json.loads(out)["runs"][0]["results"]
    assert results[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 9
    _, out, _ = said(capsys, "check", "kakazu1985", "into_table", "figure5", "--format", "junit")
    suite = ElementTree.fromstring(out)
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")


def test_each_format_holds_every_warning_of_a_program_and_of_its_cell(capsys, tmp_path):
    cell, program = tmp_path / "odd.cell.yaml", tmp_path / "odd.val"
    cell.write_text(
        "cell: 1\nrobots: {arm: {use: hokkaido1985}}\n"
        "fixtures: {speck: {solid: [{add: {box: [1, 1, 1], at: [0, 3000, 0]}}]}}\n"
    )
    program.write_text("HERE A\nHAND\nHAND\nRELEAS\nMVOE A\nEND\n")
    told = {}
    for form in ("text", "json", "sarif", "junit"):
        _, told[form], _ = said(capsys, "check", str(cell), str(program), "--format", form)
    [found] = json.loads(told["json"])["programs"]
    assert {d["severity"] for d in found["diagnostics"]} >= {"error", "warning"}
    suite = ElementTree.fromstring(told["junit"])
    assert suite.get("failures") == "1"
    output = suite.findtext(".//system-out") or ""
    for finding in found["diagnostics"]:
        told_as = f"[{finding['code']}]: {finding['message']}"
        assert told_as in told["text"] and finding["code"] in told["sarif"]
        assert (told_as in output) == (finding["severity"] != "error")
    [note] = [row for row in found["cell"] if row["severity"] == "warning"]
    assert note["message"] in told["text"] and note["message"] in output


ODD_NAMES = ("a b.val", "zwei \u00fc%20.val", "50%.val", "#1?.val", "x&y<z>.val", "\U0001f600.val")


@pytest.mark.parametrize("name", ODD_NAMES)
def test_the_address_of_a_file_in_sarif_leads_back_to_the_file(capsys, tmp_path, name):
    if sys.platform == "win32" and set(name) & set("<>?"):
        pytest.skip("no name of a file there")
    program = tmp_path / name
    program.write_text("MVOE A\n")
    _, out, _ = said(capsys, "check", "kakazu1985", str(program), "--format", "sarif")
    [run] = json.loads(out)["runs"]
    address = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    parts = urlsplit(address)
    assert parts.scheme in ("", "file") and not parts.query and not parts.fragment
    assert Path(url2pathname(parts.path)) == program
    # Columns are counted as in all messages.
    assert run["columnKind"] == "unicodeCodePoints"


def test_a_name_with_a_colon_is_no_address_of_another_kind():
    assert uri_of("a:b.val") == "./a:b.val"
    assert uri_of("C:\\a b\\c.val") == "file:///C:/a%20b/c.val"
    assert uri_of("\udcff.val") == "%FF.val"


def test_junit_is_xml_whatever_stands_in_a_program(capsys, tmp_path):
    program = tmp_path / "odd.val"
    odd = "".join(map(chr, (*range(1, 9), 11, 12, *range(14, 32), 127, 0xFFFE, 0xFFFF, 0x1F600)))
    program.write_text(f'MOVE {odd} ]]> A\nTYPE "{odd}" "&<\nEND\n', encoding="utf-8")
    code, out, _ = said(capsys, "check", "kakazu1985", str(program), "--format", "junit")
    assert code == 1 and ElementTree.fromstring(out).get("failures") == "1"


def test_run_exports_the_values_that_it_prints(capsys, tmp_path):
    target = tmp_path / "out.csv"
    code, out, _ = said(capsys, "run", *EXAMPLE, "--export", str(target))
    assert code == 0 and "244.2919" in out and "-238.6756" in out
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["time_s", *(f"theta{i}_deg" for i in range(1, 7)), "line"]
    assert abs(float(rows[-1]["theta4_deg"]) - 244.2919) < 5e-5
    assert all(np.diff([float(row["time_s"]) for row in rows]) > 0)


def test_the_pose_of_fk_leads_back_to_its_joint_values_by_ik(capsys):
    _, out, _ = said(
        capsys, "fk", "puma560", "--q", *["10", "40", "-120", "30", "50", "-20"], "--json"
    )
    pose = json.loads(out)["xyzoat"]
    code, out, _ = said(capsys, "ik", "puma560", "--pose", *map(repr, pose), "--json")
    answer = json.loads(out)
    rows = np.array([solution["q"] for solution in answer["solutions"]])
    assert code == 0 and answer["complete"] and len(rows) == 8
    assert np.abs(rows - [10, 40, -120, 30, 50, -20]).max(axis=1).min() < 1e-9


def test_a_pose_out_of_reach_says_by_how_much_and_is_an_error(capsys):
    code, out, _ = said(capsys, "ik", "hokkaido1985", "--pose", "2000", "0", "450", "0", "0", "0")
    assert code == 1
    wrist, limit, excess = map(float, re.findall(r"([\d.]+) mm", out))
    assert (wrist, limit) == (1830.0, 950.0) and excess == 880.0


def test_the_tables_are_those_of_the_paper(capsys):
    code, out, _ = said(capsys, "tables", "figure5")
    assert code == 0
    assert " 6  1  0  4      30.000  9999.996  9999.996  9999.996" in out
    assert re.search(r"LOC3 +0 +99 +1 +99 +630\.000 +200\.000 +760\.000 +-30\.000", out)


def test_every_shipped_robot_is_listed_with_its_solver(capsys):
    _, out, _ = said(capsys, "robots", "--json")
    names = {row["name"]: row["solver"] for row in json.loads(out)["robots"]}
    assert names["hokkaido1985"] and names["puma560"]


def test_the_robots_are_listed_in_a_line_each_and_found_by_a_part_of_their_name(capsys):
    _, out, _ = said(capsys, "robots")
    assert len([line for line in out.splitlines() if "RRR" in line]) >= 30
    assert max(map(len, out.splitlines())) <= 120
    _, out, _ = said(capsys, "robots", "universal")
    assert [line.split()[0] for line in out.splitlines()[1:4]] == ["ur10e", "ur3e", "ur5e"]


def test_a_robot_named_in_full_is_shown_with_its_joints_and_sources(capsys):
    _, out, _ = said(capsys, "robots", "ur5e")
    for words in ("payload 5 kg", "elbow_joint", "-180       180 deg", "source:", "assumed:"):
        assert words in out
    _, out, _ = said(capsys, "robots", "gantry_6axis", "--json")
    (row,) = json.loads(out)["robots"]
    assert row["profile"] == "s-curve"
    assert row["joints"][0] == {
        "name": "x",
        "unit": "mm",
        "lower": 0.0,
        "upper": 6000.0,
        "speed": 2000.0,
        "acceleration": 6666.67,
        "jerk": 133333.3,
    }


def test_an_unknown_robot_is_refused_with_similar_names(capsys):
    code, _, err = said(capsys, "robots", "ur5x")
    assert code == 2
    assert 'did you mean "ur5e"' in err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10 MOVS READY\n20 END\n", ("MOVS is not an instruction", "job.val:1:4", "did you mean")),
        ("10 MOVE NOWHERE\n20 END\n", ("NOWHERE", "job.val:1:9")),
        (
            "10 POINT FAR 2000 0 450 0 0 0\n20 MOVE FAR\n30 END\n",
            ("out of reach", "880.0 mm too far", "job.val:2"),
        ),
        ("10 DRIVE 2 150\n20 END\n", ("theta2", "20", "job.val:1")),
        ("", ("empty",)),
        (b"\x00\xff\x13\x80 not a program", ("not text",)),
    ],
    ids=["unknown command", "no such location", "out of reach", "limit", "empty", "not text"],
)
def test_bad_programs_give_one_clear_message(capsys, program, text, words):
    code, out, _ = said(capsys, "check", "kakazu1985", program(text))
    assert code == (0 if text == "" else 1)
    for word in words:
        assert word in out
    assert out.count("error[") == (0 if text == "" else 1)


def test_missing_and_broken_files_are_named_and_exit_with_2(capsys, tmp_path, program):
    missing = str(tmp_path / "nowhere.val")
    code, _, err = said(capsys, "check", "kakazu1985", missing)
    assert code == 2 and missing in err
    code, _, err = said(capsys, "check", "kakazu1995", "figure5")
    assert code == 2 and "kakazu1985" in err
    broken = program("cell: 1\nfixtures: {table: [\n", "broken.cell.yaml")
    code, _, err = said(capsys, "check", broken, "figure5")
    assert code == 2 and re.search(r"broken\.cell\.yaml:\d+:\d+: ", err)


@pytest.mark.parametrize(
    "words",
    [
        ("ik", "puma560", "--pose", "1", "2"),
        ("fk", "puma560", "--q", "1", "2"),
        ("run", *EXAMPLE, "--export", "out.xls"),
        ("check", "kakazu1985", "figure5", "--period", "0"),
        ("render", *EXAMPLE, "--view", "shiny", "-o", "x.png"),
    ],
)
def test_unusable_words_exit_with_2_and_a_reason(capsys, words):
    code, _, err = said(capsys, *words)
    assert code == 2 and err.strip()


def test_a_missing_program_does_not_hide_the_others(capsys):
    code, out, err = said(capsys, "check", "kakazu1985", "nowhere.val", "figure5")
    assert code == 2 and "nowhere.val" in err and "figure5: 0 errors" in out


def test_numbers_are_read_back_in_the_form_in_which_they_are_printed(capsys):
    code, out, _ = said(capsys, "fk", "hokkaido1985", "--q", "0", "-1e-15", "9e1", "0", "60", "0")
    assert code == 0 and "X" in out
    far = ("ik", "hokkaido1985", "--pose", "1e308", "0", "-2.8E2", "0", "90", "0")
    code, _, err = said(capsys, *far)
    assert code == 2 and "1e+12 mm" in err


def test_an_unreachable_pose_in_a_picture_is_an_error_too(capsys, program, tmp_path):
    name = program("10 POINT FAR 2000 0 450 0 0 0\n20 MOVE FAR\n30 END\n")
    code, _, err = said(capsys, "render", "kakazu1985", name, "-o", str(tmp_path / "x.png"))
    assert code == 1 and "too far" in err


def test_binary_files_are_refused_by_fmt_and_an_export_names_the_users_path(
    capsys, program, tmp_path
):
    code, _, err = said(capsys, "fmt", program(b"\x80\xff\x00"))
    assert code == 2 and "not a text file" in err
    target = tmp_path / "no folder" / "x.csv"
    code, _, err = said(capsys, "run", *EXAMPLE, "--export", str(target))
    assert code == 2 and str(target) in err and ".part" not in err


def test_a_program_of_ten_thousand_lines_is_checked(capsys, program):
    lines = ["POINT A 700 0 400 0 90 0", "MOVE A", *["DRIVE 1 1", "DRIVE 1 -1"] * 4999, "END"]
    code, out, _ = said(capsys, "run", "kakazu1985", program("\n".join(lines)), "--period", "0.1")
    assert code == 0 and out.count("DRIVE") == 9998


def test_the_standard_layout_has_the_same_tables(capsys, program):
    name = program("10 point  a 700,0,280, 0,90,0 ; over the table\n20   move A\n30 end\n")
    _, before, _ = said(capsys, "tables", name)
    assert said(capsys, "fmt", "--check", name)[0] == 1
    assert said(capsys, "fmt", name)[0] == 0
    assert "; over the table" in Path(name).read_text()
    assert said(capsys, "tables", name)[1].lower() == before.lower()
    assert said(capsys, "fmt", "--check", name)[0] == 0


def test_check_runs_in_a_process_without_qt_and_vtk():
    code = (
        "import sys; from app.cli import main; main(['check', 'kakazu1985', 'figure5']); "
        "print([m for m in sys.modules if m.split('.')[0] in ('PySide6', 'vtkmodules', 'pyvista')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")


def test_options_may_stand_between_the_words_of_a_verb(capsys, tmp_path):
    picture = str(tmp_path / "a.png")
    words = ("kakazu1985", "--time", "1", "figure5", "--size", "160x100", "-o", picture)
    assert said(capsys, "render", *words)[0] == 0
    code, out, _ = said(capsys, "run", "--period", "0.1", "kakazu1985", "--json", "figure5")
    assert code == 0 and json.loads(out)["program"] == "figure5"
    code, _, err = said(capsys, "run", "kakazu1985", "--json")
    assert code == 2 and "required: program" in err


@pytest.mark.parametrize("verb", VERBS)
def test_a_misspelt_command_is_proposed_and_opens_no_window(verb, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("app.verbs.window.run", lambda args: 0)
    for wrong in {verb + "x", verb[1] + verb[0] + verb[2:]} - {"ki", "kf"}:
        for more in ((), ("kakazu1985", "figure5"), ("--json",)):
            code, out, err = said(capsys, wrong, *more)
            assert (code, out) == (2, "")
            assert f"there is no command {wrong}" in err and f"did you mean {verb}?" in err
        # A word that is the name of a file is a cell.
        (tmp_path / wrong).write_text("robots: {}\n")
        assert said(capsys, wrong)[0] == 0


def test_a_word_unlike_any_command_is_a_cell_for_the_window(capsys, monkeypatch):
    monkeypatch.setattr("app.verbs.window.run", lambda args: 0)
    for name in ("kakazu1985", "kakazu", "my.cell.yaml", "./chek"):
        assert said(capsys, name)[0] == 0


def test_files_folders_and_names_in_other_scripts_go_through_the_command_line(
    tmp_path, capsys
) -> None:
    folder = tmp_path / "作業 台é"
    folder.mkdir()
    cell, program = folder / "組立 セル.cell.yaml", folder / "組立 一.val"
    text = cell_path("kakazu1985").read_text(encoding="utf-8")
    cell.write_text(text.replace("TR2:", "作業台:"), encoding="utf-8")
    program.write_text("10 READY\n20 POINT 位置 700 0 280 0 90 0\n30 MOVE 位置\n40 END\n", "utf-8")
    assert main(["check", str(cell), str(program)]) == 0
    assert "作業台" in capsys.readouterr().out  # the nearest body
    assert main(["run", str(cell), str(program), "--export", str(folder / "軌道 一.csv")]) == 0
    assert (folder / "軌道 一.csv").exists()
    assert main(["fmt", str(program)]) == 0
    assert "MOVE 位置" in program.read_text(encoding="utf-8")
