"""Cells and bodies as files: a second reader, trimesh, finds the same solids in them."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from geometry import GeometryError, mesh_of, mesh_volume
from geometry.mesh_files.formats import import_mesh
from scenes import Cell, ExportError, SceneError, load_cell, program_path, simulate, start_state
from scenes.exporters.solid_files import export_bodies, export_cell
from scenes.runs.run import Run
from scenes.world.placement import bodies_in, placement

SUFFIXES = ("stl", "ply", "obj", "3mf", "glb", "gltf")


@pytest.fixture(scope="module")
def drilled() -> Run:
    return simulate(load_cell("drilling"), program_path("drill_plate").read_text())


@pytest.fixture(scope="module")
def cell() -> Cell:
    return load_cell("kakazu1985")


def read_by_trimesh(path: Path) -> trimesh.Scene:
    """The file as trimesh reads it, in mm with z up."""
    scene = trimesh.load_scene(path, process=False)
    if path.suffix in (".glb", ".gltf"):
        up = np.array([[1e3, 0, 0, 0], [0, 0, -1e3, 0], [0, 1e3, 0, 0], [0, 0, 0, 1.0]])
        scene.apply_transform(up)
    return scene


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_another_reader_finds_the_volume_and_the_bounds_of_the_moment(
    drilled: Run, tmp_path: Path, suffix: str
) -> None:
    state = drilled.state_at(4.6)
    path = export_cell(drilled.cell, state, tmp_path / f"cell.{suffix}")
    whole = read_by_trimesh(path).to_mesh()
    known, chord = bodies_in(drilled.cell, state), drilled.cell.chord
    meshes = {
        name: mesh_of(known[name].solid, chord).placed(T)
        for name, T in placement(drilled.cell, state).items()
    }
    corners = np.vstack([mesh.vertices for mesh in meshes.values()])
    np.testing.assert_allclose(whole.bounds, [corners.min(0), corners.max(0)], rtol=0, atol=1e-3)
    total = sum(mesh.volume_and_centroid()[0] for mesh in meshes.values())
    assert whole.volume == pytest.approx(total, rel=1e-5)


@pytest.mark.parametrize("suffix", ["3mf", "glb", "gltf"])
def test_names_places_and_colours_are_kept(drilled: Run, tmp_path: Path, suffix: str) -> None:
    state = drilled.end_state
    path = export_cell(drilled.cell, state, tmp_path / f"cell.{suffix}")
    scene = read_by_trimesh(path)
    known, poses = bodies_in(drilled.cell, state), placement(drilled.cell, state)
    parts = {name.split("_")[0] if suffix == "x" else name: g for name, g in scene.geometry.items()}
    assert len(parts) == len(poses)
    placed = {scene.graph[node][1]: scene.graph[node][0] for node in scene.graph.nodes_geometry}
    for name in ("PLATE", "SPINDLE", "puma.forearm"):
        own = mesh_of(known[name].solid, drilled.cell.chord).placed(poses[name])
        found = parts[name].copy().apply_transform(placed[name])
        middle = 0.5 * (own.vertices.min(0) + own.vertices.max(0))
        np.testing.assert_allclose(found.bounds.mean(0), middle, rtol=0, atol=1e-3)
        assert found.volume == pytest.approx(own.volume_and_centroid()[0], rel=1e-4)


def test_the_colours_stand_in_the_3mf_file(drilled: Run, tmp_path: Path) -> None:
    import re
    import zipfile

    path = export_cell(drilled.cell, drilled.end_state, tmp_path / "cell.3mf")
    text = zipfile.ZipFile(path).read("3D/3dmodel.model").decode()
    colours = re.findall(r'displaycolor="(#\w{6})FF"', text)
    known = bodies_in(drilled.cell, drilled.end_state)
    for name, index in re.findall(r'name="([^"#]+)" pid="1" pindex="(\d+)"', text):
        assert colours[int(index)].lower() == known[name].colour.lower()
    assert 'unit="millimeter"' in text


def test_colours_of_glb_are_those_of_the_bodies(drilled: Run, tmp_path: Path) -> None:
    path = export_cell(drilled.cell, drilled.end_state, tmp_path / "cell.glb")
    scene = trimesh.load_scene(path, process=False)
    plate = scene.geometry["PLATE"].visual.vertex_colors[0, :3]
    assert bytes(int(c) for c in plate).hex() == "3f8f5b"


def test_the_drilled_plate_alone_stands_in_its_own_axes_and_is_read_by_us_too(
    drilled: Run, tmp_path: Path
) -> None:
    path = export_bodies(drilled.cell, drilled.end_state, ["plate"], tmp_path / "plate.3mf")
    back = import_mesh(path)
    assert back.solid is not None
    assert not back.report.warnings
    written = mesh_volume(drilled.end_state.shapes["PLATE"], drilled.cell.chord)
    # The drill leaves steps of 1 nm, whose points are one to the reader.
    assert back.report.volume_after_mm3 == pytest.approx(written, rel=1e-8)
    lo, hi = back.solid.bounds()
    np.testing.assert_allclose([lo, hi], [(-80, -60, 0), (80, 60, 30)], rtol=0, atol=1e-9)


def test_equal_exports_are_equal_bytes(cell: Cell, tmp_path: Path) -> None:
    for suffix in ("3mf", "stl", "tips"):
        one, two = (
            export_bodies(cell, start_state(cell), ["TR2"], tmp_path / f"{k}.{suffix}")
            for k in "ab"
        )
        assert one.read_bytes() == two.read_bytes()


def test_an_export_that_is_impossible_gives_a_message_and_leaves_no_file(
    cell: Cell, tmp_path: Path
) -> None:
    state = start_state(cell)
    with pytest.raises(ExportError, match=r'did you mean "TR2"|no body "TR3"'):
        export_bodies(cell, state, ["TR3"], tmp_path / "a.stl")
    with pytest.raises(ExportError, match="written as"):
        export_cell(cell, state, tmp_path / "a.dwg")
    with pytest.raises(ExportError, match="one body"):
        export_cell(cell, state, tmp_path / "a.part.yaml")
    with pytest.raises((SceneError, GeometryError, OSError)):
        export_cell(cell, state, tmp_path / "none" / "a.stl")
    assert list(tmp_path.iterdir()) == []
