"""The number of pieces of a solid, before and after tools have cut it."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere
from geometry.machining.workpiece import cut_by_sweep
from kinematics import translation
from scenes.world.separate_pieces import pieces_of

BLOCK = Box((80, 60, 40))


def round_the_middle(radius: float, angle: float, z: float) -> np.ndarray:
    turns = np.linspace(0.0, angle, 300)
    return np.array([translation(radius * np.cos(a), radius * np.sin(a), z) for a in turns])


@pytest.mark.parametrize(
    ("solid", "count"),
    [
        (BLOCK, 1),
        (BLOCK - Sphere(10), 1),
        (BLOCK - Box((10, 80, 80)), 2),
        (
            BLOCK + Sphere(3).moved(translation(60, 0, 0)) + Sphere(3).moved(translation(90, 0, 0)),
            3,
        ),
        ((BLOCK - Box((60, 40, 30))) + Sphere(5), 2),
    ],
)
def test_pieces_are_parts_whose_surfaces_are_not_connected(solid, count: int) -> None:
    assert pieces_of(solid) == count


def test_a_saw_cut_through_leaves_two_and_a_slot_one() -> None:
    blade = Cylinder(1, 80)
    across = np.array([translation(x, 0, 0) for x in (-60, 60)])
    assert pieces_of(cut_by_sweep(BLOCK, blade, across)) == 2
    assert pieces_of(cut_by_sweep(BLOCK, blade, across @ translation(0, 0, 50))) == 1


def test_a_ring_cut_through_frees_its_core_and_nothing_smaller() -> None:
    mill = Cylinder(4, 80)
    assert pieces_of(cut_by_sweep(BLOCK, mill, round_the_middle(18, 2.05 * np.pi, 0))) == 2
    assert pieces_of(cut_by_sweep(BLOCK, mill, round_the_middle(18, 1.5 * np.pi, 0))) == 1
    assert pieces_of(cut_by_sweep(BLOCK, mill, round_the_middle(18, 2.05 * np.pi, 30))) == 1
