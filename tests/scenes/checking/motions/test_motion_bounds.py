"""The bounds of motions, tested by following points: no point moves or turns off more."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import Box
from kinematics import Mechanism, link_poses
from kinematics.poses.bernstein import divided
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.motion_bounds import bounds_of, rates_of
from scenes.checking.motions.pieces import Pieces, in_pairs
from scenes.checking.motions.track import Chunk, Track
from scenes.world.robot import LinkBody

FINE = 4000


def sliding(robot):
    """A robot with turning and sliding joints, a body on each link and a hand."""
    mechanism = Mechanism.from_standard_dh(
        alpha=[0.3, 1.2, -0.7, 0.4, 1.0],
        a=[120.0, 80.0, 60.0, 30.0, 50.0],
        d=[200.0, 0.0, 90.0, 40.0, 10.0],
        theta0=np.zeros(5),
        kinds="RPRPR",
    )
    bodies = tuple(
        LinkBody(f"L{i}", i, Box((60, 40 + 10 * i, 80)), np.eye(4), "#888") for i in range(6)
    )
    return replace(robot, mechanism=mechanism, bodies=bodies)


def wandering(robot, rng, count):
    """An arm through `count` random samples, some of them repeated, while the hand moves."""
    kinds = np.array(list(robot.mechanism.kinds))
    size = np.where(kinds == "R", 0.06, 9.0)
    drift = rng.uniform(-1, 1, len(kinds)) * size
    turns = drift + 0.4 * size * rng.uniform(-1, 1, (count - 1, len(kinds)))
    turns[rng.random(count - 1) < 0.15] = 0.0
    q = rng.uniform(-1, 1, len(kinds)) * np.where(kinds == "R", 2.0, 80.0)
    q = q + np.vstack([np.zeros(len(kinds)), np.cumsum(turns, axis=0)])
    still = ~turns.any(axis=1)
    opened = np.where(still, 0.0, rng.uniform(0, 3, count - 1))
    widths = rng.uniform(0.5, 2.0, count - 1)
    openings = np.concatenate([[10.0], 10.0 + np.cumsum(opened)])
    return ArmMotion(robot, Pieces.even(q, openings, widths))


def bending(robot, rng, path):
    """An arm on a smooth path in pieces whose joints turn by no more than 0.1 rad each, or so."""
    size = np.where(np.array(list(robot.mechanism.kinds)) == "R", 1.0, 150.0)
    controls = divided(path.controls * size, 3)
    widths = np.repeat(np.diff(path.knots) / 3.0, 3)
    openings = rng.uniform(5.0, 20.0) * np.append(1.0, np.ones(len(widths)))
    return ArmMotion(robot, Pieces(controls, widths, in_pairs(openings)))


def track_of(arm):
    bodies = {name: (s, None, name) for name, s in zip(arm.names, arm.solids, strict=True)}
    stands = {"STANDS": (Box((10, 10, 10)), np.eye(4), "STANDS")}
    return Track((arm,), (), bodies | stands)


def followed(track, chunk, pair, rng):
    """Points of a pair's outer body in the frame of the inner body's link, (FINE + 1, k, 3), mm."""
    t = np.linspace(0.0, 1.0, FINE + 1)
    piece, share = track.at([chunk], np.zeros(len(t), dtype=np.int64), t)
    arm_number, body, link = track.seen_from(pair)
    arm = track.arms[arm_number]
    q, openings = arm.pieces.at(piece, share)
    lo, hi = arm.solids[body].bounds()
    points = rng.uniform(lo, hi, (12, 3))
    T = np.linalg.inv(arm.robot.T_world_base @ link_poses(arm.robot.mechanism, q)[:, link])
    T = T @ arm.poses(q, openings)[:, body]
    return points @ np.swapaxes(T[:, :3, :3], 1, 2) + T[:, None, :3, 3]


@pytest.mark.parametrize("form", ["straight", "curved"])
@pytest.mark.parametrize("kind", ["turning", "sliding"])
def test_no_velocity_changes_by_more_than_bend_and_kink(paper_cell, smooth_path, kind, form):
    rng = np.random.default_rng(11)
    robot = paper_cell.robot if kind == "turning" else sliding(paper_cell.robot)
    closest = 0.0
    for _ in range(12):
        path = smooth_path(rng, rng.uniform(-1, 1, robot.mechanism.n))
        arm = wandering(robot, rng, 14) if form == "straight" else bending(robot, rng, path)
        track = track_of(arm)
        first = int(rng.integers(0, 5))
        chunk = Chunk(first, first + int(rng.integers(3, 9)))
        names = [name for name in track.bodies if name != "STANDS"]
        a, b = rng.choice(len(names), 2, replace=False)
        for pair in ((names[a], "STANDS"), (names[a], names[b])):
            known = bounds_of(track, [chunk], [pair])
            rate, bend, kink = (float(f[0, 0]) for f in (known.rates, known.bends, known.kinks))
            way = np.diff(followed(track, chunk, pair, rng), axis=0)
            assert np.linalg.norm(way, axis=2).sum(axis=0).max() <= rate + 1e-6
            jumps = np.linalg.norm(np.diff(way * FINE, axis=0), axis=2)
            total = np.vstack([np.zeros(jumps.shape[1]), np.cumsum(jumps, axis=0)])
            for length in (FINE - 1, FINE // 3, FINE // 20, 3):
                change = (total[length:] - total[:-length]).max()
                allowed = bend * (length + 1) / FINE + kink
                assert change <= allowed * (1 + 1e-6) + 1e-4
                closest = max(closest, change / allowed if allowed else 0.0)
    assert closest > 0.3


def test_a_smooth_path_has_no_kinks(paper_cell, smooth_path):
    rng = np.random.default_rng(12)
    robot = paper_cell.robot
    track = track_of(bending(robot, rng, smooth_path(rng, rng.uniform(-1, 1, 6))))
    names = [(name, "STANDS") for name in track.bodies if name != "STANDS"]
    known = bounds_of(track, [Chunk(0, len(track.widths))], names)
    assert known.kinks.max() < 1e-6
    assert known.rates.max() > 10.0


def test_a_hand_that_opens_evenly_goes_straight(paper_cell):
    robot = paper_cell.robot
    q = np.tile(robot.ready, (6, 1))
    track = track_of(ArmMotion(robot, Pieces.even(q, np.linspace(0.0, 50.0, 6))))
    pair = ("arm.G2", "STANDS")
    known = bounds_of(track, [Chunk(0, 5)], [pair])
    assert known.rates[0, 0] == pytest.approx(25.0)
    assert known.bends[0, 0] == pytest.approx(0.0, abs=1e-6)
    assert known.kinks[0, 0] == pytest.approx(0.0, abs=1e-6)


def test_bounds_are_0_for_bodies_that_stand_and_add_up_for_bodies_of_two_arms(paper_cell):
    robot = paper_cell.robot
    other = replace(robot, name="other")
    q = robot.ready + np.linspace(0, 0.2, 5)[:, None]
    arms = tuple(ArmMotion(each, Pieces.even(q, np.zeros(5))) for each in (robot, other))
    bodies = {n: (s, None, n) for arm in arms for n, s in zip(arm.names, arm.solids, strict=True)}
    bodies |= {name: (Box((1, 1, 1)), np.eye(4), name) for name in ("A", "B")}
    track = Track(arms, (), bodies)
    pairs = [("A", "B"), ("arm.G1", "other.G1")]
    known = bounds_of(track, [Chunk(0, 4)], pairs)
    assert known.rates[0, 0] == known.bends[0, 0] == known.kinks[0, 0] == 0.0
    assert known.bends[0, 1] == np.inf
    assert known.rates[0, 1] == pytest.approx(2 * rates_of(track, [Chunk(0, 4)], [("arm.G1", "A")]))
