"""The examples run and show their results."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from tests.depth import share

TOP = Path(__file__).resolve().parents[2]
EXAMPLES = TOP / "resources" / "examples"
SHOWN = {
    "01_inverse.py": ("8 solutions by the solver 'spherical wrist', all of them: True", "too far"),
    "02_all_solutions.py": ("ur5e: 8 solutions", "8 solutions with joint 3 at 0.2 rad"),
    "03_run_and_export.py": ("the hand holds BLOCK", "read back to the same numbers: True"),
    "04_prove.py": ("proven free: 10 of 10", "E501", "BLOCK runs into crate"),
    "05_cell_by_hand.py": ("in the hole: TOUCH", "1 mm beside: HIT", "the whole way down: FREE"),
}
STUDIES = {
    "1_reach.study.yaml": "reaches 7,705 of 20,196 poses",
    "1_errors.study.yaml": "0 of 500 runs fail. 0 collide.",
    "2_place.study.yaml": "A place for the arm",
}
CELLS = ("1_reach", "2_pick", "3_crate", "4_signals", "5_cycle")


def test_every_script_and_cell_of_the_folder_is_tried() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SHOWN)
    cells = {path.name.removesuffix(".cell.yaml") for path in EXAMPLES.glob("*.cell.yaml")}
    programs = {path.stem for path in EXAMPLES.glob("*.val")}
    assert cells == programs == set(CELLS)
    assert {path.name for path in EXAMPLES.glob("*.study.yaml")} == set(STUDIES)


@pytest.mark.parametrize("name", SHOWN)
def test_a_script_prints_the_result_that_it_demonstrates(name: str, tmp_path: Path) -> None:
    words = [sys.executable, EXAMPLES / name, *([tmp_path] if name.startswith("03") else [])]
    paths = os.pathsep.join(filter(None, [str(TOP), os.environ.get("PYTHONPATH")]))
    surroundings = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(
        words, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for words_shown in SHOWN[name]:
        assert words_shown in done.stdout
    assert ": False" not in done.stdout


@pytest.mark.parametrize("name", CELLS)
def test_an_example_program_is_proven_free_without_a_warning(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = EXAMPLES / f"{name}.scenario.yaml"
    more = ["--scenario", str(scenario)] if scenario.exists() else []
    files = [str(EXAMPLES / f"{name}.cell.yaml"), str(EXAMPLES / f"{name}.val")]
    code = main(["check", *files, "--format", "json", *more])
    answer = json.loads(capsys.readouterr().out)["programs"][0]
    assert code == 0
    assert [d["code"] for d in answer["diagnostics"] if d["severity"] != "note"] == []
    assert answer["proof"]["proven_free"] == answer["proof"]["segments"] > 0
    assert (answer["cycle"] is not None) == (name == "5_cycle")


@pytest.mark.parametrize("name", share(list(STUDIES), 1))
def test_an_example_study_gives_its_answer(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "results"
    assert main(["study", str(EXAMPLES / name), "--workers", "1", "-o", str(folder)]) == 0
    assert STUDIES[name] in capsys.readouterr().out
    assert (folder / "result.html").exists()


def test_the_measured_poses_give_the_table_that_the_page_of_calibration_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = EXAMPLES / "puma560_measured.csv"
    assert main(["robots", "calibrate", "puma560", "--measured", str(path)]) == 0
    printed = capsys.readouterr().out
    page = (TOP / "resources" / "docs" / "calibration.md").read_text(encoding="utf-8")
    shown = page.partition("```text\n")[2].partition("```")[0].splitlines()
    lines = [line for line in shown if line not in ("", "...")]
    assert len(lines) > 5
    assert [line for line in lines if line not in printed] == []


@pytest.mark.parametrize("name", CELLS)
def test_an_example_program_has_the_standard_layout(name: str) -> None:
    assert main(["fmt", "--check", str(EXAMPLES / f"{name}.val")]) == 0
