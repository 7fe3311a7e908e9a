"""Are these ALL solutions? Counts against the dense reference of the tests; asserts nothing.

Run: python tests/benchmarks/bench_completeness.py [--arms 200] [--poses 50] [--seed 1]

Random six-joint arms (twists all round, offsets and lengths within half a metre), arms with one
slide in each place, and the published arm of 16 solutions, each through the front door
`inverse_batch`. `missed`: roots of the reference that we do not give. `only ours`: roots that the
reference did not meet; forward kinematics confirms them (residual: worst, Frobenius norm over 3x4,
lengths in metres). Every missed root is listed with its distance from a singular pose.
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kinematics/solvers/elimination"))

from dense_reference import all_roots, unmatched
from figures import Figure, arguments, least, most, show
from ik_arms import random_joints, random_mechanism
from measuring import worst_residual

from kinematics import IkBatch, Mechanism, forward, inverse, inverse_batch, jacobian

SLIDES = ("PRRRRR", "RPRRRR", "RRPRRR", "RRRPRR", "RRRRPR", "RRRRRP")


@dataclass
class Count:
    """The comparisons so far."""

    poses: int = 0
    known: int = 0
    missed: int = 0
    only_ours: int = 0
    whole: int = 0
    searched: int = 0
    residual: float = 0.0

    def figures(self, label: str) -> Iterator[Figure]:
        yield Figure(f"{label}: roots missed", self.missed, f"of {self.known}", target=most(0))
        wanted = least(self.poses)
        yield Figure(f"{label}: poses complete", self.whole, f"of {self.poses}", target=wanted)
        yield Figure(f"{label}: roots only ours", self.only_ours)
        yield Figure(f"{label}: worst residual", self.residual, "m")
        yield Figure(
            f"{label}: poses that the reference searched to the end",
            self.searched,
            f"of {self.poses}",
        )


def compare(mechanism: Mechanism, Ts: np.ndarray, seed: int, count: Count, label: str) -> None:
    answer = inverse_batch(mechanism, Ts)
    known, searched = all_roots(mechanism, Ts, seed)
    count.poses += len(Ts)
    count.searched += int(searched.sum())
    count.residual = max(count.residual, worst_residual(mechanism, answer.q, Ts))
    for i, roots in enumerate(known):
        ours = answer.q[i, : answer.count[i]]
        missed = unmatched(mechanism, roots, ours)
        count.known += len(roots)
        count.missed += len(missed)
        count.whole += len(missed) == 0
        count.only_ours += len(unmatched(mechanism, ours, roots))
        for root in missed:
            report_missed(mechanism, label, i, root, answer)


def report_missed(
    mechanism: Mechanism, label: str, pose: int, root: np.ndarray, answer: IkBatch
) -> None:
    J = jacobian(mechanism, root)
    J[:3] /= 300.0
    sizes = np.linalg.svd(J, compute_uv=False)
    told = "called complete" if answer.complete else "not called complete"
    print(
        f"\n  missed: {label}, pose {pose}, q = {root.tolist()}, smallest over largest singular "
        f"value {sizes[-1] / sizes[0]:.1e}, {answer.count[pose]} found, batch {told}"
    )


def random_arms(arms: int, poses: int, seed: int, kinds: str = "RRRRRR") -> Count:
    count, rng = Count(), np.random.default_rng(seed)
    for number in range(arms):
        mechanism = random_mechanism(rng, kinds)
        Ts = forward(mechanism, random_joints(rng, mechanism, poses))
        compare(mechanism, Ts, seed + 1000 * number, count, f"{kinds} arm {number}")
    return count


def sixteen() -> Figure:
    """How many of the sixteen printed solutions of the published pose are found."""
    facts = Path(__file__).resolve().parents[1] / "published" / "manseur_doty_1989.json"
    data = json.loads(facts.read_text(encoding="utf-8"))
    mm = {name: 1000.0 * np.array(data[name]) for name in ("a", "d")}
    mechanism = Mechanism.from_standard_dh(alpha=data["alpha"], **mm)
    T = np.array(data["pose"])
    T[:3, 3] *= 1000.0
    answer = inverse(mechanism, T)
    printed = np.array(data["solutions"])
    lost = len(unmatched(mechanism, printed, answer.q, 1e-6))
    word = "called complete" if answer.complete else "not called complete"
    return Figure(
        f"Manseur and Doty 1989, printed solutions found, {word}",
        len(printed) - lost,
        f"of {len(printed)}",
        target=least(len(printed)),
    )


def figures(arms: int, poses: int, seed: int) -> Iterator[Figure]:
    yield sixteen()
    yield from random_arms(arms, poses, seed).figures(f"6R, {arms} random arms")
    few = max(1, arms // 20)
    for kinds in SLIDES:
        yield from random_arms(few, poses, seed, kinds).figures(f"5R1P {kinds}, {few} arms")


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--arms", type=int, default=200)
    parser.add_argument("--poses", type=int, default=50)
    options = parser.parse_args()
    show(figures(options.arms, options.poses, options.seed), options)
