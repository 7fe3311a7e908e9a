"""The shapes of a URDF's links have the poses that another reader gives, and are written."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from app.cli import main
from geometry import Box, Cylinder, MeshSolid, mesh_of, volume
from kinematics import link_poses
from scenes.files.urdf.urdf_robot import read_urdf
from scenes.library import load_robot

yourdfpy = pytest.importorskip("yourdfpy", reason="make test-oracles installs yourdfpy")
pytestmark = pytest.mark.oracle

URDF = """\
<robot name="bodied">
<material name="blue"><color rgba="0 0 1 1"/></material>
<link name="base"><collision><origin xyz="0 0 0.05"/>
  <geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
<link name="arm-1">
  <visual><geometry><mesh filename="package://our/meshes/none.stl"/></geometry>
    <material name="own"><color rgba="1 0.5 0 1"/></material></visual>
  <collision><origin xyz="0.1 0.02 0.3" rpy="0.3 -0.2 1.1"/>
    <geometry>
      <mesh filename="package://our/meshes/wedge.stl" scale="0.001 0.001 -0.002"/></geometry>
  </collision></link>
<link name="arm2"><visual><origin xyz="0 0 0.2" rpy="0 1.5707963267948966 0"/>
  <geometry><cylinder radius="0.04" length="0.3"/></geometry><material name="blue"/></visual>
  <collision><origin xyz="0 0.2 0.2"/>
    <geometry><sphere radius="0.05"/></geometry></collision></link>
<link name="tool0"/>
<joint name="a" type="revolute"><parent link="base"/><child link="arm-1"/>
  <origin xyz="0 0.05 0.3" rpy="0.2 0 0.4"/><axis xyz="0 0 1"/>
  <limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
<joint name="b" type="revolute"><parent link="arm-1"/><child link="arm2"/>
  <origin xyz="0.5 0 0.1" rpy="1.1 0.3 0"/><axis xyz="0 1 0"/>
  <limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
<joint name="c" type="fixed"><parent link="arm2"/><child link="tool0"/>
  <origin xyz="0.2 0 0"/></joint>
</robot>
"""


@pytest.fixture
def urdf(tmp_path: Path) -> Path:
    """A package with a mesh in mm and the URDF of an arm."""
    package = tmp_path / "our"
    (package / "meshes").mkdir(parents=True)
    (package / "urdf").mkdir()
    wedge = trimesh.creation.box((100, 60, 80))
    wedge.vertices[wedge.vertices[:, 2] > 0, 0] *= 0.5
    wedge.export(package / "meshes" / "wedge.stl")
    path = package / "urdf" / "bodied.urdf"
    path.write_text(URDF)
    return path


def test_bodies_stand_where_another_reader_puts_them(urdf: Path) -> None:
    robot = read_urdf(urdf).robot
    peer = yourdfpy.URDF.load(str(urdf), load_meshes=False)
    q = np.array([0.7, -1.1])
    peer.update_cfg(q)
    T_base_links = link_poses(robot.mechanism, q)
    by_name = {body.name: body for body in robot.bodies}
    assert set(by_name) == {"base", "arm_1", "arm2"}
    for name, link, count in (("base", "base", 0), ("arm_1", "arm-1", 1), ("arm2", "arm2", 2)):
        body = by_name[name]
        assert body.link == count
        shape = peer.robot.links[["base", "arm-1", "arm2"].index(link)].collisions[0]
        T = peer.get_transform(link, "base") @ shape.origin
        T[:3, 3] *= 1000.0
        np.testing.assert_allclose(T_base_links[body.link] @ body.T_link_body, T, atol=1e-9)
    assert (by_name["base"].solid, by_name["arm_1"].colour) == (Box((200, 200, 100)), "#ff8000")
    assert by_name["arm2"].colour == "#0000ff"
    assert not robot.schematic


def test_a_mesh_keeps_its_scale_and_looks_outward_although_mirrored(urdf: Path) -> None:
    solid = read_urdf(urdf).robot.bodies[1].solid
    assert isinstance(solid, MeshSolid)
    assert volume(solid) == pytest.approx(100 * 60 * 80 * 0.75 * 2)
    lo, hi = mesh_of(solid).vertices.min(axis=0), mesh_of(solid).vertices.max(axis=0)
    np.testing.assert_allclose([lo, hi], [[-50, -30, -80], [50, 30, 80]], atol=1e-3)
    wide = mesh_of(solid).vertices[mesh_of(solid).vertices[:, 0] > 40.0]
    assert np.all(wide[:, 2] > 0.0)


def test_the_robot_file_names_the_mesh_from_its_own_folder(urdf: Path, tmp_path: Path) -> None:
    target = tmp_path / "robots" / "bodied.robot.yaml"
    target.parent.mkdir()
    assert main(["robots", "import", str(urdf), "-o", str(target)]) == 0
    assert 'file: "../our/meshes/wedge.stl", unit: m' in target.read_text()
    again, first = load_robot(target), read_urdf(urdf).robot
    assert [body.name for body in again.bodies] == [body.name for body in first.bodies]
    for a, b in zip(again.bodies, first.bodies, strict=True):
        assert a.solid == b.solid
        np.testing.assert_allclose(a.T_link_body, b.T_link_body, atol=1e-8)
    assert again.allowed == first.allowed == {("arm_1", "base"), ("arm2", "arm_1")}
    assert not again.schematic


def test_a_mesh_that_cannot_be_read_is_reported_and_its_link_is_drawn(
    urdf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (urdf.parent.parent / "meshes" / "wedge.stl").write_text("nothing")
    target = tmp_path / "bodied.robot.yaml"
    assert main(["robots", "import", str(urdf), "-o", str(target)]) == 0
    told = capsys.readouterr().err
    assert "note: link arm-1 is drawn from the mechanism: wedge.stl: " in told
    assert "no such mesh file: package://our/meshes/none.stl" in told
    robot = load_robot(target)
    assert robot.schematic
    assert {body.link for body in robot.bodies} == {0, 1, 2}
    assert any(isinstance(body.solid, Box) for body in robot.bodies)


def test_links_without_any_shape_leave_the_robot_drawn(urdf: Path) -> None:
    text = (
        URDF[: URDF.index("<link")] + '<link name="base"/><link name="arm-1"/><link name="arm2"/>'
    )
    urdf.write_text(text + URDF[URDF.index('<link name="tool0"') :])
    robot = read_urdf(urdf).robot
    assert robot.schematic
    assert not any(isinstance(body.solid, Box | Cylinder) and body.link for body in robot.bodies)


def test_without_meshes_links_of_meshes_are_drawn_and_the_others_keep_their_shapes(urdf, tmp_path):
    whole, bare = read_urdf(urdf), read_urdf(urdf, meshes=False)
    assert bare.robot.schematic
    assert not bare.meshes
    assert any("meshes were left out" in note and "arm-1" in note for note in bare.notes)
    own = {body.name: body.solid.key for body in whole.robot.bodies}
    kept = [body.name for body in bare.robot.bodies if own.get(body.name) == body.solid.key]
    assert kept == ["base", "arm2"]
    target = tmp_path / "bare.robot.yaml"
    assert main(["robots", "import", str(urdf), "-o", str(target), "--no-meshes"]) == 0
    assert "mesh" not in target.read_text()


def test_every_link_is_reported_once_as_progress(urdf):
    told = []
    read_urdf(urdf, on_progress=lambda share, name: told.append((share, name)))
    assert [name for _, name in told] == ["base", "arm-1", "arm2", "tool0"]
    assert [share for share, _ in told] == sorted(share for share, _ in told)


def test_a_mesh_that_several_links_use_is_read_once(urdf, monkeypatch):
    from geometry.mesh_files import formats as mesh_files
    from scenes.files.solids import mesh_cache

    text = urdf.read_text()
    start, end = text.index('<collision><origin xyz="0 0.2'), text.index('<link name="tool0"/>')
    wedge = '<mesh filename="package://our/meshes/wedge.stl" scale="0.001 0.001 -0.002"/>'
    shape = f"<collision><geometry>{wedge}</geometry></collision></link>\n"
    urdf.write_text(text[:start] + shape + text[end:])
    reads = []
    read = mesh_files.import_mesh
    monkeypatch.setattr(mesh_files, "import_mesh", lambda *a, **k: reads.append(a) or read(*a, **k))
    mesh_cache._kept.clear()
    robot = read_urdf(urdf).robot
    assert sum(isinstance(body.solid, MeshSolid) for body in robot.bodies) == 2
    assert len(reads) == 1
