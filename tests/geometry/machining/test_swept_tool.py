"""Swept solids of tools are exact for drills and mills, and right to the chord where tools turn."""

from math import pi

import numpy as np
import pytest

from geometry import (
    Box,
    Cone,
    Cylinder,
    GeometryError,
    Sphere,
    VerdictKind,
    check_pair,
    contains,
    mesh_of,
    verify,
    volume,
)
from geometry.machining.swept_tool import SweptWay
from geometry.machining.workpiece import cut_by_sweep, deformed_piece, piece_of
from geometry.tessellation.kernel import is_meshed, keep_mesh
from tests.depth import cases

BLOCK = Box((80, 60, 40))


def turning(at, angle: float, count: int) -> np.ndarray:
    """Poses of a tool beside the z axis that turns about it."""
    return np.array(
        [at(0, 0, 0, (0, 0, 1), a) @ at(18, 0, 15) for a in np.linspace(0.0, angle, count)]
    )


def test_a_turning_tool_takes_what_it_passes_to_the_chord(at) -> None:
    chord = 0.1
    for tool in (Box((8, 6, 20)), Cylinder(4, 20), Sphere(5) + Box((3, 3, 16))):
        way = turning(at, 1.2, 500)
        cut = cut_by_sweep(BLOCK, tool, way, chord)
        points = np.random.default_rng(3).uniform((-40, -30, -20), (40, 30, 20), (3000, 3))
        least = np.full(len(points), np.inf)
        for T in way:
            least = np.minimum(least, tool.level((points - T[:3, 3]) @ T[:3, :3]))
        kept = contains(cut, points)
        assert not kept[least < -chord].any()
        assert kept[least > chord].all()


def test_a_drill_with_a_tip_leaves_its_own_hole_and_no_film(at) -> None:
    tip = Cone(0.5, 5, 4).moved(at(0, 0, 2))
    drill = tip + Cylinder(5, 56).moved(at(0, 0, 32))
    way = [at(3, 4, z) for z in np.linspace(30.0, -5.0, 40)]
    hole = cut_by_sweep(BLOCK, drill, way, 0.05)
    exact = pi * 25 * 21 + pi * 4 / 3 * (25 + 2.5 + 0.25)
    # A mesh of chord c in a hole of radius r is short of it by about 4 c / 3 r.
    assert volume(BLOCK) - volume(hole, 0.002) == pytest.approx(exact, rel=6e-4)
    on_the_seam = np.column_stack([np.full(90, 3.0), np.full(90, 4.0), np.linspace(-4.5, 19.9, 90)])
    assert not contains(hole, on_the_seam).any()


def test_coming_back_the_same_way_and_passing_by_take_nothing_new(at) -> None:
    down = [at(3, 4, z) for z in (50.0, 0.0)]
    once = cut_by_sweep(BLOCK, Cylinder(5, 30), down)
    assert cut_by_sweep(once, Cylinder(5, 30), down[::-1]) is once
    assert cut_by_sweep(BLOCK, Cylinder(5, 30), [at(200, 0, 0), at(200, 50, 0)]) is BLOCK


def test_what_was_swept_up_to_a_pose_grows_with_the_way(at) -> None:
    way = SweptWay(Cylinder(5, 20), np.array([at(x, 0, 0) for x in np.linspace(0, 30, 31)]))
    lengths = [max(s.bounds()[1][0] for s in way.solids(k)) for k in (0, 10, 20, 30)]
    assert lengths == pytest.approx([5, 15, 25, 35])


def test_a_hollow_tool_is_refused_in_words() -> None:
    with pytest.raises(GeometryError, match="hollow"):
        cut_by_sweep(BLOCK, Cylinder(9, 30) - Cylinder(7, 40), [np.eye(4)])


def test_a_piece_is_pressed_in_its_own_frame_wherever_its_name_stands(at) -> None:
    place = at(20, 0, 25, (0, 0, 1), 0.5)
    inner = BLOCK + Box((10, 4, 30)).named("rib").moved(place)
    outer = BLOCK + Box((10, 4, 30)).moved(place).named("rib")
    for solid in (inner, outer):
        pressed = piece_of(deformed_piece(solid, "rib", at(1, 0, 0), (2, 1, 1)), "rib")
        local = np.array([[10.9, 1.9, 14], [-8.9, -1.9, 0], [11.1, 0, 0], [-9.1, 0, 0]])
        points = local @ place[:3, :3].T + place[:3, 3]
        assert contains(pressed, points).tolist() == [True, True, False, False]
    with pytest.raises(GeometryError, match="above 0"):
        deformed_piece(inner, "rib", np.eye(4), (1, 0, 1))


def test_a_mesh_made_by_another_process_is_used_for_its_solid_and_for_unions_with_it(at) -> None:
    solid = Box((7.25, 3, 2)) - Cylinder(0.625, 9)
    mesh = mesh_of(Box((7.25, 3, 2)) - Cylinder(0.625, 9.5))
    assert not is_meshed(solid, 0.07)
    keep_mesh(solid, mesh, 0.07)
    assert mesh_of(solid, 0.07) is mesh
    assert volume(solid + Box((1, 1, 1)).moved(at(20, 0, 0)), 0.07) > volume(solid, 0.07)


def mills(at) -> list:
    return [
        Cylinder(5, 60).moved(at(z=30)),
        Sphere(5) + Cylinder(5, 60).moved(at(z=30)),
        Cone(0.5, 5, 4).moved(at(z=2)) + Cylinder(5, 56).moved(at(z=32)),
        Box((9, 7, 60)).moved(at(0, 0, 30, (0, 0, 1), 0.4)),
    ]


def along(at, corners, step: float = 0.4) -> np.ndarray:
    """Poses (m, 4, 4) on straight lines from corner to corner."""
    places = [np.array(corners[0], dtype=float)]
    for corner in corners[1:]:
        count = int(np.ceil(np.linalg.norm(corner - places[-1]) / step))
        start = places[-1]
        places += [start + (corner - start) * k / count for k in range(1, count + 1)]
    return np.array([at(*place) for place in places])


@pytest.mark.parametrize("seed", range(cases(6, 2)))
@pytest.mark.parametrize("kind", range(4))
def test_a_cut_removes_every_swept_point_and_no_other_point(at, kind: int, seed: int) -> None:
    rng = np.random.default_rng(10 * seed + kind)
    tool, step, chord = mills(at)[kind], 0.2, 0.05
    corners = rng.uniform((-30, -20, 0), (30, 20, 15), (4, 3))
    corners[1:3, 2] = corners[0, 2]
    way = along(at, corners, step)
    cut = cut_by_sweep(BLOCK, tool, way, chord)
    points = rng.uniform((-40, -30, -20), (40, 30, 20), (4000, 3))
    near = way[0, :3, 3] + rng.uniform((-6, -6, -1), (6, 6, 3), (1000, 3))
    points = np.vstack([points, near[np.abs(near / (80, 60, 40)).max(axis=1) < 0.5]])
    least = np.full(len(points), np.inf)
    for T in way:
        least = np.minimum(least, tool.level((points - T[:3, 3]) @ T[:3, :3]))
    kept = contains(cut, points)
    # A level is at most the distance, so a point with half a step of level is surely off the way.
    assert (least < 0.0).sum() > 50
    assert not kept[least < -chord].any()
    assert kept[least > chord + 0.5 * step].all()


def test_slots_and_rounded_corners_have_the_volumes_of_a_drawing(at) -> None:
    mill = mills(at)[0]
    slot = along(at, np.array([(-20, 0, 5), (20, 0, 5)]))
    angle = along(at, np.array([(-20, -10, 5), (20, -10, 5), (20, 15, 5)]))
    before = volume(BLOCK)
    assert before - volume(cut_by_sweep(BLOCK, mill, slot), 0.001) == pytest.approx(
        15 * (40 * 10 + pi * 25), rel=2e-4
    )
    # Both slots minus their common part: a quarter of the corner's square, three of its round end.
    corner = 40 * 10 + 25 * 10 + 2 * pi * 25 - (25 + 3 * pi * 25 / 4)
    assert before - volume(cut_by_sweep(BLOCK, mill, angle), 0.001) == pytest.approx(
        15 * corner, rel=2e-4
    )


def test_an_arc_takes_its_ring_to_the_chord(at) -> None:
    way = np.array([at(18 * np.cos(a), 18 * np.sin(a), 5) for a in np.linspace(0, 2, 500)])
    for chord in (0.2, 0.05)[: cases(2, 1)]:
        cut = cut_by_sweep(BLOCK, mills(at)[0], way, chord)
        exact = 15 * (0.5 * 2 * (23**2 - 13**2) + pi * 25)
        assert volume(BLOCK) - volume(cut, 0.001) == pytest.approx(exact, abs=15 * 36 * chord)


@pytest.mark.parametrize("kind", range(4))
def test_a_tool_in_its_own_slot_touches_and_does_not_hit(at, kind: int) -> None:
    tool = mills(at)[kind]
    corners = np.array([(-20, -10, 30), (-20, -10, 5), (20, -10, 5), (20, 15, 5)])
    way = along(at, corners, 0.7)
    cut = cut_by_sweep(BLOCK, tool, way)
    for T in [*way[::17], at(z=0.5) @ way[60]]:
        verdict = check_pair(cut, np.eye(4), tool, T)
        assert verdict.kind is not VerdictKind.HIT
        assert verify(verdict, cut, np.eye(4), tool, T)
    deeper = at(0.01, 0, -0.01) @ way[len(way) // 2]
    assert check_pair(cut, np.eye(4), tool, deeper).kind is VerdictKind.HIT
