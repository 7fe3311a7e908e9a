"""Arms of links from nanometres to kilometres: the same solutions and certificates, as fast.

Run: python tests/benchmarks/bench_scales.py [--poses 100] [--seed 1]

All lengths of an arm and of its poses are multiplied by k. The peer is the arm of its own size.
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

from figures import Figure, arguments, most, ratio, show, timed
from ik_arms import random_joints
from measuring import paired

from kinematics import Mechanism, forward, inverse_batch
from scenes import load_robot

ARMS = (
    "puma560",
    "ur5e",
    "kinova_gen3_6dof",
    "kinova_gen3_lite",
    "fanuc_crx10ia_l",
    "yaskawa_hc10",
)
SCALES = (1e-6, 1e-3, 5e3, 1e7)
SLOWER = 1.3  # target: times the time of the arm of its own size


def scaled(mechanism: Mechanism, k: float) -> Mechanism:
    T_link_joint, T_last_flange = mechanism.T_link_joint.copy(), mechanism.T_last_flange.copy()
    T_link_joint[:, :3, 3] *= k
    T_last_flange[:3, 3] *= k
    return replace(mechanism, T_link_joint=T_link_joint, T_last_flange=T_last_flange)


def figures(poses: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for name in ARMS:
        own = load_robot(name).mechanism
        Ts = forward(own, random_joints(rng, own, poses))
        wanted, other = inverse_batch(own, Ts), 0
        for k in SCALES:
            moved = Ts.copy()
            moved[:, :3, 3] *= k
            found = inverse_batch(scaled(own, k), moved)
            other += int((found.count != wanted.count).sum())
            other += int(bool(found.complete) != bool(wanted.complete))
        yield Figure(
            f"{name}, k from 1e-6 to 1e7: poses with another answer",
            other,
            f"of {poses * len(SCALES)}",
            target=most(0),
        )
    large = scaled(own, SCALES[2])
    far = Ts.copy()
    far[:, :3, 3] *= SCALES[2]
    ours, theirs = paired(lambda: inverse_batch(large, far), lambda: inverse_batch(own, Ts))
    label = f"{ARMS[-1]}, links of kilometres: {poses} poses"
    yield timed(label, ours, "ms", "its own size", theirs, ratio(SLOWER))


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=100)
    options = parser.parse_args()
    show(figures(options.poses, options.seed), options)
