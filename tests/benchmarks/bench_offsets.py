"""Arms very close to special geometry: no gap between closed form and general solver.

Run: python tests/benchmarks/bench_offsets.py [--poses 100] [--arms 10] [--seed 1]

A PUMA whose wrist misses its centre by 1e-1 to 1e-9 m in both directions, UR5s with random
calibration (rad and m, 1e-4 to 1e-6) and the PiPER, through the front door `inverse_batch`, against
the dense reference of the tests. Every pose should be complete. Asserts nothing.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kinematics/solvers/elimination"))

from bench_completeness import Count, compare
from figures import Figure, arguments, least, show
from ik_arms import PUMA, UR5, named_arms, random_joints, standard
from measuring import holds

from kinematics import Mechanism, classify, forward, inverse_batch

OFFSETS = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 0.0)
CALIBRATIONS = (1e-4, 1e-5, 1e-6)
MANY = 2000  # further poses, of which only the generating joints are looked for


def puma_with_offset(offset: float) -> Mechanism:
    """PUMA 560 whose axes 4 and 5 and axes 5 and 6 miss each other by `offset`, mm."""
    table = {key: values.copy() for key, values in PUMA.items()}
    table["a"][3] = table["a"][4] = offset
    return standard(table, "PUMA")


def calibrated_ur5(rng: np.random.Generator, size: float) -> Mechanism:
    """UR5 with every parameter off by a normal deviate of `size`, rad and m."""
    table = {
        key: values + rng.normal(size=6) * size * (1.0 if key == "alpha" else 1000.0)
        for key, values in UR5.items()
    }
    return standard(table, "UR5")


def figures_of(
    label: str, mechanisms: list[Mechanism], poses: int, rng: np.random.Generator
) -> Iterator[Figure]:
    count, made, solvers = Count(), [], set()
    for number, mechanism in enumerate(mechanisms):
        q = random_joints(rng, mechanism, max(poses, MANY // len(mechanisms)))
        Ts = forward(mechanism, q)
        compare(mechanism, Ts[:poses], 7 + number, count, f"{label} {number}")
        made += list(holds(mechanism, inverse_batch(mechanism, Ts).q, q))
        solvers.add(str(classify(mechanism).solver))
    print(f"{label}: solved by {', '.join(sorted(solvers))}")
    yield from count.figures(label)
    wanted = least(len(made))
    yield Figure(f"{label}: poses found", sum(made), f"of {len(made)}", target=wanted)


def figures(poses: int, arms: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for offset in OFFSETS:
        arm = puma_with_offset(1000.0 * offset)
        yield from figures_of(f"PUMA, wrist off by {offset:.0e} m", [arm], poses, rng)
    for size in CALIBRATIONS:
        own = [calibrated_ur5(rng, size) for _ in range(arms)]
        yield from figures_of(f"UR5, calibrated by {size:.0e}", own, max(1, poses // 5), rng)
    piper = next(arm for arm in named_arms() if arm.key == "piper")
    yield from figures_of("PiPER", [piper.mechanism], poses, rng)


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=100)
    parser.add_argument("--arms", type=int, default=10)
    options = parser.parse_args()
    show(figures(options.poses, options.arms, options.seed), options)
