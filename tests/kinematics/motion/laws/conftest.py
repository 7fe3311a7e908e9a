"""Smooth random joint paths and limits, for tests of time laws."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest

from kinematics.motion.laws.time_law import JointLimits, TimeLaw
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath

LIMITS = JointLimits(
    np.array([3.0, 2.5, 4.0, 6.0, 5.0, 7.0]),
    np.array([10.0, 9.0, 13.0, 20.0, 17.0, 23.0]),
    np.array([200.0, 180.0, 260.0, 400.0, 340.0, 460.0]),
)


def wavy(rng: np.random.Generator, pieces: int = 9, bend: float = 1.0) -> JointPath:
    """Six joints that move along sums of sines over s from 0 to 1; nodes at uneven places."""
    steps = rng.uniform(0.5, 1.5, pieces)
    s = np.concatenate([[0.0], np.cumsum(steps) / steps.sum()])
    slope, size = rng.uniform(-2.0, 2.0, 6), bend * rng.uniform(-0.3, 0.3, 6)
    turn, phase = rng.uniform(1.0, 6.0, 6), rng.uniform(0.0, 6.0, 6)
    angle = turn * s[:, None] + phase
    return JointPath.through(
        s,
        slope * s[:, None] + size * np.sin(angle),
        slope + size * turn * np.cos(angle),
        -size * turn**2 * np.sin(angle),
    )


def shares_of_limits(
    path: JointPath, law: TimeLaw, limits: JointLimits, rates: np.ndarray, per: int = 100
) -> np.ndarray:
    """The largest speed, acceleration, jerk and rate, as shares of their limits, by samples.

    They lie between the changes of the law and of the path, `per` in each part.
    """
    knots = getattr(law, "knots", np.linspace(0.0, path.length, 200))
    knots = np.unique(np.concatenate([knots, path.knots]))
    knots = knots[np.append(True, np.diff(knots) > 1e-13)]
    inside = np.linspace(1e-6, 1.0 - 1e-6, per)
    s = (knots[:-1, None] + np.diff(knots)[:, None] * inside).ravel()
    t = law.time_at(s)
    _, speed, acceleration, jerk = np.abs(Motion.of(path, law).state(t))
    piece = np.clip(np.searchsorted(path.knots, s, side="right") - 1, 0, path.pieces - 1)
    return np.array(
        [
            (speed / limits.speed).max(),
            (acceleration / limits.acceleration).max(),
            (jerk / limits.jerk).max(),
            (law.at(t)[1] / rates[piece]).max(),
        ]
    )


@pytest.fixture
def limits() -> JointLimits:
    return LIMITS


@pytest.fixture
def paths() -> list[JointPath]:
    """Paths of one piece and of many, nearly straight and bent."""
    rng = np.random.default_rng(21)
    wanted = ((1, 1.0), (2, 0.1), (4, 1.0), (9, 0.02), (9, 1.0), (15, 2.0), (30, 1.0))
    return [wavy(rng, pieces, bend) for pieces, bend in wanted]


@pytest.fixture
def measured() -> Callable[..., np.ndarray]:
    return shares_of_limits


@pytest.fixture
def drawn() -> Callable[..., JointPath]:
    return wavy


@pytest.fixture
def without_loops(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No machine code: NumPy and plain Python compute."""
    monkeypatch.setattr("resources.loops.loop.machine_code", lambda room: {})
    yield


@pytest.fixture
def reversed_path() -> Callable[[JointPath], JointPath]:
    def turned(path: JointPath) -> JointPath:
        return JointPath(path.length - path.knots[::-1], path.controls[::-1, ::-1])

    return turned


@pytest.fixture
def halves() -> Callable[[JointPath], list[JointPath]]:
    """A path cut in two at its middle."""

    def cut(path: JointPath) -> list[JointPath]:
        places = (0.0, 0.5 * path.length, path.length)
        return [path.part(a, b) for a, b in pairwise(places)]

    return cut
