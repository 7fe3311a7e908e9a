"""An exported motion carries its verdict, and a run with errors is exported only on request."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from app.cli import main
from app.desktop.looks.mnemonics import mnemonic
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
def _shown(qtbot, worker, document, analyst, cell, texts, answers, tmp_path):
    """shown(program, is_checked): the dialog over the run of that program, checked or not."""
    made = []

    def show(program: str, is_checked: bool = True, preferences: Preferences | None = None):
        file = Path(texts[program])
        if document.cell is None:
            document.show_cell(cell, None)
        document.add_source(Source(read_text_file(file), file, file.name, document))
        if is_checked:
            analyst.answer()
        else:
            asked = analyst.asked.pop()
            document._take_run(asked[0], shown_run_of(simulate(cell, (asked[2], asked[3]), 0.02)))
        desk = SimpleNamespace(
            dialogs=answers, folder=tmp_path, preferences=preferences or Preferences()
        )

        def remember(**choices) -> None:
            desk.preferences = replace(desk.preferences, **choices)

        desk.remember = remember
        busy = SimpleNamespace(is_busy=False)
        parts = SimpleNamespace(window=None, document=document, desk=desk, analyst=busy)
        dialog = export_trajectory(parts, worker)
        dialog.parts = parts
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        made.append(dialog)
        qtbot.addWidget(dialog)
        return dialog

    yield show
    for dialog in made:
        dialog.close()


def settled(qtbot, dialog) -> None:
    """Waits until the preview and the figures of the dialog are those of its choices."""
    qtbot.waitUntil(
        lambda: not dialog.later.isActive() and not dialog._work.is_at_work, timeout=60_000
    )


def written(qtbot, dialog, path: Path) -> Path:
    """Has the dialog write a file, and waits for it."""
    dialog.file.setText(str(path))
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    return path


@pytest.mark.parametrize(
    ("program", "is_checked", "option", "sign", "reason"),
    [
        ("clean", True, "", "✔ Free of collision: proven free", ""),
        ("colliding", True, "--despite-errors", "✖ 2 findings", "runs into TR2"),
        ("unreachable", True, "--despite-errors", "✖ 1 finding", "Line 4: "),
        ("clean", False, "--unchecked", "◌ Not checked", "nothing is known of collisions"),
        ("unreachable", False, "--unchecked", "✖ 1 finding", "not checked yet"),
    ],
)
def test_the_dialog_tells_the_verdict_and_writes_what_the_command_line_writes(
    program, is_checked, option, sign, reason, qtbot, shown, texts, tmp_path
) -> None:
    dialog = shown(program, is_checked)
    told = dialog.verdict.text()
    assert sign in told and reason in told
    assert ("The exported file will say so." in told) == bool(option)
    assert ("anyway" in dialog.export_button.text()) == bool(option)
    _, files = exported(tmp_path, "kakazu1985", texts[program], *([option] if option else []))
    for kind in ("csv", "json"):
        dialog.show()
        written(qtbot, dialog, tmp_path / f"window.{kind}")
        dialog = shown(program, is_checked) if kind == "csv" else dialog
    for kind in ("csv", "csv.json", "json"):
        assert (tmp_path / f"window.{kind}").read_bytes() == files[kind].read_bytes(), kind


@pytest.mark.parametrize("period_ms", [0.7, 12.5, 400.0])
def test_another_period_is_that_of_the_command_line(
    period_ms, qtbot, shown, texts, tmp_path
) -> None:
    dialog = shown("clean")
    dialog.period.setValue(period_ms)
    path = written(qtbot, dialog, tmp_path / "window.json")
    _, files = exported(
        tmp_path, "kakazu1985", texts["clean"], "--period", f"{period_ms / 1000:.4f}"
    )
    assert path.read_bytes() == files["json"].read_bytes()


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_the_preview_is_both_ends_of_the_file(suffix, qtbot, shown, tmp_path) -> None:
    dialog = shown("clean")
    dialog.format.setCurrentIndex(dialog.format.findData(suffix))
    dialog.period.setValue(3.0)
    qtbot.waitUntil(lambda: not dialog.later.isActive())
    settled(qtbot, dialog)
    seen = dialog.preview.toPlainText().splitlines()
    [at] = [row for row, line in enumerate(seen) if "more rows" in line]
    lines = written(qtbot, dialog, tmp_path / f"a{suffix}").read_text("utf-8").splitlines()
    assert seen[:at] == lines[:at]
    assert seen[at + 1 :] == lines[at + 1 - len(seen) :]
    assert f"⋯ {len(lines) - len(seen) + 1:,} more rows ⋯" == seen[at]
    rows = len(read_trajectory(tmp_path / f"a{suffix}").times)
    assert dialog.facts.text().startswith(f"{rows:,} rows, about ")
    assert "mm from the motion" in dialog.facts.text()


def test_the_last_choice_is_found_again(qtbot, shown, tmp_path) -> None:
    dialog = shown("clean")
    dialog.period.setValue(25.0)
    (tmp_path / "kept").mkdir()
    written(qtbot, dialog, tmp_path / "kept" / "a.json")
    again = shown("clean", True, dialog.parts.desk.preferences)
    assert (again.choice.suffix, again.choice.period_ms) == (".json", 25.0)
    assert again.path == tmp_path / "kept" / "clean.json"


def test_format_and_suffix_of_the_name_follow_each_other(shown, tmp_path) -> None:
    dialog = shown("clean")
    assert dialog.path == tmp_path / "clean.csv"
    dialog.format.setCurrentIndex(dialog.format.findData(".json"))
    assert dialog.path == tmp_path / "clean.json"
    dialog.file.setText("other.csv")
    assert dialog.choice.suffix == ".csv"
    assert dialog.path == tmp_path / "other.csv"
    dialog.file.setText("bare")
    assert dialog.path == tmp_path / "bare.csv"


@pytest.mark.parametrize(
    ("name", "words"),
    [("gone/a.csv", "gone"), ("a.xls", ".xls files are not known"), ("", "no name")],
)
def test_a_fault_is_told_in_the_dialog(name, words, qtbot, shown, tmp_path) -> None:
    dialog = shown("clean")
    dialog.file.setText(str(tmp_path / name) if name else "")
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.is_writing, timeout=60_000)
    assert dialog.isVisible() and words in dialog.message.text()
    assert not list(tmp_path.glob("a.*"))


def test_what_is_being_written_is_given_up_by_cancel(qtbot, shown, tmp_path) -> None:
    dialog = shown("clean")
    dialog.period.setValue(0.1)
    dialog.file.setText(str(tmp_path / "a.json"))
    dialog.export()
    assert dialog.is_writing and dialog.close_button.text() == "&Cancel"
    dialog.reject()
    assert dialog.isVisible() and not dialog.is_writing
    assert dialog.message.text() == "Not exported."
    assert not list(tmp_path.glob("*a.json*"))
    settled(qtbot, dialog)
    assert "mm from the motion" in dialog.facts.text()


def test_an_existing_file_is_named_and_stays_after_a_fault(qtbot, shown, tmp_path) -> None:
    (tmp_path / "a.csv").write_text("old", encoding="utf-8")
    (tmp_path / "a.csv.json").write_text("of another kind", encoding="utf-8")
    dialog = shown("clean")
    dialog.file.setText(str(tmp_path / "a.csv"))
    assert "a.csv is there already and is replaced" in dialog.message.text()
    dialog.export()
    qtbot.waitUntil(lambda: not dialog.is_writing, timeout=60_000)
    assert "another kind" in dialog.message.text()
    assert (tmp_path / "a.csv").read_text("utf-8") == "old"


def test_an_edit_holds_the_export_back_until_the_run_is_new(qtbot, shown, analyst) -> None:
    dialog = shown("clean")
    settled(qtbot, dialog)
    rows = dialog.facts.text()
    dialog.document.active.replace_text("READY\nDRIVE 1 50\nEND\n")
    assert not dialog.export_button.isEnabled()
    assert "has changed" in dialog.verdict.text()
    dialog.document.analyse_now()
    analyst.answer()
    assert dialog.export_button.isEnabled()
    assert "Free of collision" in dialog.verdict.text()
    settled(qtbot, dialog)
    assert dialog.facts.text() != rows


def test_a_check_under_way_is_told(shown) -> None:
    dialog = shown("clean", False)
    dialog.parts.analyst.is_busy = True
    dialog.refresh()
    assert dialog.verdict.text().startswith("◌ Being checked")


def test_every_field_is_reached_by_a_letter_of_its_own_and_has_a_name(shown) -> None:
    dialog = shown("colliding")
    labels = [label.text() for label in dialog.findChildren(QLabel) if label.buddy()]
    buttons = [button.text() for button in dialog.findChildren(QPushButton)]
    letters = [mnemonic(text) for text in (*labels, *buttons)]
    assert "" not in letters and len(set(letters)) == len(letters) >= 7
    for field in (dialog.format, dialog.period, dialog.file, dialog.preview, dialog.verdict):
        assert field.accessibleName() and field.focusPolicy() & Qt.FocusPolicy.TabFocus
