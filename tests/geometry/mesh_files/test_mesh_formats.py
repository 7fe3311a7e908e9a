"""Mesh files of other programs, good and damaged, give the volume of the part or a plain error."""

import base64
import io
import json
import random
import struct
import zipfile

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, mesh_of
from geometry.mesh_files.formats import import_mesh

MESH = mesh_of(Box((60, 40, 20)) - Cylinder(8, 30), 0.05)
V, T = MESH.vertices, MESH.triangles
WHOLE = MESH.volume_and_centroid()[0]


def binary_stl(head: bytes = b"") -> bytes:
    facets = np.zeros(len(T), dtype=[("n", "<f4", 3), ("v", "<f4", 9), ("a", "<u2")])
    facets["v"] = V[T].reshape(-1, 9)
    return head.ljust(80)[:80] + np.uint32(len(T)).tobytes() + facets.tobytes()


def text_stl() -> str:
    corners = ["".join(f"vertex {x!r} {y!r} {z!r}\n" for x, y, z in V[t].tolist()) for t in T]
    facets = "".join(f"facet normal 0 0 0\nouter loop\n{c}endloop\nendfacet\n" for c in corners)
    return f"solid part\n{facets}endsolid part\n"


def obj(faces=None, vertices=V) -> str:
    rows = [f"v {x!r} {y!r} {z!r}" for x, y, z in vertices.tolist()]
    rows += ["f " + " ".join(map(str, face)) for face in (T + 1 if faces is None else faces)]
    return "\n".join([*rows, ""])


def ply(order: str, kind: str) -> bytes:
    head = f"ply\nformat {kind} 1.0\nelement vertex {len(V)}\n"
    head += "".join(f"property double {axis}\n" for axis in "xyz")
    head += f"element face {len(T)}\nproperty list uchar int vertex_indices\nend_header\n"
    corners = b"".join(struct.pack(f"{order}3d", *p) for p in V)
    return head.encode() + corners + b"".join(struct.pack(f"{order}B3i", 3, *t) for t in T)


def gltf(*nodes: dict) -> str:
    corners, indices = (V * 1e-3).astype("<f4"), T.astype("<u4").ravel()
    data = corners.tobytes() + indices.tobytes()
    sizes = [corners.nbytes, indices.nbytes]
    low, high = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    scene = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": list(nodes),
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(V), "type": "VEC3"}
            | {"min": low, "max": high},
            {"bufferView": 1, "componentType": 5125, "count": T.size, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": start, "byteLength": size}
            for start, size in zip((0, sizes[0]), sizes, strict=True)
        ],
        "buffers": [
            {
                "byteLength": len(data),
                "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode(),
            }
        ],
    }
    return json.dumps(scene)


def threemf(unit: str, scale: float, more: str = "", build: str = '<item objectid="1"/>') -> bytes:
    corners = "".join(
        f'<vertex x="{x!r}" y="{y!r}" z="{z!r}"/>' for x, y, z in (V * scale).tolist()
    )
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in T.tolist())
    core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr(
            "3D/3dmodel.model",
            f'<?xml version="1.0"?><model unit="{unit}" xmlns="{core}"><resources>'
            f'<object id="1" type="model"><mesh><vertices>{corners}</vertices><triangles>{faces}'
            f"</triangles></mesh></object>{more}</resources><build>{build}</build></model>",
        )
    return out.getvalue()


def components(*transforms: str) -> dict[str, str]:
    inner = "".join(f'<component objectid="1" transform="{each}"/>' for each in transforms)
    more = f'<object id="2"><components>{inner}</components></object>'
    return {"more": more, "build": '<item objectid="2"/>'}


def box_faces() -> tuple[list, np.ndarray]:
    corners = np.array([[x, y, z] for x in (0, 10.0) for y in (0, 10.0) for z in (0, 10.0)])
    faces = [[1, 2, 4, 3], [5, 7, 8, 6], [1, 5, 6, 2], [3, 4, 8, 7], [1, 3, 7, 5], [2, 6, 8, 4]]
    return faces, corners


PLACED = "1 0 0 0 1 0 0 0 1 100 0 0"
GOOD = {
    "binary.stl": (binary_stl(), 1.0),
    "binary with a text's head.stl": (binary_stl(b"solid facet normal vertex"), 1.0),
    "binary with more after it.stl": (binary_stl() + b"exported today", 1.0),
    "text.stl": (text_stl(), 1.0),
    "capitals.stl": (text_stl().upper(), 1.0),
    "one line.stl": (text_stl().replace("\n", " "), 1.0),
    "tabs and old line ends.stl": (text_stl().replace(" ", "\t ").replace("\n", "\r"), 1.0),
    "a mark and blanks before.stl": (b"\xef\xbb\xbf\n  \n" + text_stl().encode(), 1.0),
    "counted from the end.obj": (obj(T - len(V)), 1.0),
    "with textures.obj": (
        obj([[f"{i + 1}/1/1" for i in t] for t in T]) + "vt 0 0\nvn 0 0 1\n",
        1.0,
    ),
    "a material that is not there.obj": ("mtllib no.mtl\nusemtl x\n" + obj(), 1.0),
    "quads.obj": (obj(*box_faces()), 1000.0 / WHOLE),
    "big-endian.ply": (ply(">", "binary_big_endian"), 1.0),
    "little-endian.ply": (ply("<", "binary_little_endian"), 1.0),
    "plain.gltf": (gltf({"mesh": 0}), 1.0),
    "mirrored.gltf": (gltf({"mesh": 0, "scale": [-1, 1, 1]}), 1.0),
    "mirrored thrice and scaled.gltf": (gltf({"mesh": 0, "scale": [-2, -1, -1]}), 2.0),
    "turned.gltf": (gltf({"mesh": 0, "rotation": [0, 0.6, 0, 0.8], "translation": [1, 2, 3]}), 1.0),
    "nested.gltf": (
        gltf(
            {"children": [1, 2], "scale": [2, 1, 1]},
            {"mesh": 0, "translation": [0.1, 0, 0]},
            {"mesh": 0, "translation": [-0.1, 0, 0], "scale": [1, -1, 1]},
        ),
        4.0,
    ),
    "millimetres.3mf": (threemf("millimeter", 1.0), 1.0),
    "inches.3mf": (threemf("inch", 1 / 25.4), 1.0),
    "microns.3mf": (threemf("micron", 1000.0), 1.0),
    "components.3mf": (
        threemf("millimeter", 1.0, **components(PLACED, "2 0 0 0 1 0 0 0 1 -100 0 0")),
        3.0,
    ),
    "a mirrored component.3mf": (
        threemf("millimeter", 1.0, **components("-1 0 0 0 1 0 0 0 1 0 0 0")),
        1.0,
    ),
}


def inflating(megabytes: int = 301) -> bytes:
    """A packed file of about a megabyte that would fill the memory when unpacked."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        package.writestr("3D/3dmodel.model", bytes(megabytes * 1_000_000))
    return out.getvalue()


BAD = {
    # Packed by its test alone: that takes a second, and every process lists all tests.
    "much too much.3mf": (inflating, "unpacks to 301 MB"),
    "nothing.stl": (b"", "cut off"),
    "cut in the head.stl": (binary_stl()[:50], "cut off"),
    "cut binary.stl": (binary_stl()[:-120], "141 of its 144"),
    "cut text.stl": (text_stl()[:-300], "no endsolid"),
    "commas.stl": (text_stl().replace(".", ","), "three numbers"),
    "two corners.stl": ("solid\nvertex 0 0 0\nvertex 1 0 0\nendsolid\n", "three corners"),
    "a far corner.obj": (obj().replace("v -30.0", "v -3e201", 1), "is the unit|Is the unit"),
    "corners only.obj": (obj([]), "no triangle"),
    "an index too high.obj": (obj() + "f 1 2 9999\n", "cannot be read"),
    "cut.ply": (ply(">", "binary_big_endian")[:-90], "cannot be read"),
    "an unknown unit.3mf": (threemf("parsec", 1.0), "parsec"),
    "nothing to build.3mf": (threemf("millimeter", 1.0, build=""), "missing"),
    "cut.3mf": (threemf("millimeter", 1.0)[:300], "cannot be read"),
    "another zip.3mf": (b"PK\x05\x06" + bytes(18), "cannot be read"),
    "a buffer elsewhere.gltf": (
        gltf({"mesh": 0}).replace("data:application/octet-stream;base64,", "nowhere.bin?"),
        "another file that is not there",
    ),
    "no mesh.gltf": (gltf({}), "no triangle"),
    "nothing.glb": (b"", "cannot be read"),
}


def unit_of(name: str) -> str | None:
    return None if name.endswith(("gltf", "glb", "3mf")) else "mm"


def written(folder, name: str, content: str | bytes):
    path = folder / name.replace(" ", "_")
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("name", GOOD)
def test_a_file_gives_the_volume_of_its_part(tmp_path, name) -> None:
    content, share = GOOD[name]
    found = import_mesh(written(tmp_path, name, content), unit_of(name))
    assert found.solid is not None, found.report.warnings
    assert found.report.volume_after_mm3 == pytest.approx(share * WHOLE, rel=1e-5)


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_read_is_named_in_the_error(tmp_path, name) -> None:
    content, words = BAD[name]
    path = written(tmp_path, name, content() if callable(content) else content)
    with pytest.raises(GeometryError, match=words) as caught:
        import_mesh(path, unit_of(name))
    assert str(caught.value).startswith(f"{path.name}: ")
    assert len(str(caught.value)) < 350


def test_a_damaged_file_gives_one_plain_sentence(tmp_path) -> None:
    """The file is cut off or has changed bytes; the error has no words of a library, and names the
    file once."""
    rng = random.Random(9)
    told = set()
    for name, (content, _) in GOOD.items():
        data = content.encode() if isinstance(content, str) else content
        for _ in range(6):
            spoilt = bytearray(data[: rng.randrange(1, len(data))])
            for _ in range(rng.randrange(4)):
                spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
            path = written(tmp_path, name, bytes(spoilt))
            try:
                import_mesh(path, unit_of(name))
            except GeometryError as error:
                told.add(str(error).removeprefix(f"{path.name}: "))
                assert str(error).count(path.name) == 1
                cause = error.__cause__
                own = cause is None or isinstance(cause, GeometryError | OSError | KeyError)
                assert own or not str(cause) or str(cause) not in str(error)
    assert len(told) > 3


def test_a_folder_is_called_a_folder(tmp_path) -> None:
    (tmp_path / "sub.stl").mkdir()
    with pytest.raises(GeometryError, match=r"sub\.stl is a folder, not a mesh file"):
        import_mesh(tmp_path / "sub.stl", "mm")


def test_an_island_in_a_cavity_is_solid_again(tmp_path) -> None:
    faces, corners = box_faces()
    inward = [face[::-1] for face in faces]
    shells = [(faces, 4.0), (inward, 2.0), (faces, 1.0)]
    vertices = np.vstack([(corners - 5.0) * scale for _, scale in shells])
    listed = [
        [index + 8 * place for index in face]
        for place, (own, _) in enumerate(shells)
        for face in own
    ]
    found = import_mesh(written(tmp_path, "nested.obj", obj(listed, vertices)), "mm")
    assert found.report.volume_after_mm3 == pytest.approx(64_000 - 8_000 + 1_000)


def doubling(depth: int, rng: np.random.Generator) -> tuple[bytes, int]:
    """A 3MF file in which each object contains one or two earlier ones, and its number of
    triangles."""
    objects, counts = [], {1: len(T)}
    for number in range(2, depth + 2):
        parts = [number - 1, int(rng.integers(1, number))][: int(rng.integers(1, 3))]
        inner = "".join(
            f'<component objectid="{part}" transform="1 0 0 0 1 0 0 0 1 {100 * 3**k} 0 0"/>'
            for k, part in enumerate(parts)
        )
        objects.append(f'<object id="{number}"><components>{inner}</components></object>')
        counts[number] = sum(counts[part] for part in parts)
    build = f'<item objectid="{depth + 1}"/>'
    return threemf("millimeter", 1.0, more="".join(objects), build=build), counts[depth + 1]


@pytest.mark.parametrize("seed", range(12))
def test_nested_components_are_all_read_or_the_file_is_refused(tmp_path, seed):
    rng = np.random.default_rng(seed)
    content, meant = doubling(1 + seed, rng)
    path = tmp_path / "nested.3mf"
    path.write_bytes(content)
    try:
        assert import_mesh(path).report.triangles_before == meant
    except GeometryError as error:
        assert f"of its {meant} triangles" in str(error)
        assert seed > 2


def test_objects_that_contain_each_other_are_refused(tmp_path):
    ring = "".join(
        f'<object id="{a}"><components><component objectid="{b}"/></components></object>'
        for a, b in ((2, 3), (3, 2))
    )
    path = tmp_path / "ring.3mf"
    path.write_bytes(threemf("millimeter", 1.0, more=ring, build='<item objectid="2"/>'))
    with pytest.raises(GeometryError):
        import_mesh(path)
