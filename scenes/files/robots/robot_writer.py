"""Writes a `Robot` as a robot file that reads back to the same arm, bodies and hand.

The mechanism is written by its axes, whatever form it came from. Bodies that were drawn from the
mechanism are not written: the reader draws them again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from kinematics import ClosedChain, Mechanism, link_poses, translation
from kinematics.arm.joints import Joint, JointKind
from kinematics.closed.closed_chain import BASE
from kinematics.motion.laws.profile import Profile
from scenes.errors import SceneError
from scenes.files.file_poses import pose_entries
from scenes.files.robots.hand_on_robot import without_hand
from scenes.files.robots.mechanisms import unit_of
from scenes.files.robots.schematic import schematic_of
from scenes.files.solids.steps_writer import NO_MESHES, steps_of
from scenes.files.text.edits import flow_text, replace_file
from scenes.world.frozen import Array
from scenes.world.link_numbers import number_of_link
from scenes.world.robot import Controller, Hand, LinkBody, Robot, RosJoints

WIDTH = 98
# The keys of a body for the entries of its pose.
PLACE = {"at": "origin", "rpy": "rpy"}


Meshes = Mapping[str, Mapping[str, Any]]
"""The entry of each mesh (`file`, `unit`, `scale`) by the key of its solid."""


def write_robot_file(robot: Robot, path: str | Path, meshes: Meshes = NO_MESHES) -> Path:
    """Writes the robot to `path`, which must end in .robot.yaml; replaces an old file.

    meshes: Entries for bodies that are meshes; their files are written relative to the robot file.
    SceneError where the file cannot be written.
    """
    target = Path(path)
    if not target.name.endswith(".robot.yaml"):
        raise SceneError(f"a robot file is called NAME.robot.yaml, not {target.name!r}")
    try:
        replace_file(target, robot_text(robot, _beside(meshes, target)).encode("utf-8"))
    except OSError as error:
        raise SceneError(f"{target} cannot be written: {error.strerror or error}") from error
    return target


def _beside(meshes: Meshes, target: Path) -> Meshes:
    """The entries of meshes with their files as paths from the folder of the robot file."""
    folder = target.resolve().parent
    return {
        key: {**entry, "file": _relative_path(folder, str(entry["file"]))}
        for key, entry in meshes.items()
    }


def _relative_path(folder: Path, file: str) -> str:
    try:
        return os.path.relpath(file, folder).replace(os.sep, "/")
    except ValueError:  # on another drive
        return file


def robot_text(robot: Robot, meshes: Meshes = NO_MESHES) -> str:
    """The text of the robot file; a hand from a file of its own stays there and is left out."""
    if robot.hand is not None and robot.hand.name:
        robot = without_hand(robot)
    parts = (_head(robot), _mechanism(robot), _use(robot), _checks(robot))
    shapes = (_bodies(robot, meshes), _hand(robot.hand), _allowed(robot))
    return "\n\n".join("\n".join(lines) for part in parts + shapes if (lines := list(part))) + "\n"


def _head(robot: Robot) -> Iterator[str]:
    yield f"# {robot.title}. Lengths in mm, angles in degrees."
    yield "robot: 1"
    yield f"title: {flow_text(robot.title)}"
    yield from _folded("source", robot.source)
    if robot.limits_source:
        yield from _folded("limits_source", robot.limits_source)
    rated = robot.rated
    facts = {"payload_kg": rated.payload_kg, "reach": rated.reach_mm}
    if any(value is not None for value in facts.values()):
        known = {key: value for key, value in facts.items() if value is not None}
        yield f"rated: {flow_text(known | {'source': rated.source})}"
    if robot.assumptions:
        yield f"assumptions: {flow_text(list(robot.assumptions))}"
    if robot.schematic and _own_bodies(robot):
        yield "schematic: true"
    if robot.controller is not None:
        yield from _controller(robot.controller, robot.mechanism)
    if robot.ros is not None:
        yield "ros:"
        yield f"  joints: {flow_text(list(robot.ros.names))}"
        yield from _signs_and_zeros(robot.ros, robot.mechanism)
        yield f"  source: {flow_text(robot.ros.source)}"


def _controller(controller: Controller, mechanism: Mechanism) -> Iterator[str]:
    """How the controller counts, where it is not as the model does."""
    yield "controller:"
    yield f"  language: {flow_text(controller.language)}"
    yield from _signs_and_zeros(controller, mechanism)
    if controller.has_parallelogram:
        yield "  parallelogram: true"
    if controller.axis_2_in_3:
        yield f"  axis_2_in_3: {int(controller.axis_2_in_3)}"
    if controller.pulses_per_degree is not None:
        yield f"  pulses_per_degree: {flow_text([float(n) for n in controller.pulses_per_degree])}"
    frames = (("base", controller.T_base_controller), ("flange", controller.T_flange_controller))
    for key, T in frames:
        entries = pose_entries(T)
        if entries:
            yield f"  {key}: {flow_text(entries)}"
    yield f"  source: {flow_text(controller.source)}"


def _signs_and_zeros(counted: Controller | RosJoints, mechanism: Mechanism) -> Iterator[str]:
    """Signs and zeros of joints, where they are not those of the model."""
    if (counted.signs != 1.0).any():
        yield f"  sign: {flow_text([int(sign) for sign in counted.signs])}"
    if counted.zeros.any():
        units = np.array([unit_of(joint.kind) for joint in mechanism.joints])
        shown = [round(float(value), 9) for value in counted.zeros / units]
        yield f"  zero: {flow_text(shown)}"


def _mechanism(robot: Robot) -> Iterator[str]:
    mechanism = robot.mechanism.chain
    T_base_links = link_poses(mechanism, np.zeros(mechanism.n))
    yield "mechanism:"
    yield "  axes: # direction and a point of each joint axis in the base, all joints at zero"
    for joint, T in zip(mechanism.joints, T_base_links[1:], strict=True):
        axis = [round(float(value), 16) + 0.0 for value in T[:3, 2]]
        point = pose_entries(T).get("at", [0.0, 0.0, 0.0])
        yield f"    - {flow_text({'name': joint.name} | _motion(joint, axis, point))}"
    flange = pose_entries(T_base_links[-1] @ mechanism.T_last_flange)
    if flange:
        yield f"  flange: {flow_text(flange)}"
    if isinstance(robot.mechanism, ClosedChain):
        yield from _loops(robot.mechanism)


def _loops(mechanism: ClosedChain) -> Iterator[str]:
    """The driven joints, those beside the chain, and where links meet."""
    linkage = mechanism.linkage
    T_base_links = linkage.frames(np.zeros(linkage.count))
    names = [BASE, *(joint.name for joint in linkage.joints)]
    yield "loops:"
    yield f"  drives: {flow_text([joint.name for joint in mechanism.joints])}"
    if mechanism.assembly.way:
        yield f"  assembly: {flow_text(mechanism.assembly.way)}"
    yield "  joints:"
    for k in mechanism.beside:
        joint, T = linkage.joints[k], T_base_links[k + 1]
        axis = [round(float(value), 16) + 0.0 for value in T[:3, 2]]
        entries = _motion(joint, axis, pose_entries(T).get("at", [0.0, 0.0, 0.0]))
        yield f"    - {flow_text({'name': joint.name, 'on': names[linkage.carriers[k]]} | entries)}"
    yield "  close:"
    for closing in linkage.closings:
        T, point = T_base_links[closing.links[0]], closing.points[0]
        entries = {
            "name": closing.name,
            "links": [names[link] for link in closing.links],
            "at": pose_entries(T @ translation(*point)).get("at", [0.0, 0.0, 0.0]),
        }
        if closing.axes is not None:
            axis = T[:3, :3] @ closing.axes[0]
            entries["axis"] = [round(float(value), 16) + 0.0 for value in axis]
        yield f"    - {flow_text(entries)}"


def _motion(joint: Joint, axis: list[float], point: list[float]) -> dict[str, Any]:
    """The entries of a joint after its name; infinite limits are unknown and left out."""
    kind = {} if joint.kind is JointKind.REVOLUTE else {"kind": "prismatic"}
    entries: dict[str, Any] = kind | {"axis": axis, "point": point}
    if np.isfinite([joint.lower, joint.upper]).all():
        entries["limits"] = [_in_unit(joint, joint.lower), _in_unit(joint, joint.upper)]
    for name in ("speed", "acceleration", "jerk"):
        if np.isfinite(value := getattr(joint, name)):
            entries[name] = _in_unit(joint, value)
    return entries


def _in_unit(joint: Joint, value: float) -> float:
    """A joint value in degrees or mm, to 12 digits: the conversion from rad spoils the others."""
    return float(f"{np.degrees(value) if joint.kind is JointKind.REVOLUTE else value:.12g}")


def _use(robot: Robot) -> Iterator[str]:
    if robot.mechanism.position_only:
        yield "targets: position"
    tool = pose_entries(robot.T_flange_tool)
    if tool:
        yield f"tool: {flow_text(tool)}"
    turned = robot.T_flange_tool.copy()
    turned[:3, 3] = 0.0
    if not np.array_equal(turned, robot.T_flange_mount):
        yield f"mount: {flow_text(pose_entries(robot.T_flange_mount))}"
    for key, q in (("ready", robot.ready), ("nest", robot.nest)):
        if key == "ready" or not np.array_equal(q, robot.ready):
            yield f"{key}: {flow_text(_values(robot, q))}"
    speed = {
        "mm_s": robot.tool_speed_mm_s,
        "deg_s": round(float(np.degrees(robot.tool_speed_rad_s)), 9),
    }
    yield f"tool_speed: {flow_text(speed)}"
    if robot.profile is not Profile.S_CURVE:
        yield f"motion: {flow_text({'profile': robot.profile.value})}"


def _checks(robot: Robot) -> Iterator[str]:
    if robot.check_poses:
        yield "check_poses:"
    for check in robot.check_poses:
        yield f"  - q: {flow_text(_values(robot, check.q))}"
        yield "    flange:"
        yield from (f"      - {flow_text(row)}" for row in check.T_base_flange.tolist())


def _values(robot: Robot, q: Array) -> list[float]:
    """Joint values q (n,) in degrees and mm."""
    joints = robot.mechanism.joints
    return [_in_unit(joint, float(value)) for joint, value in zip(joints, q, strict=True)]


def _own_bodies(robot: Robot) -> tuple[LinkBody, ...]:
    """The bodies to be written; none if the reader can draw them all from the mechanism."""
    if robot.mechanism.has_loops:
        return robot.bodies
    drawn = {body.solid for body in schematic_of(robot.mechanism, robot.ready).bodies}
    return () if {body.solid for body in robot.bodies} <= drawn else robot.bodies


def _bodies(robot: Robot, meshes: Meshes) -> Iterator[str]:
    T_base_links = link_poses(robot.mechanism, np.zeros(robot.mechanism.n))
    bodies = _own_bodies(robot)
    if bodies:
        yield "# origin: where the frame of the body stands in the base, all joints at zero"
        yield "bodies:"
    for body in bodies:
        place = pose_entries(T_base_links[body.link] @ body.T_link_body)
        yield f"  - name: {flow_text(body.name)}"
        yield f"    link: {number_of_link(robot.mechanism, body.link)}"
        yield f"    colour: {flow_text(body.colour)}"
        yield from (f"    {PLACE[key]}: {flow_text(value)}" for key, value in place.items())
        yield "    solid:"
        yield from (f"      - {flow_text(step)}" for step in steps_of(body.solid, meshes))


def _hand(hand: Hand | None) -> Iterator[str]:
    if hand is None:
        return
    opening = {"min": hand.opening_min, "max": hand.opening_max, "start": hand.opening_start}
    yield "hand:"
    yield f"  opening: {flow_text(opening)}"
    yield f"  grip: {flow_text(pose_entries(hand.T_flange_grip))}"
    if hand.bodies:
        yield f"  bodies: {flow_text([body.name for body in hand.bodies])}"
    yield "  fingers:"
    for finger in hand.fingers:
        yield f"    - name: {flow_text(finger.name)}"
        yield f"      colour: {flow_text(finger.colour)}"
        for key, value in pose_entries(finger.T_flange_finger).items():
            yield f"      {key}: {flow_text(value)}"
        yield f"      slide: {flow_text(finger.direction)}"
        yield f"      share: {flow_text(finger.share)}"
        yield "      solid:"
        yield from (f"        - {flow_text(step)}" for step in steps_of(finger.solid))


def _allowed(robot: Robot) -> Iterator[str]:
    pairs = sorted(robot.allowed)
    if not _own_bodies(robot):
        pairs = sorted(robot.allowed - schematic_of(robot.mechanism, robot.ready).allowed)
    if pairs:
        yield "allow:"
        yield from (f"  - {flow_text(list(pair))}" for pair in pairs)


def _folded(key: str, text: str) -> Iterator[str]:
    """A key with a long text as a folded YAML block."""
    yield f"{key}: >-"
    yield from (f"  {line}" for line in wrap(text, width=WIDTH, break_on_hyphens=False))
