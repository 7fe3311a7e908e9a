"""Solids to meshes, volumes, overlaps and slices by manifold3d; no other module imports manifold3d.

Curved surfaces become flat facets whose corners lie on the true surface, at most the chord
tolerance away from it: with n facets round a circle of radius r the gap in the middle of a facet is
r (1 - cos(pi/n)). The mesh of a convex curved primitive therefore lies inside the primitive, and
the mesh of a hole is narrower than the hole; no point moves by more than the chord.

A failed operation of the kernel would give an empty solid, which collides with nothing. The status
is therefore checked where a result is made. An empty solid raises GeometryError, except as the
overlap of two bodies, where it is an answer.
"""

import atexit
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, assert_never

import manifold3d
import numpy as np

from geometry.errors import GeometryError
from geometry.meshes.face_planes import face_planes
from geometry.meshes.mesh import Integers, Mesh
from geometry.poses import Array, read_only, relative
from geometry.solids.primitives.primitive import Leaf
from geometry.solids.recipes import (
    BallRecipe,
    BlockRecipe,
    ExtrusionRecipe,
    FrustumRecipe,
    HullRecipe,
    MeshRecipe,
    Recipe,
    RevolutionRecipe,
    TrimmedRecipe,
)
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union, checked_solid
from geometry.tessellation.chords import (
    CHORD,
    checked_chord,
    refuse_too_many,
)

# Share of the cube about points below which the volume of their hull is rounding: they are flat.
_NO_VOLUME = 1e-13
# Share of a volume within which two volumes are the same: rounding of unions and differences.
_SAME_VOLUME = 1e-9
_POSITIVE = manifold3d.FillRule.Positive


@dataclass(frozen=True, eq=False)
class Overlap:
    """The region that two meshes share, in the frame in which they were placed.

    centroid: Shape (3,), mm. thickness_mm: Twice the volume divided by the surface area, which is
    the mean thickness of a plate-like overlap. Facets and rounding make wide overlaps that are
    almost without thickness; real contact does not.
    """

    volume_mm3: float
    centroid: Array
    thickness_mm: float
    mesh: Mesh


@dataclass(frozen=True, eq=False)
class _Built:
    manifold: Any
    primitive_of_id: dict[int, int]


def mesh_of(solid: Solid, chord: float = CHORD) -> Mesh:
    """The solid's mesh in its own frame, made with a chord tolerance (mm). Meshes are cached: equal
    content and chord give the same object. GeometryError for endless and empty solids."""
    place = (checked_solid(solid).key, checked_chord(chord))
    if place not in _meshes:
        built = _built(solid, float(chord))
        _keep(place, _mesh(built.manifold, built.primitive_of_id))
    return _meshes[place]


def is_meshed(solid: Solid, chord: float = CHORD) -> bool:
    """Whether `mesh_of` has the mesh in its cache."""
    return (solid.key, float(chord)) in _meshes


def keep_mesh(solid: Solid, mesh: Mesh, chord: float = CHORD) -> None:
    """Puts the mesh of a solid, which another process has made, into the cache of `mesh_of`."""
    if not is_meshed(solid, chord):
        _keep((solid.key, float(chord)), mesh)


def mesh_volume(solid: Solid, chord: float = CHORD) -> float:
    """The volume of the solid's mesh, mm3. It is quick, but the facets change it; `moments` is
    exact."""
    return mesh_of(solid, chord).volume_and_centroid()[0]


def overlap(
    solid_a: Solid, T_w_a: Array, solid_b: Solid, T_w_b: Array, chord: float = CHORD
) -> Overlap | None:
    """The overlap of the meshes of two placed solids, in the world frame; None when they share no
    volume.

    The intersection is computed in the frame of a, so that no digits are lost far from the origin.
    """
    found = overlap_seen_from_a(solid_a, solid_b, relative(T_w_a, T_w_b), chord)
    if found is None:
        return None
    centroid = read_only(T_w_a[:3, :3] @ found.centroid + T_w_a[:3, 3])
    return Overlap(found.volume_mm3, centroid, found.thickness_mm, found.mesh.placed(T_w_a))


def overlap_seen_from_a(
    solid_a: Solid, solid_b: Solid, T_a_b: Array, chord: float = CHORD
) -> Overlap | None:
    """The overlap of the meshes of two solids, b at T_a_b, in the frame of a; None when they share
    no volume."""
    a = _built(solid_a, float(chord)).manifold
    b = _built(solid_b, float(chord)).manifold
    common = _checked(a ^ b.transform(np.ascontiguousarray(T_a_b[:3])), "an overlap")
    if common.is_empty():
        return None
    mesh = _mesh(common, {})
    amount, centroid = mesh.volume_and_centroid()
    # Rounding may give a very small overlap a volume below 0.
    if amount <= 0.0:
        return None
    return Overlap(amount, read_only(centroid), 2.0 * amount / mesh.area(), mesh)


def gap_within(
    solid_a: Solid, solid_b: Solid, T_a_b: Array, search_mm: float, chord: float
) -> float:
    """The distance between the two meshes, mm, or search_mm if that is less.

    The work grows with the number of pairs of triangles nearer than search_mm: see `mesh_gap`.
    """
    a = _built(solid_a, float(chord)).manifold
    b = _built(solid_b, float(chord)).manifold
    return float(a.min_gap(b.transform(np.ascontiguousarray(T_a_b[:3])), search_mm))


def slices(
    solid: Solid, T_w_solid: Array, heights: Sequence[float] | Array, chord: float = CHORD
) -> list[list[Array]]:
    """The contours of the placed solid at each world height (mm): closed curves (n, 2) of x and y.

    Those round material run anticlockwise, those round holes clockwise; the last point does not
    repeat the first.
    """
    # The solid is only turned, and z counts from its own origin: the cut stays exact far away.
    turned = T_w_solid.copy()
    turned[:3, 3] = 0.0
    manifold = _built(solid, float(chord)).manifold.transform(np.ascontiguousarray(turned[:3]))
    offset, z = T_w_solid[:2, 3], float(T_w_solid[2, 3])
    cuts = [manifold.slice(float(height) - z).to_polygons() for height in heights]
    return cuts if not offset.any() else [[contour + offset for contour in level] for level in cuts]


def filled_curves(curves: Sequence[Array]) -> Integers:
    """Triangles (m, 3) that fill closed curves (n, 2), as `slices` gives them: indices into the
    points of all curves, one curve after the other."""
    if not curves:
        return np.empty((0, 3), dtype=np.int64)
    # The binding takes no read-only arrays.
    polygons = [np.array(curve, dtype=float, order="C") for curve in curves]
    return np.asarray(manifold3d.triangulate(polygons), dtype=np.int64).reshape(-1, 3)


def common_curves(curves_a: Sequence[Array], curves_b: Sequence[Array]) -> list[Array]:
    """The closed curves (n, 2) round the region that two regions share, each given by its closed
    curves (n, 2)."""
    a, b = (
        manifold3d.CrossSection([np.array(c, order="C") for c in curves], _POSITIVE)
        for curves in (curves_a, curves_b)
    )
    return [np.asarray(curve) for curve in (a ^ b).to_polygons()]


def united(clouds: Sequence[Array], meshes: Sequence[Mesh], within: float) -> Mesh:
    """The union of the hulls of clouds of points (n, 3) and of closed meshes, as one mesh. It is
    simplified: its surface moves by less than `within`, mm."""
    parts = [manifold3d.Manifold.hull_points(np.ascontiguousarray(cloud)) for cloud in clouds]
    parts += [closed_manifold(mesh.vertices, mesh.triangles) for mesh in meshes]
    whole = manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add)
    return _mesh(_filled(whole.simplify(within), "a union"), {})


def hull_of_points(points: Array) -> tuple[Array, Array] | None:
    """Corners (n, 3) and planes (m, 4: unit normal, offset) of the hull of points (n, 3); None when
    the points lie in one plane."""
    shape = _checked(manifold3d.Manifold.hull_points(np.ascontiguousarray(points)), "a hull")
    if shape.is_empty():
        return None
    mesh = _mesh(shape, {})
    extent = float(np.ptp(mesh.vertices, axis=0).max())
    if abs(mesh.volume_and_centroid()[0]) <= _NO_VOLUME * extent**3:
        return None
    return mesh.vertices, face_planes(mesh)


# The cached meshes by key and chord, the oldest first, and their greatest number.
_meshes: dict[tuple[str, float], Mesh] = {}
_MOST_MESHES = 512


def _keep(place: tuple[str, float], mesh: Mesh) -> None:
    while len(_meshes) >= _MOST_MESHES:
        _meshes.pop(next(iter(_meshes)), None)
    _meshes[place] = mesh


@lru_cache(maxsize=512)
def _built(solid: Solid, chord: float) -> _Built:
    sent = _meshes.get((solid.key, chord))
    if sent is not None:  # made by another process, or its solid was forgotten
        return _Built(closed_manifold(sent.vertices, sent.triangles), {})
    if not solid.is_bounded:
        raise GeometryError("the solid is endless: a half-space has to cut (- or &) a finite solid")
    refuse_too_many(solid, chord)
    ids: dict[int, int] = {}
    manifold = _build(solid, chord, solid.bounds(), ids)
    return _Built(manifold, ids)


# The kernel's binding reports every object that is still alive when the interpreter ends.
atexit.register(_built.cache_clear)


def _build(solid: Solid, chord: float, clip: tuple[Array, Array], ids: dict[int, int]) -> Any:
    """The manifold of a node of the tree.

    clip: Bounds (lo, hi) outside of which half-spaces may end. ids: Receives the index of each leaf
    by its number in the kernel.
    """
    if isinstance(solid, Moved):
        return _build_moved(solid, chord, clip, ids)
    if isinstance(solid, Union):
        parts = [_build(part, chord, clip, ids) for part in solid.parts]
        return _filled(manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Add), "a union")
    if isinstance(solid, Difference):
        parts = [_build(part, chord, clip, ids) for part in (solid.whole, *solid.cutters)]
        rest = manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Subtract)
        return _filled(rest, "a difference (the cutters remove all of it)")
    if isinstance(solid, Intersection):
        parts = [_build(part, chord, clip, ids) for part in solid.parts]
        common = manifold3d.Manifold.batch_boolean(parts, manifold3d.OpType.Intersect)
        return _filled(common, "an intersection (the solids share no volume)")
    assert isinstance(solid, Leaf)
    shape = _made(solid.recipe(chord, clip)).as_original()
    ids[shape.original_id()] = len(ids)
    return _filled(shape, f"a {type(solid).__name__.lower()}")


def _build_moved(solid: Moved, chord: float, clip: tuple[Array, Array], ids: dict[int, int]) -> Any:
    T = solid.T
    lo, hi = clip
    middle = T[:3, :3].T @ (0.5 * (lo + hi) - T[:3, 3])
    half = np.abs(T[:3, :3].T) @ (0.5 * (hi - lo))
    inner = _build(solid.inner, chord, (middle - half, middle + half), ids)
    return _checked(inner.transform(np.ascontiguousarray(T[:3])), "a moved solid")


def _made(recipe: Recipe) -> Any:
    """The manifold of a primitive's recipe."""
    shape = manifold3d.Manifold
    match recipe:
        case BlockRecipe(edges, middle):
            block = shape.cube(edges, True)
            return block if middle is None else block.translate(middle)
        case FrustumRecipe(height, bottom, top, count):
            return shape.cylinder(height, bottom, top, count, True)
        case BallRecipe(radius, count):
            return shape.sphere(radius, count)
        case ExtrusionRecipe(outline, height):
            drawn = shape.extrude(manifold3d.CrossSection([outline]), height)
            return drawn.translate((0.0, 0.0, -0.5 * height))
        case RevolutionRecipe(profile, count):
            return shape.revolve(manifold3d.CrossSection([profile]), count)
        case HullRecipe(points):
            return shape.hull_points(points)
        case MeshRecipe(vertices, triangles):
            return closed_manifold(vertices, triangles)
        case TrimmedRecipe(whole, planes):
            left = _made(whole)
            for plane in planes:
                left = left.trim_by_plane(-plane[:3], -plane[3])
            return left
    assert_never(recipe)


def closed_manifold(vertices: Array, triangles: Integers) -> Any:
    """The manifold of a closed mesh, corners (n, 3) and triangles (m, 3); GeometryError when the
    mesh is not closed."""
    # The binding takes no read-only arrays.
    raw = manifold3d.Mesh64(
        np.array(vertices, dtype=np.float64, order="C"),
        np.array(triangles, dtype=np.uint64, order="C"),
    )
    return _checked(manifold3d.Manifold(raw), "an imported mesh")


def united_shells(
    shells: Sequence[tuple[Array, Integers]], volumes: Sequence[float]
) -> tuple[Mesh, bool]:
    """The union of closed shells as one mesh, and whether some of the shells overlapped.

    shells: Corners (n, 3) and triangles (m, 3) of each shell; every corner is used. volumes: The
    signed volume of each shell, mm3. A shell with a volume below 0 is a cavity where it lies inside
    other shells; elsewhere its triangles look inward, and it is turned over.
    """
    whole = manifold3d.Manifold()
    for solids, cavities in _layers(shells, np.asarray(volumes)):
        added = [closed_manifold(*shells[place]) for place in solids]
        whole = manifold3d.Manifold.batch_boolean([whole, *added], manifold3d.OpType.Add)
        whole = _hollowed(whole, [_inside_out(*shells[place]) for place in cavities])
    mesh = _mesh(_filled(whole, "an imported mesh"), {})
    amount, _ = mesh.volume_and_centroid()
    return mesh, abs(amount - sum(volumes)) > _SAME_VOLUME * abs(amount)


def _layers(
    shells: Sequence[tuple[Array, Integers]], volumes: Array
) -> list[tuple[Integers, Integers]]:
    """Indices of the shells in the order in which they are united: layers of solids, then cavities.

    Larger shells come before smaller ones, because a cavity may hold a solid again. Only a solid
    and a cavity whose boxes meet must keep that order. There are therefore as many layers as shells
    are nested, and the kernel unites the shells of one layer at once.
    """
    order = np.argsort(-np.abs(volumes), kind="stable")
    if np.all(volumes > 0.0):
        return [(order, order[:0])]
    is_solid = volumes[order] > 0.0
    lo = np.array([shells[place][0].min(axis=0) for place in order])
    hi = np.array([shells[place][0].max(axis=0) for place in order])
    layer = np.zeros(len(order), dtype=np.int64)
    for i in range(1, len(order)):
        meets = np.all((lo[:i] <= hi[i]) & (hi[:i] >= lo[i]), axis=1)
        # A cavity follows the solids of its own layer; a solid in a cavity is in the next layer.
        after = np.where(is_solid[i] & ~is_solid[:i], layer[:i] + 1, layer[:i])
        layer[i] = np.max(after[meets], initial=0)
    return [
        (order[(layer == k) & is_solid], order[(layer == k) & ~is_solid])
        for k in range(int(layer.max()) + 1)
    ]


def _inside_out(vertices: Array, triangles: Integers) -> Any:
    return closed_manifold(vertices, triangles[:, ::-1])


def _hollowed(whole: Any, cavities: Sequence[Any]) -> Any:
    """A solid minus the cavities that lie inside it, plus the other cavities as solids."""
    if not cavities:
        return whole
    together = manifold3d.Manifold.batch_boolean(list(cavities), manifold3d.OpType.Add)
    if (together - whole).volume() <= _SAME_VOLUME * together.volume():
        return whole - together
    if len(cavities) == 1:
        return whole + cavities[0]
    for cavity in cavities:
        whole = _hollowed(whole, [cavity])
    return whole


def _checked(manifold: Any, what: str) -> Any:
    status = manifold.status()
    if status != manifold3d.Error.NoError:
        raise GeometryError(f"the solid kernel failed at {what}: {status.name}")
    return manifold


def _filled(manifold: Any, what: str) -> Any:
    if _checked(manifold, what).is_empty():
        raise GeometryError(f"nothing is left of {what}")
    return manifold


def _mesh(manifold: Any, primitive_of_id: dict[int, int]) -> Mesh:
    raw = manifold.to_mesh64()
    triangles = np.array(raw.tri_verts, dtype=np.int64)
    triangles.flags.writeable = False
    vertices = read_only(np.asarray(raw.vert_properties)[:, :3])
    if not primitive_of_id:
        return Mesh(vertices, triangles)
    starts = np.asarray(raw.run_index, dtype=np.int64) // 3
    numbers = [primitive_of_id[int(number)] for number in raw.run_original_id]
    face_primitive = np.repeat(np.array(numbers, dtype=np.int64), np.diff(starts))
    face_primitive.flags.writeable = False
    return Mesh(vertices, triangles, face_primitive)
