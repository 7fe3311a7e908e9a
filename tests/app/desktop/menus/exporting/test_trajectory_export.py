"""An exported motion carries its verdict, and a run with errors is exported only on request."""

import hashlib
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.cli import main
from app.desktop.looks.dialogs import Dialogs
from app.desktop.looks.settings import Preferences
from app.desktop.menus.exporting.trajectory_export import export_trajectory
from app.desktop.runs.shown_run import shown_run_of
from app.desktop.state.source import Source
from app.programs.text_files import read_text_file
from scenes import simulate
from scenes.exporters import read_trajectory
from scenes.library import program_path

CLEAN = "READY\nDRIVE 1 5\nEND\n"
UNREACHABLE = "POINT FAR 5000 0 400 0 90 0\nREADY\nDRIVE 1 5\nMOVE FAR\nEND\n"
FAULTY = "READY\nMOVS NOWHERE\nEND\n"
SCHEMATIC = "cell: 1\nrobots: {arm: {use: textbook_leg}}\n"


@pytest.fixture(name="texts")
def _texts(tmp_path):
    """From names to program files: one clean, one that collides, some that cannot be run."""
    texts = {"clean": CLEAN, "unreachable": UNREACHABLE, "faulty": FAULTY}
    texts["colliding"] = program_path("into_table").read_text(encoding="utf-8")
    for name, text in texts.items():
        (tmp_path / f"{name}.val").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.val") for name in texts}


def exported(folder: Path, cell: str, program: str, *options: str) -> tuple[int, dict[str, Path]]:
    """The exit code of an export as CSV and JSON, and the files it wrote, by suffix."""
    target = folder / "out"
    target.mkdir(exist_ok=True)
    paths = [str(target / f"a.{kind}") for kind in ("csv", "json")]
    code = main(["run", cell, program, "--export", *paths, *options])
    return code, {path.name.removeprefix("a."): path for path in target.iterdir()}


def verdict_in(file: Path) -> dict:
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("program", "option", "code", "standing"),
    [
        ("clean", "", 0, "proven free"),
        ("clean", "--despite-errors", 0, "proven free"),
        ("clean", "--unchecked", 0, "not checked"),
        ("colliding", "", 1, None),
        ("colliding", "--despite-errors", 1, "errors"),
        ("colliding", "--unchecked", 0, "not checked"),
        ("unreachable", "", 1, None),
        ("unreachable", "--despite-errors", 1, "errors"),
        ("unreachable", "--unchecked", 1, "not checked"),
        ("faulty", "", 1, None),
        ("faulty", "--despite-errors", 1, None),
        ("faulty", "--unchecked", 1, None),
    ],
)
def test_a_run_with_errors_is_written_only_where_that_is_asked_for(
    program, option, code, standing, texts, tmp_path, capsys
) -> None:
    words = [option] if option else []
    found, files = exported(tmp_path, "kakazu1985", texts[program], *words)
    assert found == code
    assert set(files) == (set() if standing is None else {"csv", "csv.json", "json"})
    if standing is None:
        assert "nothing was exported" in capsys.readouterr().err
        return
    own, beside = verdict_in(files["json"]), verdict_in(files["csv.json"])
    assert own["verdict"]["standing"] == standing
    for key in ("robot", "robot_title", "cell", "program", "program_sha256", "called"):
        assert own[key] == beside[key]
    assert (own["verdict"], own["coverage"]) == (beside["verdict"], beside["coverage"])
    whole = Path(texts[program]).read_bytes()
    assert own["program_sha256"] == hashlib.sha256(whole).hexdigest()
    digest = hashlib.sha256(files["csv"].read_bytes()).hexdigest()
    assert beside["trajectory_sha256"] == digest
    assert (own["verdict"]["collisions"] is None) == (standing == "not checked")
    assert len(read_trajectory(files["json"]).times) == len(read_trajectory(files["csv"]).times)


@pytest.mark.parametrize("program", ["clean", "colliding", "unreachable"])
def test_an_export_says_what_the_verb_check_says(program, texts, tmp_path, capsys) -> None:
    code = main(["check", "kakazu1985", texts[program], "--format", "json"])
    [said] = json.loads(capsys.readouterr().out)["programs"]
    found, files = exported(tmp_path, "kakazu1985", texts[program], "--despite-errors")
    written = verdict_in(files["json"])
    severities = [item["severity"] for item in said["diagnostics"]]
    verdict = written["verdict"]
    assert found == code == int("error" in severities)
    assert verdict["errors"] == severities.count("error")
    assert verdict["warnings"] == severities.count("warning")
    assert verdict["collisions"] == len(said["collisions"])
    for count in ("segments", "proven_free", "in_contact", "not_proven"):
        assert verdict[count] == said["proof"][count]
    assert written["coverage"] == said["coverage"]
    errors = [item["message"] for item in said["diagnostics"] if item["severity"] == "error"]
    assert sorted(p["message"] for p in verdict["problems"]) == sorted(errors)


def test_the_motion_is_the_same_whatever_its_verdict(texts, tmp_path) -> None:
    _, checked = exported(tmp_path, "kakazu1985", texts["colliding"], "--despite-errors")
    bytes_checked = checked["csv"].read_bytes()
    _, unchecked = exported(tmp_path, "kakazu1985", texts["colliding"], "--unchecked")
    assert unchecked["csv"].read_bytes() == bytes_checked
    assert bytes_checked.startswith(b"time_s,theta1_deg,")


def test_a_schematic_arm_is_not_exported_as_proven_free(tmp_path, texts, capsys) -> None:
    cell = tmp_path / "arm.cell.yaml"
    cell.write_text(SCHEMATIC)
    code, files = exported(tmp_path, str(cell), texts["clean"])
    out, err = capsys.readouterr()
    assert code == 0
    assert "verdict: free as drawn; the arm is schematic" in out
    assert "proven free" not in out
    assert "W310" in err
    written = verdict_in(files["json"])
    assert written["verdict"]["standing"] == "free as drawn"
    assert written["coverage"]["robots"][0]["shape"] == "schematic"
    assert written["robot_title"] == "Textbook leg"


def test_an_earlier_export_stays_where_nothing_is_written(texts, tmp_path) -> None:
    _, before = exported(tmp_path, "kakazu1985", texts["clean"])
    kept = {name: path.read_bytes() for name, path in before.items()}
    code, after = exported(tmp_path, "kakazu1985", texts["colliding"])
    assert code == 1
    assert {name: path.read_bytes() for name, path in after.items()} == kept


@pytest.mark.parametrize("second", ["a.xls", "a.csv.json"])
def test_an_impossible_file_name_is_refused_before_anything_is_written(
    second, texts, tmp_path, capsys
) -> None:
    paths = [str(tmp_path / name) for name in ("a.csv", second)]
    assert main(["run", "kakazu1985", texts["clean"], "--export", *paths]) == 2
    assert second in capsys.readouterr().err
    assert not list(tmp_path.glob("a.*"))


def test_line_ends_and_a_byte_order_mark_do_not_change_the_hash(texts, tmp_path) -> None:
    windows = tmp_path / "windows.val"
    windows.write_bytes(b"\xef\xbb\xbf" + CLEAN.replace("\n", "\r\n").encode())
    _, files = exported(tmp_path, "kakazu1985", str(windows), "--unchecked")
    expected = hashlib.sha256(CLEAN.encode()).hexdigest()
    assert verdict_in(files["json"])["program_sha256"] == expected


def test_files_whose_programs_were_run_are_named_with_their_hash(tmp_path) -> None:
    own, called, idle = (tmp_path / f"{name}.val" for name in ("main", "turn", "idle"))
    own.write_text("READY\nCALL TURN\nEND\n")
    called.write_text(".PROGRAM TURN\nDRIVE 1 5\n.END\n")
    idle.write_text(".PROGRAM IDLE\nDRIVE 1 5\n.END\n")
    with_ = ("--with", str(called), str(idle))
    _, files = exported(tmp_path, "kakazu1985", str(own), *with_)
    digest = hashlib.sha256(called.read_bytes()).hexdigest()
    assert verdict_in(files["json"])["called"] == [{"program": "turn.val", "sha256": digest}]


def test_solids_of_a_cell_are_written_without_a_check_unless_a_motion_is_exported_too(
    texts, tmp_path, capsys
) -> None:
    solids = tmp_path / "cell.tips"
    words = ["run", "kakazu1985", texts["colliding"], "--export-cell", str(solids)]
    assert main([*words, "--export", str(tmp_path / "a.csv")]) == 1
    assert not solids.exists()
    assert main([*words, "--time", "2.3"]) == 0
    assert solids.exists()


# The window.


@pytest.fixture(name="shown")
def _shown(document, analyst, cell, texts, answers, tmp_path):
    """shown(program, is_checked): a window that has run that program, and checked it or not."""

    def show(program: str, is_checked: bool = True) -> SimpleNamespace:
        file = Path(texts[program])
        document.show_cell(cell, None)
        document.add_source(Source(read_text_file(file), file, file.name, document))
        if is_checked:
            analyst.answer()
        else:
            asked = analyst.asked.pop()
            document._take_run(asked[0], shown_run_of(simulate(cell, (asked[2], asked[3]), 0.02)))
        answers.path = tmp_path / "window.json"
        desk = SimpleNamespace(dialogs=answers, folder=tmp_path, preferences=Preferences())
        return SimpleNamespace(document=document, desk=desk)

    return show


@pytest.mark.parametrize(
    ("program", "is_checked", "option", "reason"),
    [
        ("colliding", True, "--despite-errors", "runs into TR2"),
        ("unreachable", True, "--despite-errors", "Line 4: "),
        ("clean", False, "--unchecked", "nothing is known of collisions"),
        ("unreachable", False, "--unchecked", "Line 4: "),
    ],
)
def test_the_window_asks_and_then_writes_what_the_command_line_writes(
    program, is_checked, option, reason, shown, answers, texts, tmp_path
) -> None:
    window = shown(program, is_checked)
    export_trajectory(window)
    assert not answers.path.exists()
    [(_, reasons)] = answers.told
    assert any(reason in told for told in reasons)
    answers.exports_anyway = True
    for kind in ("csv", "json"):
        answers.path = tmp_path / f"window.{kind}"
        export_trajectory(window)
    _, files = exported(tmp_path, "kakazu1985", texts[program], option)
    for kind in ("csv", "csv.json", "json"):
        assert (tmp_path / f"window.{kind}").read_bytes() == files[kind].read_bytes(), kind


def test_the_window_exports_a_proven_run_without_a_question(shown, answers) -> None:
    export_trajectory(shown("clean"))
    assert not answers.told
    assert verdict_in(answers.path)["verdict"]["standing"] == "proven free"


@pytest.mark.window
@pytest.mark.parametrize("words", ["Export anyway", "Cancel"])
def test_the_question_is_answered_by_its_buttons(qtbot, words) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert box.defaultButton().text().endswith("Cancel")
        next(each for each in box.buttons() if words in each.text()).click()

    QTimer.singleShot(0, press)
    answer = Dialogs(widget).export_anyway("This run has an error.", ["Line 9: it hits"])
    assert answer == (words == "Export anyway")
