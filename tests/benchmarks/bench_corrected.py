"""Arms built not quite as drawn: the nominal closed form, corrected, against elimination.

Run: python tests/benchmarks/bench_corrected.py [--poses 20000] [--planted 100000] [--seed 1]

Every link parameter is off by up to the amount named, mm, and by 0.1 deg per mm. Times are those of
a batch with its certificates, for both in turns. Then poses of random joint values: how many of
these are among the solutions.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, least, ratio, show, timed
from ik_arms import PUMA, UR5E, deviating, random_joints, standard
from measuring import holds, paired

from kinematics import elimination_arm, forward, inverse_batch
from kinematics.solvers.elimination.solve import solve_exact

H = np.pi / 2
KR6 = {
    "alpha": np.array([-H, 0, -H, H, -H, 0]),
    "a": np.array([25, 455, 35, 0, 0, 0]),
    "d": np.array([400, 0, 0, 420, 0, 80]),
}
ARMS = {"PUMA": PUMA, "UR5e": UR5E, "KR6": KR6}
LIMITS = {1e-3: 0.2, 0.1: 0.3, 2.0: 0.8}  # mm: share of the time of elimination
AMOUNTS = (1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.5, 1.0, 2.0)


def figures(poses: int, planted: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    found, certified, asked = 0, 0, 0
    for name, table in ARMS.items():
        drawn = standard(table, name)
        for amount, limit in LIMITS.items():
            arm = deviating(rng, drawn, amount)
            Ts = forward(arm, random_joints(rng, arm, poses))
            general = elimination_arm(arm)
            ours, theirs = paired(
                lambda arm=arm, Ts=Ts: inverse_batch(arm, Ts),
                lambda general=general, Ts=Ts: solve_exact(general, Ts),
                rounds=2,
            )
            what = f"{name}, links off by {amount:g} mm: a pose of a batch"
            yield timed(what, ours / poses, "us", "elimination", theirs / poses, ratio(limit))
        for amount in AMOUNTS:
            arm = deviating(rng, drawn, amount)
            q = random_joints(rng, arm, planted // (len(ARMS) * len(AMOUNTS)) + 1)
            answer = inverse_batch(arm, forward(arm, q))
            found += int(holds(arm, answer.q, q).sum())
            certified += int(answer.certified.sum())
            asked += len(q)
    words = "links off by 1e-12 to 2 mm"
    yield Figure(f"{words}: planted poses found", found, f"of {asked}", target=least(asked))
    yield Figure(f"{words}: poses certified", certified, f"of {asked}", target=least(0.999 * asked))


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=20_000)
    parser.add_argument("--planted", type=int, default=100_000)
    options = parser.parse_args()
    show(figures(options.poses, options.planted, options.seed), options)
