"""The swept region holds all that moves, and hardly more: laws, and volumes in closed form."""

from math import asin, pi, radians

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Mesh, Solid, Sphere
from geometry.meshes.winding import ray_windings
from geometry.poses import Array
from geometry.separation.convex_pieces import convex_pieces
from geometry.solids.tree import contains
from geometry.sweeping.swept_region import Shares, clouds_of, region_of

WAY = np.array([0.3117, 0.5411, 0.7813])


def turned(angle: float, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Array:
    T = np.eye(4)
    T[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    T[:3, 3] = at
    return T


def region(solid: Solid, poses: Array, bow: float, tolerance: float) -> Mesh:
    shares, bows = Shares.of(tolerance), np.full(len(poses) - 1, bow)
    clouds = [c for piece in convex_pieces(solid) for c in clouds_of(piece, poses, bows, shares)]
    return region_of(clouds, shares)


def volume(mesh: Mesh) -> float:
    return mesh.volume_and_centroid()[0]


def turning(solid: Solid, angle: float, steps: int, reach: float, tolerance: float) -> Mesh:
    poses = np.stack([turned(a) for a in np.linspace(0.0, angle, steps + 1)])
    bow = reach * (1.0 - np.cos(0.5 * angle / steps))  # the sagitta of the farthest point
    return region(solid, poses, bow, tolerance)


def test_a_box_moved_along_a_line_sweeps_its_cross_section_times_the_way() -> None:
    poses = np.stack([turned(0.0, (x, 0.0, 0.0)) for x in np.linspace(0.0, 500.0, 11)])
    found = region(Box((40.0, 30.0, 20.0)), poses, 0.0, 1.0)
    exact, grown = 540.0 * 30.0 * 20.0, 1.0
    assert exact <= volume(found) <= (540 + 2 * grown) * (30 + 2 * grown) * (20 + 2 * grown)
    tight = region(Box((40.0, 30.0, 20.0)), poses, 0.0, 0.5)
    assert volume(tight) - exact < 0.6 * (volume(found) - exact)  # shrinks with the tolerance


@pytest.mark.parametrize("tolerance", [0.5, 2.0])
def test_a_link_that_turns_once_about_its_end_sweeps_a_cylinder(tolerance: float) -> None:
    link = Box((300.0, 40.0, 30.0)).moved(turned(0.0, (130.0, 0.0, 0.0)))  # x from -20 to 280
    found = turning(link, 2.0 * pi, 720 if tolerance < 1.0 else 180, 285.0, tolerance)
    radius = float(np.hypot(280.0, 20.0))
    outer = pi * (radius + tolerance) ** 2 * (30.0 + 2.0 * tolerance)
    assert pi * radius**2 * 30.0 <= volume(found) <= outer


def test_a_ball_that_turns_once_beside_the_axis_sweeps_a_torus() -> None:
    ball = Sphere(radius=30.0).moved(turned(0.0, (200.0, 0.0, 0.0)))
    found = turning(ball, 2.0 * pi, 360, 230.0, 4.0)
    torus = 2.0 * pi**2 * 200.0
    assert torus * 30.0**2 <= volume(found) <= torus * 34.0**2


def test_a_bar_that_turns_about_its_middle_leaves_the_notch_between_its_sides_open() -> None:
    bar = Box((400.0, 20.0, 20.0))
    found = turning(bar, radians(60.0), 120, 201.0, 2.0)
    # In polar coordinates the notch between two sides ends at radius r = 10 / sin(angle).
    tip = np.array([[60.0 * np.cos(radians(120.0)), 60.0 * np.sin(radians(120.0)), 0.0]])
    assert ray_windings(found, tip, WAY)[0] == 0
    grown = (200.25 + 2.0) ** 2 * (radians(60.0) + 2.0 * asin(12.0 / 202.25)) * 24.0
    assert volume(found) < grown


def test_a_cylinder_that_turns_about_its_own_axis_sweeps_one_hull() -> None:
    (piece,) = convex_pieces(Cylinder(50.0, 80.0))
    poses = np.stack([turned(a) for a in np.linspace(0.0, 6.0, 40)])
    shares = Shares.of(2.0)
    bows = np.full(39, 0.5 * shares.bow)
    clouds = clouds_of(piece, poses, bows, shares)
    assert len(clouds) == 1
    assert volume(region_of(clouds, shares)) <= pi * 52.0**2 * 84.0


SHAPES = {
    "box": Box((120.0, 40.0, 60.0)),
    "drum": Cylinder(40.0, 90.0),
    "bored plate": Box((120.0, 90.0, 30.0)) - Cylinder(20.0, 50.0),
    "half drum": Cylinder(60.0, 40.0) & Box((200.0, 70.0, 200.0)),
    "lozenge": Box((150.0, 60.0, 60.0)) & Box((150.0, 60.0, 60.0)).moved(turned(0.5)),
}


@pytest.mark.parametrize("name", list(SHAPES))
def test_every_point_of_a_body_is_in_the_region_at_every_time(name: str) -> None:
    rng = np.random.default_rng(7)
    solid, steps = SHAPES[name], 60
    axis = np.array([0.36, 0.48, 0.8])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])

    def pose(t: float) -> Array:
        angle = 2.5 * t
        T = np.eye(4)
        T[:3, :3] += np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross
        T[:3, 3] = T[:3, :3] @ (150.0, 20.0, 0.0) + (80.0 * t * t, 0.0, 60.0 * t)
        return T

    # |p''| <= turn^2 times the reach, plus the acceleration of the shift.
    bow = (2.5**2 * 300.0 + 160.0) / (8.0 * steps**2)
    found = region(solid, np.stack([pose(t) for t in np.linspace(0, 1, steps + 1)]), bow, 3.0)
    lo, hi = solid.bounds()
    own = rng.uniform(lo, hi, (4000, 3))
    own = own[contains(solid, own)]
    places = np.array(
        [pose(t)[:3] @ (*p, 1.0) for t, p in zip(rng.uniform(size=len(own)), own, strict=True)]
    )
    assert len(own) > 500
    parts = np.array_split(places, 8)
    windings = np.concatenate([ray_windings(found, part, WAY) for part in parts])
    assert np.count_nonzero(windings > 0) == len(own)  # nan, for not known, counts as outside


def test_a_tolerance_out_of_range_is_refused() -> None:
    with pytest.raises(GeometryError, match=r"0\.5 to 200 mm, not 0\.1"):
        Shares.of(0.1)
