"""Sweeps with bends agree with sweeps by the rate alone and with fine samples, after far fewer
looks."""

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Sphere, VerdictKind, certified, verify_sweep
from geometry.certificates.sweep_proof import RESOLUTION, Along
from geometry.contact.configurations import first_hits
from geometry.separation.packed_bodies import pack_bodies
from geometry.sweeping.pair_segments import sweep_pairs
from geometry.sweeping.segments import sweep, sweep_segments

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH
PATHS = ["numpy", "compiled"]
BODIES = [
    Box((60, 60, 0.5)),
    Box((12, 5, 5)) + Sphere(4),
    Box((30, 30, 20)) - Cylinder(8, 40),
    Box((40, 40, 20))
    - Box((34, 34, 20)).moved(np.array([*np.eye(4)[:2], (0, 0, 1, 3), (0, 0, 0, 1)])),
    Cylinder(9, 30),
]


class Motion:
    """A body that moves evenly from point to point and turns evenly about z; its poses are
    (m, 1, 4, 4)."""

    def __init__(self, knots, points, angles, T_start):
        self.knots, self.points, self.angles, self.T = knots, points, angles, T_start

    def __call__(self, times):
        angle = np.interp(times, self.knots, self.angles)
        T = np.tile(np.eye(4), (len(angle), 1, 1, 1))
        c, s = np.cos(angle), np.sin(angle)
        T[:, 0, 0, 0], T[:, 0, 0, 1], T[:, 0, 1, 0], T[:, 0, 1, 1] = c, -s, s, c
        T[:, 0, :3, :3] = T[:, 0, :3, :3] @ self.T[:3, :3]
        T[:, 0, :3, 3] = np.column_stack([np.interp(times, self.knots, x) for x in self.points.T])
        return T

    def bounds(self, solid):
        """Rate, bend, and the sum of all kinks of the points of the solid."""
        lo, hi = solid.bounds()
        far = np.linalg.norm(np.maximum(np.abs(lo), np.abs(hi)))
        step = np.diff(self.knots)
        v, w = np.diff(self.points, axis=0) / step[:, None], np.diff(self.angles) / step
        rate = (np.linalg.norm(v, axis=1) + np.abs(w) * far).max()
        jumps = np.linalg.norm(np.diff(v, axis=0), axis=1) + np.abs(np.diff(w)) * far
        return np.array([rate, (w * w).max() * far, jumps.sum()]) * (1.0 + 1e-9)


def random_motion(rng, at, kinks):
    knots = np.sort(np.r_[0.0, rng.uniform(0.05, 0.95, kinks), 1.0])
    ends, turn = rng.uniform(-70, 70, (2, 3)), rng.uniform(-1.5, 1.5)
    points = ends[0] + np.outer(knots, ends[1] - ends[0])
    points[1:-1] += rng.normal(0, 5, (kinks, 3))
    angles = turn * knots
    angles[1:-1] += rng.normal(0, 0.1, kinks)
    return Motion(knots, points, angles, at(0, 0, 0, rng.normal(size=3), rng.uniform(0, 6)))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("kinks", [0, 3])
def test_with_bends_a_sweep_says_the_same_and_no_sample_contradicts_it(at, path, kinks):
    rng = np.random.default_rng(61 + kinks)
    met = 0
    for _ in range(3 if path == "numpy" else 60):
        a, b = (BODIES[int(k)] for k in rng.integers(0, len(BODIES), 2))
        motion = random_motion(rng, at, kinks)
        still = at(*rng.uniform(-20, 20, 3), rng.normal(size=3), rng.uniform(0, 6))
        rate, bend, kink = motion.bounds(a)
        given = ([a], [b], motion, still[None], rate)
        found = sweep(*given, bends=bend, kinks=kink, path=path)
        plain = sweep(*given, path=path)
        assert found.kind is plain.kind
        times = np.linspace(0, 1, 1500)
        hits = first_hits(pack_bodies([a, b], {1: still}), motion(times), [(0, 1)], path) >= 0
        assert found.kind is not FREE or not hits.any()
        if found.kind is HIT:
            met += 1
            within = 4.0 * RESOLUTION / rate
            assert found.first_contact_t == pytest.approx(plain.first_contact_t, abs=within)
            assert not hits.any() or found.first_contact_t <= times[np.argmax(hits)] + within
    assert path == "numpy" or met > 10


def test_both_paths_find_the_same_contacts(at):
    rng = np.random.default_rng(63)
    for kinks in (0, 0, 0, 0, 2, 2, 2, 2):
        a, b = (BODIES[int(k)] for k in rng.integers(0, len(BODIES), 2))
        motion, still = random_motion(rng, at, kinks), at(*rng.uniform(-20, 20, 3))[None]
        rate, bend, kink = motion.bounds(a)
        one, two = (
            sweep([a], [b], motion, still, rate, bends=bend, kinks=kink, path=path)
            for path in PATHS
        )
        assert one.kind is two.kind
        if one.kind is HIT:
            assert one.first_contact_t == pytest.approx(two.first_contact_t, abs=0.02 / rate)


@pytest.mark.parametrize("path", PATHS)
def test_a_part_lifted_off_or_set_down_is_proven_to_do_no_more_than_touch(at, path):
    part, table = [Box((30, 20, 10))], [Box((300, 300, 20))]
    up = Motion(np.array([0, 1]), np.array([(0, 0, 15), (5, 0, 60.0)]), np.zeros(2), np.eye(4))
    down = Motion(np.array([0, 1]), up.points[::-1], np.zeros(2), np.eye(4))
    for motion in (up, down):
        given = (part, table, motion, at()[None], 46.0)
        assert sweep(*given, path=path).kind is TOUCH
        found = sweep(*given, bends=0.0, path=path)
        assert found.kind is FREE
        shown = certified(found, *given[:4])
        assert any(isinstance(item, Along) for item in shown.proof.evidence.values())
        assert verify_sweep(shown, *given, bends=0.0)
        assert not verify_sweep(shown, *given, bends=1.0)
    pressed = Motion(np.array([0, 1]), up.points[::-1] - (0, 0, 0.01), np.zeros(2), np.eye(4))
    found = sweep(part, table, pressed, at()[None], 46.0, bends=0.0, path=path)
    assert found.kind is HIT
    assert found.first_contact_t == pytest.approx(1.0 - 0.01 / 45.0, abs=0.02 / 46.0)


def test_a_dip_between_clear_ends_is_not_missed_when_its_bend_is_given(at):
    """The ball dips 5 mm into the table at the middle of an arc whose ends are clear of it."""

    def arc(times):
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        T[:, 0, 0, 3] = 80.0 * times - 40.0
        T[:, 0, 2, 3] = 10.0 + 80.0 * (times - 0.5) ** 2
        return T

    found = sweep([Sphere(5)], [Box((300, 300, 20))], arc, at()[None], 120.0, bends=160.0)
    assert found.kind is HIT
    # 10 + 80 (t - 1/2)^2 = 15 is where the ball comes down to the table.
    assert found.first_contact_t == pytest.approx(0.5 - np.sqrt(5.0 / 80.0), abs=0.02 / 120.0)


def test_contacts_are_found_and_near_passes_proven_in_a_fraction_of_the_looks(at):
    for height, kind in ((4.0, HIT), (5.3, FREE)):
        looks = {}
        for bends in (None, 0.36 * 25.0):
            motion = Motion(
                np.array([0, 1]),
                np.array([(-300, 0, height), (300, 0, height + 0.1)]),
                np.array([0, 0.6]),
                np.eye(4),
            )
            times = []

            def poses(t, motion=motion, times=times):
                times.extend(t)
                return motion(t)

            found = sweep(
                [Box((40, 10, 10))], [Box((200, 200, 0.5))], poses, at()[None], 620.0, bends=bends
            )
            assert found.kind is kind
            looks[bends] = len(times)
        assert looks[9.0] < 0.75 * looks[None]


def test_two_links_of_an_arm_are_swept_as_seen_from_the_inner_one(at):
    """A forearm on an elbow that moves folds onto the upper arm."""
    upper, fore = Box((200, 20, 20)), Box((160, 16, 16)).moved(at(x=80))

    def poses(s, t):
        T = np.tile(np.eye(4), (len(t), 2, 1, 1))
        for k, (shoulder, elbow) in enumerate(zip(0.8 * t, 0.5 + 2.55 * t, strict=True)):
            T[k, 0] = at(angle=shoulder) @ at(x=100)
            T[k, 1] = at(angle=shoulder) @ at(x=215, angle=elbow)
        return T

    packed = pack_bodies([upper, fore])
    far, turn = np.hypot(160, 8) + 1.0, 2.55
    (found,) = sweep_segments(packed, poses, [(0, 1)], [[turn * far]], bends=[[turn * turn * far]])
    times = np.linspace(0, 1, 4000)
    hits = first_hits(packed, poses(np.zeros(4000, dtype=int), times), [(0, 1)]) >= 0
    assert found.kind is HIT
    within = 2.0 * RESOLUTION / (turn * far) + 1.0 / 4000
    assert found.first_contact_t == pytest.approx(times[np.argmax(hits)], abs=within)


def test_pairs_have_first_contacts_of_their_own_with_bends_and_without(at):
    rng = np.random.default_rng(64)
    plates = [Box((60, 60, 0.5))] * 8
    still = {1 + i: at(*rng.uniform(-60, 60, 3), rng.normal(size=3), 1.0) for i in range(8)}
    packed = pack_bodies([Box((40, 6, 6)), *plates], still)
    motions = [random_motion(rng, at, 2) for _ in range(10)]
    figures = np.array([motion.bounds(Box((40, 6, 6))) for motion in motions])

    def poses(s, t):
        return np.concatenate([motions[k](np.array([u])) for k, u in zip(s, t, strict=True)])

    pairs = [(0, 1 + i) for i in range(8)]
    rates, bends, kinks = (np.tile(column[:, None], 8) for column in figures.T)
    plain = sweep_pairs(packed, poses, pairs, rates)
    found = sweep_pairs(packed, poses, pairs, rates, bends=bends, kinks=kinks)
    assert len(found.contacts) > 5
    assert np.array_equal(found.contacts, plain.contacts)
    near = 4.0 * RESOLUTION / rates[tuple(found.contacts.T)]
    assert np.all(np.abs(found.contact_times - plain.contact_times) <= near)


def test_bends_that_are_known_for_some_pairs_help_these_pairs(at):
    motion = Motion(
        np.array([0, 1]), np.array([(-50, 0, 15), (50, 0, 15.0)]), np.zeros(2), np.eye(4)
    )
    bodies = [Box((300, 300, 20)), Box((300, 300, 20)).moved(at(z=40.5))]
    still = np.array([at(), at()])
    bends = np.array([[0.0, np.inf]])
    found = sweep([Box((30, 20, 10))], bodies, motion, still, 100.0, bends=bends)
    assert found.kind is FREE
    assert (
        sweep([Box((30, 20, 10))], bodies, motion, still, 100.0, bends=bends[:, ::-1]).kind is TOUCH
    )


def test_sweeps_are_a_sequence_with_slices_and_negative_indices(at):
    packed = pack_bodies([Sphere(5), Box((50, 50, 1))], {1: at()})
    heights = np.array([20.0, 0.0, 9.0])

    def poses(s, t):
        T = np.tile(np.eye(4), (len(t), 1, 1, 1))
        T[:, 0, 0, 3], T[:, 0, 2, 3] = 100.0 * (t - 0.5), heights[s]
        return T

    found = sweep_segments(packed, poses, [(0, 1)], np.full((3, 1), 100.0), bends=np.zeros((1, 1)))
    assert [one.kind for one in found] == [FREE, HIT, FREE]
    assert found[-2].kind is HIT and [one.kind for one in found[1:]] == [HIT, FREE]
    assert np.isfinite(found.first_contact_t).tolist() == [False, True, False]
    with pytest.raises(IndexError, match="3 sweeps"):
        found[3]


def test_impossible_rates_bends_and_kinks_are_named(at):
    given = (
        [Sphere(1)],
        [Sphere(1)],
        lambda t: np.tile(np.eye(4), (len(t), 1, 1, 1)),
        at()[None],
        1.0,
    )
    for name in ("bends", "kinks"):
        for wrong in (-1.0, np.nan, [1.0, 2.0]):
            with pytest.raises(GeometryError, match=name):
                sweep(*given, **{name: wrong})
    packed = pack_bodies([Sphere(1), Sphere(1)], {1: at()})
    with pytest.raises(GeometryError, match="bends of 1 pairs"):
        sweep_segments(packed, lambda s, t: None, [(0, 1)], [[1.0]], bends=[[1.0], [1.0]])
