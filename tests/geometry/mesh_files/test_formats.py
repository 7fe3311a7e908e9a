"""Meshes that the product writes are read back by an independent reader."""

import pytest
import trimesh

from geometry import Box, Cylinder, GeometryError, mesh_of, mesh_volume
from geometry.mesh_files.formats import mesh_bytes


def two_bodies(at):
    return [
        ("table", mesh_of(Box((100, 50, 10))), "#8a6f4d"),
        ("post", mesh_of(Cylinder(5, 40)).placed(at(0, 0, 60)), None),
    ]


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply", "glb"])
def test_a_written_mesh_reads_back_with_its_volume(tmp_path, at, suffix):
    path = tmp_path / f"cell.{suffix}"
    path.write_bytes(mesh_bytes(path, two_bodies(at)))
    mesh = trimesh.load(path, force="mesh")
    scale = 1e-9 if suffix == "glb" else 1.0
    exact = (mesh_volume(Box((100, 50, 10))) + mesh_volume(Cylinder(5, 40))) * scale
    assert mesh.volume == pytest.approx(exact, rel=1e-5)


def test_glb_is_in_metres_with_y_up_and_keeps_names(tmp_path, at):
    path = tmp_path / "cell.glb"
    path.write_bytes(mesh_bytes(path, two_bodies(at)))
    scene = trimesh.load(tmp_path / "cell.glb")
    assert set(scene.geometry) == {"table", "post"}
    assert scene.bounds[1] == pytest.approx([0.05, 0.08, 0.025], abs=1e-6)


def test_unknown_suffixes_colours_and_empty_cells_are_refused(tmp_path, at):
    with pytest.raises(GeometryError, match=r"\.stl"):
        mesh_bytes(tmp_path / "cell.dwg", two_bodies(at))
    with pytest.raises(GeometryError, match="colour"):
        mesh_bytes(tmp_path / "cell.stl", [("a", mesh_of(Box((1, 1, 1))), "reddish")])
    with pytest.raises(GeometryError, match="no mesh"):
        mesh_bytes(tmp_path / "cell.stl", [])
