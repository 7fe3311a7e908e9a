"""Poses whose joint values are multiples of 90, 45 or 30 degrees: are the certificates right?

Run: python tests/benchmarks/bench_right_angles.py [--poses 200] [--seed 1]

Such poses are singular in several ways at once. General arms: `told`, share of poses that are
certified or whose continuum is named; `false`, certified poses whose planted joint values are
missing; the time of a pose in a batch, and of one alone. Closed forms: poses whose answer (number
of solutions, free joints, multiplicities, certificate) changes when their entries, places by the
size of the arm, get errors of 1e-15 to 1e-13. No peer certifies anything; asserts nothing.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, least, most, show
from measuring import fastest

from kinematics import IkBatch, Mechanism, forward, inverse, inverse_batch
from kinematics.arm.size import size_of
from scenes import load_robot

GENERAL = (
    "fanuc_crx10ia_l",
    "kinova_gen3_lite",
    "kinova_jaco_6dof_curved_wrist",
    "yaskawa_hc10",
    "kinova_gen3_6dof",
)
CLOSED = (
    "puma560",
    "hokkaido1985",
    "kuka_kr6_r900_2",
    "ur5e",
    "textbook_leg",
    "stanford_arm",
    "gantry_6axis",
    "adept_cobra600",
    "textbook_rrp",
)
STEPS = (90, 45, 30)  # deg
ERRORS = (1e-15, 1e-14, 1e-13)
FOUND = 3e-3  # rad: rounding of a pose moves a root of multiplicity four so far
ALONE = 12  # poses timed one at a time


def planted(mechanism: Mechanism, step: float, count: int, rng: np.random.Generator) -> np.ndarray:
    """Joint values (count, n): multiples of `step`, deg, and of a tenth of the size."""
    half = round(180 / step)
    turns = np.radians(step * rng.integers(1 - half, half + 1, (count, mechanism.n)))
    slides = 0.1 * size_of(mechanism) * rng.integers(0, 4, (count, mechanism.n))
    return np.where(mechanism.revolute > 0.0, turns, slides)


def is_missing(answer: IkBatch, q: np.ndarray) -> np.ndarray:
    """Whether planted joint values q (N, 6), rad, are not among the solutions, (N,)."""
    gap = np.angle(np.exp(1j * (answer.q - q[:, None])))
    return ~(np.nan_to_num(np.abs(gap).max(axis=2), nan=9.0) < FOUND).any(axis=1)


def of_general(name: str, poses: int, rng: np.random.Generator) -> Iterator[Figure]:
    mechanism = load_robot(name).mechanism
    for step in STEPS:
        q = planted(mechanism, step, poses, rng)
        Ts = forward(mechanism, q)
        answer = inverse_batch(mechanism, Ts)
        told = answer.certified | answer.continuum
        false = answer.certified & ~answer.continuum & is_missing(answer, q)
        what = f"{name}, multiples of {step} deg"
        share = 100.0 * float(told.mean())
        yield Figure(f"{what}: certified, or continuum named", share, "%", target=least(99.0))
        yield Figure(f"{what}: certified, planted missing", int(false.sum()), target=most(0))
        batch = 1e3 * fastest(lambda Ts=Ts: inverse_batch(mechanism, Ts), rounds=2) / poses
        yield Figure(f"{what}: a pose of a batch", batch, "ms", target=most(5.0))
        alone = [fastest(lambda T=T: inverse(mechanism, T), rounds=2) for T in Ts[:ALONE]]
        yield Figure(f"{what}: a pose alone", 1e3 * float(np.median(alone)), "ms", target=most(5.0))
    answer = inverse(mechanism, forward(mechanism, np.zeros(6)))
    is_told = int(answer.complete or answer.continuum)
    yield Figure(f"{name}, zero pose: certified, or continuum named", is_told, target=least(1))


def of_closed(name: str, poses: int, rng: np.random.Generator) -> Iterator[Figure]:
    mechanism = load_robot(name).mechanism
    Ts = forward(mechanism, planted(mechanism, 90, poses, rng))
    first, changed = told_of(mechanism, Ts), np.zeros(poses, bool)
    for error in ERRORS:
        moved = Ts.copy()
        moved[:, :3, :3] += error * rng.uniform(-1.0, 1.0, (poses, 3, 3))
        moved[:, :3, 3] += error * size_of(mechanism) * rng.uniform(-1.0, 1.0, (poses, 3))
        changed |= [a != b for a, b in zip(first, told_of(mechanism, moved), strict=True)]
    what = f"{name}, multiples of 90 deg: answer changed by rounding"
    yield Figure(what, int(changed.sum()), f"of {poses}", target=most(0))


def told_of(mechanism: Mechanism, Ts: np.ndarray) -> list[tuple[object, ...]]:
    """What the answer of each pose says."""
    batch = inverse_batch(mechanism, Ts)
    rows = zip(batch.count, batch.free, batch.multiplicity, batch.certified, strict=True)
    return [
        (int(count), tuple(free), tuple(np.sort(multiple[:count])), bool(sure))
        for count, free, multiple, sure in rows
    ]


def figures(poses: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for name in GENERAL:
        yield from of_general(name, poses, rng)
    for name in CLOSED:
        yield from of_closed(name, poses, rng)


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=200)
    options = parser.parse_args()
    show(figures(options.poses, options.seed), options)
