"""Every certificate of the prover is accepted; a mutated one only if it is still true.

Whether a mutated certificate is still a proof is decided here by other means than those of the
check: by vertices of fine meshes, by random points, and by samples of a motion.
"""

from collections.abc import Iterator
from dataclasses import fields, replace

import numpy as np

from geometry import (
    Box,
    Cone,
    Cylinder,
    HalfSpace,
    MeshSolid,
    Prism,
    Proof,
    Revolved,
    Sphere,
    Torus,
    Verdict,
    VerdictKind,
    check_pair,
    contains,
    hull,
    mesh_of,
    verify,
)
from geometry.certificates.formulas import box_about, held_by, level, reach
from geometry.contact.mesh_distance import mesh_gap

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH
STAR = ((0, -20), (5, -5), (20, 0), (5, 5), (0, 20), (-5, 5), (-20, 0), (-5, -5))


def solid(rng, at):
    """A random solid of every kind that the tree knows."""
    a, b, c = rng.uniform(6.0, 26.0, 3)
    found = [
        Box((a, b, c)),
        Cylinder(a, b),
        Sphere(a),
        Cone(a, 0.5 * b, c),
        Cone(a, 0.0, c),
        Prism(STAR, c),
        Prism(((0, 0), (a, 0), (a, b)), c),
        Torus(a + 4.0, 4.0),
        Revolved(((0, 0), (a, 2), (0.5 * a, b), (0, b))),
        Revolved(((a, 0), (a + 6, 0), (a + 6, b), (a, b))),
        hull(points=rng.uniform(-a, a, (9, 3))),
        Box((a, b, c)) - Cylinder(0.3 * min(a, b), 2 * c),
        Box((40, 40, 30)) - Box((32, 32, 30)).moved(at(z=4)),
        Cylinder(14, 30) - Cylinder(10, 40) - HalfSpace((1, 0, 0), -11),
        Cylinder(a, b) & Box((1.5 * a, 3 * a, b)),
        Sphere(a) & HalfSpace((0, 0.6, 0.8), 0.3 * a),
        Sphere(20) - Sphere(16),
        Box((a, 5, 5)) + Sphere(6).moved(at(0.5 * a)) + Cylinder(4, c),
    ]
    return found[int(rng.integers(0, len(found)))]


def pairs(rng, at, count) -> Iterator[tuple]:
    for _ in range(count):
        T_a = at(*rng.normal(0, 200, 3), rng.normal(size=3), rng.uniform(0, 6))
        T_b = T_a @ at(*rng.normal(0, 16, 3), rng.normal(size=3), rng.uniform(0, 6))
        yield solid(rng, at), T_a, solid(rng, at), T_b


def test_the_formulas_of_the_check_agree_with_meshes(at):
    rng = np.random.default_rng(31)
    for _ in range(60):
        one = solid(rng, at)
        mesh = mesh_of(one, 0.02)
        directions = rng.normal(size=(20, 3))
        directions /= np.linalg.norm(directions, axis=1)[:, None]
        seen = (mesh.vertices @ directions.T).max(axis=0)
        for held in held_by(one):
            ends = [reach(s, directions @ T[:3, :3]) + directions @ T[:3, 3] for s, T in held]
            assert np.all(
                np.max(ends, axis=0) >= seen - 0.03
            )  # dented meshes stand out by the chord
        lo, hi = box_about(one, np.eye(4))
        assert np.all(mesh.vertices >= lo - 0.03) and np.all(mesh.vertices <= hi + 0.03)
        assert np.abs(level(one, mesh.vertices)).max() < 0.05
        points = rng.uniform(lo - 2, hi + 2, (400, 3))
        assert np.all((level(one, points) <= 0.0) == contains(one, points))
        beside = points + 0.5 * directions[rng.integers(0, 20, 400)]
        assert np.all(np.abs(level(one, points) - level(one, beside)) <= 0.5 + 1e-9)


def test_every_certificate_is_accepted_and_a_mutated_one_only_if_it_is_still_true(at):
    rng = np.random.default_rng(32)
    seen, tried, rejected = set(), 0, 0
    for pair in pairs(rng, at, 80):
        verdict = check_pair(*pair)
        seen.add((verdict.kind, verdict.proof))
        assert verify(verdict, *pair), (verdict.kind, verdict.proof)
        for wrong in mutations(verdict, rng):
            tried += 1
            if not verify(wrong, *pair):
                rejected += 1
                continue
            assert still_true(wrong, verdict, *pair, rng), (verdict, wrong)
    assert {(FREE, Proof.SEPARATION), (HIT, Proof.WITNESS), (FREE, Proof.COVER)} <= seen
    assert rejected > 0.7 * tried


def mutations(verdict, rng) -> Iterator[Verdict]:
    """The verdict with each field changed in each way that is possible for it."""
    for field in fields(verdict):
        value = getattr(verdict, field.name)
        for other in changed(value, rng):
            yield replace(verdict, **{field.name: other})


def changed(value, rng) -> Iterator:
    match value:
        case VerdictKind():
            yield from (kind for kind in VerdictKind if kind is not value)
        case Proof():
            yield from (proof for proof in Proof if proof is not value)
        case None:
            return
        case float():
            size = max(1.0, abs(value))
            yield from (-value, 1.01 * value, 0.5 * value, value + 0.01 * size, value - 0.01 * size)
            yield from (np.nan, np.inf, -np.inf)
        case np.ndarray():
            yield from changed_array(value, rng)


def changed_array(value, rng) -> Iterator:
    yield None
    if not value.size:
        return
    place = tuple(int(rng.integers(0, n)) for n in value.shape)
    for by in (np.nan, 1e-6, 1e-2, -0.3, 5.0, 1e3):
        other = value.copy()
        other[place] += by
        yield other
    yield from (-value, 1.01 * value, 0.7 * value, value[:-1], value[:0])
    yield np.roll(value, 1, axis=-1)
    yield rng.normal(size=value.shape)
    if len(value) > 1:
        yield from (value[::-1], np.concatenate([value[1:], value[1:2]]))
        yield np.concatenate([value, value[:1]])


def still_true(wrong, right, a, T_a, b, T_b, rng):
    """Whether a mutated verdict that the check accepts is true."""
    if wrong.kind is VerdictKind.PENDING or (wrong.kind is HIT and right.kind is not HIT):
        return False
    if (wrong.kind is FREE and right.kind is HIT) or (wrong.kind is TOUCH and right.kind is HIT):
        return False
    match wrong.proof:
        case Proof.SEPARATION:
            return directions_separate(wrong, a, T_a, b, T_b)
        case Proof.WITNESS:
            around = rng.normal(size=(50, 3))
            around *= -wrong.gap_mm / np.linalg.norm(around, axis=1)[:, None]
            ball = wrong.witness + (1 - 1e-6) * around
            return wrong.gap_mm < 0 and all(
                contains(s, (ball - T[:3, 3]) @ T[:3, :3]).all() for s, T in ((a, T_a), (b, T_b))
            )
        case Proof.COVER:
            return boxes_cover(wrong, a, T_a, b, T_b, rng)
    band = wrong.gap_mm + wrong.band_mm
    near = mesh_gap(a, b, np.linalg.inv(T_a) @ T_b, band + 1.0, 0.1) < band - 1e-6
    return near if wrong.kind is TOUCH else not near


def directions_separate(v, a, T_a, b, T_b):
    """Whether directions separate two solids, by the vertices of fine meshes of the primitives."""
    d = v.directions
    if np.abs(np.linalg.norm(d, axis=2) - 1.0).max() > 1e-8:
        return False
    held = [list(a.cover_in(T_a)), list(b.cover_in(T_b))]
    # A single direction is for the whole solid; the mesh of a dented shape stands out of it.
    for k, (solid_k, T_k) in enumerate(((a, T_a), (b, T_b))):
        held[k] = [(solid_k, T_k)] if len(held[k]) == 1 else held[k]
    slack = 0.06 if any(leaf.is_dented for s in (a, b) for leaf in primitives(s)) else 1e-6
    ends = [
        [T[:3, :3] @ mesh_of(s, 0.05).vertices.T + T[:3, 3:] for s, T in listed] for listed in held
    ]
    gaps = [
        (d[i, j] @ two).min() - (d[i, j] @ one).max()
        for i, one in enumerate(ends[0])
        for j, two in enumerate(ends[1])
    ]
    return min(gaps) >= (v.gap_mm if v.kind is FREE else -v.band_mm) - slack


def primitives(solid):
    return [leaf for leaf, _ in solid.leaves_in(np.eye(4)) if not isinstance(leaf, HalfSpace)]


def boxes_cover(v, a, T_a, b, T_b, rng):
    """Whether boxes are a cover, by random points: each point in both bounds is in a box, and no
    point of a box is in both solids."""
    T_a_b = np.linalg.inv(T_a) @ T_b
    (lo_a, hi_a), (lo_b, hi_b) = a.bounds(), b.bounds_in(T_a_b)
    lo, hi = np.maximum(lo_a, lo_b), np.minimum(hi_a, hi_b)
    if np.any(hi <= lo):
        return True
    points = rng.uniform(lo, hi, (3000, 3))
    held = np.zeros(len(points), dtype=bool)
    for box in v.cover:
        held |= np.all(np.abs(points - box[:3]) <= 1.01 * np.abs(box[3:]) + 1e-9, axis=1)
    inside = contains(a, points) & contains(b, (points - T_a_b[:3, 3]) @ T_a_b[:3, :3])
    return held.all() and not inside.any() and bool(np.all(v.cover[:, 3:] > 0.0))


def test_a_dropped_or_doubled_box_of_a_cover_is_always_found_out(at):
    plate, peg = Box((100, 100, 20)) - Cylinder(10, 40), Box((13.9, 13.9, 60))
    verdict = check_pair(plate, at(), peg, at())
    assert verdict.proof is Proof.COVER
    rng = np.random.default_rng(33)
    for k in rng.integers(0, len(verdict.cover), 40):
        rest = np.delete(verdict.cover, k, axis=0)
        assert not verify(replace(verdict, cover=rest), plate, at(), peg, at())
        doubled = np.vstack([rest, verdict.cover[(k + 1) % len(verdict.cover)]])
        assert not verify(replace(verdict, cover=doubled), plate, at(), peg, at())


def test_a_touch_is_certified_as_a_touch_and_as_nothing_more(at):
    for a, b, T in (
        (Box((20, 20, 20)), Box((10, 10, 10)), at(z=15)),
        (Box((20, 20, 20)), Sphere(5), at(3, 4, 15)),
        (Box((40, 40, 20)) - Cylinder(10, 40), Cylinder(10, 30), at()),
    ):
        verdict = check_pair(a, at(), b, T)
        assert verdict.kind is TOUCH
        assert verify(verdict, a, at(), b, T)
        assert not verify(verdict, a, at(), b, T @ at(0.05, 0, -0.05))
        assert not verify(replace(verdict, kind=HIT), a, at(), b, T)
        assert not verify(replace(verdict, kind=FREE), a, at(), b, T)
        assert not verify(replace(verdict, band_mm=1.0), a, at(), b, T)


def test_verdicts_by_mesh_are_measured_again(at):
    ring = MeshSolid(mesh_of(Box((60, 60, 20)) - Cylinder(10, 40), 0.05), 0.05)
    for other, T, kind in (
        (Cylinder(8, 60), at(), FREE),
        (Torus(14, 3), at(z=13.5), FREE),
        (Sphere(9.93), at(), TOUCH),
        (Box((24, 3, 3)), at(), HIT),
    ):
        verdict = check_pair(ring, at(), other, T)
        assert verdict.kind is kind
        assert verify(verdict, ring, at(), other, T)
        for proof in Proof:
            if proof is not verdict.proof:
                assert not verify(replace(verdict, proof=proof), ring, at(), other, T)
        if verdict.proof is Proof.MESH and kind is FREE:
            assert not verify(verdict, ring, at(), other, T @ at(4.0))
            assert not verify(replace(verdict, gap_mm=verdict.gap_mm + 9.0), ring, at(), other, T)
            assert not verify(replace(verdict, band_mm=0.0), ring, at(), other, T)
        if verdict.proof is Proof.MESH and kind is TOUCH:
            assert not verify(verdict, ring, at(), other, T @ at(2.0))
            assert not verify(verdict, ring, at(), Sphere(5), T)
