"""Bodies brought to a gap that is known by construction: one verdict in every order and pose."""

import numpy as np
import pytest

from geometry import (
    Box,
    Cone,
    Cylinder,
    HalfSpace,
    Prism,
    Proof,
    Sphere,
    VerdictKind,
    check_pair,
    colliding_pairs,
    verify,
)
from geometry.contact.configurations import all_hits, first_hits
from geometry.separation.packed_bodies import pack_bodies

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH
GAPS = (0.0, 1e-6, -1e-6, 9e-6, -9e-6, 2e-5, -2e-5, 1e-3, -1e-3)


def expected(gap):
    return TOUCH if abs(gap) <= 1e-5 else (FREE if gap > 0.0 else HIT)


def tables(at):
    """Solids with a flat top at z = 10 about the middle; some are cut elsewhere."""
    plate = Box((500, 400, 20))
    return [
        plate,
        plate - Box((50, 50, 20)).moved(at(180, 150, 5)),
        plate - Cylinder(20, 40).moved(at(-180, 140)),
        plate & HalfSpace((0.6, 0.8, 0), 190.0),
        plate - Sphere(25).moved(at(190, -150, 8)),
        plate + Box((30, 30, 60)).moved(at(-220, -170)),
    ]


def standing(rng, at):
    """Solids that stand on z = 0, each made in several ways."""
    a, b, c = rng.uniform(5.0, 90.0, 3)
    corner = at(0, 0, 0, rng.normal(size=3), rng.uniform(0, 6))
    tip = 0.5 * float(np.abs(corner[2, :3]) @ (a, b, c))
    lying = at(0, 0, 0, (1, 0, 0), np.pi / 2)
    return [
        Box((a, b, c)).moved(at(z=0.5 * c)),
        Cylinder(0.5 * a, c).moved(at(z=0.5 * c)),
        Cylinder(0.5 * a, c).moved(at(z=0.5 * a) @ lying),
        Cone(0.5 * a, 0.3 * b, c).moved(at(z=0.5 * c)),
        Sphere(0.5 * a).moved(at(z=0.5 * a)),
        Prism(((0, 0), (a, 0), (0.3 * a, b)), c).moved(at(z=0.5 * c)),
        Prism(((0, 0), (a, 0), (a, b), (0.8 * a, 0.2 * b)), c).moved(at(z=0.5 * c)),
        Box((a, b, c)).moved(at(z=tip) @ corner),
        (Box((a, b, c)) - Box((0.5 * a, 0.5 * b, c)).moved(at(z=0.4 * c))).moved(at(z=0.5 * c)),
    ]


def on_a_table(rng, at, gap):
    listed, made = tables(at), standing(rng, at)
    turn = at(*rng.uniform(-50, 50, 2), 10.0 + gap, angle=rng.uniform(0, 6))
    return listed[rng.integers(len(listed))], made[rng.integers(len(made))], turn


def beside_a_ball(rng, at, gap):
    r, s = rng.uniform(3.0, 40.0, 2)
    way = rng.normal(size=3)
    way /= np.linalg.norm(way)
    ball = [Sphere(r), Sphere(r) - Sphere(0.5 * r), Sphere(r) + Box((r, r, r))][rng.integers(3)]
    return ball, Sphere(s), at(*((r + s + gap) * way))


def in_a_bore(rng, at, gap):
    r, clearance, angle = rng.uniform(5.0, 20.0), rng.uniform(0.05, 2.0), rng.uniform(0, 6)
    block = Box((80, 80, 30)) - Cylinder(r + clearance, 50)
    aside = clearance - gap
    return block, Cylinder(r, 60), at(aside * np.cos(angle), aside * np.sin(angle), 4, angle=1.0)


def in_a_cavity(rng, at, gap):
    r, clearance = rng.uniform(5.0, 20.0), rng.uniform(0.05, 5.0)
    way = rng.normal(size=3)
    way *= (clearance - gap) / np.linalg.norm(way)
    return Box((80, 80, 80)) - Sphere(r + clearance), Sphere(r), at(*way)


def in_a_pocket(rng, at, gap):
    a, b, clearance = *rng.uniform(10.0, 30.0, 2), rng.uniform(0.05, 2.0)
    block = Box((90, 90, 40)) - Box((a + clearance, b + clearance, 40)).moved(at(z=15))
    return block, Box((a, b, 15)), at(0.5 * clearance - gap, 0.1 * clearance, 6)


def crossed_bars(rng, at, gap):
    r, s = rng.uniform(2.0, 20.0, 2)
    turned = at(0, r + s + gap, 0, (0, 1, 0), rng.uniform(0.3, 1.5))
    return Cylinder(r, 120), Cylinder(s, 120), turned


def crossed_edges(rng, at, gap):
    a, b = rng.uniform(5.0, 40.0, 2)
    one = Box((120, a, a)).moved(at(0, 0, 0, (1, 0, 0), np.pi / 4))
    two = Box((b, 120, b)).moved(at(0, 0, 0, (0, 1, 0), np.pi / 4))
    turned = at(*rng.uniform(-20, 20, 2), (a + b) / np.sqrt(2) + gap, angle=rng.uniform(-0.9, 0.9))
    return one, two, turned


CASES = {
    make.__name__: make
    for make in (
        on_a_table,
        beside_a_ball,
        in_a_bore,
        in_a_cavity,
        in_a_pocket,
        crossed_bars,
        crossed_edges,
    )
}


def verdicts(pair, T_world):
    """The verdicts on a pair in both orders; each must have a valid certificate."""
    a, b, T = pair
    for args in ((a, T_world, b, T_world @ T), (b, T_world @ T, a, T_world)):
        verdict = check_pair(*args)
        assert verdict.proof is not Proof.MESH and verify(verdict, *args)
        yield verdict


def tilted(rng, at, far):
    return at(*rng.uniform(-far, far, 3), rng.normal(size=3), rng.uniform(0, 6))


@pytest.mark.parametrize("far", [0.0, 1e3, 1e6])
@pytest.mark.parametrize("case", CASES)
def test_a_known_gap_decides_the_verdict_in_every_order_and_pose(at, case, far):
    rng = np.random.default_rng(41)
    for gap in GAPS:
        pair = CASES[case](rng, at, gap)
        # The ball that two corners share is smaller than the depth by which they overlap.
        if -1e-4 < gap < -1e-5 and case in ("crossed_edges", "on_a_table"):
            pair = CASES[case](rng, at, 2.0 * gap)
        found = [verdict.kind for verdict in verdicts(pair, tilted(rng, at, far))]
        assert found == [expected(gap)] * 2, (gap, pair)


@pytest.mark.parametrize("path", ["numpy", "compiled"])
@pytest.mark.parametrize("case", CASES)
def test_batches_and_single_pairs_give_the_same_verdicts(at, case, path):
    rng = np.random.default_rng(44)
    for gap in (0.0, 1e-6, -9e-6, 1e-3, -1e-3):
        a, b, T = CASES[case](rng, at, gap)
        T_a = tilted(rng, at, 1e3)
        for bodies, T_both in (((a, b), (T_a, T_a @ T)), ((b, a), (T_a @ T, T_a))):
            poses, is_hit = np.array([T_both]), expected(gap) is HIT
            packed = pack_bodies(bodies, {})
            assert (first_hits(packed, poses, [[0, 1]], path)[0] == 0) is np.bool_(is_hit)
            assert len(all_hits(packed, poses, [[0, 1]], path)) == is_hit
            assert len(colliding_pairs(bodies, poses, [[0, 1]])) == is_hit


def test_a_touch_names_a_point_of_both_and_no_other_passes(at):
    rng = np.random.default_rng(42)
    for case in CASES.values():
        a, b, T = case(rng, at, 0.0)
        T_a = tilted(rng, at, 500.0)
        verdict = check_pair(a, T_a, b, T_a @ T)
        for solid, pose in ((a, T_a), (b, T_a @ T)):
            seen = (verdict.witness - pose[:3, 3]) @ pose[:3, :3]
            assert solid.level(seen[None])[0] <= 6e-6
        # Moved apart by a hundredth of a millimetre they do not touch, whatever the verdict claims.
        a, b, apart = case(np.random.default_rng(43), at, 0.01)
        a, b, T = case(np.random.default_rng(43), at, 0.0)
        verdict = check_pair(a, T_a, b, T_a @ T)
        assert verify(verdict, a, T_a, b, T_a @ T)
        assert not verify(verdict, a, T_a, b, T_a @ apart)


def test_a_film_that_a_flush_cutter_leaves_is_not_touched(at):
    plate = Box((80, 80, 20)) - Cylinder(10, 20)
    for args in ((plate, at(), Cylinder(9.99, 60), at()), (Cylinder(9.99, 60), at(), plate, at())):
        verdict = check_pair(*args)
        assert verdict.kind is FREE and verify(verdict, *args)
    for args in ((plate, at(), Sphere(9), at()), (plate, at(), Sphere(9.9), at(z=10))):
        assert check_pair(*args).kind is FREE
