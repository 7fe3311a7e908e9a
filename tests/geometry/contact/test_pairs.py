"""Hits over a motion: what counts as a hit, and that a batch loses none."""

from math import pi

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Sphere, check_pair, colliding_pairs, verify
from geometry.contact.contact_region import contact_region
from geometry.tessellation.kernel import overlap

PLATE = Box((100, 100, 20)) - Cylinder(10, 40)
BIN = Box((200, 200, 100)) - Box((180, 180, 100)).moved(
    np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 10.0], [0, 0, 0, 1]])
)


def hits_of(a, T_a, b, T_b, chord=0.1):
    return colliding_pairs([a, b], np.array([[T_a, T_b]]), [[0, 1]], chord)


def test_a_moving_box_hits_exactly_while_it_overlaps(at):
    x = np.arange(-30.0, 31.0)
    poses = np.array([[at(), at(step, 3, 2)] for step in x])
    hits = colliding_pairs([Box((10, 10, 10)), Box((10, 10, 10))], poses, [(0, 1)])
    assert [x[hit.sample_index] for hit in hits] == [s for s in x if abs(s) < 10]
    for hit in hits:
        assert hit.volume_mm3 == pytest.approx((10 - abs(x[hit.sample_index])) * 7 * 8)
        assert hit.centroid == pytest.approx([x[hit.sample_index] / 2, 1.5, 1.0])


@pytest.mark.parametrize("far", [0.0, 1e6])
def test_a_contained_solid_is_a_hit(at, far):
    (hit,) = hits_of(Box((100, 100, 100)), at(far), Sphere(3), at(far + 20, 5, 5))
    assert hit.volume_mm3 == pytest.approx(4 / 3 * pi * 27, rel=0.1)
    assert hit.centroid == pytest.approx([far + 20, 5, 5], abs=1e-6)
    (swapped,) = hits_of(Sphere(3), at(far + 20, 5, 5), Box((100, 100, 100)), at(far))
    assert swapped.volume_mm3 == pytest.approx(hit.volume_mm3)


@pytest.mark.parametrize("far", [0.0, 1e5])
def test_flush_faces_are_no_hit(at, far):
    turn = at(far, far, 0, (1, 2, 3), 0.8)
    box = Box((20, 20, 20))
    for offset in (at(z=20), at(z=20, angle=0.4), at(20, 20, 0), at(20, 3, 5)):
        assert hits_of(box, turn, box, turn @ offset) == []
    assert hits_of(box, turn, Cylinder(5, 10), turn @ at(z=15)) == []
    assert hits_of(BIN, turn, box, turn @ at(z=-30)) == []
    assert len(hits_of(box, turn, box, turn @ at(z=19.999))) == 1


def test_a_peg_in_a_hole_of_its_own_radius_is_no_hit_at_any_turn(at):
    for angle in np.linspace(0.0, 0.3, 7):
        assert overlap(PLATE, at(), Cylinder(10, 60), at(angle=angle + 0.01)) is not None
        assert hits_of(PLATE, at(), Cylinder(10, 60), at(angle=angle + 0.01)) == []


def test_a_small_overlap_is_found_beside_a_wide_resting_face(at):
    table = Box((1000, 1000, 20)) + Box((4, 4, 4)).moved(at(300, 200, 10))
    tray = (Box((900, 900, 20)) - Box((3, 3, 3)).moved(at(300, 200, -9))).moved(at(0, 0, 20))
    for turn in (at(), at(50, 60, 70, (1, 2, 3), 0.9)):
        assert len(hits_of(table, turn, tray, turn)) == 1
        verdict = check_pair(table, turn, tray, turn)
        assert verdict.kind.name == "HIT"
        assert verify(verdict, table, turn, tray, turn)


@pytest.mark.parametrize("excess", [0.002, 0.05, 0.3, 2.0])
def test_a_peg_too_thick_for_its_hole_is_a_hit(at, excess):
    assert len(hits_of(PLATE, at(), Cylinder(10 + excess, 60), at(angle=0.02))) == 1


def test_a_part_in_a_bin_is_free_until_it_meets_a_wall(at):
    part = Box((50, 50, 50))
    assert hits_of(BIN, at(), part, at(z=5, angle=0.3)) == []
    assert len(hits_of(BIN, at(), part, at(66, 0, 5))) == 1


def test_round_bars_that_overlap_by_less_than_the_chord_are_a_hit(at):
    crossed = at(19.99, axis=(1, 0, 0), angle=pi / 2)
    bar = Cylinder(10, 100)
    turned = at(angle=0.04)
    (hit,) = hits_of(bar, turned, bar, turned @ crossed)
    assert hit.volume_mm3 > 0.0
    assert hits_of(bar, turned, bar, turned @ at(20.01, axis=(1, 0, 0), angle=pi / 2)) == []


def test_the_batch_agrees_with_the_meshes_pose_by_pose(poses, primitive):
    rng = np.random.default_rng(10)
    bodies = [primitive(rng) - Sphere(2.5), primitive(rng), primitive(rng) + Box((50, 4, 4)), BIN]
    stack = np.stack([poses(rng, 60, 45.0) for _ in bodies], axis=1)
    pairs = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    found = {(h.sample_index, h.a, h.b): h for h in colliding_pairs(bodies, stack, pairs)}
    for sample, T in enumerate(stack):
        for a, b in pairs:
            shared = overlap(bodies[a], T[a], bodies[b], T[b])
            key = (sample, a, b)
            if shared is not None and shared.volume_mm3 > 1.0:
                assert found[key].volume_mm3 == pytest.approx(shared.volume_mm3, rel=1e-6)
                assert found[key].centroid == pytest.approx(shared.centroid, abs=1e-5)
            elif shared is None:
                assert key not in found or found[key].volume_mm3 < 1.0
    assert len(found) > 30


def test_hits_come_in_the_order_of_samples_then_pairs(at):
    poses = np.tile(np.eye(4), (3, 3, 1, 1))
    hits = colliding_pairs([Box((1, 1, 1))] * 3, poses, [(1, 2), (0, 1), (0, 2)])
    assert [(h.sample_index, h.a, h.b) for h in hits] == [
        (s, a, b) for s in range(3) for a, b in ((0, 1), (0, 2), (1, 2))
    ]


def test_bodies_that_move_together_are_computed_once(at, poses, monkeypatch):
    carried = poses(np.random.default_rng(11), 200, 500.0)
    calls = []
    from geometry.contact import pairs as check

    real = check.contact_seen_from_a
    monkeypatch.setattr(
        check, "contact_seen_from_a", lambda *args: calls.append(args) or real(*args)
    )
    stack = np.stack([carried, carried @ at(3, 2, 1.2345)], axis=1)
    hits = colliding_pairs([Box((10, 10, 10)), Sphere(4.321)], stack, [(0, 1)])
    assert len(hits) == 200
    assert len(calls) <= 3
    assert len({hit.volume_mm3 for hit in hits}) <= 3


def test_progress_rises_to_one_and_stop_ends_the_work(at):
    poses = np.array([[at(), at(0.01 * i), at(0, 0.01 * i)] for i in range(50)])
    bodies = [Box((10, 10, 10)), Sphere(4), Sphere(4.5)]
    seen: list[float] = []
    everything = colliding_pairs(bodies, poses, [(0, 1), (0, 2)], on_progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert len(everything) == 100
    assert colliding_pairs(bodies, poses, [(0, 1)], stop=lambda: True) == []


def test_no_pairs_and_no_samples_are_no_hits(at):
    assert colliding_pairs([Sphere(1)] * 2, np.zeros((0, 2, 4, 4)), [(0, 1)]) == []
    assert colliding_pairs([Sphere(1)], np.eye(4)[None, None], []) == []


def test_bad_batches_are_named(at):
    with pytest.raises(GeometryError, match="shape"):
        colliding_pairs([Sphere(1)], np.eye(4), [(0, 0)])
    with pytest.raises(GeometryError, match="not among the 1"):
        colliding_pairs([Sphere(1)], np.eye(4)[None, None], [(0, 1)])
    with pytest.raises(GeometryError, match="finite"):
        colliding_pairs([Sphere(1)], np.full((1, 1, 4, 4), np.nan), [(0, 0)])
    with pytest.raises(GeometryError, match="T_world_b"):
        check_pair(Sphere(1), at(), Sphere(1), np.eye(3))


def test_the_region_shown_is_the_overlap_and_none_without_contact(at):
    region = contact_region(Box((10, 10, 10)), at(7), Box((10, 10, 10)), at(11))
    assert region.volume_mm3 == pytest.approx(600.0)
    assert region.mesh.vertices.min(axis=0) == pytest.approx([6, -5, -5])
    assert contact_region(PLATE, at(), Cylinder(10, 60), at(angle=0.03)) is None
