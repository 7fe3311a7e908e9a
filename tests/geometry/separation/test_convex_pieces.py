"""Convex pieces contain their solid, and leave the slot of a fork free for the drum in it."""

import numpy as np
import pytest

from geometry import Box, Cylinder
from geometry.separation.convex_pieces import convex_pieces
from geometry.separation.gjk import separation

SLOT = 52.0
TURNS = [0.0, 0.2, 0.7, 1.3, 2.9]


@pytest.fixture
def fork(at):
    """Two cheeks 52 mm apart with a web behind the drum, turned about the axis of the drum."""

    def turned(turn):
        cheeks = Cylinder(33.0, 84.0) + Box((86.0, 66.0, 84.0)).moved(at(x=-43.0))
        return (cheeks - Cylinder(62.0, SLOT)).moved(at(angle=turn))

    return turned


@pytest.mark.parametrize("turn", TURNS)
def test_every_point_of_a_fork_lies_in_a_piece(fork, turn):
    solid = fork(turn)
    lo, hi = solid.bounds()
    points = np.random.default_rng(4).uniform(lo, hi, (4000, 3))
    inside = points[solid.level(points) <= 0.0]
    assert len(inside) > 200
    least = np.full(len(inside), np.inf)
    for piece in convex_pieces(solid):
        T = piece.T_solid_piece
        least = np.minimum(least, piece.shape.level((inside - T[:3, 3]) @ T[:3, :3]))
    assert least.max() <= 1e-9


@pytest.mark.parametrize("turn", TURNS)
def test_the_pieces_of_a_fork_keep_its_clearance_from_a_drum(fork, turn):
    drum = Cylinder(31.0, SLOT - 2.0)
    gaps = [
        float(separation(drum, piece.shape, piece.T_solid_piece[None]).gap[0])
        for piece in convex_pieces(fork(turn))
    ]
    assert min(gaps) == pytest.approx(1.0, abs=1e-6)
