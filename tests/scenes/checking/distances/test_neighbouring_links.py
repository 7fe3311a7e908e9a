"""The clearance of neighbouring links is that of their meshes, on every shipped arm."""

import numpy as np
import pytest

from geometry import mesh_of, pair_clearance
from geometry.poses import placed, relative
from geometry.tessellation.kernel import overlap_seen_from_a
from scenes import load_robot
from scenes.library import robot_names
from scenes.world.placement import arm_poses
from tests.depth import share

pytestmark = pytest.mark.long

# Chord of the meshes that are compared, mm, and the amount by which both distances may differ: the
# chords of both meshes, and their chords again in what is measured.
CHORD = 0.2
OFF = 4.0 * CHORD


@pytest.mark.parametrize("name", share(robot_names(), 2))
def test_neighbouring_links_at_ready_are_as_far_apart_as_their_meshes(name, surface_gap):
    robot = load_robot(name)
    poses = arm_poses(robot, robot.ready[None], np.zeros(1), None)[1][0]
    links = [(body, T) for body, T in zip(robot.bodies, poses, strict=False) if body.link >= 0]
    for body_a, T_a in links:
        for body_b, T_b in links:
            if body_b.link != body_a.link + 1:
                continue
            a, b = body_a.solid, body_b.solid
            found = pair_clearance(a, T_a, b, T_b, prove=False)
            who = f"{body_a.name} and {body_b.name}"
            if overlap_seen_from_a(a, b, relative(T_a, T_b), CHORD) is not None:
                assert found.distance_mm <= OFF, who
                continue
            # No pair of triangles needs a look that is farther apart than the distance said.
            most = found.distance_mm + 2.0 * OFF
            gap = surface_gap(triangles(a, T_a), triangles(b, T_b), most)
            assert found.distance_mm == pytest.approx(gap, abs=OFF), who
            assert found.proven_mm <= gap + OFF, who


def triangles(solid, T):
    mesh = mesh_of(solid, CHORD)
    return placed(T, mesh.vertices)[mesh.triangles]
