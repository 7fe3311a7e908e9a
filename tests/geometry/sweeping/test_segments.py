"""The proven check of motions never says free where there is contact, and its proofs hold."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Sphere, check_pair
from geometry.certificates.check_sweep import verify_sweep
from geometry.certificates.verdict import VerdictKind
from geometry.contact.configurations import first_hits
from geometry.separation.packed_bodies import pack_bodies
from geometry.sweeping.evidence import certified
from geometry.sweeping.segments import sweep, sweep_segments

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH
PATHS = ["numpy", "compiled"]


def straight(start, end, turn=None):
    """The poses of one body that moves on a line and turns about z by an angle."""

    def poses(times):
        times = np.asarray(times, dtype=float)
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        T[:, 0, :3, 3] = np.asarray(start) + np.outer(times, np.subtract(end, start))
        if turn is not None:
            c, s = np.cos(turn * times), np.sin(turn * times)
            T[:, 0, 0, 0], T[:, 0, 0, 1], T[:, 0, 1, 0], T[:, 0, 1, 1] = c, -s, s, c
        return T

    return poses


def shown(found, solids_a, solids_b, poses_a, poses_b, reach):
    """Whether the check accepts the sweep with its evidence."""
    given = certified(found, solids_a, solids_b, poses_a, poses_b)
    return verify_sweep(given, solids_a, solids_b, poses_a, poses_b, reach)


@pytest.mark.parametrize("path", PATHS)
def test_a_ball_through_a_thin_plate_is_stopped_where_it_first_touches(at, path):
    motion = straight((0, 0, -300), (0, 0, 400))
    found = sweep([Sphere(5)], [Box((200, 200, 0.5))], motion, at()[None], 700.0, path=path)
    assert (found.kind, found.pair, found.gaps) == (HIT, (0, 0), ())
    assert found.first_contact_t == pytest.approx((300 - 5.25) / 700, abs=0.02 / 700)
    assert found.first_contact_t >= (300 - 5.25) / 700
    assert shown(found, [Sphere(5)], [Box((200, 200, 0.5))], motion, at()[None], 700.0)


@pytest.mark.parametrize("path", PATHS)
def test_a_motion_past_a_plate_is_proven_free_and_mutated_proofs_are_rejected(at, path):
    ball, plate = [Sphere(5)], [Box((200, 200, 0.5))]
    motion, still = straight((-300, 0, 6), (300, 10, 6)), at()[None]
    found = sweep(ball, plate, motion, still, 601.0, path=path)
    assert found.kind is FREE
    assert not verify_sweep(found, ball, plate, motion, still, 601.0)
    found = certified(found, ball, plate, motion, still)
    assert verify_sweep(found, ball, plate, motion, still, 601.0)
    proof = found.proof
    assert not verify_sweep(found, ball, plate, motion, still, 900.0)
    assert not verify_sweep(found, [Sphere(5.8)], plate, motion, still, 601.0)
    assert not verify_sweep(found, ball, plate, straight((-300, 0, 5), (300, 0, 5)), still, 601.0)
    wrong = [
        replace(proof, claims=proof.claims[1:]),
        replace(proof, claims=proof.claims[:0]),
        replace(proof, claims=proof.claims[:-1]),
        replace(proof, claims=proof.claims * 0.9),
        replace(proof, rates=0.5 * proof.rates),
        replace(proof, pairs=proof.pairs + 1),
    ]
    for mutated in wrong:
        assert not verify_sweep(replace(found, proof=mutated), ball, plate, motion, still, 601.0)


@pytest.mark.parametrize("path", PATHS)
def test_a_peg_goes_into_its_hole_and_back_by_proof(at, path):
    plate = [Box((80, 80, 20)) - Cylinder(10, 40)]
    motion = straight((0, 0, 60), (0, 0, 0))
    found = sweep([Cylinder(9.8, 60)], plate, motion, at()[None], 60.0, path=path)
    assert found.kind is FREE
    assert shown(found, [Cylinder(9.8, 60)], plate, motion, at()[None], 60.0)
    assert sweep([Cylinder(10.1, 60)], plate, motion, at()[None], 60.0, path=path).kind is HIT


def test_an_arm_in_a_bin_is_proven_free_until_a_wall(at):
    bin_ = [Box((200, 200, 100)) - Box((180, 180, 100)).moved(at(z=10))]
    motion = straight((-60, 0, 80), (60, 0, 5))
    assert sweep([Box((50, 50, 50))], bin_, motion, at()[None], 142.0).kind is FREE
    far = straight((-60, 0, 80), (80, 0, 5))
    found = sweep([Box((50, 50, 50))], bin_, far, at()[None], 160.0)
    assert found.first_contact_t == pytest.approx(125 / 140, abs=1e-3)


@pytest.mark.parametrize("path", PATHS)
def test_never_free_where_fine_sampling_finds_contact_among_thin_plates(at, path):
    rng = np.random.default_rng(21)
    plates = [Box((60, 60, 0.5))] * 12
    for _ in range(4 if path == "numpy" else 25):
        still = np.array(
            [at(*rng.uniform(-90, 90, 3), rng.normal(size=3), rng.uniform(0, 3)) for _ in plates]
        )
        start, end = rng.uniform(-120, 120, (2, 3))
        motion = straight(start, end, 2.0)
        tool = [Box((40, 6, 6))]
        reach = np.linalg.norm(end - start) + 2.0 * np.hypot(20, 3)
        found = sweep(tool, plates, motion, still, reach, path=path)
        times = np.linspace(0, 1, 400)
        packed = pack_bodies([*tool, *plates], {1 + i: T for i, T in enumerate(still)})

        hits = first_hits(packed, motion(times), [(0, 1 + i) for i in range(12)], path)
        if (hits >= 0).any():
            assert found.kind is HIT
            t = times[np.argmax(hits >= 0)]
            named = any(gap.start <= t <= gap.end for gap in found.gaps)
            assert named or found.first_contact_t <= t + 0.02 / reach
        if found.kind is HIT:
            T = motion([found.first_contact_t])[0, 0]
            b = found.pair[1]
            assert check_pair(tool[0], T, plates[b], still[b]).kind is HIT
    assert shown(found, tool, plates, motion, still, reach)


def test_bodies_that_move_together_need_no_reach_between_them(at):
    def both(times):
        T = straight((0, 0, 0), (500, 0, 0))(times)
        return np.concatenate([T, T @ at(0, 0, 10.2)], axis=1)

    solids = [Box((10, 10, 10)), Box((10, 10, 10))]
    none = np.zeros((2, 2))
    found = sweep(solids, solids, both, both, none, pairs=[(0, 1)])
    assert found.kind is FREE
    assert np.array_equal(found.proof.claims, [[0, 0, 1, 0.5, 0.5]])


def test_a_pass_within_the_resolution_is_named(at):
    motion = straight((-50, 0, 10.004), (50, 0, 10.004))
    solids = [Box((10, 10, 10))]
    found = sweep(solids, solids, motion, at()[None], 100.0)
    assert found.kind is TOUCH
    assert all(gap.start < gap.end and (gap.a, gap.b) == (0, 0) for gap in found.gaps)
    assert shown(found, solids, solids, motion, at()[None], 100.0)
    assert not verify_sweep(
        replace(found, kind=FREE, gaps=()), solids, solids, motion, at()[None], 100.0
    )


def test_segments_swept_together_are_those_swept_alone(at):
    rng = np.random.default_rng(22)
    ends = rng.uniform(-60, 60, (6, 2, 3))
    plates = [Box((60, 60, 1)), Cylinder(10, 60)]
    still = np.array([at(), at(20, 30, 0, (1, 0, 0), 1.0)])
    packed = pack_bodies([Sphere(4), *plates], {1: still[0], 2: still[1]})

    def poses(segments, times):
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        start, end = ends[segments, 0], ends[segments, 1]
        T[:, 0, :3, 3] = start + times[:, None] * (end - start)
        return T

    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    together = sweep_segments(packed, poses, [(0, 1), (0, 2)], np.tile(lengths[:, None], 2))
    for s, found in enumerate(together):
        alone = sweep([Sphere(4)], plates, straight(*ends[s]), still, lengths[s])
        assert (found.kind, found.first_contact_t) == (alone.kind, alone.first_contact_t)


def test_a_bad_reach_is_named(at):
    solids = [Sphere(1)]
    for reach in (-1.0, np.nan, [1.0, 2.0]):
        with pytest.raises(GeometryError, match="reach"):
            sweep(solids, solids, straight((0, 0, 0), (1, 0, 0)), at()[None], reach)
