"""Studies on two processes: reach maps, random runs, places, and what the engine itself costs.

python tests/benchmarks/bench_studies.py [--seed N] [--share S]

Times are clock times of a study from its chunk files being opened to its index being written; the
start of the two processes is a row of its own. --share: The share of the poses and places that
is looked at; the time of all of them follows by their number, and the row says so. It is then too
long by what a study does once, such as to settle which links can meet.
"""

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine_cost import cost_of_engine
from figures import Figure, arguments, least, most, show, timed

from scenes.studies.engine.chunk_files import opened
from scenes.studies.engine.local_pool import LocalPool
from scenes.studies.engine.running import run_study
from scenes.studies.engine.study import Study
from scenes.studies.files.study_file import read_study

REACH = "study: 1\ncell: CELL.cell.yaml\nreach: {step: STEP, directions: 4, collision: FREE}\n"
RUNS = """study: 1
cell: arm.cell.yaml
tolerance:
  program: fifty.val
  runs: NUMBER
  collision: FREE
  vary: [{locations: [NAMES], at: 0.5, rpy: 0.2}]
"""
PLACES = """study: 1
cell: full.cell.yaml
placement:
  program: fifty.val
  move: robot
  x: {from: -150, to: 150, count: 20}
  y: {from: -150, to: 150, count: 20}
  yaw: {from: -40, to: 40, count: COUNT}
"""
MILLION = 1_000_000
_ROUNDS = 5  # of the cost of the engine, of which the median counts


class Kept:
    """Workers that live from study to study, so that their start is timed once."""

    def __init__(self, count: int) -> None:
        self.count, self._pool = count, LocalPool(count)
        begun = time.perf_counter()
        self._executor = self._pool.executor()
        self.seconds = time.perf_counter() - begun

    @property
    def losses(self) -> tuple[type[BaseException], ...]:
        return self._pool.losses

    def executor(self) -> Executor:
        return self._executor

    def end(self, executor: Executor) -> None:
        """The pool is needed again."""

    def close(self) -> None:
        self._executor.shutdown()


def files(folder: Path, rng: np.random.Generator) -> None:
    """A cell with an arm, one with 50 bodies about it, and a program of 50 joint motions."""
    for name in ("abb_irb120", "fanuc_crx10ia_l"):
        (folder / f"{name}.cell.yaml").write_text(f"cell: 1\nrobots: {{arm: {{use: {name}}}}}\n")
    shutil.copy(folder / "abb_irb120.cell.yaml", folder / "arm.cell.yaml")
    bodies = []
    for number in range(50):
        angle, out = rng.uniform(-np.pi, np.pi), rng.uniform(500.0, 900.0)
        x, y, z = out * np.cos(angle), out * np.sin(angle), rng.uniform(0.0, 600.0)
        solid = "[{add: {box: [80, 60, 90]}}]"
        bodies.append(f"  b{number}: {{at: [{x:.0f}, {y:.0f}, {z:.0f}], solid: {solid}}}\n")
    head = "cell: 1\nrobots: {arm: {use: abb_irb120}}\nfixtures:\n"
    (folder / "full.cell.yaml").write_text(head + "".join(bodies))
    lines = []
    for number in range(50):
        x, y, z = rng.uniform([300.0, -200.0, 250.0], [430.0, 200.0, 450.0])
        lines.append(f"POINT P{number} {x:.1f} {y:.1f} {z:.1f} 0 90 0")
    lines += ["READY", *(f"MOVE P{number}" for number in range(50)), "END"]
    (folder / "fifty.val").write_text("\n".join(lines) + "\n")


def seconds_of(study: Study, workers: Kept, folder: Path) -> float:
    """Clock time of a study, s."""
    shutil.rmtree(folder, ignore_errors=True)
    begun = time.perf_counter()
    assert run_study(opened(folder, study), workers)
    return time.perf_counter() - begun


def study_of(folder: Path, text: str) -> Study:
    path = folder / "one.study.yaml"
    path.write_text(text)
    return read_study(path).study


def reach(folder: Path, cell: str, poses: float, free: bool) -> Study:
    """A reach study of about so many poses, everywhere the arm gets to."""
    text = REACH.replace("CELL", cell).replace("FREE", str(free).lower())
    coarse = study_of(folder, text.replace("STEP", "50")).question.items
    step = 50.0 * (coarse / poses) ** (1.0 / 3.0)
    return study_of(folder, text.replace("STEP", f"{step:.3f}"))


def figures(share: float, seed: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files(folder, np.random.default_rng(seed))
        two, one = Kept(2), Kept(1)
        try:
            yield timed("start of two processes for studies", two.seconds, "s")
            yield from _figures(folder, share, two, one)
        finally:
            two.close()
            one.close()


def _figures(folder: Path, share: float, two: Kept, one: Kept) -> Iterator[Figure]:
    out, other = folder / "out", folder / "other"
    seconds_of(reach(folder, "arm", 2e5, False), two, out)  # the first study loads the solvers
    seconds_of(reach(folder, "arm", 2e5, False), one, out)
    for cell, part, free, limit in (
        ("abb_irb120", 1.0, False, 2.0),
        ("fanuc_crx10ia_l", share, False, 30.0),
        ("full", share, True, 60.0),
    ):
        study = reach(folder, cell, part * MILLION, free)
        took = seconds_of(study, two, out) * MILLION / study.question.items
        words = "50 bodies, collision" if free else cell
        what = f"reach map of 1,000,000 poses, {words}"
        if part < 1.0:
            what += f" (by {study.question.items:,})"
        yield timed(what, took, "s", target=most(limit))
    names = ", ".join(f"P{number}" for number in range(50))
    for free, limit in ((False, 10.0), (True, 60.0)):
        text = RUNS.replace("NAMES", names).replace("NUMBER", "10000")
        study = study_of(folder, text.replace("FREE", str(free).lower()))
        # All of them: the first chunk of each process settles pairs of links, for all others.
        what = "10,000 runs of 50 joint moves" + (", with collision" if free else "")
        yield timed(what, seconds_of(study, two, out), "s", target=most(limit))
    study = study_of(folder, PLACES.replace("COUNT", str(max(round(8 * share), 1))))
    took = seconds_of(study, two, out) * 3200 / study.question.items
    what = "3,200 places of a robot for 50 locations among 50 bodies"
    what += f" (by {study.question.items:,})" if study.question.items < 3200 else ""
    yield timed(what, took, "s", target=most(60.0))
    study = reach(folder, "abb_irb120", 4 * MILLION, False)
    pair, single = seconds_of(study, two, out), seconds_of(study, one, other)
    yield Figure("efficiency of two processes", single / (2.0 * pair), target=least(0.9))
    same = [
        path.read_bytes() == (other / path.relative_to(out)).read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    ]
    yield Figure("files that differ between one process and two", same.count(False), target=most(0))
    for poses in (1, 4):
        study = reach(folder, "abb_irb120", poses * MILLION, False)
        cost = cost_of_engine(study, one, other, _ROUNDS)
        what = f"processor time of the engine beside the chunks, {poses},000,000 poses"
        yield Figure(what, cost, "%", target=most(1.0))


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of poses and places")
    given = parser.parse_args()
    show(figures(given.share, given.seed), given)
