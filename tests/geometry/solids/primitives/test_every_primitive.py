"""The answers of every primitive agree with each other and with the independent checker."""

from copy import copy
from dataclasses import fields, replace

import numpy as np
import pytest

from geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    GeometryError,
    HalfSpace,
    Hull,
    MeshSolid,
    Prism,
    Revolved,
    Sphere,
    Torus,
    check_pair,
    hull,
    mesh_of,
    pack_bodies,
    shape_table,
    verify,
    volume,
)
from geometry.certificates.verdict import VerdictKind
from geometry.measuring.primitive_moments import mesh_moments, primitive_moments
from geometry.meshes.mesh import Mesh
from geometry.separation.batches import hit_rows
from geometry.solids.primitives.cylinder import CutCylinder
from geometry.solids.primitives.every_primitive import PIECES, PRIMITIVES
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.solids.primitives.primitive import Leaf, Primitive

RNG = np.random.default_rng(11)
DENTED = ((0, 0), (20, 0), (20, 10), (5, 4), (0, 15))
BLOCK = hull(points=[(x, y, z) for x in (0, 20) for y in (0, 15) for z in (-5, 5 + x / 4)])


def open_mesh() -> OpenMesh:
    """A wedge without its lid."""
    mesh = mesh_of(BLOCK)
    return OpenMesh(BLOCK.points, BLOCK.planes, Mesh(mesh.vertices, mesh.triangles[:-2]))


EXAMPLES = {
    Box: Box((10, 20, 30)),
    Cylinder: Cylinder(radius=10, height=30),
    Capsule: Capsule(radius=10, height=24),
    Sphere: Sphere(radius=12),
    Cone: Cone(radius_bottom=10, radius_top=4, height=20),
    Prism: Prism(points=DENTED, height=8),
    Torus: Torus(radius=15, radius_minor=4),
    Revolved: Revolved(points=((4, -5), (10, -5), (10, 5), (6, 2))),
    HalfSpace: HalfSpace((0.6, 0.0, 0.8), 3.0),
    Hull: BLOCK,
    MeshSolid: MeshSolid(mesh_of(BLOCK)),
    OpenMesh: open_mesh(),
    CutCylinder: CutCylinder(10.0, 20.0, ((1.0, 0.0, 6.0), (0.0, -1.0, 3.0))),
}
FINITE = [kind for kind in PRIMITIVES if issubclass(kind, Primitive)]
EXACT = [kind for kind in FINITE if kind not in (MeshSolid, OpenMesh)]
# Made by people; the others are made of solids and of meshes that have been checked.
SAID_BY_NUMBERS = [kind for kind in PRIMITIVES if kind not in (Hull, MeshSolid, OpenMesh)]

every_one = pytest.mark.parametrize("kind", [*PRIMITIVES, *PIECES], ids=lambda kind: kind.__name__)
finite = pytest.mark.parametrize("kind", FINITE, ids=lambda kind: kind.__name__)
exact = pytest.mark.parametrize("kind", EXACT, ids=lambda kind: kind.__name__)


def at(x=0.0, y=0.0, z=0.0):
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def points_about(shape, count=400):
    """Points (n, 3) in the bounds of a shape and a little outside; about the origin for an endless
    shape."""
    lo, hi = shape.bounds() if shape.is_bounded else (np.full(3, -20.0), np.full(3, 20.0))
    return lo - 3.0 + RNG.random((count, 3)) * (hi - lo + 6.0)


def inside_of(kind):
    """A point (3,) well inside the example of a kind."""
    shape = EXAMPLES[kind]
    points = points_about(shape, 4000)
    return points[int(np.argmin(shape.level(points)))]


def with_another(number, value):
    """A number, or nested tuples of numbers, with each in turn as `number` makes it."""
    if not isinstance(value, tuple):
        yield number(value)
        return
    for i, item in enumerate(value):
        yield from ((*value[:i], other, *value[i + 1 :]) for other in with_another(number, item))


def leaves_of(solid):
    return [leaf for leaf, _ in solid.leaves_in(np.eye(4))]


def all_kinds(kind=Leaf):
    for below in kind.__subclasses__():
        yield below
        yield from all_kinds(below)


def test_the_list_has_every_primitive_of_the_program():
    abstract = {"Primitive", "RoundPrimitive"}
    ours = {k for k in all_kinds() if k.__module__.startswith("geometry.")}
    assert {k.__name__ for k in ours} - abstract == {k.__name__ for k in (*PRIMITIVES, *PIECES)}
    assert set(EXAMPLES) == {*PRIMITIVES, *PIECES}


@every_one
def test_a_tree_holds_a_primitive_as_kinds_that_files_and_proofs_know(kind):
    shape = EXAMPLES[kind]
    tree = shape.as_tree() if isinstance(shape, Primitive) else shape
    assert {type(leaf) for leaf in leaves_of(tree)} <= set(PRIMITIVES)
    points = points_about(shape)
    assert np.array_equal(tree.level(points) <= 0.0, shape.level(points) <= 0.0)


@every_one
def test_the_planes_corners_and_faces_of_a_primitive_are_its_surface(kind):
    shape = EXAMPLES[kind]
    points = points_about(shape)
    inside = shape.level(points) <= 0.0
    planes, corners, faces = shape.flat_planes(), shape.flat_corners(), shape.convex_faces()
    if planes is not None:
        assert np.array_equal(np.all(points @ planes[:, :3].T <= planes[:, 3], axis=1), inside)
    if corners is not None:
        assert shape.level(corners) == pytest.approx(0.0, abs=1e-9)
    if faces is not None:
        held = np.all([face.value(points) <= 0.0 for face in (*faces, *shape.rim())], axis=0)
        assert np.array_equal(held, inside)
    assert (planes is None and corners is None) or not shape.is_curved


@every_one
def test_the_parts_and_clauses_of_a_primitive_are_the_primitive(kind):
    shape = EXAMPLES[kind]
    points = points_about(shape)
    inside = shape.level(points) <= 0.0
    parts = [part.level(points) for part in shape.convex_parts()]
    assert np.array_equal(np.min(parts, axis=0) <= 0.0, inside)
    overlapping = [part.moved(T).level(points) for part, T in shape.overlapping_parts()]
    if overlapping:
        assert np.array_equal(np.min(overlapping, axis=0) <= 0.0, inside)
    for outside in (False, True):
        clauses = shape.clauses(outside=outside)
        if clauses is not None:
            values = [[sign * face.value(points) for sign, face in own] for own in clauses]
            held = np.all([np.min(own, axis=0) <= 0.0 for own in values], axis=0)
            assert np.array_equal(held, ~inside if outside else inside)


@every_one
def test_primitives_are_equal_only_where_all_their_numbers_are(kind):
    """What is kept of a solid is found by its numbers: one left out would mix up two solids."""
    shape = EXAMPLES[kind]
    for field in fields(shape):
        value = getattr(shape, field.name)
        if isinstance(value, Mesh):
            others = [Mesh(value.vertices + 1e-9, value.triangles)]
        else:
            others = list(with_another(lambda number: number + 1e-9, value))
        for other in others:
            changed = copy(shape)
            vars(changed).pop("key", None)
            vars(changed)[field.name] = other
            assert changed.key != shape.key, field.name


@pytest.mark.parametrize("kind", SAID_BY_NUMBERS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("nonsense", [np.nan, np.inf, "thick", None])
def test_a_primitive_refuses_what_is_no_finite_number(kind, nonsense):
    shape = EXAMPLES[kind]
    for field in fields(shape):
        for wrong in with_another(lambda _: nonsense, getattr(shape, field.name)):
            with pytest.raises(GeometryError):
                replace(shape, **{field.name: wrong})


@every_one
def test_the_mirror_image_of_a_primitive_is_its_mirror_image(kind):
    shape, points = EXAMPLES[kind], points_about(EXAMPLES[kind])
    mirrored = shape.mirrored_in_x().level(points * (-1.0, 1.0, 1.0))
    assert mirrored == pytest.approx(shape.level(points), abs=1e-9)


@every_one
def test_the_mesh_of_a_primitive_is_on_its_surface_with_about_the_estimated_facets(kind):
    shape = EXAMPLES[kind]
    solid = shape if shape.is_bounded else shape & Box((30, 30, 30))
    mesh = mesh_of(solid, 0.05)
    if shape.is_bounded:
        assert shape.level(mesh.vertices) == pytest.approx(0.0, abs=1e-6)
    assert shape.triangle_count(0.05) / len(mesh.triangles) == pytest.approx(1.5, abs=1.0)


@finite
def test_the_moments_of_a_primitive_are_nearly_those_of_its_mesh(kind):
    shape = EXAMPLES[kind]
    ours, mesh = primitive_moments(shape), mesh_moments(mesh_of(shape, 0.01))
    assert ours == pytest.approx(mesh, abs=4e-3 * float(np.abs(ours).max()))
    assert volume(shape) == pytest.approx(ours[3, 3], rel=1e-12)


@every_one
def test_the_shape_table_describes_every_primitive_by_faces_or_by_sizes(kind):
    (row,) = shape_table(EXAMPLES[kind], np.eye(4))
    assert len(row.half_spaces) + len(row.quadrics) or (row.sizes and row.sizes_are)


@finite
def test_the_support_and_the_core_of_a_primitive_reach_equally_far(kind):
    """The loops know only the core, and use it to decide whether a plate clears the primitive."""
    shape = EXAMPLES[kind]
    plate = Box((0.5, 200.0, 200.0))
    packed = pack_bodies((shape, plate))
    for d in RNG.normal(size=(12, 3)):
        d /= np.linalg.norm(d)
        R = np.linalg.qr(np.column_stack([d, np.eye(3)]))[0][:, :3]
        R = R * np.sign(R[:, 0] @ d)
        reach = float((shape.support(d[None]) @ d)[0])
        for gap in (0.01, -0.01):
            T = np.eye(4)
            T[:3, :3], T[:3, 3] = R, d * (reach + 0.25 + gap)
            meeting = hit_rows(packed, np.array([[np.eye(4), T]]), np.array([[0, 1]]), first=False)
            assert (len(meeting) > 0) is (gap < 0.0)


@finite
@pytest.mark.parametrize("wanted", [VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH])
def test_the_checker_confirms_verdicts_on_a_primitive_with_its_own_formulas(kind, wanted):
    shape = EXAMPLES[kind]
    lo, hi = shape.bounds()
    probe, middle = Box((4.0, 100.0, 100.0)), 0.5 * (lo + hi)
    place = {
        VerdictKind.FREE: at(hi[0] + 2.5, middle[1], middle[2]),
        VerdictKind.TOUCH: at(hi[0] + 2.0, middle[1], middle[2]),
        VerdictKind.HIT: at(*inside_of(kind)),
    }[wanted]
    verdict = check_pair(shape, np.eye(4), probe, place)
    if kind is OpenMesh and wanted is VerdictKind.HIT:
        wanted = verdict.kind
    assert verdict.kind is wanted
    assert verify(verdict, shape, np.eye(4), probe, place) or kind in (MeshSolid, OpenMesh)


@exact
def test_a_primitive_fits_into_a_hole_of_its_own_size_and_not_into_a_smaller_one(kind):
    """Search and checker judge a cut-away primitive as exactly as a present one."""
    shape = EXAMPLES[kind]
    lo, hi = shape.bounds()
    x, y, z = hi - lo + 20.0
    hollow = Box((x, y, z)).moved(at(*(0.5 * (lo + hi)))) - shape
    resting = check_pair(shape, np.eye(4), hollow, np.eye(4))
    assert resting.kind is VerdictKind.TOUCH
    assert verify(resting, shape, np.eye(4), hollow, np.eye(4))
    aside = at(0.01, 0.02, 0.03)
    moved = check_pair(shape, aside, hollow, np.eye(4))
    assert moved.kind is VerdictKind.HIT
    assert verify(moved, shape, aside, hollow, np.eye(4))


@exact
def test_a_wider_primitive_holds_the_primitive_grown_to_all_sides(kind):
    shape = EXAMPLES[kind]
    wider = shape.widened(0.5)
    if wider is not None:
        assert float(wider.level(shape.support(RNG.normal(size=(200, 3)))).max()) <= -0.5 + 1e-9
    out, points = shape.with_ends_out(0.5), points_about(shape)
    ends = np.array(out.bounds())[:, 2] - np.array(shape.bounds())[:, 2]
    assert out is shape or ends == pytest.approx([-0.5, 0.5])
    scaled = shape.scaled(2.0, 2.0)
    if scaled is not None:
        assert scaled.level(2.0 * points) == pytest.approx(2.0 * shape.level(points), abs=1e-9)


@every_one
def test_the_mirror_image_of_a_primitive_is_of_its_own_kind(kind):
    """A mirror image of another kind, such as the hull of an open surface, would be a solid where
    there is none."""
    assert type(EXAMPLES[kind].mirrored_in_x()) is kind
