"""Times of the 1985 example: run, search for collisions, export. Prints and asserts nothing.

python tests/benchmarks/bench_example.py [CELL PROGRAM]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from scenes import analyse, export, load_cell, simulate
from scenes.checking.collisions import proving
from scenes.checking.distances.clearances import clearances
from scenes.library import program_path

REPEATS = 5


def best_of(work: Callable[[], object]) -> float:
    """The shortest of a few times, ms."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1e3 * min(times)


def main(cell_name: str = "kakazu1985", program_name: str = "figure5") -> None:
    """Print the times of one program in one cell."""
    start = perf_counter()
    cell = load_cell(cell_name)
    load_ms = 1e3 * (perf_counter() - start)
    path = program_path(program_name)

    start = perf_counter()
    report = analyse(cell, path)
    first_ms = 1e3 * (perf_counter() - start)
    run = report.run

    def prove() -> object:
        proving.forget()
        return proving.proven(run, lambda share, text: None, lambda: False)

    print(f"{cell_name}, {program_name}: {run.duration:.2f} s of motion, {len(run.steps)} steps")
    print(f"samples {len(run.trajectory())}; {report.proof}")
    print(f"collisions {len(report.collisions)}, problems {len(report.problems)}")
    print(f"load the cell             {load_ms:9.1f} ms")
    print(f"first analysis            {first_ms:9.1f} ms (meshes are built)")
    print(f"run (simulate)            {best_of(lambda: simulate(cell, path)):9.1f} ms")
    print(f"proof                     {best_of(prove):9.1f} ms")
    print(f"clearances                {best_of(lambda: clearances(run)):9.1f} ms")
    print(f"whole analysis again      {best_of(lambda: analyse(cell, path)):9.1f} ms")
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".csv", ".json"):
            target = Path(folder) / f"out{suffix}"
            took = best_of(lambda target=target: export(run, target))
            print(f"export {suffix:<5} {target.stat().st_size / 1e3:7.0f} kB  {took:9.1f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:3])
