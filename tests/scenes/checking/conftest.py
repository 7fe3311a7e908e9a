"""Motions made by hand, so that checks are tested on paths that no instruction makes."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from kinematics.motion.laws.rest_to_rest import seven_segments
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath
from scenes import simulate
from scenes.runs.step import Step


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(13)


def curved_path(rng: np.random.Generator, start: np.ndarray, pieces: int = 5) -> JointPath:
    """A smooth path of the joints with pieces of different lengths; its length is 1."""
    widths = rng.uniform(0.2, 1.0, pieces)
    knots = np.append(0.0, np.cumsum(widths) / widths.sum())
    knots[-1] = 1.0
    n = len(start)
    q = start + np.vstack([np.zeros(n), np.cumsum(rng.uniform(-0.2, 0.25, (pieces, n)), axis=0)])
    shape = (pieces + 1, n)
    return JointPath.through(knots, q, rng.uniform(-1, 1, shape), rng.uniform(-2, 2, shape))


def driven(path: JointPath, speed: float = 1.0) -> Motion:
    """The motion along a path of length 1 that comes to a speed, 1/s, with a limited jerk."""
    return Motion.of(path, seven_segments(speed, 4.0, 40.0))


@pytest.fixture
def step_of(cell_with) -> Callable[..., Step]:
    """Makes a step with a motion and openings of the hand at its start and end."""
    step = simulate(cell_with(), "DELAY 1\nEND").moving_steps[0]

    def made(motion: Motion, start: float = 0.0, end: float = 0.0, line: int = 1) -> Step:
        before = replace(step.before, q=motion.q_start, opening=start)
        after = replace(step.after, q=motion.q_end, opening=end)
        opened = {"opening_start": start, "opening_end": end}
        return replace(step, motion=motion, before=before, after=after, line=line, **opened)

    return made


@pytest.fixture
def motion_along() -> Callable[..., Motion]:
    return driven


@pytest.fixture
def smooth_path() -> Callable[..., JointPath]:
    return curved_path
