"""Time laws along tool lines and rounded chains: limits, durations and times beside toppra.

python tests/benchmarks/bench_timing.py [--lines N] [--seed N]

Lines: random ones on every shipped arm of six joints, at one and at four times 250 mm/s. Limits are
looked at by 100 samples between two knots. toppra gets every node of the path in its grid.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from figures import Figure, arguments, faster, most, show, timed
from measuring import fastest, optional, paired
from timing_paths import rounded_chain, six_axis_arms, tool_lines

from kinematics.motion.laws.acceleration_law import acceleration_law
from kinematics.motion.laws.jerk_law import jerk_law
from kinematics.motion.laws.time_law import JointLimits, TimeLaw
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath
from scenes import load_robot

WAY_POINTS, SAMPLES, CORNER = 50, 5000, 0.2
GRID = 1001  # of toppra on a line, beside the nodes of the path
FINE = 10  # times as many knots

Line = tuple[JointPath, float, JointLimits]


def lines_of(per: int, seed: int) -> list[Line]:
    rng = np.random.default_rng(seed)
    found = []
    for name in six_axis_arms():
        mechanism = load_robot(name).mechanism
        limits = JointLimits.of(mechanism)
        found += [(path, rate, limits) for path, rate in tool_lines(mechanism, rng, per)]
    return found


def figures(per: int, seed: int) -> Iterator[Figure]:
    lines = lines_of(per, seed)
    yield from limit_figures(lines)
    yield from duration_figures(lines)
    yield from time_figures(lines, seed)


def limit_figures(lines: list[Line]) -> Iterator[Figure]:
    worst = np.zeros(4)
    for path, rate, limits in lines:
        worst = np.maximum(worst, used_limits(path, jerk_law(path, rate, limits), limits, rate))
    for word, value in zip(("speed", "acceleration", "jerk", "tool"), worst, strict=True):
        label = f"{len(lines)} lines, jerk limited: largest {word} between samples, of its limit"
        yield Figure(label, float(value), target=most(1.0001))


def used_limits(path: JointPath, law: TimeLaw, limits: JointLimits, rate: float) -> np.ndarray:
    knots = np.unique(np.concatenate([getattr(law, "knots", path.knots), path.knots]))
    s = knots[:-1, None] + np.diff(knots)[:, None] * np.linspace(1e-6, 1.0 - 1e-6, 100)
    t = law.time_at(s.ravel())
    _, speed, acceleration, jerk = np.abs(Motion.of(path, law).state(t))
    every = (speed / limits.speed, acceleration / limits.acceleration, jerk / limits.jerk)
    return np.array([*(share.max() for share in every), law.at(t)[1].max() / rate])


def duration_figures(lines: list[Line]) -> Iterator[Figure]:
    shares = [
        jerk_law(path, rate, limits).duration
        / jerk_law(path, rate, limits, knots=60 * FINE).duration
        for path, rate, limits in lines
    ]
    label = f"{len(lines)} lines, jerk limited: duration by a grid {FINE} times as fine"
    yield from quantiles(label, np.array(shares), 1.01)
    if optional("toppra") is None:
        return
    shares = [
        acceleration_law(path, rate, limits).duration / toppra_law(path, rate, limits)().duration
        for path, rate, limits in lines
    ]
    label = f"{len(lines)} lines, no jerk: duration by that of toppra"
    yield from quantiles(label, np.array(shares), 1.005)


def quantiles(label: str, shares: np.ndarray, target: float) -> Iterator[Figure]:
    yield Figure(f"{label}, median", float(np.median(shares)))
    yield Figure(f"{label}, p99", float(np.percentile(shares, 99.0)), target=most(target))


def time_figures(lines: list[Line], seed: int) -> Iterator[Figure]:
    some = lines[:: max(len(lines) // 40, 1)]
    for law, word in ((jerk_law, "jerk limited"), (acceleration_law, "no jerk")):
        times = [fastest(lambda one=one, law=law: law(*one)) for one in some]
        yield timed(f"law of a line, {word}: median", float(np.median(times)), "ms")
    mechanism = load_robot("abb_irb120").mechanism
    limits, ready = JointLimits.of(mechanism), np.array(load_robot("abb_irb120").ready)
    moved = np.random.default_rng(seed).uniform(-0.6, 0.6, (WAY_POINTS, mechanism.n))
    chain = rounded_chain(np.clip(ready + moved, mechanism.lower, mechanism.upper), CORNER)
    rate = 1e3
    peer = None if optional("toppra") is None else toppra_spline(chain, limits)
    for law, word, target in ((acceleration_law, "no jerk", 20), (jerk_law, "jerk limited", 3)):
        label = f"chain of {WAY_POINTS} way points, {SAMPLES} samples, {word}"
        ours = sampled(chain, lambda law=law: law(chain, rate, limits))
        if peer is None:
            yield timed(label, fastest(ours), "ms", "toppra", None, faster(target))
        else:
            yield timed(label, *_named(paired(ours, peer)), faster(target))


def _named(times: tuple[float, float]) -> tuple[float, str, str, float]:
    return times[0], "ms", "toppra", times[1]


def sampled(path: JointPath, law: Callable[[], TimeLaw]) -> Callable[[], object]:
    def work() -> object:
        motion = Motion.of(path, law())
        return motion.at(np.linspace(0.0, motion.duration, SAMPLES))

    return work


def toppra_law(path: JointPath, rate: float, limits: JointLimits) -> Callable[[], object]:
    grid = np.unique(np.concatenate([np.linspace(0.0, path.length, GRID), path.knots]))
    speed, growth = np.append(limits.speed, rate), np.append(limits.acceleration, 1e9)
    return _toppra(_Course(path), grid, speed, growth)


def toppra_spline(path: JointPath, limits: JointLimits) -> Callable[[], object]:
    """toppra on its own cubic spline of the path, with every node in its grid, and its samples."""
    import toppra as ta

    dense = np.unique(np.concatenate([np.linspace(0.0, path.length, 3001), path.knots]))
    course = ta.SplineInterpolator(dense, path.at(dense))
    grid = np.unique(np.concatenate([np.linspace(0.0, path.length, GRID), path.knots]))
    solve = _toppra(course, grid, limits.speed, limits.acceleration)

    def work() -> object:
        law = solve()
        return law(np.linspace(0.0, law.duration, SAMPLES))

    return work


def _toppra(
    course: object, grid: np.ndarray, speed: np.ndarray, growth: np.ndarray
) -> Callable[[], object]:
    import toppra as ta
    from toppra import algorithm, constraint

    ta.setup_logging("ERROR")

    def solve() -> object:
        wanted = [
            constraint.JointVelocityConstraint(np.column_stack([-speed, speed])),
            constraint.JointAccelerationConstraint(
                np.column_stack([-growth, growth]),
                discretization_scheme=constraint.DiscretizationType.Interpolation,
            ),
        ]
        found = algorithm.TOPPRA(wanted, course, gridpoints=grid, solver_wrapper="seidel")
        return found.compute_trajectory(0, 0)

    return solve


class _Course:
    """A JointPath for toppra, with s as one joint more, whose speed is the largest rate."""

    def __init__(self, path: JointPath) -> None:
        self.path, self.dof = path, path.controls.shape[2] + 1
        self.path_interval, self.duration = np.array([0.0, path.length]), path.length

    def __call__(self, s: np.ndarray, order: int = 0) -> np.ndarray:
        found = self.path.derivatives(s, order)[order]
        own = np.asarray(s, float) if order == 0 else np.full(np.shape(s), float(order == 1))
        return np.concatenate([found, own[..., None]], axis=-1)


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--lines", type=int, default=12, help="of each arm")
    options = parser.parse_args()
    show(figures(options.lines, options.seed), options)
