"""Reads robots from URDF files (links and joints in XML; m and rad).

The robot gets the chain of joints from the root link to a tip with limits and speeds (fixed joints
become part of the next frame), and the shapes of the links that the chain moves (`urdf_bodies`).
Values that a URDF does not state (accelerations) are assumed and listed as assumptions. A chain
that we cannot follow correctly is refused, with the name of the joint.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers.expat import errors as expat_errors

import numpy as np

from kinematics import Joint, JointKind, Mechanism
from scenes.errors import FileProblem, SceneError, SceneFileError
from scenes.files.field_types import as_name, is_name
from scenes.files.solids.mesh_cache import OnProgress
from scenes.files.urdf.urdf_bodies import bodies_of_links
from scenes.files.urdf.urdf_chain import MM_PER_M, Chain, ChainJoint, chain_of, in_mm
from scenes.files.urdf.urdf_numbers import faults_of_numbers
from scenes.world.frozen import Array, Frozen
from scenes.world.robot import CheckPose, Robot

# Seconds in which a joint reaches its full speed and its acceleration, as in the shipped arms.
TO_SPEED_S, TO_ACCELERATION_S = 0.3, 0.05
# Speeds where a URDF states none: 90 deg/s in rad/s, 250 mm/s.
SLOW_TURN, SLOW_SLIDE = float(np.radians(90.0)), 250.0


@dataclass(frozen=True, eq=False)
class ImportedRobot(Frozen):
    """A robot made from a URDF, with notes for the user.

    Attributes:
        base: Name of the standing link.
        tip: Name of the link that serves as flange.
        joints: Names of the joints in the URDF, in the order of the robot's joints.
        meshes: Entry of each mesh in a robot file, by the key of its solid; files by full path.
    """

    robot: Robot
    base: str
    tip: str
    joints: tuple[str, ...]
    notes: tuple[str, ...]
    meshes: Mapping[str, Mapping[str, Any]]


def read_urdf(
    path: str | Path,
    tip: str | None = None,
    *,
    meshes: bool = True,
    on_progress: OnProgress | None = None,
) -> ImportedRobot:
    """The robot of a URDF file.

    tip: Name of the link that serves as flange. Without it: tool0, flange or the only last link.
    meshes: Whether meshes are read; otherwise their links are drawn from the mechanism.
    on_progress: Called with the share of the links that is read, 0 to 1, and the next name.
    """
    source = Path(path)
    description = _description(source)
    chain = chain_of(description, str(source), tip)
    joints, notes, assumed = _joints(chain)
    mechanism = _mechanism(chain, joints, description.name or source.stem)
    ready = np.clip(np.zeros(mechanism.n), mechanism.lower, mechanism.upper)
    shapes = bodies_of_links(
        description, source, chain, mechanism, ready, meshes=meshes, on_progress=on_progress
    )
    robot = Robot(
        name=re.sub(r"\W", "_", source.name.partition(".")[0]),
        title=description.name or source.stem,
        mechanism=mechanism,
        T_flange_tool=np.eye(4),
        bodies=shapes.bodies,
        hand=None,
        ready=ready,
        nest=ready,
        check_poses=tuple(_check_poses(chain, mechanism, ready)),
        tool_speed_mm_s=250.0,
        tool_speed_rad_s=float(np.radians(90.0)),
        schematic=shapes.schematic,
        source=f"URDF file {source.name}, from link {chain.base} to link {chain.tip}.",
        limits_source="The URDF file; what stands under assumptions is not in it.",
        assumptions=(*assumed, "acceleration", "jerk", "ready"),
        allowed=shapes.allowed,
    )
    names = tuple(joint.name for joint in chain.joints)
    all_notes = (*chain.notes, *notes, *shapes.notes)
    return ImportedRobot(robot, chain.base, chain.tip, names, all_notes, shapes.meshes)


def _description(path: Path) -> Any:
    """The links and joints of the file, as yourdfpy reads them."""
    try:
        from yourdfpy import URDF
    except ImportError as error:
        message = "reading URDF needs the package yourdfpy: pip install 'cellwright[urdf]'"
        raise SceneError(message) from error
    _require_xml(path)
    faults = faults_of_numbers(path.read_bytes(), str(path))
    if faults:
        raise SceneFileError(faults)
    try:
        model = URDF.load(str(path), build_scene_graph=False, load_meshes=False)
    except KeyError as error:
        raise SceneError(f"{path} is no whole URDF: an element has no {error}") from error
    except (AttributeError, AssertionError, IndexError, TypeError, ValueError) as error:
        message = "an element stands where none belongs, or lacks an attribute"
        raise SceneError(f"{path} is no URDF that can be read: {message}") from error
    return model.robot


def _require_xml(path: Path) -> None:
    """Raises where the file is not well-formed XML: a reader that repairs it would lose joints."""
    try:
        ElementTree.fromstring(path.read_bytes())
    except OSError as error:
        raise SceneError(f"{path} cannot be read: {error.strerror or error}") from error
    except ElementTree.ParseError as error:
        # Undeclared prefixes of other tools are common and do no harm.
        if error.code == expat_errors.codes[expat_errors.XML_ERROR_UNBOUND_PREFIX]:
            return
        line, column = error.position
        message = f"not valid XML: {expat_errors.messages[error.code]}"
        raise SceneFileError((FileProblem(str(path), line, column + 1, "", message),)) from error


def _mechanism(chain: Chain, joints: list[Joint], title: str) -> Mechanism:
    T_base_joints = chain.T_base_joints_zero
    return Mechanism.from_axes(
        axes=[T[:3, :3] @ joint.axis for T, joint in zip(T_base_joints, chain.joints, strict=True)],
        points=[T[:3, 3] * MM_PER_M for T in T_base_joints],
        T_base_flange_zero=in_mm(chain.T_base_tip(np.zeros(len(joints)))),
        joints=joints,
        name=title,
    )


def _joints(chain: Chain) -> tuple[list[Joint], list[str], list[str]]:
    """The joints in rad and mm, notes about them, and the names of assumed values."""
    joints, notes = [], []
    slow = [joint.name for joint in chain.joints if not joint.speed]
    for joint in chain.joints:
        unit = MM_PER_M if joint.slides else 1.0
        lower, upper = joint.limits
        if np.isinf(lower) and not joint.is_continuous:
            notes.append(f"joint {joint.name} has no limits in the URDF: it gets none")
        speed = joint.speed * unit or (SLOW_SLIDE if joint.slides else SLOW_TURN)
        joints.append(
            Joint(
                name=_identifier(joint),
                kind=JointKind.PRISMATIC if joint.slides else JointKind.REVOLUTE,
                lower=lower * unit,
                upper=upper * unit,
                speed=speed,
                acceleration=speed / TO_SPEED_S,
                jerk=speed / TO_SPEED_S / TO_ACCELERATION_S,
            )
        )
    if slow:
        notes.append(f"no speed is stated for {', '.join(slow)}: 90 deg/s or 250 mm/s assumed")
    return joints, notes, ["speed"] if slow else []


def _identifier(joint: ChainJoint) -> str:
    """The name of a joint, with _ for characters that our files do not allow in names."""
    name = as_name(joint.name)
    return name if is_name(name) else f"_{name}"


def _check_poses(chain: Chain, mechanism: Mechanism, ready: Array) -> list[CheckPose]:
    """Check poses at ready and at two more places, from the URDF's own joint frames."""
    lower = np.where(np.isfinite(mechanism.lower), mechanism.lower, -1.0)
    upper = np.where(np.isfinite(mechanism.upper), mechanism.upper, 1.0)
    slides = np.array([joint.slides for joint in chain.joints])
    poses = []
    for share in (None, 0.3, 0.8):
        q = ready if share is None else lower + share * (upper - lower)
        T = in_mm(chain.T_base_tip(np.where(slides, q / MM_PER_M, q)))
        poses.append(CheckPose(q, np.round(T, 9)))
    return poses
