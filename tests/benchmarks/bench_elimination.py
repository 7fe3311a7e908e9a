"""Times and completeness of the general six-joint solver; prints figures, asserts none.

Run: python tests/benchmarks/bench_elimination.py [--poses N] [--seed N]

The time for a pose in a batch includes distinct roots and certificate; it is the best of two after
a
first run. Next to it is the time of np.linalg.eig alone for as many random 16x16 matrices, the
least
possible on this machine. The time of one pose is the median of single calls. Found is the share of
poses whose roots contain the joints that made them. bench_completeness.py compares the roots with a
dense search.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from figures import Figure, arguments, show, timed
from measuring import holds

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kinematics import Mechanism, forward
from kinematics.solvers import elimination

H = np.pi / 2
# alpha in degrees, a and d in mm.
STANDARD = {
    "PUMA 560, wrist offset 1 mm": (
        [90, 0, -90, 90, -90, 0],
        [0, 431.8, 20.3, 1, 0, 0],
        [0, 0, 150.05, 431.8, 1, 0],
    ),
    "PUMA 560, wrist offset 1 nm": (
        [90, 0, -90, 90, -90, 0],
        [0, 431.8, 20.3, 1e-6, 0, 0],
        [0, 0, 150.05, 431.8, 1e-6, 0],
    ),
    "UR5": (
        [90, 0, 0, 90, -90, 0],
        [0, -425, -392.25, 0, 0, 0],
        [89.159, 0, 0, 109.15, 94.65, 82.3],
    ),
    "PiPER, a5 = 0.09 mm": (
        [-90, 0, 90, -90, 90, 0],
        [0, 285.03, -21.98, 0, 0.09, 0],
        [123, 0, 0, 250.75, 0, 91],
    ),
    "xArm6": (
        [-90, 0, -90, 90, -90, 0],
        [0, 289.49, 77.5, 0, 76, 0],
        [267, 0, 0, 342.5, 0, 97],
    ),
}
MODIFIED = {
    "JACO, 60 deg wrist": (
        [0, -90, 180, -90, -60, 60],
        [0, 0, 410, 0, 0, 0],
        [0, 0, -9.8, -250.197125, -85.79425, 0],
    ),
    "CRX-10iA/L": (
        [0, -90, 180, -90, 90, -90],
        [0, 0, 710, 0, 0, 0],
        [245, 0, 0, -540, 150, 0],
    ),
    "HC10": (
        [0, -90, 180, -90, 90, -90],
        [0, 0, 700, 0, 0, 0],
        [275, 0, 0, -500, -162, 0],
    ),
    "Gen3 lite": (
        [0, 90, 180, -90, 90, -90],
        [0, 0, 280, 0, 0, 0],
        [243.25, 0, -10, 245, 57, 0],
    ),
}


def random_mechanism(rng: np.random.Generator, kinds: str = "RRRRRR") -> Mechanism:
    return Mechanism.from_standard_dh(
        alpha=rng.uniform(-np.pi, np.pi, 6),
        a=rng.uniform(-500, 500, 6),
        d=rng.uniform(-500, 500, 6),
        kinds=kinds,
    )


def mechanisms(rng: np.random.Generator) -> dict[str, Mechanism]:
    """The named arms, the published arm of 16 solutions, and random ones."""
    arms = {f"random 6R, {i + 1}": random_mechanism(rng) for i in range(3)}
    arms |= {f"random 5R1P, {k}": random_mechanism(rng, k) for k in ("PRRRRR", "RRRPRR")}
    arms["random 4R2P, PPRRRR"] = random_mechanism(rng, "PPRRRR")
    for name, (alpha, a, d) in STANDARD.items():
        arms[name] = Mechanism.from_standard_dh(alpha=np.radians(alpha), a=a, d=d)
    for name, (alpha, a, d) in MODIFIED.items():
        arms[name] = Mechanism.from_modified_dh(alpha=np.radians(alpha), a=a, d=d)
    arms["Manseur and Doty 1989"] = Mechanism.from_standard_dh(
        alpha=[H, 1, H, 1, H, 1], a=[300, 1000, 0, 1500, 0, 0], d=[0, 0, 200, 0, 0, 0]
    )
    return arms


def random_joints(rng: np.random.Generator, mechanism: Mechanism, count: int) -> np.ndarray:
    return rng.uniform(-1, 1, (count, 6)) * np.where(mechanism.revolute > 0, np.pi, 400.0)


def best_time(action: Callable[[], object], repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def figures_of(
    name: str, mechanism: Mechanism, rng: np.random.Generator, poses: int, floor: float
) -> Iterator[Figure]:
    elimination.recognise.cache_clear()
    start = time.perf_counter()
    arm = elimination.recognise(mechanism)
    yield timed(f"{name}: set-up", time.perf_counter() - start, "ms")
    assert not isinstance(arm, str), arm
    q = random_joints(rng, mechanism, poses)
    Ts = forward(mechanism, q)
    roots = elimination.solve(arm, Ts)
    batch = best_time(lambda: elimination.solve(arm, Ts), 2) / poses
    yield timed(f"{name}: a pose of a batch of {poses}", batch, "us", "eig alone", floor)
    alone = [best_time(lambda i=i: elimination.solve(arm, Ts[i : i + 1]), 1) for i in range(200)]
    yield timed(f"{name}: one pose", float(np.median(alone)))
    yield Figure(f"{name}: roots of a pose, mean", float(roots.count.mean()))
    yield Figure(f"{name}: roots of a pose, most", int(roots.count.max()))
    yield Figure(f"{name}: found", 100 * float(holds(mechanism, roots.q, q).mean()), "%")
    yield Figure(f"{name}: poses called complete", 100 * float(roots.complete.mean()), "%")
    residual = np.nanmax(np.hypot(roots.residual_mm / 1000, np.sqrt(2) * roots.residual_rad))
    yield Figure(f"{name}: worst residual", float(residual), "m")
    order = "".join(str(joint + 1) for joint in arm.loops[0].stage.loop.order)
    print(f"  the loop of {name} is opened in the order {order}")


def figures(poses: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    matrices = rng.normal(size=(256, 16, 16))
    floor = best_time(lambda: np.linalg.eig(matrices), 9) / len(matrices)
    for name, mechanism in mechanisms(rng).items():
        yield from figures_of(name, mechanism, rng, poses, floor)


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=10_000)
    options = parser.parse_args()
    show(figures(options.poses, options.seed), options)
