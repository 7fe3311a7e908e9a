"""Arms whose wrists are not spherical, beside ssik's compiled solvers; asserts nothing.

Run: python tests/benchmarks/bench_named_arms.py [--poses 5000] [--seed 1] [--checked 40] [--own]

Nine named arms, each with one batch of poses through `inverse_batch`, including distinct roots and
certificate. ssik takes no batch: it solves the first of the same poses one by one, in turns with
ours. Found is the share of all poses whose roots contain the joints that made them. The dense
reference is that of the tests. --own: also a random arm against ssik's path for users' arms, which
takes some minutes to prepare and keeps the result on disk.
"""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kinematics/solvers/elimination"))

from dense_reference import all_roots, unmatched
from figures import Figure, arguments, least, most, ratio, show, timed
from ik_arms import NamedArm, named_arms, random_joints, random_tables, standard
from measuring import fastest, holds, in_metres, optional, paired, worst_residual

from kinematics import Mechanism, forward, inverse, inverse_batch
from kinematics.solvers.elimination import recognise
from kinematics.solving.choice import chosen

PEER_POSES = 200
FALSE = 1e-7  # residual above which a root of the peer does not count
OPTIONS = {"respect_limits": False, "enumerate_windings": False}


def set_up_time(mechanism: Mechanism) -> float:
    """Time from a new mechanism to a solver that needs only poses, s."""

    def work() -> None:
        recognise.cache_clear()
        chosen.cache_clear()
        chosen(mechanism)

    return fastest(work, 3)


def one_arm(arm: NamedArm, rng: np.random.Generator, poses: int, checked: int) -> Iterator[Figure]:
    mechanism, peer, name = arm.mechanism, optional(arm.peer), arm.name
    yield timed(f"{name}, set-up", set_up_time(mechanism), "ms", target=most(150.0))
    q = random_joints(rng, mechanism, poses)
    Ts = forward(mechanism, q)
    answer = inverse_batch(mechanism, Ts)
    yield Figure(f"{name}, roots of a pose, mean", float(answer.count.mean()))
    yield Figure(f"{name}, roots of a pose, most", int(answer.count.max()))
    found = 100 * float(holds(mechanism, answer.q, q).mean())
    yield Figure(f"{name}, found", found, "%")
    yield Figure(f"{name}, worst residual", worst_residual(mechanism, answer.q, Ts), "m")
    print(f"{name}: certified {'all' if answer.complete else 'not all'}")
    few, theirs = list(in_metres(Ts[:PEER_POSES])), None
    if peer is None:
        ours = fastest(lambda: inverse_batch(mechanism, Ts), 3)
    else:
        ours, theirs = paired(
            lambda: inverse_batch(mechanism, Ts),
            lambda: [peer.solve(T, **OPTIONS) for T in few],
            3,
        )
        theirs /= len(few)
    what = f"{name}, a pose of a batch"
    yield timed(what, ours / poses, "us", "ssik", theirs, ratio(0.25))
    if peer is not None:
        yield from compared(peer, arm, q[:PEER_POSES], few, answer.q, answer.count)
    yield single(name, mechanism, Ts)
    known, _ = all_roots(mechanism, Ts[:checked])
    lost = [len(unmatched(mechanism, r, answer.q[i])) for i, r in enumerate(known)]
    count = sum(map(len, known))
    yield Figure(
        f"{name}, roots of the dense reference found",
        count - sum(lost),
        f"of {count}",
        target=least(count),
    )


def compared(
    peer: Any, arm: NamedArm, q: np.ndarray, few: list, ours: np.ndarray, count: np.ndarray
) -> Iterator[Figure]:
    """How far the two forward kinematics differ, and which side finds which roots."""
    fk = max(float(np.abs(peer.fk(row) - T).max()) for row, T in zip(q, few, strict=True))
    mechanism, name = arm.mechanism, arm.name
    both = only_ours = only_theirs = false = 0
    for i, T in enumerate(few):
        found = peer.solve(T, **OPTIONS)
        false += sum(s.fk_residual > FALSE for s in found)
        theirs = np.array([s.q for s in found if s.fk_residual <= FALSE]).reshape(-1, 6)
        own = ours[i, : count[i]]
        without = len(unmatched(mechanism, theirs, own, 1e-3))
        only_theirs += without
        only_ours += len(unmatched(mechanism, own, theirs, 1e-3))
        both += len(theirs) - without
    yield Figure(f"{name}, forward kinematics, difference from ssik's", fk, "m")
    yield Figure(
        f"{name}, roots of {len(few)} poses", both + only_ours, "", "ssik", both + only_theirs
    )
    yield Figure(f"{name}, roots that only ssik finds", only_theirs)
    yield Figure(f"{name}, answers of ssik that miss the pose", false)


def single(name: str, mechanism: Mechanism, Ts: np.ndarray) -> Figure:
    """The median over poses of the least time of a call."""
    times = [fastest(lambda T=T: inverse(mechanism, T), 3) for T in Ts[:100]]
    return timed(f"{name}, one pose", float(np.median(times)), "us", target=most(500.0))


def own_arm(seed: int, poses: int) -> Iterator[Figure]:
    """A user's own arm, for which no compiled module is shipped."""
    rng = np.random.default_rng(seed)  # the same arm each time: ssik keeps its preparation
    table, ssik = random_tables(rng), optional("ssik")
    mechanism = standard(table, "own arm")
    Ts = forward(mechanism, random_joints(rng, mechanism, poses))
    set_up = set_up_time(mechanism)
    prepared = each = None
    if ssik is None:
        ours = fastest(lambda: inverse_batch(mechanism, Ts), 3)
    else:
        theirs = ssik.Manipulator.from_dh(table["alpha"], table["a"] / 1000, table["d"] / 1000)
        start = time.process_time()
        theirs.prepare()
        prepared = time.process_time() - start
        few = list(in_metres(Ts[:30]))
        ours, all_few = paired(
            lambda: inverse_batch(mechanism, Ts),
            lambda: [theirs.solve(T, **OPTIONS) for T in few],
            3,
        )
        each = all_few / len(few)
    yield timed("own arm, set-up", set_up, "ms", "ssik", prepared, most(150.0))
    yield timed("own arm, a pose of a batch", ours / poses, "us", "ssik", each, ratio(0.1))


def figures(poses: int, seed: int, checked: int, own: bool) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    for arm in named_arms():
        yield from one_arm(arm, rng, poses, checked)
    if own:
        yield from own_arm(seed, poses)
    elif optional("ssik"):
        print("own arm: left out, since ssik prepares it for minutes; --own measures it")


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--poses", type=int, default=5000)
    parser.add_argument("--checked", type=int, default=40, help="poses for the dense reference")
    parser.add_argument("--own", action="store_true", help="an own arm too: takes minutes")
    options = parser.parse_args()
    show(figures(options.poses, options.seed, options.checked, options.own), options)
