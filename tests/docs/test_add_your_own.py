"""The walk-throughs work: a test carries out their printed steps in a copy of the project."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scenes import read_csv
from tests.depth import deep_only

pytestmark = pytest.mark.long

TOP = Path(__file__).resolve().parents[2]
PAGES = TOP / "resources" / "docs" / "add-your-own"
ROOMS = ("app", "geometry", "kinematics", "language", "resources", "scenes")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Copy:
    """Scratch copies of the rooms that a page changes; Python finds them before the project's
    rooms.
    """

    def __init__(self, folder: Path, *rooms: str) -> None:
        self.folder = folder
        shutil.copy(TOP / "pyproject.toml", folder)
        for room in rooms:
            shutil.copytree(TOP / room, folder / room, ignore=shutil.ignore_patterns("*.pyc.*"))

    def follow(self, page: str) -> list[tuple[str, str]]:
        """Does what a page says: writes its files, changes lines, and runs its commands."""
        told = []
        for kind, text in FENCE.findall((PAGES / page).read_text(encoding="utf-8")):
            if kind == "diff":
                self._change(text)
            elif kind == "sh":
                told += [(line, self.run(*self._words(line))) for line in text.splitlines()]
            elif kind in ("python", "yaml"):
                path = self.folder / text.partition("\n")[0].removeprefix("# ")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            elif kind == "val":
                (self.folder / "my.val").write_text(text, encoding="utf-8")
        return told

    def _words(self, line: str) -> list[str]:
        program, *words = shlex.split(line)
        if program == "python":
            return words
        assert program == "cellwright", line
        return ["-m", "app", *words]

    def _change(self, text: str) -> None:
        """Changes a file as a block of the page, written like a patch, says."""
        head, *lines = text.splitlines()
        path = self.folder / head.removeprefix("--- ")
        old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        before = path.read_text(encoding="utf-8")
        assert before.count(old) == 1, f"{head}: these lines do not stand there once:\n{old}"
        path.write_text(before.replace(old, new), encoding="utf-8")

    def run(self, *words: str) -> str:
        """The output of Python with the copies in front; the run must succeed."""
        paths = os.pathsep.join([str(self.folder), str(TOP)])
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def test_the_walk_through_to_a_robot_ends_with_a_checked_program(tmp_path: Path) -> None:
    (_, shown), (_, solved), (_, checked) = Copy(tmp_path).follow("robot.md")
    assert "solved in closed form (spherical wrist)" in shown
    assert "8 solutions, all there are" in solved
    assert "0 errors" in checked and "schematic" in checked


def test_the_walk_through_to_an_exporter_writes_the_same_numbers_as_csv(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "scenes")
    copy.follow("exporter.md")
    copy.run("-m", "app", "run", "kakazu1985", "figure5", "--unchecked", "--export", "other.csv")
    reads = "from scenes.exporters import read_trajectory as read; import numpy as np; "
    reads += "a, b = read('figure5.tsv'), read('other.csv'); "
    reads += "print(np.array_equal(a.joints, b.joints) and np.array_equal(a.times, b.times))"
    assert copy.run("-c", reads).strip() == "True"
    assert (tmp_path / "figure5.tsv.json").exists()
    assert len(read_csv(tmp_path / "other.csv").times) > 100


@deep_only
def test_the_walk_through_to_a_maker_writes_the_joints_that_urscript_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    copy = Copy(tmp_path)
    (_, plain), (_, script) = copy.follow("maker.md")
    assert "not compared: this language has no reader" in plain
    motions = re.search(r"(\d+) motions", plain)
    assert motions is not None and motions[0] in script
    rows = re.findall(r"^JOINTS ([-\d. ]+?) AT", (tmp_path / "pick.plain").read_text(), re.M)
    turned = re.findall(r"movej\(\[([^]]+)\]", (tmp_path / "pick.script").read_text())
    degrees = np.degrees(np.array([row.split(", ") for row in turned], dtype=float))
    assert len(rows) == len(turned) > 5
    assert np.allclose(np.array([row.split() for row in rows], dtype=float), degrees, atol=2e-5)
    (tmp_path / "one.cell.yaml").write_text("cell: 1\nrobots: {arm: {use: kuka_kr6_r900_2}}\n")
    (tmp_path / "one.val").write_text("DRAW 0, 0, -40\nREADY\nEND\n")
    told = copy.run("-m", "app", "export", "one.cell.yaml", "one.val", "--to", "cell7")
    assert "read back: the tool within" in told
    assert "&COMMENT cell 7, welding office" in (tmp_path / "one.src").read_text()


def test_the_walk_through_to_a_solver_is_used_and_agrees_with_the_list_without_it(
    tmp_path: Path,
) -> None:
    copy = Copy(tmp_path, "kinematics")
    copy.follow("solver.md")
    printed = copy.run("try_slides.py")
    assert printed.strip() == "three slides True [[100.0, -20.0, 300.0]]"
    shutil.rmtree(tmp_path / "kinematics")
    without = copy.run("try_slides.py")
    assert "three slides" not in without
    assert without.strip().endswith("[[100.0, -20.0, 300.0]]")


def test_the_walk_through_to_an_instruction_ends_with_a_proven_program_and_all_laws_kept(
    tmp_path: Path,
) -> None:
    copy = Copy(tmp_path, *ROOMS, "tests")
    told = dict(copy.follow("instruction.md"))
    assert "proven free: 4 of 4" in told["cellwright check kakazu1985 my.val"]
    assert "47  1  0 99     450.000" in told["cellwright tables my.val"]
    tests = [printed for line, printed in told.items() if "pytest" in line]
    assert len(tests) == 3 and all(" passed" in printed for printed in tests)
    offers = "from language.editing.service import Facts, complete; "
    offers += "print([offer.text for offer in complete('RI', 1, 3, Facts())])"
    assert "'RISE'" in copy.run("-c", offers)


@deep_only
def test_the_walk_through_to_a_primitive_ends_with_a_checked_proof_and_all_laws_kept(
    tmp_path: Path,
) -> None:
    copy = Copy(tmp_path, *ROOMS, "tests")
    told = dict(copy.follow("primitive.md"))
    # Slices of a frustum: (A + B + 4 M) h / 6 of the edges at both ends and in the middle.
    outer = (160 * 160 + 300 * 240 + 4 * 230 * 200) * 200 / 6
    # The hole begins 2 mm below the bottom and ends 2 mm above the top.
    edges = [(150 + 140 * z / 204, 150 + 80 * z / 204) for z in (2, 102, 202)]
    low, middle, high = (x * y for x, y in edges)
    left = outer - (low + 4 * middle + high) * 200 / 6
    shown = told["cellwright solids hopper.cell.yaml --body hopper"]
    assert f"volume {left:.3f} mm3" in shown
    assert "proven free: 4 of 4" in told["cellwright check hopper.cell.yaml my.val"]
    verdicts = told["python try_hopper.py"].split("\n")[:2]
    assert [verdict.lower() for verdict in verdicts] == ["130 free true", "200 hit true"]
    tests = [printed for line, printed in told.items() if "pytest" in line]
    assert len(tests) == 2 and all(" passed" in printed for printed in tests)


@pytest.mark.gl
def test_the_walk_through_to_a_view_draws_a_picture(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "app")
    copy.follow("view.md")
    assert (tmp_path / "xray.png").stat().st_size > 1000
    menu = "from app.desktop.menus.viewing.view_menu import VIEW"
    names = f"{menu}; print([a.text for a in VIEW.actions])"
    assert "Xray" in copy.run("-c", names)
