"""Programs with corner zones: time a motion takes to plan, and what its corners save.

python tests/benchmarks/bench_chains.py [--seed N]

Twelve straight lines of the tool in one chain. Cold: nothing is known of the program. Warm: it runs
again, as after an edit of another line. The share of stops is the duration with zones divided by
that with a stop behind every motion.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, most, show, timed
from measuring import fastest

from scenes import load_cell, load_robot
from scenes.execution.simulation import simulate
from scenes.execution.statements import planned
from scenes.world.cell import Cell

MOTIONS, REACH_MM = 12, 45.0
ARMS = {"abb_irb120": "DRIVE 5, 40\n", "hokkaido1985": ""}
ZONES = (5, 20)
COLD_MS, WARM_MS = 20.0, 5.0


def figures(seed: int) -> Iterator[Figure]:
    empty = replace(load_cell("kakazu1985"), parts=(), fixtures=())
    for name, before in ARMS.items():
        cell, lines = replace(empty, robot=load_robot(name)), lines_of(seed)
        stops = simulate(cell, f"{before}{lines}END").duration
        for zone in ZONES:
            yield from zone_figures(
                cell, f"{before}ACCURACY {zone} ALWAYS\n{lines}END", zone, stops
            )


def lines_of(seed: int) -> str:
    """Lines of the tool to random places of a cube, as a program."""
    places = np.random.default_rng(seed).uniform(-REACH_MM, REACH_MM, (MOTIONS + 1, 3))
    places[0] = 0.0
    return "".join(
        f"DRAW {x:.1f}, {y:.1f}, {z:.1f}\n" for x, y, z in np.diff(places.round(1), axis=0)
    )


def zone_figures(cell: Cell, text: str, zone: int, stops: float) -> Iterator[Figure]:
    def cold() -> None:
        planned._answer.cache_clear()
        simulate(cell, text)

    run = simulate(cell, text)
    label = f"{cell.robot.mechanism.name}: {MOTIONS} lines, zones of {zone} mm"
    rounded = sum(step.after.corner is not None for step in run.steps)
    yield Figure(f"{label}: rounded corners", rounded, f"of {MOTIONS - 1}")
    yield Figure(f"{label}: duration by that with stops", run.duration / stops, target=most(1.0))
    each = fastest(cold) / MOTIONS
    yield timed(f"{label}: a motion, cold", each, "ms", target=most(COLD_MS))
    each = fastest(lambda: simulate(cell, text)) / MOTIONS
    yield timed(f"{label}: a motion, warm", each, "ms", target=most(WARM_MS))


if __name__ == "__main__":
    options = arguments(__doc__).parse_args()
    show(figures(options.seed), options)
