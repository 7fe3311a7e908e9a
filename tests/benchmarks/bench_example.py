"""Times of the 1985 example: run, search for collisions, export. Asserts nothing.

python tests/benchmarks/bench_example.py [CELL PROGRAM]
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from figures import Figure, arguments, show, timed

from scenes import analyse, export, load_cell, simulate
from scenes.checking.collisions import proving
from scenes.checking.distances.clearances import clearances
from scenes.library import program_path

REPEATS = 5


def best_of(work: Callable[[], object]) -> float:
    """The shortest time of several runs, s."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def figures(cell_name: str, program_name: str) -> Iterator[Figure]:
    """The times of one program in one cell."""
    start = perf_counter()
    cell = load_cell(cell_name)
    yield timed("load the cell", perf_counter() - start, "ms")
    path = program_path(program_name)

    start = perf_counter()
    report = analyse(cell, path)
    yield timed("first analysis: meshes are built", perf_counter() - start, "ms")
    run = report.run

    def prove() -> object:
        proving.forget()
        return proving.proven(run, lambda share, text: None, lambda: False)

    print(f"{cell_name}, {program_name}: {run.duration:.2f} s of motion, {len(run.steps)} steps")
    print(f"samples {len(run.trajectory())}; {report.proof}")
    print(f"collisions {len(report.collisions)}, problems {len(report.problems)}")
    yield timed("run (simulate)", best_of(lambda: simulate(cell, path)), "ms")
    yield timed("proof", best_of(prove), "ms")
    yield timed("clearances", best_of(lambda: clearances(run)), "ms")
    yield timed("whole analysis again", best_of(lambda: analyse(cell, path)), "ms")
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".csv", ".json"):
            target = Path(folder) / f"out{suffix}"
            took = best_of(lambda target=target: export(run, target))
            yield timed(f"export {suffix}, {target.stat().st_size / 1e3:.0f} kB", took, "ms")


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("cell", nargs="?", default="kakazu1985")
    parser.add_argument("program", nargs="?", default="figure5")
    options = parser.parse_args()
    show(figures(options.cell, options.program), options)
