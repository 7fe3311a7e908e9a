"""Joint moves from rest to rest: durations and times beside ruckig.

python tests/benchmarks/bench_rest_to_rest.py [--moves N] [--seed N]

Moves: random ones within the limits of every shipped arm whose jerk is known or assumed. ruckig
times one axis, the way from 0 to 1 under the least limit of all joints: for several axes it keeps
the time and not the straight way of the joints.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, most, show, timed
from measuring import fastest, optional

from kinematics import Mechanism
from kinematics.motion.laws.rest_to_rest import rest_to_rest, rests_to_rests
from kinematics.motion.laws.time_law import JointLimits
from scenes import load_robot
from scenes.library import robot_names

WIDEST = np.pi  # rad: the range that a joint without limits is moved in
ASKED = 1000  # moves of which single calls are timed


def arms() -> list[Mechanism]:
    every = [load_robot(name).mechanism for name in robot_names()]
    return [arm for arm in every if np.isfinite(arm.jerk).all()]


def distances_of(arm: Mechanism, rng: np.random.Generator, count: int) -> np.ndarray:
    ends = np.clip(np.stack([arm.lower, arm.upper]), -WIDEST, WIDEST)
    ends = np.where(arm.revolute, ends, np.clip(np.stack([arm.lower, arm.upper]), -1e4, 1e4))
    start, goal = rng.uniform(*ends, (2, count, arm.n))
    return goal - start


def figures(moves: int, seed: int) -> Iterator[Figure]:
    rng = np.random.default_rng(seed)
    chosen = arms()
    per = -(-moves // len(chosen))
    tasks = [(JointLimits.of(arm), distances_of(arm, rng, per)) for arm in chosen]
    count = per * len(chosen)
    batch = fastest(lambda: [rests_to_rests(ways, limits) for limits, ways in tasks])
    limits, ways = tasks[0]
    single = fastest(lambda: [rest_to_rest(way, limits) for way in ways[:ASKED]])
    peer, theirs, name = _of_ruckig(tasks), None, ""
    if peer is not None:
        ours = np.concatenate([rests_to_rests(ways, limits).duration for limits, ways in tasks])
        gap = float(np.abs(ours / peer() - 1.0).max())
        label = f"{count:,} moves of {len(chosen)} arms: duration off that of ruckig, relative"
        yield Figure(label, gap, target=most(1e-9))
        theirs, name = fastest(peer, rounds=1) / count, "ruckig"
    yield timed(
        "a move from rest to rest, in a batch", batch / count, "us", name, theirs, most(0.3)
    )
    asked = len(ways[:ASKED])
    yield timed("a move from rest to rest, one call", single / asked, "us", name, theirs, most(25))


def _of_ruckig(tasks: list[tuple[JointLimits, np.ndarray]]) -> Callable[[], np.ndarray] | None:
    """Durations of all moves by ruckig, inputs reused; None where it is not installed."""
    ruckig = optional("ruckig")
    if ruckig is None:
        return None
    with np.errstate(divide="ignore"):
        rows = np.concatenate(
            [
                np.stack(
                    [
                        (limit / np.abs(ways)).min(axis=1)
                        for limit in (limits.speed, limits.acceleration, limits.jerk)
                    ],
                    axis=1,
                )
                for limits, ways in tasks
            ]
        )
    solver, given, answer = ruckig.Ruckig(1), ruckig.InputParameter(1), ruckig.Trajectory(1)
    given.current_position, given.target_position = [0.0], [1.0]

    def durations() -> np.ndarray:
        found = []
        for speed, acceleration, jerk in rows.tolist():
            given.max_velocity, given.max_acceleration = [speed], [acceleration]
            given.max_jerk = [jerk]
            solver.calculate(given, answer)
            found.append(answer.duration)
        return np.array(found)

    return durations


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--moves", type=int, default=100_000)
    options = parser.parse_args()
    show(figures(options.moves, options.seed), options)
