"""Damaged meshes in a cell file: the solid is right, or a hull with a warning, or refused.

None may give a volume of the wrong sign, and none may pass without a message.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from geometry import Hull, MeshSolid, mesh_of, volume
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.cylinder import Cylinder
from scenes.errors import SceneFileError
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document

TEXT = """\
cell: 1
robots: {arm: {use: hokkaido1985}}
fixtures:
  thing:
    solid:
      - add: {mesh: {file: %s, unit: %s}}
"""
MESH_LINE = 6
PART = Box((60, 40, 20)) - Cylinder(8, 30)
WHOLE = volume(PART, 0.05)


class Case(NamedTuple):
    """A damaged mesh; expected: the volume of its solid in mm3, HULL, or REFUSED."""

    name: str
    vertices: np.ndarray
    triangles: np.ndarray
    expected: float | str
    unit: str = "mm"


HULL, REFUSED = "hull", "refused"


def arrays(solid=PART, at=(0.0, 0.0, 0.0)) -> tuple[np.ndarray, np.ndarray]:
    mesh = mesh_of(solid, 0.05)
    return mesh.vertices + np.asarray(at), mesh.triangles.copy()


def joined(*parts: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    starts = np.cumsum([0, *(len(v) for v, _ in parts)])
    triangles = [t + s for (_, t), s in zip(parts, starts, strict=False)]
    return np.vstack([v for v, _ in parts]), np.vstack(triangles)


def turned(triangles: np.ndarray, which: object) -> np.ndarray:
    triangles = triangles.copy()
    triangles[which] = triangles[which, ::-1]
    return triangles


def soup(vertices: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return vertices[triangles].reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3)


def cases() -> Iterator[Case]:
    rng = np.random.default_rng(17)
    v, t = arrays()
    box_v, box_t = arrays(Box((20, 20, 20)))
    n = len(t)
    for gone in (0, 5, 11):
        kept = np.delete(box_t, gone, axis=0)
        yield Case(f"hole at triangle {gone}", box_v, kept, 8000.0)
    yield Case("a face missing", box_v, box_t[~lid(box_v, box_t)], 8000.0)
    yield Case("half of it missing", v, t[: n // 2], HULL)
    yield Case("every second missing", v, t[::2], HULL)
    yield Case("one triangle left", v, t[:1], REFUSED)
    yield Case("no triangle", v, t[:0], REFUSED)
    yield Case("no corner", v[:0], t[:0], REFUSED)
    for count in (1, 7, n // 3):
        yield Case(f"{count} flipped", v, turned(t, rng.permutation(n)[:count]), WHOLE)
    yield Case("every second flipped", v, turned(t, slice(None, None, 2)), WHOLE)
    yield Case("inside out", v, t[:, ::-1], WHOLE)
    yield Case("inside-out soup", *soup(v, t[:, ::-1]), WHOLE)
    yield Case("twenty doubled", v, np.vstack([t, t[:20]]), WHOLE)
    yield Case("all doubled", v, np.vstack([t, t]), WHOLE)
    yield Case("doubled and turned", v, np.vstack([t, t[:20, ::-1]]), WHOLE)
    yield Case("a fin on an edge", *with_fin(box_v, box_t), HULL)
    edge = joined((box_v, box_t), arrays(Box((20, 20, 20)), (20, 20, 0)))
    yield Case("two boxes that meet in an edge", *edge, HULL)
    yield Case("points for triangles", v, np.vstack([t, np.repeat(t[:9, :1], 3, axis=1)]), WHOLE)
    yield Case("needles", v, np.vstack([t, t[:9, [0, 1, 1]]]), WHOLE)
    yield Case("a stray corner", np.vstack([v, [[1e6, 0, 0]]]), t, WHOLE)
    nan = v.copy()
    nan[t[0, 0]] = np.nan
    yield Case("a corner that is no number", nan, t, HULL)
    yield Case("no number anywhere", np.full_like(v, np.nan), t, REFUSED)
    infinite = v.copy()
    infinite[t[0, 0], 2] = np.inf
    yield Case("a corner at infinity", infinite, t, HULL)
    yield Case("metres read as millimetres", v / 1000.0, t, WHOLE / 1e9)
    yield Case("millimetres read as metres", v * 10.0, t, WHOLE * 1e12, "m")
    for depth in (15.0, 45.0):
        pulled = box_v.copy()
        pulled[pulled[:, 2] > 0.0] -= (0.0, 0.0, depth)
        name = f"a lid pulled down by {depth:g}"
        yield Case(name, pulled, box_t, 8000.0 * 0.25 if depth == 15.0 else 8000.0 * 1.25)
    corner = box_v.copy()
    corner[0] = -1.5 * corner[0]
    yield Case("a corner pulled through the far side", corner, box_t, HULL)
    yield Case("a tube that crosses itself", *bow_tie(), HULL)
    apart = joined(arrays(Box((10, 10, 10))), arrays(Box((10, 10, 10)), (30, 0, 0)))
    yield Case("two shells apart", *apart, 2000.0)
    over = joined(arrays(Box((10, 10, 10))), arrays(Box((10, 10, 10)), (5, 0, 0)))
    yield Case("two shells that overlap", *over, 1500.0)
    nested = joined(arrays(Box((30, 30, 30))), (box_v / 2, box_t))
    yield Case("one shell in another", *nested, 27000.0)
    hollow = joined(arrays(Box((30, 30, 30))), (box_v / 2, box_t[:, ::-1]))
    yield Case("a cavity", *hollow, 26000.0)
    yield Case("a cavity inside out", hollow[0], hollow[1][:, ::-1], 26000.0)
    far = joined(arrays(Box((30, 30, 30))), (box_v + 90.0, box_t[:, ::-1]))
    yield Case("one of two inside out", *far, 35000.0)
    yield Case("a flat sheet", box_v * (1, 1, 0), box_t[lid(box_v, box_t)], REFUSED)


def lid(vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    return np.all(vertices[triangles][:, :, 2] > 0.0, axis=1)


def with_fin(vertices: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    fin = [[triangles[0, 0], triangles[0, 1], len(vertices)]]
    return np.vstack([vertices, [[0.0, 0.0, 40.0]]]), np.vstack([triangles, fin])


def bow_tie() -> tuple[np.ndarray, np.ndarray]:
    """A prism whose outline is a figure of eight: half of its surface faces inward."""
    outline = np.array([(0, 0), (20, 20), (20, 0), (0, 20.0)])
    vertices = np.vstack([np.column_stack([outline, np.full(4, z)]) for z in (0.0, 9.0)])
    side = [(i, (i + 1) % 4, i + 4) for i in range(4)]
    side += [((i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4)]
    caps = [(0, 2, 1), (0, 3, 2), (4, 5, 6), (4, 6, 7)]
    return vertices, np.array(side + caps)


def as_obj(case: Case) -> bytes:
    rows = [f"v {x!r} {y!r} {z!r}" for x, y, z in case.vertices.tolist()]
    rows += [f"f {a} {b} {c}" for a, b, c in (case.triangles + 1).tolist()]
    return "\n".join([*rows, ""]).encode()


def as_stl(case: Case) -> bytes:
    """The mesh as binary STL: unconnected triangles in single precision."""
    facets = np.zeros(len(case.triangles), dtype=[("n", "<f4", 3), ("v", "<f4", 9), ("a", "<u2")])
    facets["v"] = case.vertices[case.triangles].reshape(-1, 9)
    return bytes(80) + np.uint32(len(facets)).tobytes() + facets.tobytes()


CASES = list(cases())


def test_there_are_thirty_damaged_meshes_and_more() -> None:
    assert len(CASES) >= 30


@pytest.mark.parametrize("write", [as_obj, as_stl], ids=["obj", "stl"])
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_damaged_mesh_in_a_cell_is_right_or_flagged_or_refused(
    tmp_path: Path, case: Case, write: Callable[[Case], bytes]
) -> None:
    name = f"thing.{write.__name__.removeprefix('as_')}"
    (tmp_path / name).write_bytes(write(case))
    document = parse_document(tmp_path / "x.cell.yaml", TEXT % (name, case.unit), "cell file")
    if case.expected == REFUSED:
        with pytest.raises(SceneFileError) as caught:
            cell_from_document(document)
        assert {problem.line for problem in caught.value.problems} == {MESH_LINE}
        return
    cell = cell_from_document(document)
    solid = cell.fixtures[0].solid
    told = [note.message for note in cell.notes]
    assert all(note.line == MESH_LINE for note in cell.notes)
    if case.expected == HULL:
        assert isinstance(solid, Hull)
        assert any("not a solid" in message for message in told), told
        return
    assert isinstance(solid, MeshSolid), told
    assert volume(solid) == pytest.approx(case.expected, rel=2e-3)
    is_changed = "inside out" in case.name or "flipped" in case.name or "hole" in case.name
    assert told or not is_changed
    if case.name.endswith("metres"):
        assert any("is the unit right?" in message for message in told)
