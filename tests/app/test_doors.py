"""The window, the command line and the language server report the same about a program."""

import json

import numpy as np
import pytest

from app.background.checking import Subject, checked, ran
from app.background.letters import packed
from app.cli import main
from app.desktop.runs.run_inputs import RunInputs
from app.desktop.runs.run_jobs import check_program, run_program
from scenes import load_cell
from scenes.execution.machine.scenario import Scenario

HEAD = """POINT FAR 3000 0 500 0 0 0
POINT #FAR 999 999 999 999 999 999
POINT A 700 0 280 0 90 0
POINT B 450 450 370 30 40 50
"""
GOOD = ("MOVE A", "MOVE B", "APPRO B, 30", "DRAW 0, 0, 5", "READY", "SPEED 50", "DEPARTS 3")
BAD = ("MOVE FAR", "MOVES FAR", "APPROS FAR, 10", "DRAW 0, 0, 9000", "MOVE #FAR", "OPENI 9000")
Said = set[tuple[str, int, str]]


def by_command_line(text: str, tmp_path, capsys) -> Said:
    path = tmp_path / "p.val"
    path.write_text(text, encoding="utf-8")
    main(["check", "kakazu1985", str(path), "--format", "json"])
    (program,) = json.loads(capsys.readouterr().out)["programs"]
    return {(d["code"], d["line"], d["message"]) for d in program["diagnostics"]}


def by_language_server(text: str, number: int) -> Said:
    cell = packed(load_cell("kakazu1985"))
    subject = Subject(number, cell, (text, ""), (), Scenario())
    found = (*ran(subject)[1], *checked(subject))
    return {(p.code, p.line, p.message) for p in found}


def by_window(text: str) -> Said:
    given = (load_cell("kakazu1985"), text, "", RunInputs(), "token")
    shown_run = run_program(*given, on_progress=lambda *_: None)
    verdict = check_program(*given, on_progress=lambda *_: None)
    assert set(shown_run.findings) <= set(verdict.findings)
    return {(f.code, f.line, f.message) for f in verdict.findings}


@pytest.mark.parametrize("seed", range(4))
def test_all_doors_name_the_same_bad_lines_and_say_the_same_of_them(
    seed: int, tmp_path, capsys
) -> None:
    rng = np.random.default_rng(seed)
    bad = rng.random(12) < 0.4
    bad[rng.integers(12)] = True
    lines = [rng.choice(BAD if each else GOOD) for each in bad]
    text = f"{HEAD}READY\n" + "\n".join(lines) + "\nEND\n"
    said = by_command_line(text, tmp_path, capsys)
    first = HEAD.count("\n") + 2
    errors = [line for code, line, _ in said if code.startswith("E")]
    assert sorted(errors) == [first + int(i) for i in np.flatnonzero(bad)]
    assert by_language_server(text, 1000 + seed) == said
    assert by_window(text) == said
