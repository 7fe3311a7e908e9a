"""Joint paths for benchmarks of time laws: tool lines by inverse kinematics, and rounded chains."""

from collections.abc import Iterator

import numpy as np

from kinematics import KinematicsError, Mechanism, forward, jacobian, track
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import rotation_about
from scenes import load_robot, robot_names

NODES = 24
STEP = 1e-4  # of the line, for differences of dq/ds
LARGEST_TURN = 4.0  # rad of a joint along a line: beyond, it passes by a singularity
TOOL_SPEED, TURN_SPEED = 250.0, np.pi / 2


def six_axis_arms() -> list[str]:
    """Names of shipped arms with six joints in a row, all of them limited."""
    found = []
    for name in robot_names():
        mechanism = load_robot(name).mechanism
        limits = (mechanism.speed, mechanism.acceleration, mechanism.jerk)
        if mechanism.n == 6 and all(np.isfinite(limit).all() for limit in limits):
            found.append(name)
    return found


def tool_lines(
    mechanism: Mechanism, rng: np.random.Generator, count: int
) -> Iterator[tuple[JointPath, float]]:
    """Random lines of 100 to 400 mm, half of them with a turn up to 1 rad, and their largest rates.

    The flange goes along the line; the parameter is its share. At each node q is a root, and dq/ds
    and its difference come from the Jacobian.
    """
    low = np.where(mechanism.revolute > 0, np.maximum(mechanism.lower, -np.pi), mechanism.lower)
    high = np.where(mechanism.revolute > 0, np.minimum(mechanism.upper, np.pi), mechanism.upper)
    made = 0
    for trial in range(100 * count):
        if made == count:
            return
        q = rng.uniform(low, high)
        way, axis = rng.normal(size=(2, 3))
        way *= rng.uniform(100.0, 400.0) / np.linalg.norm(way)
        angle = rng.uniform(0.0, 1.0) if trial % 2 else 0.0
        path = _line(mechanism, q, way, axis / np.linalg.norm(axis) * angle)
        if path is not None:
            made += 1
            faster = 4.0 if trial % 3 == 0 else 1.0
            rate = TOOL_SPEED / float(np.linalg.norm(way))
            yield path, faster * (min(rate, TURN_SPEED / angle) if angle else rate)


def _line(
    mechanism: Mechanism, q_start: np.ndarray, way: np.ndarray, turn: np.ndarray
) -> JointPath | None:
    nodes = np.linspace(0.0, 1.0, NODES)
    s = (nodes[:, None] + STEP * np.array([-1.0, 0.0, 1.0])).ravel()
    T = forward(mechanism, q_start)
    Ts = np.tile(T, (len(s), 1, 1))
    Ts[:, :3, 3] += s[:, None] * way
    angle = float(np.linalg.norm(turn))
    if angle:
        Ts[:, :3, :3] = [rotation_about(turn / angle, angle * share) @ T[:3, :3] for share in s]
    try:
        q = track(mechanism, Ts, q_start).q
    except KinematicsError:
        return None
    if not np.isfinite(q).all() or len(q) != len(s):
        return None
    J = np.stack([jacobian(mechanism, row) for row in q])
    if np.linalg.cond(J / np.array([1e3, 1e3, 1e3, 1, 1, 1])[:, None]).max() > 300.0:
        return None
    first = np.linalg.solve(J, np.concatenate([way, turn])[:, None])[..., 0]
    if np.abs(np.diff(q[1::3], axis=0)).sum(axis=0).max() > LARGEST_TURN:
        return None
    second = (first[2::3] - first[::3]) / (2.0 * STEP)
    return JointPath.through(nodes, q[1::3], first[1::3], second)


def rounded_chain(places: np.ndarray, share: float, rise: float = 0.3) -> JointPath:
    """Straight motions of the joints through places (m, n), with corners over a share of each leg.

    share: up to 1/2. The second derivative in a corner rises linearly over the share `rise` of it,
    stays, and falls: three cubics, C2 with both legs.
    """
    legs = np.diff(places, axis=0)
    rows = [(0.0, places[0], legs[0], 0.0 * legs[0])]

    def add(s: float, q: np.ndarray, first: np.ndarray, second: np.ndarray) -> None:
        rows.append((rows[-1][0] + s, q, first, second))

    for i, leg in enumerate(legs):
        begin = share if i > 0 else 0.0
        end = share if i < len(legs) - 1 else 0.0
        add(1.0 - begin - end, places[i + 1] - end * leg, leg, 0.0 * leg)
        if end == 0.0:
            break
        before, behind, length = share * leg, share * legs[i + 1], 2.0 * share
        for u, last in ((rise, 0.0), (1.0 - rise, rise), (1.0, 1.0 - rise)):
            w, integral, bend = _ramp(u, rise)
            q = places[i + 1] - before + 2.0 * before * (u - integral) + 2.0 * behind * integral
            first = 2.0 * (before * (1.0 - w) + behind * w) / length
            second = 2.0 * (behind - before) * bend / length**2
            add((u - last) * length, q, first, second)
    s, q, first, second = (np.array(column) for column in zip(*rows, strict=True))
    return JointPath.through(s, q, first, second)


def _ramp(u: float, rise: float) -> tuple[float, float, float]:
    """A ramp from 0 to 1 whose slope is a trapezoid: its value, integral and slope at u."""
    if u > 0.5:
        value, integral, slope = _ramp(1.0 - u, rise)
        return 1.0 - value, u - 0.5 + integral, slope
    top = 1.0 / (1.0 - rise)
    if u <= rise:
        return 0.5 * top * u * u / rise, top * u**3 / (6.0 * rise), top * u / rise
    past = u - rise
    value = 0.5 * top * rise + top * past
    return value, top * (rise**2 / 6.0 + 0.5 * rise * past + 0.5 * past**2), top
