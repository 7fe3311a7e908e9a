"""Verdicts on pairs are right, and their certificates are rejected when they are mutated."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import (
    Box,
    Cylinder,
    Proof,
    Sphere,
    VerdictKind,
    check_pair,
    contains,
    overlap,
    verify,
)

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH
PLATE = Box((100, 100, 20)) - Cylinder(10, 40)
RING = Sphere(50) - Sphere(40)


@pytest.mark.parametrize(
    ("a", "b", "z", "kind", "proof"),
    [
        (Box((100, 100, 20)), Box((20, 20, 20)), 20.0, TOUCH, Proof.SEPARATION),
        (Box((100, 100, 20)), Box((20, 20, 20)), 20.001, FREE, Proof.SEPARATION),
        (Box((100, 100, 20)), Box((20, 20, 20)), 19.999, HIT, Proof.WITNESS),
        (Box((100, 100, 20)), Cylinder(5, 20), 20.0, TOUCH, Proof.SEPARATION),
        (Box((100, 100, 100)), Sphere(2), 10.0, HIT, Proof.WITNESS),
        (PLATE, Cylinder(9, 60), 0.0, FREE, Proof.COVER),
        (PLATE, Cylinder(9.7, 60), 0.0, FREE, Proof.COVER),
        (PLATE, Cylinder(9.99, 60), 0.0, FREE, Proof.COVER),
        (PLATE, Cylinder(10, 60), 0.0, TOUCH, Proof.COVER),
        (PLATE, Cylinder(10.002, 60), 0.0, HIT, Proof.WITNESS),
        (PLATE, Cylinder(11, 60), 0.0, HIT, Proof.WITNESS),
        (RING, Sphere(20), 5.0, FREE, Proof.COVER),
        (RING, Sphere(45), 0.0, HIT, Proof.WITNESS),
    ],
)
@pytest.mark.parametrize("far", [0.0, 1e6])
def test_verdicts_are_right_and_their_certificates_hold(at, a, b, z, kind, proof, far):
    T_a = at(far, 0, 0, (1, 1, 0), 0.5)
    T_b = T_a @ at(0, 0, z, angle=0.3)
    verdict = check_pair(a, T_a, b, T_b)
    assert (verdict.kind, verdict.proof) == (kind, proof)
    assert verify(verdict, a, T_a, b, T_b) is (proof is not Proof.MESH)
    if kind is HIT:
        for solid, T in ((a, T_a), (b, T_b)):
            assert contains(solid, ((verdict.witness - T[:3, 3]) @ T[:3, :3])[None])[0]


def test_the_gap_of_a_separated_pair_is_its_distance(at):
    verdict = check_pair(Sphere(10), at(), Sphere(5), at(30, 40))
    assert verdict.gap_mm == pytest.approx(35.0, abs=1e-9)
    assert verdict.band_mm == 0.0
    assert verdict.directions[0, 0] == pytest.approx([0.6, 0.8, 0.0], abs=1e-9)


def test_random_pairs_agree_with_finer_meshes(poses, primitive):
    rng = np.random.default_rng(12)
    kinds = set()
    for T in poses(rng, 60, 22.0):
        a, b = primitive(rng) + Box((8, 8, 60)), primitive(rng) - Sphere(2.0)
        verdict = check_pair(a, np.eye(4), b, T)
        shared = overlap(a, np.eye(4), b, T, 0.02)
        kinds.add(verdict.kind)
        if verdict.kind is FREE:
            assert shared is None or shared.thickness_mm < 0.04
        elif verdict.kind is HIT:
            assert shared is not None or verdict.gap_mm > -0.1
        if verdict.proof is not Proof.MESH:
            assert verify(verdict, a, np.eye(4), b, T)
    assert {FREE, HIT} <= kinds


def mutations(verdict):
    if verdict.witness is not None:
        yield replace(verdict, witness=verdict.witness + 500.0)
        yield replace(verdict, gap_mm=10.0 * verdict.gap_mm)
        yield replace(verdict, witness=None)
    if verdict.proof is Proof.SEPARATION:
        yield replace(verdict, directions=-verdict.directions)
        yield replace(verdict, directions=1.5 * verdict.directions)
        yield replace(verdict, directions=verdict.directions[:, :0])
        yield replace(verdict, gap_mm=1.001 * verdict.gap_mm)
    if verdict.cover is not None:
        yield replace(verdict, cover=verdict.cover[1:])
        yield replace(verdict, cover=np.vstack([verdict.cover[1:], verdict.cover[-1:]]))
        yield replace(verdict, cover=verdict.cover + np.array([0.3, 0, 0, 0, 0, 0]))
        yield replace(verdict, cover=verdict.cover * 1.01)
    yield replace(verdict, kind=FREE if verdict.kind is HIT else HIT)


@pytest.mark.parametrize(
    ("a", "b", "x"),
    [
        (Box((10, 10, 10)) + Sphere(8), Cylinder(4, 30), 30.0),
        (Box((10, 10, 10)), Sphere(6), 9.0),
        (PLATE, Box((13.9, 13.9, 60)), 0.0),
    ],
)
def test_mutated_certificates_are_rejected(at, a, b, x):
    verdict = check_pair(a, at(), b, at(x))
    assert verify(verdict, a, at(), b, at(x))
    for wrong in mutations(verdict):
        assert not verify(wrong, a, at(), b, at(x))


def test_a_certificate_does_not_hold_for_other_poses(at):
    free = check_pair(Box((10, 10, 10)), at(), Sphere(5), at(20))
    assert not verify(free, Box((10, 10, 10)), at(), Sphere(5), at(15))
    hit = check_pair(Box((10, 10, 10)), at(), Sphere(5), at(7))
    assert not verify(hit, Box((10, 10, 10)), at(), Sphere(5), at(20))


def test_an_interactive_verdict_that_takes_too_long_is_pending(at):
    plate, peg = Box((40, 40, 200)) - Cylinder(10, 300), Box((14.1421, 14.1421, 150))
    verdict = check_pair(plate, at(), peg, at(angle=0.2), interactive=True)
    assert (verdict.kind, verdict.proof) == (VerdictKind.PENDING, Proof.NONE)
    assert not verify(verdict, plate, at(), peg, at(angle=0.2))


def test_close_fits_get_the_right_verdict_in_both_orders(at):
    plate, peg = PLATE, Cylinder(9.99, 60)
    assert check_pair(peg, at(0.005), plate, at()).kind is FREE
    assert check_pair(plate, at(), peg, at(0.02)).kind is HIT
