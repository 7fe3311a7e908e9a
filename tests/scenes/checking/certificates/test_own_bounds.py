"""The check's own bounds on curved motion: true of points that are followed, and within those that
a proof states; a proof that states less is refused."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import Box
from kinematics import Mechanism
from scenes.checking.certificates import certifying, evidence
from scenes.checking.certificates.own_bounds import OwnBounds
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.course import course_of
from scenes.checking.motions.motion_bounds import MotionBounds, bounds_of
from scenes.checking.motions.track import Chunk, Track
from scenes.runs.run import Run
from scenes.world.robot import LinkBody
from tests.depth import share

FINE = 4000


def sliding(robot):
    """A robot with turning and sliding joints, and a body on each link."""
    mechanism = Mechanism.from_standard_dh(
        alpha=[0.3, 1.2, -0.7, 0.4, 1.0, 0.0],
        a=[120.0, 80.0, 60.0, 30.0, 50.0, 10.0],
        d=[200.0, 0.0, 90.0, 40.0, 10.0, 5.0],
        theta0=np.zeros(6),
        kinds="RPRPRR",
    )
    bodies = tuple(
        LinkBody(f"L{i}", i, Box((60, 40 + 10 * i, 80)), np.eye(4), "#888") for i in range(7)
    )
    return replace(robot, mechanism=mechanism, bodies=bodies, hand=None)


@pytest.mark.parametrize("kind", ["turning", "sliding"])
def test_no_point_is_faster_or_bends_more_than_the_own_bounds_and_proofs_state_no_less(
    cell_with, smooth_path, motion_along, step_of, rng, kind
):
    base = cell_with().robot
    robot = base if kind == "turning" else sliding(base)
    closest = 0.0
    for _ in range(6):
        path = smooth_path(rng, rng.uniform(-1, 1, 6))
        step = step_of(motion_along(path), 12.0, 12.0)
        own = OwnBounds(robot, step.motion, 12.0)
        course = course_of(step, robot.mechanism)
        arm = ArmMotion(robot, course.pieces)
        bodies = {n: (s, None, n) for n, s in zip(arm.names, arm.solids, strict=True)}
        stands = {"STANDS": (Box((1, 1, 1)), np.eye(4), "STANDS")}
        track, whole = Track((arm,), (course,), bodies | stands), Chunk(0, len(course.pieces))
        times = np.linspace(0.0, 1.0, FINE + 1)
        for name, solid in zip(arm.names, arm.solids, strict=True):
            known = bounds_of(track, [whole], [(name, "STANDS")])
            figures = (known.rates, known.bends, known.kinks)
            stated = tuple(1.02 * float(f[0, 0]) + 1e-3 for f in figures)
            rate, bend, kink = own.limits(name, solid, 0, stated)
            assert (rate, bend, kink) <= stated
            assert rate <= stated[0] and bend <= stated[1] and kink <= stated[2]
            low, high = solid.bounds()
            points = rng.uniform(low, high, (8, 3))
            T = own.poses(name, times)
            way = points @ np.swapaxes(T[:, :3, :3], 1, 2) + T[:, None, :3, 3]
            speeds = np.linalg.norm(np.diff(way, axis=0), axis=2) * FINE
            assert speeds.max() <= rate * (1 + 1e-9) + 1e-6
            bends = np.linalg.norm(np.diff(way, 2, axis=0), axis=2) * FINE**2
            assert bends.max() <= bend + kink * FINE + 1e-2
            closest = max(closest, speeds.max() / max(rate, 1e-9))
    assert closest > 0.3


def test_the_own_poses_are_those_of_the_motion(cell_with, smooth_path, motion_along, step_of, rng):
    robot = cell_with().robot
    motion = motion_along(smooth_path(rng, rng.uniform(-1, 1, 6)))
    part = motion.slice(0.3 * motion.duration, 0.8 * motion.duration)
    for own in (OwnBounds(robot, motion, 0.0), OwnBounds(robot, part, 0.0)):
        t = np.linspace(0.0, own.motion.duration, 50)
        start, end = own.span
        s = own.motion.law.at(own.motion.begin + t)[0]
        share = (s - start) / (end - start)
        body = f"arm.{robot.body_names[-1]}"
        arm = ArmMotion(robot, course_of(step_of(own.motion), robot.mechanism).pieces)
        T = arm.poses(own.motion.at(t), np.zeros(50))[:, arm.names.index(body)]
        assert np.abs(own.poses(body, share) - T).max() < 1e-9


@pytest.mark.parametrize("wrong", share(["bends", "rates"], 1))
def test_a_proof_that_states_less_than_the_motion_has_is_refused(
    cell_with, smooth_path, motion_along, step_of, rng, monkeypatch, wrong
):
    cell = cell_with(("POST", Box((60, 60, 60)), (300, 700, 400)))
    step = step_of(motion_along(smooth_path(rng, np.radians([0, -90, 90, 0, 60, 0]))))
    run = Run(cell, None, None, (step,), step.before)
    assert certifying.certificates(run).is_accepted

    def less(track, chunks, pairs):
        known = bounds_of(track, chunks, pairs)
        figures = {n: getattr(known, n) for n in ("rates", "bends", "kinks")}
        return MotionBounds(**{**figures, wrong: 0.5 * figures[wrong]})

    monkeypatch.setattr(evidence, "bounds_of", less)
    found = certifying.certificates(run)
    assert not found.is_accepted
    assert {p.code for p in found.problems} == {"E502"}
