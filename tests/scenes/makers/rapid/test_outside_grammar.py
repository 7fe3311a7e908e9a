"""RAPID programs of ours are accepted by rapidchecker, whose grammar others have written.

rapidchecker stands under the AGPL: it runs as a process of its own, for this test alone.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from scenes.makers.writing.turns import with_turns
from scenes.makers.written_program import written
from tests.depth import cases
from tests.scenes.makers.conftest import random_program

pytest.importorskip("rapidchecker", reason="make test-oracles installs rapidchecker")
pytestmark = pytest.mark.oracle

ARM = "abb_irb120"
LOOPS = "READY\nFOR i = 1 TO 5\nDRIVE 1 20\nSIGNAL 3\nDRIVE 1 -20\nSIGNAL -3\nEND\nEND\n"


def complaints(folder: Path) -> tuple[int, str]:
    """The exit code of rapidchecker for the modules of a folder, and what it says."""
    names = sorted(map(str, folder.glob("*.mod")))
    command = [sys.executable, "-m", "rapidchecker", *names]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout + done.stderr


def write(folder: Path, name: str, orders, robot) -> str:
    text = written(orders, robot, "rapid", name).text
    (folder / f"{name}.mod").write_text(text, encoding="utf-8")
    return text


def test_an_outside_grammar_accepts_each_random_program(orders_of, tmp_path: Path) -> None:
    for seed in range(cases(40, 4)):
        run, orders = orders_of(ARM, random_program(ARM, seed))
        write(tmp_path, f"p{seed}", orders, run.cell.robot)
    code, told = complaints(tmp_path)
    assert code == 0, told


def test_an_outside_grammar_accepts_a_program_whose_loops_are_kept(
    orders_of, tmp_path: Path
) -> None:
    run, orders = orders_of(ARM, LOOPS)
    text = write(tmp_path, "loops", with_turns(orders), run.cell.robot)
    assert "FOR " in text
    code, told = complaints(tmp_path)
    assert code == 0, told


@pytest.mark.parametrize(
    ("right", "wrong"), [("ENDMODULE", ""), (":=[[", ":=["), ("PROC main()", "PROC main(")]
)
def test_an_outside_grammar_refuses_a_damaged_program(
    right, wrong, orders_of, tmp_path: Path
) -> None:
    run, orders = orders_of(ARM, random_program(ARM, 1))
    text = write(tmp_path, "damaged", orders, run.cell.robot)
    (tmp_path / "damaged.mod").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    assert complaints(tmp_path)[0] != 0
