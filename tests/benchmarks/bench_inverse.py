"""Inverse kinematics: poses per second in a batch, and the time of a single pose.

Run:  python tests/benchmarks/bench_inverse.py [--poses 100000] [--seed 1]
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kinematics import Mechanism, forward, inverse, inverse_batch, residuals, translation

ARMS = {
    "hokkaido 1985": Mechanism.from_axes(
        axes=[[0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]],
        points=[[0, 0, 0], [0, 0, 450], [500, 0, 450]] + [[950, 0, 450]] * 3,
        T_base_flange_zero=translation(1120, 0, 450),
    ),
    "PUMA 560": Mechanism.from_standard_dh(
        alpha=np.radians([90, 0, -90, 90, -90, 0]),
        a=[0, 431.8, 20.3, 0, 0, 0],
        d=[671.83, 0, 150.05, 431.8, 0, 0],
    ),
}


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Median time of a call, s, after one that warms up."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time inverse kinematics of both shipped arms.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--poses", type=int, default=100_000)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    for name, arm in ARMS.items():
        Ts = forward(arm, rng.uniform(-np.pi, np.pi, (options.poses, 6)))
        batch = seconds(lambda arm=arm, Ts=Ts: inverse_batch(arm, Ts), 5)
        single = seconds(lambda arm=arm, T=Ts[0]: inverse(arm, T), 300)
        answer = inverse_batch(arm, Ts)
        rows = np.flatnonzero(np.isfinite(answer.q[..., 0]).ravel())
        flat = answer.q.reshape(-1, 6)[rows]
        distance, angle = residuals(arm, flat, Ts[rows // answer.q.shape[1]])
        print(
            f"{name}: batch {options.poses / batch:,.0f} poses/s "
            f"({1e6 * batch / options.poses:.2f} us a pose, {answer.count.mean():.3f} solutions), "
            f"single {1e6 * single:.0f} us, "
            f"worst residual {distance.max():.1e} mm {angle.max():.1e} rad"
        )


if __name__ == "__main__":
    main()
