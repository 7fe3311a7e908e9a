"""Arms with closed loops: their legs in closed form against a search by Newton's iteration.

Run: python tests/benchmarks/bench_closed.py [--poses 2000] [--planted 20000] [--seed 1]

The search holds the chain from base to flange at its root and closes the loops by iteration from
STARTS random values of the joints beside it, which finds some of the roots. Then poses of joint
values at random within the limits: how many of these are among the solutions, and how far the loops
are from closed at the solutions.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, least, most, ratio, show, timed
from measuring import fastest, holds, paired

from kinematics import ClosedChain, forward, inverse, inverse_batch
from kinematics.closed.assembly import closed_by
from scenes import load_robot

NAMES = ("textbook_palletiser", "textbook_five_bar", "textbook_delta")
STARTS, SEARCHED = 64, 10
CLOSED_MM, LIMIT = 1e-9, 0.05
LARGEST = {"R": np.pi, "P": 200.0}  # rad, mm: within these where a joint has wider limits


def within(rng: np.random.Generator, arm: ClosedChain, count: int) -> np.ndarray:
    """Joint values (m, n) at random within the limits at which the loops close, m <= count."""
    far = np.array([LARGEST[kind] for kind in arm.kinds])
    q = rng.uniform(np.maximum(arm.lower, -far), np.minimum(arm.upper, far), (count, arm.n))
    return q[arm.closes(q)]


def search(arm: ClosedChain, Ts: np.ndarray, rng: np.random.Generator) -> int:
    """How many distinct driven values STARTS starts a pose find, with the loops closed."""
    linkage, beside = arm.linkage, list(arm.beside)
    found = 0
    for T in Ts:
        own: list[np.ndarray] = []
        for on_chain in inverse(arm.chain, T).q:
            y = np.zeros((STARTS, linkage.count))
            far = np.where(linkage.revolute > 0.0, np.pi, LARGEST["P"])
            y[:, beside] = rng.uniform(-far, far, y.shape)[:, beside]
            y[:, list(arm.chain_places)] = on_chain
            y, left = closed_by(linkage, y, beside)
            for row in y[left < 1e-11][:, list(arm.assembly.driven)]:
                gaps = [np.abs(np.angle(np.exp(1j * (row - other)))).max() for other in own]
                if not gaps or min(gaps) > 1e-6:
                    own.append(row)
        found += len(own)
    return found


def figures(poses: int, planted: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for name in NAMES:
        arm = load_robot(name).mechanism
        assert isinstance(arm, ClosedChain), "the arms of this table have closed loops"
        Ts = forward(arm, within(rng, arm, poses))
        ours, theirs = paired(
            lambda arm=arm, Ts=Ts: inverse_batch(arm, Ts[:SEARCHED]),
            lambda arm=arm, Ts=Ts: search(arm, Ts[:SEARCHED], rng),
            rounds=2,
        )
        what = f"{name}: a pose of {SEARCHED}"
        peer = f"{STARTS} starts"
        yield timed(what, ours / SEARCHED, "ms", peer, theirs / SEARCHED, ratio(LIMIT))
        seconds = fastest(lambda arm=arm, Ts=Ts: inverse_batch(arm, Ts), rounds=3)
        yield timed(f"{name}: a pose of a batch, all working modes", seconds / len(Ts))
        q = within(rng, arm, planted // len(NAMES))
        answer = inverse_batch(arm, forward(arm, q))
        found = int(holds(arm, answer.q, q).sum())
        yield Figure(f"{name}: planted poses found", found, f"of {len(q)}", target=least(len(q)))
        certified = int(answer.certified.sum())
        words = f"{name}: poses certified"
        yield Figure(words, certified, f"of {len(q)}", target=least(len(q)))
        roots = answer.q[np.isfinite(answer.q[..., 0])]
        gap = float(arm.assembly.gap_mm(arm.all_joints(roots)).max())
        yield Figure(f"{name}: loops open at a root", gap, "mm", target=most(CLOSED_MM))


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=2_000)
    parser.add_argument("--planted", type=int, default=20_000)
    options = parser.parse_args()
    show(figures(options.poses, options.planted, options.seed), options)
