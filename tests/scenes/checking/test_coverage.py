"""The coverage of a cell, compared with the text of its files."""

import re
from dataclasses import replace

import numpy as np
import pytest

from geometry import Box
from geometry.meshes.mesh import Mesh
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.tessellation.kernel import mesh_of
from kinematics import translation
from scenes import analyse, load_cell, load_robot
from scenes.checking.collisions.proof import Proof, SegmentProof, Standing
from scenes.checking.coverage import Shape, coverage_of
from scenes.library import robot_names, robot_path
from scenes.world.cell import Body, Cell

SHORT_RUN = "READY\nDRIVE 1 1\nEND\n"


def alone(robot) -> Cell:
    own = frozenset((f"{robot.name}.{a}", f"{robot.name}.{b}") for a, b in robot.allowed)
    return Cell("one robot", robot, {"world": np.eye(4)}, (), (), own)


def said_by_the_file(name: str) -> tuple[str, bool]:
    """The shape of the links and whether it is assumed, read from the text of a robot file."""
    text = robot_path(name).read_text(encoding="utf-8")
    head = text.split("\nmechanism:")[0]
    has_bodies = re.search(r"^bodies:\n +- ", text, re.MULTILINE) is not None
    hints = re.search(r"^schematic: true", text, re.MULTILINE) is not None
    shape = "real" if has_bodies and not hints else "schematic"
    return shape, re.search(r"^assumptions:.*shape of the links", head, re.MULTILINE) is not None


def open_box() -> OpenMesh:
    """A box of 100 mm without its lid, which encloses no volume."""
    whole = mesh_of(Box((100.0, 100.0, 100.0)), 0.1)
    heights = whole.vertices[whole.triangles][:, :, 2]
    surface = Mesh(whole.vertices, whole.triangles[heights.min(axis=1) < 49.0])
    planes = np.array([[*side, 50.0] for sign in (1, -1) for side in sign * np.eye(3)])
    return OpenMesh(whole.vertices, planes, surface)


@pytest.mark.parametrize("name", robot_names())
def test_the_coverage_of_every_shipped_robot_is_what_its_file_says(name: str) -> None:
    [robot] = coverage_of(alone(load_robot(name))).robots
    assert (robot.shape.value, robot.is_assumed) == said_by_the_file(name)
    assert robot.bare_links == ()
    assert bool(robot.caveat) == (robot.shape is not Shape.REAL)


def test_a_schematic_arm_is_never_called_proven_free() -> None:
    report = analyse(alone(load_robot("textbook_leg")), SHORT_RUN)
    assert report.proof.is_free
    assert str(report.proof) == "1 of 1 motion segments free as drawn; the arm is schematic"
    [problem] = report.problems
    assert (problem.code, problem.severity, problem.line) == ("W310", "warning", 2)
    assert "Textbook leg" in problem.message
    assert "robots import" in problem.message
    assert report.ok


def test_an_arm_without_bodies_is_never_called_proven_free() -> None:
    robot = replace(load_robot("ur5e"), bodies=(), allowed=frozenset())
    report = analyse(alone(robot), SHORT_RUN)
    assert coverage_of(alone(robot)).robots[0].shape is Shape.NONE
    assert str(report.proof).endswith("free as drawn; the arm has no bodies")
    assert [p.code for p in report.problems] == ["W310"]


def test_links_that_have_no_body_are_named_and_withhold_the_proof() -> None:
    robot = load_robot("ur5e")
    some = tuple(body for body in robot.bodies if body.link not in (2, 3))
    report = analyse(alone(replace(robot, bodies=some)), SHORT_RUN)
    assert report.coverage.robots[0].bare_links == (2, 3)
    assert str(report.proof).endswith("free as drawn; no body on links 2 and 3 of the arm")
    assert [p.code for p in report.problems] == ["W310"]


def test_bodies_from_open_meshes_are_covered_as_hulls_whatever_they_are() -> None:
    cell = load_cell("kakazu1985")
    first, *others = cell.robot.bodies
    shell = open_box()
    bin_ = Body("bin", shell, translation(2000.0, 0.0, 0.0), "#fff")
    part = replace(cell.parts[0], name="SHEET", solid=shell)
    open_arm = replace(cell.robot, bodies=(replace(first, solid=shell.moved(np.eye(4))), *others))
    found = coverage_of(
        replace(cell, robot=open_arm, fixtures=(*cell.fixtures, bin_), parts=(*cell.parts, part))
    )
    assert set(found.of_shape(Shape.HULL)) == {f"arm.{first.name}", "bin", "SHEET"}
    assert found.robots[0].shape is Shape.HULL
    assert found.caveat == ""  # free of the hull is free of the surface
    assert "hulls of open meshes: arm." in str(found)
    assert coverage_of(cell).of_shape(Shape.HULL) == ()


def test_a_proof_without_bodies_does_not_say_proven_free() -> None:
    proof = Proof((SegmentProof(1, 0.0, 1.0, Standing.FREE),))
    assert "proven free" not in str(proof)


def test_a_program_without_motion_gets_no_warning_about_its_arm() -> None:
    assert analyse(alone(load_robot("textbook_leg")), "READY\nEND\n").problems == ()
