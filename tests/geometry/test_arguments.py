"""Bad input to the front door of the room, of any kind, raises GeometryError with a plain
sentence."""

from collections.abc import Callable

import numpy as np
import pytest

from geometry import (
    Box,
    Cylinder,
    GeometryError,
    Mesh,
    Prism,
    Sphere,
    Torus,
    check_pair,
    colliding_pairs,
    contact_region,
    contains,
    contours,
    first_hits,
    hull,
    levels_between,
    linear_pattern,
    mass_properties,
    mesh_of,
    pack_bodies,
    pair_clearance,
    section,
    shape_table,
    sweep,
    union,
    verify,
)

I4 = np.eye(4)
BLOCK = Box((1, 2, 3))
BOTH = np.array([[I4, I4]])


def still(bodies: int) -> Callable[[np.ndarray], np.ndarray]:
    return lambda times: np.tile(I4, (len(times), bodies, 1, 1))


CASES: dict[str, tuple[Callable[[], object], str]] = {
    "a number for a size": (lambda: Box(5), "three edge lengths: a list of 3"),
    "a text for a size": (lambda: Box("abc"), "a list of 3 is needed"),
    "a text for a radius": (lambda: Cylinder(radius="a", height=2), "radius must be above 0"),
    "nothing for a radius": (lambda: Sphere(None), "radius must be above 0"),
    "a radius without end": (lambda: Sphere(1e200), "at most 1e"),
    "numbers for corners": (lambda: Prism((1, 2, 3), 5), "a corner is two finite numbers"),
    "a corner triangles lack": (
        lambda: Mesh(np.zeros((3, 3)), np.array([[0, 1, 7]])),
        "numbered from 0 to 2",
    ),
    "a number for a solid": (lambda: check_pair(5, I4, BLOCK, I4), "solid_a: a solid is needed"),
    "nothing for a solid": (lambda: check_pair(BLOCK, I4, None, I4), "solid_b: a solid is needed"),
    "a text for a pose": (lambda: check_pair(BLOCK, "I", BLOCK, I4), "array of numbers"),
    "a chord of 0": (lambda: check_pair(BLOCK, I4, BLOCK, I4, 0), "chord tolerance must be above"),
    "a name that is a number": (lambda: BLOCK.named(5), "a text of at least one letter"),
    "a number in a union": (lambda: union([BLOCK, 5]), r"union\[1\]: a solid is needed"),
    "a list in a hull": (lambda: hull([BLOCK, BLOCK]), "pass the solids one by one"),
    "no number in a hull": (lambda: hull(points=[[0, 0, np.nan]] * 4), "finite numbers"),
    "a text for a density": (lambda: mass_properties(BLOCK, "x"), "a density is above 0"),
    "a flat pose of a section": (lambda: section(BLOCK, np.eye(3), (0, 0, 1), 0), "shape"),
    "a flat pose of contours": (lambda: contours([BLOCK], [np.eye(3)], [0]), "shape"),
    "a level nowhere": (lambda: contours([BLOCK], [I4], [np.nan]), "heights: finite"),
    "levels from nowhere": (lambda: levels_between(np.nan, 1, 1), "finite number"),
    "levels without end": (lambda: levels_between(0, np.inf, 1), "finite number"),
    "levels beyond count": (lambda: levels_between(0, 1e9, 1e-3), "take a wider spacing"),
    "triangles beyond count": (lambda: mesh_of(Sphere(5), 1e-6), "take a chord of"),
    "triangles of a ring": (lambda: mesh_of(Torus(50, 5), 1e-5), "take a chord of"),
    "copies beyond count": (lambda: linear_pattern(BLOCK, (1, 0, 0), 10**9), "at most"),
    "a point nowhere": (lambda: contains(BLOCK, [[np.nan, 0, 0]]), "points: finite"),
    "a body with itself": (
        lambda: colliding_pairs([BLOCK] * 2, BOTH, [[0, 0]]),
        "different bodies",
    ),
    "half a body": (lambda: colliding_pairs([BLOCK] * 2, BOTH, [[0.5, 1]]), "whole numbers"),
    "a path nobody knows": (
        lambda: first_hits(pack_bodies([BLOCK] * 2), BOTH, [[0, 1]], path="foo"),
        "one of auto, compiled, numpy",
    ),
    "a number among bodies": (lambda: pack_bodies([BLOCK, 5]), r"solids\[1\]: a solid"),
    "a sweep of nothing": (lambda: sweep([], [BLOCK], still(0), [I4], 1), "at least one body"),
    "a sweep of other poses": (lambda: sweep([BLOCK], [BLOCK], still(2), [I4], 1), "poses_a: at"),
    "a sweep of one pose": (lambda: sweep([BLOCK], [BLOCK], lambda _: I4, [I4], 1), "poses_a: at"),
    "a pair of a sweep": (
        lambda: sweep([BLOCK], [BLOCK], still(1), [I4], 1, pairs=[[0, 3]]),
        "not among the 1 and 1",
    ),
    "a resolution of 0": (
        lambda: sweep([BLOCK], [BLOCK], still(1), [I4], 1, resolution=0),
        "resolution: a length above 0",
    ),
    "no verdict": (lambda: verify(None, BLOCK, I4, BLOCK, I4), "what check_pair gives"),
    "a number's clearance": (lambda: pair_clearance(BLOCK, I4, 5, I4), "solid_b: a solid"),
    "a number's region": (lambda: contact_region(BLOCK, I4, 5, I4), "b: a solid is needed"),
    "a number's table": (lambda: shape_table(5, I4), "a solid is needed"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_raises_a_geometry_error_in_plain_words(case: str) -> None:
    call, words = CASES[case]
    with pytest.raises(GeometryError, match=words):
        call()
