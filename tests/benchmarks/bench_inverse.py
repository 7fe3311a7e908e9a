"""Inverse kinematics: poses per second in a batch, and the time of a single pose.

Run:  python tests/benchmarks/bench_inverse.py [--poses 100000] [--seed 1]
"""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np
from figures import Figure, arguments, show, timed

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
    """Median time of a call, s, after a first call."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def figures(poses: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for name, arm in ARMS.items():
        Ts = forward(arm, rng.uniform(-np.pi, np.pi, (poses, 6)))
        batch = seconds(lambda arm=arm, Ts=Ts: inverse_batch(arm, Ts), 5)
        yield Figure(f"{name}: poses of a batch in a second", poses / batch)
        yield timed(f"{name}: a pose of the batch", batch / poses)
        yield timed(f"{name}: one pose", seconds(lambda arm=arm, T=Ts[0]: inverse(arm, T), 300))
        answer = inverse_batch(arm, Ts)
        yield Figure(f"{name}: solutions of a pose, mean", float(answer.count.mean()))
        rows = np.flatnonzero(np.isfinite(answer.q[..., 0]).ravel())
        flat = answer.q.reshape(-1, 6)[rows]
        distance, angle = residuals(arm, flat, Ts[rows // answer.q.shape[1]])
        yield Figure(f"{name}: worst residual of the position", float(distance.max()), "mm")
        yield Figure(f"{name}: worst residual of the orientation", float(angle.max()), "rad")


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=100_000)
    options = parser.parse_args()
    show(figures(options.poses, options.seed), options)
