"""Are these ALL solutions? Counts against the dense reference of the tests; asserts nothing.

Run: python tests/benchmarks/bench_completeness.py [--arms 200] [--poses 100] [--seed 1]

Random six-joint arms (twists all round, offsets and lengths within half a metre), arms with one
slide in each place, and the published arm of 16 solutions, each through the front door
`inverse_batch`. `missed`: roots of the reference that we do not give. `only ours`: roots that the
reference did not meet; forward kinematics confirms them (residual: worst, Frobenius norm over 3x4,
lengths in metres). Every missed root is listed with its distance from singular.
"""

import argparse
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kinematics/solvers/elimination"))

from dense_reference import all_roots, unmatched
from ik_arms import random_joints, random_mechanism
from measuring import worst_residual

from kinematics import IkBatch, Mechanism, forward, inverse, inverse_batch, jacobian

SLIDES = ("PRRRRR", "RPRRRR", "RRPRRR", "RRRPRR", "RRRRPR", "RRRRRP")


@dataclass
class Count:
    """What was compared so far."""

    poses: int = 0
    known: int = 0
    missed: int = 0
    only_ours: int = 0
    whole: int = 0
    searched: int = 0
    residual: float = 0.0

    @property
    def text(self) -> str:
        return (
            f"{self.known - self.missed} of {self.known} roots, {self.whole} of {self.poses} poses "
            f"complete, {self.only_ours} roots only ours, residual {self.residual:.1e}, "
            f"{self.poses - self.searched} poses not searched to the end"
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


def sixteen() -> str:
    """The published pose of sixteen solutions, and how near ours are to the printed ones."""
    facts = Path(__file__).resolve().parents[1] / "published" / "manseur_doty_1989.json"
    data = json.loads(facts.read_text(encoding="utf-8"))
    mm = {name: 1000.0 * np.array(data[name]) for name in ("a", "d")}
    mechanism = Mechanism.from_standard_dh(alpha=data["alpha"], **mm)
    T = np.array(data["pose"])
    T[:3, 3] *= 1000.0
    answer = inverse(mechanism, T)
    lost = len(unmatched(mechanism, np.array(data["solutions"]), answer.q, 1e-6))
    word = "complete" if answer.complete else "not called complete"
    return f"{len(data['solutions']) - lost} of {len(data['solutions'])} printed solutions, {word}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--arms", type=int, default=200)
    parser.add_argument("--poses", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"Manseur and Doty 1989: {sixteen()}", flush=True)
    count = random_arms(options.arms, options.poses, options.seed)
    print(f"6R, {options.arms} random arms x {options.poses} poses: {count.text}", flush=True)
    for kinds in SLIDES:
        count = random_arms(max(1, options.arms // 20), options.poses, options.seed, kinds)
        print(f"5R1P {kinds}, {max(1, options.arms // 20)} arms: {count.text}", flush=True)


if __name__ == "__main__":
    main()
