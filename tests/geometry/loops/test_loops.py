"""The shipped loops of the room compute what their sources say, bit for bit."""

import subprocess
import sys

import numpy as np
import pytest

from geometry import Box, Cylinder, Prism, Sphere, Torus, mesh_of
from geometry.separation.batches import gap_rows, hit_rows, nearest_rows
from geometry.separation.packed_bodies import pack_bodies
from geometry.sweeping.stretch_tables import Looks, unproven_items, unproven_rows
from geometry.tessellation.contour_cutting import mesh_contours


@pytest.fixture
def bodies():
    """A body for every kind of core, bodies of several pieces, and one with inexact pieces."""
    profile = ((-20, 0), (20, 0), (0, 15))
    cut = Cylinder(25, 30) & Box((35, 60, 60))
    return [Box((30, 30, 9)), Sphere(9), Prism(profile, 30), Torus(20, 5), cut, Box((9, 9, 60))]


@pytest.mark.parametrize("spread", [8.0, 12.0, 16.0, 22.0, 30.0, 60.0])
def test_pairs_at_samples_are_judged_as_the_source_says_bit_for_bit(
    compared, bodies, poses, spread
):
    rng = np.random.default_rng(int(spread))
    packed = pack_bodies(bodies, {0: poses(rng, 1, spread)[0], 5: poses(rng, 1, spread)[0]})
    T = poses(rng, 3 * 4, spread).reshape(3, 4, 4, 4)
    pairs = np.array([(a, b) for a in range(6) for b in range(a)], dtype=np.int64)
    for first in (False, True):
        hit_rows(packed, T, pairs, first=first, path="compiled")
    nearest_rows(packed, T, pairs, "compiled")
    items = np.column_stack([np.arange(len(pairs)) % 3, pairs])
    gap_rows(packed, T, items, rng.uniform(-1e-5, 2 * spread, len(items)), "compiled")
    assert set(compared) == {"find_hits", "find_nearest", "find_gaps"}


@pytest.mark.parametrize("spread", [8.0, 12.0, 15.0, 25.0, 60.0])
def test_stretches_are_judged_as_the_source_says_bit_for_bit(compared, bodies, poses, spread):
    rng = np.random.default_rng(int(spread) + 1)
    packed = pack_bodies(bodies, {0: poses(rng, 1, spread)[0]})
    T = poses(rng, 3 * 5, spread).reshape(3, 5, 4, 4)
    T[1:] = T[0]  # slides along a line, and turns by nothing
    T[1, :, :3, 3] += 2.0
    T[2, :, :3, 3] += 5.0
    pairs = np.array([(a, b) for a in range(6) for b in range(a)], dtype=np.int64)
    times, rows = np.array([[0.0, 0.4, 1.0]] * 2), np.array([[0, 1, 2], [-1, 1, -1]])
    looks = Looks(np.array([0, 1]), times, rows)
    rates = rng.uniform(0.0, 12.0, (2, len(pairs)))
    still = np.zeros((1, len(pairs)))
    unproven_rows(packed, T, looks, pairs, (rates, still + 3.0, still), "compiled")
    limits = np.column_stack([rates[0], still[0] + 1.0, still[0] + 0.5])
    looks = Looks(
        np.zeros(len(pairs), dtype=np.int64),
        np.tile(times[0], (len(pairs), 1)),
        np.tile(rows[0], (len(pairs), 1)),
    )
    unproven_items(packed, T, looks, pairs, limits, "compiled")
    assert set(compared) == {"find_stretches", "find_stretch_items"}


def test_contours_are_walked_as_the_source_says(compared, at):
    solid = Box((40, 40, 30)) - Cylinder(6, 90) + Sphere(20)
    mesh_contours(mesh_of(solid, 1.0), at(axis=(1, 1, 0), angle=1), np.linspace(-30, 30, 20))
    assert compared == ["walk_contours"]


def test_without_llvmlite_numpy_answers_the_same_and_one_line_says_so():
    code = """
import sys
sys.modules["llvmlite"] = None
import numpy as np
from geometry import Sphere, cell_clearance, first_hits, pack_bodies
T = np.tile(np.eye(4), (3, 1, 1, 1))
T[:, 0, 0, 3] = 0.0, 3.0, 9.0
packed = pack_bodies([Sphere(1), Sphere(2)], {1: np.eye(4)})
print(first_hits(packed, T, [(0, 1)]).tolist())
print(cell_clearance(packed, T, [(0, 1)]).distance_mm.round(6).tolist())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[0, -1, -1]", "[0.0, 0.0, 6.0]"]
    (line,) = done.stderr.splitlines()
    assert "llvmlite" in line


def test_the_room_starts_without_what_compiles_and_what_reads_meshes():
    code = "import geometry, sys; print({'numba', 'llvmlite', 'fcl'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("set()", "")
