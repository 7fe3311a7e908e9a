"""The places of a mesh that a person points at: corners, middles of faces and of round edges."""

from dataclasses import dataclass
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from geometry.meshes.edges import Sides, feature_edges, unit_normals
from geometry.meshes.mesh import Integers, Mesh
from geometry.poses import Array

# Two edges in line within this angle make no corner: the facets of a round edge turn by less.
STRAIGHT = cos(radians(30.0))
# A loop of at least so many edges whose corners are equally far from their middle is round.
FEWEST_SIDES = 8
ROUND = 1e-3  # share of the radius within which the corners of a round edge lie on a circle
# Two triangles lie in one plane if the cosine of their angle is above this: 0.08 degrees.
IN_PLANE = 1.0 - 1e-6


@dataclass(frozen=True, eq=False)
class Landmarks:
    """Points of a mesh in its own frame, mm.

    corners: Where feature edges meet at an angle, shape (k, 3). centres: Of round edges, such as
    those of holes, and of flat faces, shape (c, 3). axes: Unit axis of each round edge and unit
    normal of each flat face, (c, 3). is_round: Which centres belong to round edges, (c,).
    edges: Both ends of every feature edge, shape (e, 2, 3).
    """

    corners: Array
    centres: Array
    axes: Array
    is_round: NDArray[np.bool_]
    edges: Array


def landmarks_of(mesh: Mesh, edges: Integers | None = None) -> Landmarks:
    """The landmarks of a mesh. edges: Its feature edges, (e, 2), where they are known already."""
    pairs = feature_edges(mesh) if edges is None else np.asarray(edges).reshape(-1, 2)
    round_centres, round_axes = _round_edges(mesh.vertices, pairs)
    flat_centres, normals = _flat_faces(mesh)
    return Landmarks(
        corners=_corners(mesh.vertices, pairs),
        centres=np.concatenate([round_centres, flat_centres]),
        axes=np.concatenate([round_axes, normals]),
        is_round=np.arange(len(round_centres) + len(flat_centres)) < len(round_centres),
        edges=mesh.vertices[pairs],
    )


def groups(count: int, pairs: Integers) -> Integers:
    """The group of each of `count` things, (count,), where pairs (k, 2) of them belong together.

    A group is named by its lowest member.
    """
    lowest = np.arange(count)
    while True:
        before = lowest.copy()
        least = np.minimum(lowest[pairs[:, 0]], lowest[pairs[:, 1]])
        np.minimum.at(lowest, pairs.ravel(), np.repeat(least, 2))
        np.minimum.at(lowest, before, lowest)
        lowest = lowest[lowest]
        if np.array_equal(lowest, before):
            return lowest


def _corners(points: Array, pairs: Integers) -> Array:
    """The ends of edges at which not just two edges meet nearly in line."""
    ends = np.concatenate([pairs, pairs[:, ::-1]])
    if not len(ends):
        return np.empty((0, 3))
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    ways = points[ends[:, 1]] - points[ends[:, 0]]
    ways /= np.maximum(np.linalg.norm(ways, axis=1), np.finfo(float).tiny)[:, None]
    names, starts, meeting = np.unique(ends[:, 0], return_index=True, return_counts=True)
    second = np.minimum(starts + 1, len(ends) - 1)
    in_line = np.einsum("ij,ij->i", ways[starts], ways[second]) < -STRAIGHT
    return np.asarray(points[names[(meeting != 2) | ~in_line]])


def _round_edges(points: Array, pairs: Integers) -> tuple[Array, Array]:
    """Centre and axis of every closed loop of edges that is a circle."""
    if not len(pairs):
        return np.empty((0, 3)), np.empty((0, 3))
    names, local = np.unique(pairs, return_inverse=True)
    local = local.reshape(-1, 2)
    group = groups(len(names), local)
    meeting = np.bincount(local.ravel(), minlength=len(names))
    centres, axes = [], []
    for loop in np.unique(group):
        members = np.flatnonzero(group == loop)
        if len(members) < FEWEST_SIDES or (meeting[members] != 2).any():
            continue
        found = _circle_through(points[names[members]])
        if found is not None:
            centres.append(found[0])
            axes.append(found[1])
    return np.reshape(centres, (-1, 3)), np.reshape(axes, (-1, 3))


def _circle_through(points: Array) -> tuple[Array, Array] | None:
    """Centre and axis of the circle on which points (n, 3) lie; None where they lie on none.

    With c the mean and u, v the two main directions of the points, the circle solves
    |p|^2 = 2 p . m + k for its middle m by least squares: the points need not be evenly spread.
    """
    mean = points.mean(axis=0)
    away = points - mean
    _, _, ways = np.linalg.svd(away, full_matrices=False)
    flat = away @ ways[:2].T
    given = np.column_stack([2.0 * flat, np.ones(len(flat))])
    middle = np.linalg.lstsq(given, (flat * flat).sum(axis=1), rcond=None)[0][:2]
    radii = np.linalg.norm(flat - middle, axis=1)
    radius = float(radii.mean())
    slack = ROUND * radius
    if np.abs(radii - radius).max() > slack or np.abs(away @ ways[2]).max() > slack:
        return None
    return mean + middle @ ways[:2], ways[2]


def _flat_faces(mesh: Mesh) -> tuple[Array, Array]:
    """Centre of area and outward unit normal of every flat face of at least two triangles."""
    count = len(mesh.triangles)
    if not count:
        return np.empty((0, 3)), np.empty((0, 3))
    normals, has_area = unit_normals(mesh)
    first, second = Sides.of(mesh.triangles).paired()
    pairs = np.column_stack([first[:, 0] // 3, second[:, 0] // 3])
    level = np.einsum("ij,ij->i", normals[pairs[:, 0]], normals[pairs[:, 1]]) > IN_PLANE
    pairs = pairs[level & has_area[pairs].all(axis=1)]
    group = groups(count, pairs)
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    total = np.bincount(group, area, minlength=count)
    sizes = np.bincount(group, minlength=count)
    flat = np.flatnonzero((sizes > 1) & (total > 0.0))
    middles = (a + b + c) / 3.0
    sums = np.stack([np.bincount(group, area * middles[:, i], minlength=count) for i in range(3)])
    return (sums[:, flat] / total[flat]).T, normals[flat]
