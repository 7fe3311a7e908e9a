"""Import of meshes: sound ones are exact, damaged ones are repaired or flagged, none is wrong in
silence."""

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Mesh, Sphere, contains, mesh_of, mesh_volume
from geometry.mesh_files.formats import UNITS, import_mesh, imported, mesh_bytes
from geometry.solids.primitives.mesh_solid import MeshSolid

PART = (Box((60, 40, 20)) - Cylinder(8, 30)) + Sphere(9)


def arrays(solid=PART, chord=0.5):
    mesh = mesh_of(solid, chord)
    return mesh.vertices.copy(), mesh.triangles.copy()


def soup(vertices, triangles):
    return vertices[triangles].reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3)


def joined(*parts):
    vertices = np.vstack([v for v, _ in parts])
    starts = np.cumsum([0, *(len(v) for v, _ in parts)])
    return vertices, np.vstack([t + s for (_, t), s in zip(parts, starts, strict=False)])


def boxes(*placed):
    return joined(*[((v := arrays(Box(size)))[0] + at, v[1]) for size, at in placed])


def flipped(vertices, triangles, which):
    triangles = triangles.copy()
    triangles[which] = triangles[which, ::-1]
    return vertices, triangles


def without(vertices, triangles, which):
    return vertices, np.delete(triangles, which, axis=0)


def damaged():
    """Damaged meshes: name, vertices, triangles, and the expected volume, or None for no solid."""
    rng = np.random.default_rng(91)
    v, t = arrays()
    whole = mesh_volume(PART, 0.5)
    sv, st = soup(v, t)
    box_v, box_t = arrays(Box((20, 20, 20)))
    yield "soup", sv, st, whole
    for scale in (1e-7, 1e-6):
        yield f"soup, noise {scale}", sv + rng.uniform(-scale, scale, sv.shape), st, whole
    yield "soup, noise 5e-4", sv + rng.uniform(-5e-4, 5e-4, sv.shape), st, whole
    yield "single precision", sv.astype(np.float32).astype(float), st, whole
    yield "inside out", v, t[:, ::-1], whole
    yield "inside-out soup", sv, st[:, ::-1], whole
    for count in (1, 5, 40):
        yield f"{count} turned", *flipped(v, t, rng.permutation(len(t))[:count]), whole
    yield "all but one turned", *flipped(v, t, np.arange(1, len(t))), whole
    yield "every second turned", *flipped(v, t, np.arange(0, len(t), 2)), whole
    yield "turned soup", *flipped(sv, st, rng.permutation(len(st))[:30]), whole
    yield "doubled triangles", v, np.vstack([t, t[:20]]), whole
    yield "doubled and turned", v, np.vstack([t, t[:20, ::-1]]), whole
    yield "all doubled", v, np.vstack([t, t]), whole
    yield "points for triangles", v, np.vstack([t, np.repeat(t[:9, :1], 3, axis=1)]), whole
    yield "needles", v, np.vstack([t, t[:9, [0, 1, 1]]]), whole
    yield "unused corners", np.vstack([v, [[1e6, 0, 0]]]), t, whole
    yield "corners that are no numbers", np.vstack([v, np.full((1, 3), np.nan)]), t, whole
    broken = np.vstack([t, [[0, 1, len(v)]], [[2, 3, len(v) + 7]]])
    yield "missing corners", v, broken, whole
    yield "one triangle missing", *without(box_v, box_t, [3]), 8000.0
    yield "a face missing", *without(box_v, box_t, face_of(box_v, box_t)), 8000.0
    yield "two triangles missing", *without(v, t, far_apart(v, t)), whole
    yield "missing and turned", *flipped(*without(box_v, box_t, [3]), [0, 5]), 8000.0
    yield "a great hole", *without(v, t, np.arange(0, len(t) // 2)), None
    yield "half of all gone", *without(v, t, np.arange(0, len(t), 2)), None
    yield "one triangle", v, t[:1], None
    yield "a flat sheet", np.array([[0, 0, 0], [9, 0, 0], [9, 9, 0], [0, 9, 0.0]]), sheet(), None
    yield "two shells apart", *boxes(((10, 10, 10), 0), ((10, 10, 10), 30)), 2000.0
    overlap = boxes(((10, 10, 10), 0), ((10, 10, 10), (5, 0, 0)))
    yield "two shells that overlap", *overlap, 1500.0
    yield "one shell in another", *boxes(((30, 30, 30), 0), ((10, 10, 10), 0)), 27000.0
    hollow = joined(arrays(Box((30, 30, 30))), flipped(*arrays(Box((10, 10, 10))), slice(None)))
    yield "a cavity", *hollow, 26000.0
    yield "a cavity inside out", hollow[0], hollow[1][:, ::-1], 26000.0
    apart = joined(arrays(Box((30, 30, 30))), flipped(box_v + 90.0, box_t, slice(None)))
    yield "one of two inside out", *apart, 35000.0
    fin = np.vstack([box_v, [[0.0, 0.0, 40.0]]])
    yield "a fin", fin, np.vstack([box_t, [[box_t[0, 0], box_t[0, 1], len(box_v)]]]), None


def face_of(vertices, triangles):
    return np.flatnonzero(np.all(vertices[triangles][:, :, 2] == 10.0, axis=1))


def far_apart(vertices, triangles):
    x = vertices[triangles].mean(axis=1)[:, 0]
    return [int(np.argmin(x)), int(np.argmax(x))]


def sheet():
    return np.array([[0, 1, 2], [0, 2, 3]])


CASES = list(damaged())


def test_there_are_enough_damaged_meshes():
    assert len(CASES) >= 30


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_damaged_mesh_is_repaired_or_flagged(case):
    name, vertices, triangles, expected = case
    found = imported(name, vertices, np.asarray(triangles))
    if expected is None:
        assert found.solid is None
        assert found.report.volume_after_mm3 is None
        assert any("not a solid" in warning for warning in found.report.warnings)
        return
    assert found.solid is not None, found.report
    assert found.report.volume_after_mm3 == pytest.approx(expected, rel=2e-3)
    assert mesh_volume(found.solid) == pytest.approx(expected, rel=2e-3)
    changed = found.report.volume_before_mm3 != pytest.approx(expected, rel=1e-9)
    assert found.report.steps or not changed


def test_whole_meshes_go_through_files_of_every_format(tmp_path):
    mesh = mesh_of(PART, 0.1)
    for suffix in (".stl", ".obj", ".ply", ".glb", ".3mf"):
        path = tmp_path / f"part{suffix}"
        path.write_bytes(mesh_bytes(path, [("part", mesh, "#112233")]))
        unit = None if suffix in (".glb", ".3mf") else "mm"
        found = import_mesh(path, unit)
        assert found.solid is not None, found.report
        assert found.report.volume_after_mm3 == pytest.approx(mesh_volume(PART), rel=1e-4)
        points = np.random.default_rng(92).uniform(-32, 32, (300, 3))
        away = np.abs(PART.level(points)) > 0.15
        assert np.array_equal(contains(found.solid, points)[away], contains(PART, points)[away])


def test_a_unit_is_asked_for_scaled_and_checked(tmp_path):
    path = tmp_path / "part.stl"
    path.write_bytes(mesh_bytes(path, [("part", mesh_of(PART), None)]))
    with pytest.raises(GeometryError, match="does not say its unit"):
        import_mesh(path)
    with pytest.raises(GeometryError, match="one of mm"):
        import_mesh(path, "parsec")
    inch = import_mesh(path, "inch")
    assert inch.report.volume_after_mm3 == pytest.approx(mesh_volume(PART) * 25.4**3, rel=1e-4)
    assert not inch.report.warnings
    metre = import_mesh(path, "m")
    assert any("is the unit right" in warning for warning in metre.report.warnings)
    assert "mm" in UNITS


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.stl", b""),
        ("text.stl", b"solid nothing\nendsolid nothing\n"),
        ("short.ply", b"ply\nformat ascii 1.0\nelement vertex 3\n"),
        ("wrong.glb", b"glTF but not really"),
        ("wrong.3mf", b"PK not a zip"),
        ("points.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"),
        ("part.txt", b"anything"),
    ],
)
def test_a_file_that_is_no_mesh_is_an_error_that_names_it(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(GeometryError, match=name):
        import_mesh(path, "mm")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(GeometryError, match=r"nowhere\.stl"):
        import_mesh(tmp_path / "nowhere.stl", "mm")


def test_a_mesh_that_looks_inward_is_no_solid():
    mesh = mesh_of(Box((4, 4, 4)))
    with pytest.raises(GeometryError, match="looks outward"):
        MeshSolid(Mesh(mesh.vertices, mesh.triangles[:, ::-1]))


def nested(rng, layers, beside):
    """Nested boxes, solid and hollow in turn, at several places, and their volume."""
    parts, volume = [], 0.0
    for x in range(beside):
        size = 40.0 * rng.uniform(0.5, 1.0)
        for depth in range(layers):
            v, t = arrays(Box((size, size, size)))
            parts.append((v + np.array((60.0 * x, 0, 0)), t if depth % 2 == 0 else t[:, ::-1]))
            volume += (-1.0) ** depth * size**3
            size *= rng.uniform(0.6, 0.9)
    return joined(*(parts[k] for k in rng.permutation(len(parts)))), volume


@pytest.mark.parametrize(("layers", "beside"), [(1, 30), (2, 12), (5, 1), (4, 6), (7, 3)])
def test_shells_in_shells_are_solid_and_hollow_in_turn(layers, beside):
    rng = np.random.default_rng(layers * 100 + beside)
    for _ in range(3):
        (vertices, triangles), volume = nested(rng, layers, beside)
        found = imported("nested", vertices, triangles)
        assert found.solid is not None, found.report.warnings
        assert found.report.volume_after_mm3 == pytest.approx(volume, rel=1e-9)


def test_shells_that_do_not_meet_are_united_at_once_however_many(monkeypatch):
    from geometry.tessellation import kernel

    rounds = []
    layers = kernel._layers
    monkeypatch.setattr(kernel, "_layers", lambda *a: rounds.append(found := layers(*a)) or found)
    (vertices, triangles), _ = nested(np.random.default_rng(5), 2, 60)
    assert imported("nested", vertices, triangles).solid is not None
    assert [len(found) for found in rounds] == [1]
