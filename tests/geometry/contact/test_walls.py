"""The walls of boxes with cuts contain them, and the check of certificates knows the same walls."""

import numpy as np
import pytest

from geometry import Box, Cylinder
from geometry.certificates.check_sweep import verify_sweep
from geometry.certificates.formulas import held_by, reach
from geometry.certificates.verdict import VerdictKind
from geometry.contact.cover import cover
from geometry.contact.walls import walled_cover
from geometry.sweeping.evidence import certified
from geometry.sweeping.segments import sweep


@pytest.fixture
def bins(at):
    """Boxes with box-shaped cuts: a crate, a crate of two rooms, a channel, a turned cutter."""
    outer = Box((140, 120, 50)).moved(at(z=25))
    quarter = at(x=5, z=40, axis=(1, 1, 1), angle=2 * np.pi / 3)
    return [
        (outer - Box((116, 100, 50)).moved(at(z=31))).moved(at(x=9, angle=0.3)),
        outer - Box((50, 90, 50)).moved(at(x=-30, z=31)) - Box((50, 90, 50)).moved(at(x=30, z=31)),
        outer - Box((200, 60, 30)).moved(at(z=25)) - Cylinder(6, 100).moved(at(x=50, y=50)),
        outer - Box((30, 40, 60)).moved(quarter),
    ]


def lies_in(boxes, points):
    """Whether each point (n, 3) lies in one of the boxes (size, pose), to 1e-9 mm, (n,)."""
    found = np.zeros(len(points), dtype=bool)
    for size, T in boxes:
        own = (points - T[:3, 3]) @ T[:3, :3]
        found |= np.all(np.abs(own) <= 0.5 * np.array(size) + 1e-9, axis=1)
    return found


def test_walls_contain_the_solid_and_no_point_of_a_box_shaped_cut(bins):
    for solid in bins:
        lo, hi = solid.bounds()
        points = np.random.default_rng(5).uniform(lo, hi, (4000, 3))
        known = [(piece.primitive.size, piece.T_solid_piece) for piece in walled_cover(solid)]
        checked = [(shape.size, T) for shape, T in list(held_by(solid))[-1]]
        for walls in (known, checked):
            assert lies_in(walls, points[solid.level(points) < 0.0]).all()
        assert np.array_equal(lies_in(known, points), lies_in(checked, points))
        outside = points[solid.level(points) > 0.0]
        drilled = np.hypot(outside[:, 0] - 50, outside[:, 1] - 50) < 6.0
        assert not lies_in(known, outside[~drilled]).any()


def test_walls_and_those_of_the_check_stand_in_the_same_order(bins):
    for solid in bins:
        own = list(held_by(solid))[-1]
        for piece, (shape, T) in zip(walled_cover(solid), own, strict=True):
            np.testing.assert_allclose(piece.primitive.size, shape.size, atol=1e-9)
            np.testing.assert_allclose(piece.T_solid_piece, T, atol=1e-9)


def test_a_cut_of_another_shape_and_an_intersection_make_no_walls(at):
    block = Box((40, 40, 40))
    for solid in (block, block - Cylinder(5, 60), block & Box((20, 20, 60))):
        assert walled_cover(solid) is None
        assert {len(held) for held in held_by(solid)} == {len(cover(solid))}


@pytest.fixture
def fixtures(at):
    """Solids of which boxes with cuts are a part: a housing with a seat, V-blocks cut by a repeated
    turned box, a box with two turned cuts and one along its axes, a box that is cut away."""
    housing = Box((80, 60, 70)) - Box((70, 50, 60)) - Box((20, 30, 30)).moved(at(x=-40))
    seat = Cylinder(8, 30).moved(at(z=-15))
    blocks = Box((90, 24, 60)).moved(at(z=-40)) + Box((90, 24, 60)).moved(at(x=150, z=-40))
    v = Box((60, 200, 60)).moved(at(axis=(0, 1, 0), angle=np.pi / 4))
    turned = [Box((30, 30, 90)).moved(at(x=x, angle=0.7)) for x in (-40, 35)]
    return [
        (housing + seat).moved(at(x=7, angle=0.4)),
        blocks + Box((300, 60, 10)).moved(at(z=-75)) - (v + v.moved(at(x=150))),
        Box((120, 60, 40)) - turned[0] - (turned[1] + Box((20, 20, 80)).moved(at(y=-30))),
        (Box((20, 20, 20)) + Box((20, 20, 20)).moved(at(x=40))) - Box((30, 30, 30)),
    ]


def test_walls_of_parts_and_beyond_turned_cuts_contain_the_solid_and_leave_its_cuts_free(fixtures):
    for solid in fixtures:
        lo, hi = solid.bounds()
        points = np.random.default_rng(6).uniform(lo, hi, (4000, 3))
        known = [(piece.primitive, piece.T_solid_piece) for piece in walled_cover(solid)]
        inside = solid.level(points) < 0.0
        assert 0.05 < inside.mean() < 0.9
        for walls in (known, list(held_by(solid))[-1]):
            levels = [shape.level((points - T[:3, 3]) @ T[:3, :3]) for shape, T in walls]
            assert np.array_equal(np.min(levels, axis=0) <= 0.0, inside)


def test_walls_reach_as_far_as_those_of_the_check(fixtures):
    directions = np.random.default_rng(7).normal(size=(50, 3))
    for solid in fixtures:
        own = list(held_by(solid))[-1]
        for piece, (shape, T) in zip(walled_cover(solid), own, strict=True):
            np.testing.assert_allclose(piece.T_solid_piece, T, atol=1e-9)
            known = [d @ piece.primitive.support(d[None])[0] for d in directions]
            np.testing.assert_allclose(known, reach(shape, directions), atol=1e-9)


@pytest.mark.parametrize("lower", [0.0, 0.5])
def test_a_shaft_laid_into_a_v_is_shown_and_one_pressed_into_it_is_not(at, fixtures, lower):
    v_blocks, shaft = fixtures[1], Cylinder(30, 160).moved(at(axis=(1, 0, 0), angle=np.pi / 2))

    def poses(times):
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        T[:, 0, 2, 3] = 50.0 - (50.0 + lower) * np.asarray(times)
        return T

    given = [shaft], [v_blocks], poses, at()[None]
    limits = {"bends": 1e-3, "kinks": 0.0}
    found = certified(sweep(*given, 51.0, **limits), *given)
    assert found.kind is (VerdictKind.HIT if lower else VerdictKind.FREE)
    assert verify_sweep(found, *given, 51.0, **limits)
    assert lower or len(found.proof.claims) < 8, "no claim is halved again and again"


@pytest.mark.parametrize("lower", [0.0, 3.0])
def test_a_block_set_down_on_the_floor_of_a_crate_is_shown_and_one_driven_into_it_is_not(at, lower):
    crate = Box((140, 140, 50)).moved(at(z=25)) - Box((116, 116, 50)).moved(at(z=31))
    block = Box((60, 40, 60)) - Cylinder(6, 80)

    def poses(times):
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        T[:, 0, 2, 3] = 136.0 - (100.0 + lower) * np.asarray(times)
        return T

    given = [block], [crate], poses, at()[None]
    limits = {"bends": 1e-3, "kinks": 0.0}
    found = sweep(*given, 106.0, **limits)
    shown = certified(found, *given)
    kind = VerdictKind.HIT if lower else VerdictKind.FREE
    assert (found.kind, len(shown.proof.evidence)) == (kind, len(shown.proof.claims))
    assert verify_sweep(shown, *given, 106.0, **limits)

    def deeper(times):
        return poses(times) - np.asarray(at(z=0.01) - np.eye(4))

    # Of a motion that ends 0.01 mm lower the same evidence shows nothing.
    assert not verify_sweep(shown, [block], [crate], deeper, at()[None], 106.0, **limits)
