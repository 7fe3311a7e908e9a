"""A check of many motions among 50 bodies: time, memory, and what an edit costs; asserts nothing.

Run: python tests/benchmarks/bench_check.py [--seed N] [--rounds N]

A cold check is a process of its own; the machine code of the loops and the byte code are there,
nothing else is kept. Where two cores are free its clock time counts, on one its processor time. The
memory of a motion is what a check of 1,000 motions needs at its peak beyond a check of 200.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

import numpy as np
from figures import Figure, arguments, most, show, timed
from many_motions import cell_text, program_text
from measuring import fastest

from scenes import load_cell, simulate
from scenes.analysis import analyse_run
from scenes.checking.collisions import proving
from scenes.checking.distances import known_distances as over_run
from scenes.checking.distances.clearances import clearances

TOP = Path(__file__).parents[2]
BODIES, FEW, MANY = 50, 200, 1000
# Times that each line is edited: the least time counts, of a process that has done so before.
EDITS = 4


def figures(seed: int, rounds: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        cell = Path(folder) / "many.cell.yaml"
        cell.write_text(cell_text(np.random.default_rng(seed), BODIES), encoding="utf-8")
        yield from of_commands(cell, seed, rounds)
        yield from of_parts(cell, seed, rounds)
        yield from of_edits(cell, seed)


def of_commands(cell: Path, seed: int, rounds: int) -> Iterator[Figure]:
    """Cold checks: their times and their memory, with and without changes of what is held."""
    for carries, words in ((True, "a part is carried"), (False, "empty hand")):
        peaks = {}
        for motions in (FEW, MANY):
            program = cell.parent / f"program{motions}.val"
            text = program_text(np.random.default_rng(seed), motions, carries)
            program.write_text(text, encoding="utf-8")
            seconds_of(cell, program)  # writes byte code
            spent = [seconds_of(cell, program) for _ in range(rounds if motions == FEW else 1)]
            peaks[motions] = min(peak for _, _, peak in spent)
            if motions == FEW:
                name = f"check of {FEW} motions, {BODIES} bodies, {words}, cold"
                processor = min(own for own, _, _ in spent)
                yield timed(f"{name}: processor", processor, "s", target=most(3.0))
                clock = min(own for _, own, _ in spent)
                yield timed(f"{name}: clock", clock, "s", target=most(2.0))
        each = (peaks[MANY] - peaks[FEW]) / (MANY - FEW)
        yield Figure(f"memory of a check, a motion, {words}", each, "MB", target=most(0.05))


def seconds_of(cell: Path, program: Path) -> tuple[float, float, float]:
    """Processor and clock time, s, and greatest memory, MB, of one check."""
    start = perf_counter()
    own = subprocess.Popen(
        [sys.executable, "-m", "app", "check", str(cell), str(program)],
        cwd=TOP,
        stdout=subprocess.DEVNULL,
    )
    _, code, usage = os.wait4(own.pid, 0)
    clock = perf_counter() - start
    assert code == 0, f"the check of {program.name} ended with {code}"
    return usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss / 1024.0


def of_parts(cell: Path, seed: int, rounds: int) -> Iterator[Figure]:
    """The parts of a check, each without results of another; the loops are loaded."""
    run = simulate(load_cell(cell), program_text(np.random.default_rng(seed), FEW))
    assert not run.problems, run.problems

    def fresh(work: Callable[[], object]) -> float:
        def whole() -> None:
            proving.forget()
            over_run.forget()
            work()

        return fastest(whole, rounds)

    def prove() -> object:
        return proving.proven(run, lambda share, text: None, lambda: False)

    yield timed(f"proof of {FEW} motions", fresh(prove), "ms")
    yield timed("least distance and pairs below the margin", fresh(lambda: clearances(run)), "ms")


def of_edits(cell: Path, seed: int) -> Iterator[Figure]:
    """One line edited of many motions: the run, and the run with proof and distances."""
    known = load_cell(cell)
    random = np.random.default_rng(seed)
    text = program_text(random, MANY)
    lines = text.split("\n")
    drives = [line for line, words in enumerate(lines) if words.startswith("DRIVE")]
    places = {"in the middle": drives[len(drives) // 2], "at the end": len(lines) - 2}
    for where, line in places.items():
        analyse_run(simulate(known, text))
        runs, checks = [], []
        for number in range(EDITS):
            edited = [*lines[:line], f"DRIVE 1 {1.0 + 0.1 * number:.1f}", *lines[line + 1 :]]
            start = perf_counter()
            run = simulate(known, "\n".join(edited))
            runs.append(perf_counter() - start)
            analyse_run(run)
            checks.append(perf_counter() - start)
        name = f"one line {where} edited of {MANY} motions, {BODIES} bodies"
        yield timed(f"{name}: run", min(runs), "ms", target=most(25.0))
        yield timed(f"{name}: with proof and distances", min(checks), "ms", target=most(100.0))


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    show(figures(options.seed, options.rounds), options)
