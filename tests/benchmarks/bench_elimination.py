"""Times and completeness of the general six-joint solver; prints figures, asserts none.

Run: python tests/benchmarks/bench_elimination.py [--poses N] [--seed N] [--reference ARMS]

`us` is the time per pose of one batch with distinct roots and certificate included, best of
three; `eig` that of np.linalg.eig alone on as many random 16x16 matrices, the floor on this
machine; `alone` the median of single calls. `made` is the share of poses whose roots hold the
joints that made them. --reference compares random arms, ten poses each, with the dense
multi-start reference of the tests: slow.
"""

import argparse
import importlib.util
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kinematics import Mechanism, forward
from kinematics.solvers import elimination

TOP = Path(__file__).resolve().parents[2]
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


def best_time(action, repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def report(name: str, mechanism: Mechanism, rng: np.random.Generator, poses: int) -> None:
    elimination.recognise.cache_clear()
    start = time.perf_counter()
    arm = elimination.recognise(mechanism)
    set_up = time.perf_counter() - start
    if isinstance(arm, str):
        print(f"{name:29s} {arm}")
        return
    q = random_joints(rng, mechanism, poses)
    Ts = forward(mechanism, q)
    roots = elimination.solve(arm, Ts)
    batch = best_time(lambda: elimination.solve(arm, Ts))
    alone = np.median(
        [best_time(lambda i=i: elimination.solve(arm, Ts[i : i + 1]), 1) for i in range(200)]
    )
    gap = roots.q - q[:, None]
    turned = gap - 2 * np.pi * np.round(gap / (2 * np.pi))
    gap = np.abs(np.where(mechanism.revolute > 0, turned, gap / 1000)).max(axis=2)
    made = (np.where(np.isnan(gap), np.inf, gap).min(axis=1) < 1e-4).mean()
    residual = np.nanmax(np.hypot(roots.residual_mm / 1000, np.sqrt(2) * roots.residual_rad))
    order = "".join(str(joint + 1) for joint in arm.loops[0].stage.loop.order)
    print(
        f"{name:29s} {1e3 * set_up:6.0f} {1e6 * batch / poses:6.1f} {1e6 * alone:6.0f} "
        f"{roots.count.mean():6.2f} {roots.count.max():3d} {100 * made:7.2f} "
        f"{100 * roots.complete.mean():7.2f} {residual:8.1e}  {order}"
    )  # fmt: skip


def compare_with_reference(arms: int, seed: int) -> None:
    """Roots of random arms, ours against the dense reference of the tests."""
    path = TOP / "tests" / "kinematics" / "test_elimination.py"
    spec = importlib.util.spec_from_file_location("test_elimination", path)
    assert spec is not None and spec.loader is not None
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    rng, known, missed = np.random.default_rng(seed), 0, 0
    for number in range(arms):
        mechanism = random_mechanism(rng)
        Ts = forward(mechanism, random_joints(rng, mechanism, 10))
        roots = elimination.solve(elimination.recognise(mechanism), Ts)
        reference = oracle.DenseReference(mechanism, 400)
        for i, T in enumerate(Ts):
            dense = reference.roots(T, seed=i)
            gaps = oracle.differences(mechanism, dense[:, None], roots.q[i, : roots.count[i]])
            known += len(dense)
            missed += int((gaps.min(axis=1, initial=np.inf) > 1e-4).sum())
        print(f"\r{number + 1} arms: {known - missed} of {known} roots", end="", flush=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--poses", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reference", type=int, default=0, metavar="ARMS")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    matrices = rng.normal(size=(256, 16, 16))
    floor = best_time(lambda: np.linalg.eig(matrices), 9) / len(matrices)
    print(f"{options.poses} poses a batch, one BLAS thread; eig {1e6 * floor:.1f} us")
    print(
        f"{'':29s} {'set ms':>6s} {'us':>6s} {'alone':>6s} {'roots':>6s} {'max':>3s} "
        f"{'made %':>7s} {'compl %':>7s} {'residual':>8s}  loop"
    )
    for name, mechanism in mechanisms(rng).items():
        report(name, mechanism, rng, options.poses)
    if options.reference:
        compare_with_reference(options.reference, options.seed)


if __name__ == "__main__":
    main()
