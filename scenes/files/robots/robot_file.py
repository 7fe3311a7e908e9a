"""Makes a `Robot` of a checked robot file, and finds faults that its form does not show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from kinematics import KinematicsError, Mechanism, forward
from kinematics.arm.forward import link_poses
from kinematics.motion.laws.profile import Profile
from kinematics.poses.transforms import invert, rotation_angle
from scenes.files.body_names import expanded_pairs
from scenes.files.file_poses import pose_of
from scenes.files.hand_schema import HandIn
from scenes.files.robots.corrections import corrected_mechanism, correction_faults
from scenes.files.robots.hand_file import own_hand
from scenes.files.robots.mechanisms import (
    FIXED_ROW,
    form_of,
    joint_faults,
    joint_values,
    mechanism_of,
    rows_of,
)
from scenes.files.robots.schematic import Schematic, schematic_of
from scenes.files.schema import ControllerIn, JointIn, LinkBodyIn, RatedIn, RobotIn, RosIn
from scenes.files.solids.mesh_shapes import Place
from scenes.files.solids.solid_builder import SolidBuilder
from scenes.files.text.documents import Faults
from scenes.files.text.words import did_you_mean
from scenes.world.frozen import Array
from scenes.world.link_numbers import place_of_link
from scenes.world.robot import CheckPose, Controller, HandBody, LinkBody, Rating, Robot, RosJoints

# Mm, rad: check poses are copied with nine decimals; a larger difference is a wrong number.
CHECK_MM, CHECK_RAD = 1e-3, 1e-5
# Keys of a row that say how its joint may move.
MOTION_KEYS = ("limits", "speed", "acceleration", "jerk")


def robot_of(file: RobotIn, name: str, faults: Faults, solids: SolidBuilder) -> Robot | None:
    """The robot of a file; None where its mechanism cannot be made. `faults` collects faults."""
    nominal = _mechanism(file, faults)
    if nominal is None:
        return None
    mechanism = nominal if file.corrections is None else corrected_mechanism(file)
    # Bodies are drawn on the nominal arm; each then moves with its link.
    bodies = _bodies(file.bodies, nominal, faults, solids)
    checked = _check_poses(file, nominal, faults)  # the source knows nothing of corrections
    T_flange_tool = pose_of(file.tool.at, file.tool.rpy)
    hand = None
    if file.hand is not None:
        hand = own_hand(file.hand, T_flange_tool, faults, solids)
        hand = replace(hand, bodies=_bodies_of_hand(file.hand, bodies, mechanism, faults))
    ready = _q(mechanism, file.ready, ("ready",), faults)
    drawn = Schematic((), frozenset()) if file.bodies else schematic_of(mechanism, ready)
    names = [body.name for body in file.bodies]
    names += [finger.name for finger in file.hand.fingers] if file.hand else []
    _note_clashes(names, len(file.bodies), faults)
    names += [body.name for body in drawn.bodies]
    return Robot(
        name=name,
        title=file.title,
        mechanism=mechanism,
        T_flange_tool=T_flange_tool,
        T_flange_mount=_mount(file),
        bodies=bodies + drawn.bodies,
        hand=hand,
        ready=ready,
        nest=_q(mechanism, file.nest or file.ready, ("nest",) if file.nest else (), faults),
        check_poses=checked if nominal is mechanism else (),
        tool_speed_mm_s=file.tool_speed.mm_s,
        tool_speed_rad_s=float(np.radians(file.tool_speed.deg_s)),
        profile=Profile(file.motion.profile),
        schematic=file.schematic or not file.bodies,
        source=_source_of(file),
        limits_source=file.limits_source,
        rated=rating_of(file.rated),
        assumptions=tuple(file.assumptions),
        allowed=drawn.allowed | expanded_pairs(file.allow, names, faults),
        path=faults.document.path,
        controller=_controller(file.controller, mechanism, faults),
        ros=_ros(file.ros, mechanism, faults),
        notes=faults.ordered_notes(),
    )


def _source_of(file: RobotIn) -> str:
    """Where the numbers of the mechanism come from, those of its corrections too."""
    own = file.corrections
    return file.source if own is None else f"{file.source} Corrections: {own.source}"


def _mount(file: RobotIn) -> Array:
    """T_flange_mount, (4, 4): turned as the tool where the file names no mount."""
    if file.mount is not None:
        return pose_of(file.mount.at, file.mount.rpy)
    return pose_of((0.0, 0.0, 0.0), file.tool.rpy)


def _bodies_of_hand(
    file: HandIn, bodies: Sequence[LinkBody], mechanism: Mechanism, faults: Faults
) -> tuple[HandBody, ...]:
    """The bodies of the last link that belong to the robot's own hand, in the flange."""
    last = {body.name: body for body in bodies if body.link == mechanism.last_link}
    T_flange_last = invert(mechanism.T_last_flange)
    found = []
    for i, name in enumerate(file.bodies):
        body = last.get(name)
        if body is None:
            message = f'no body of the last link is called "{name}"{did_you_mean(name, last)}'
            faults.add(("hand", "bodies", i), message)
            continue
        T = T_flange_last @ body.T_link_body
        found.append(HandBody(name, body.solid, T, body.colour, body.colours))
    return tuple(found)


def used_in_cell(
    robot: Robot,
    name: str,
    T_world_base: Array,
    ready: Sequence[float] | None,
    T_flange_tool: Array | None,
    faults: Faults,
) -> Robot:
    """The robot with a cell's name, base pose, ready joint values (degrees, mm) and tool."""
    here = replace(robot, name=name, T_world_base=T_world_base)
    if ready is not None:
        here = replace(here, ready=_q(robot.mechanism, ready, ("robots", name, "ready"), faults))
    return here if T_flange_tool is None else replace(here, T_flange_tool=T_flange_tool)


def _mechanism(file: RobotIn, faults: Faults) -> Mechanism | None:
    seen: set[str] = set()
    names = [row.name for _, row in _all_rows(file)]
    drives = file.loops.drives if file.loops else []
    for i, name in enumerate(drives):
        if name not in names:
            message = f'there is no joint "{name}" to drive{did_you_mean(name, names)}'
            faults.add(("loops", "drives", i), message)
        elif name in drives[:i]:
            faults.add(("loops", "drives", i), f'joint "{name}" is driven twice')
    if faults.problems:
        return None
    for here, row in _all_rows(file):
        if row.limits is not None and row.limits[0] >= row.limits[1]:
            faults.add(
                (*here, "limits"), f"the lower limit {row.limits[0]:g} is not below the upper"
            )
        if row.name in seen:
            faults.add((*here, "name"), f'two joints are called "{row.name}"')
        seen.add(row.name)
        if row.kind == FIXED_ROW:
            _note_fixed(row, here, faults)
        elif file.loops is not None and row.name not in file.loops.drives:
            _note_passive(row, here, faults)
    if file.loops is not None and not file.bodies:
        faults.add(("loops",), "an arm with loops needs `bodies`: its links are no chain to draw")
    for here, sentence in correction_faults(file):
        faults.add(here, sentence)
    place: Place = ("mechanism",) if file.loops is None else ("loops",)
    try:
        return None if faults.problems else mechanism_of(file)
    except KinematicsError as error:
        faults.add(place, str(error), of_key=True)
        return None


def _note_fixed(row: JointIn, here: Place, faults: Faults) -> None:
    """Faults of a row that is no joint: what it says of a motion, or of an axis."""
    if here[0] == "loops" or here[1] == "axes":
        faults.add((*here, "kind"), f"{row.name} has an axis: its kind is revolute or prismatic")
    for key in MOTION_KEYS:
        if getattr(row, key) is not None:
            faults.add((*here, key), f"{row.name} is fixed, so that it has no {key}")


def _note_passive(row: JointIn, here: Place, faults: Faults) -> None:
    """Faults of a passive joint: rates of its own. It may have limits, as a ball in its socket."""
    for key in MOTION_KEYS:
        if key != "limits" and getattr(row, key) is not None:
            message = f"joint {row.name} is passive: its {key} follows from the driven joints"
            faults.add((*here, key), message)


def _all_rows(file: RobotIn) -> Iterator[tuple[Place, JointIn]]:
    """The rows of the mechanism and of its loops, each with its place in the file."""
    form = form_of(file.mechanism)
    for i, row in enumerate(rows_of(file.mechanism)):
        yield ("mechanism", form, i), row
    for i, side in enumerate(file.loops.joints if file.loops else ()):
        yield ("loops", "joints", i), side


def rating_of(file: RatedIn | None) -> Rating:
    """Payload and reach as the file gives them."""
    return Rating() if file is None else Rating(file.payload_kg, file.reach, file.source)


def _controller(
    file: ControllerIn | None, mechanism: Mechanism, faults: Faults
) -> Controller | None:
    """How the controller counts: as the model where the file does not say."""
    if file is None:
        return None
    pulses = file.pulses_per_degree
    lists = {"sign": file.sign, "zero": file.zero, "pulses_per_degree": pulses}
    _one_for_each_joint("controller", lists, mechanism, faults)
    if file.parallelogram and not mechanism.kinds.startswith("RRR"):
        message = "needs an arm whose first three joints turn"
        faults.add(("controller", "parallelogram"), message)
    if file.axis_2_in_3 and (file.parallelogram or not mechanism.kinds.startswith("RRR")):
        message = "needs an arm whose first three joints turn, and no parallelogram"
        faults.add(("controller", "axis_2_in_3"), message)
    if faults.problems:
        return None
    signs = np.array(file.sign or np.ones(mechanism.n), dtype=float)
    zeros = joint_values(mechanism, file.zero or [0.0] * mechanism.n)
    base, flange = file.base, file.flange
    T_base, T_flange = pose_of(base.at, base.rpy), pose_of(flange.at, flange.rpy)
    return Controller(
        file.language,
        signs,
        zeros,
        T_base,
        T_flange,
        file.source,
        file.parallelogram,
        float(file.axis_2_in_3),
        None if pulses is None else np.array(pulses, dtype=float),
    )


def _ros(file: RosIn | None, mechanism: Mechanism, faults: Faults) -> RosJoints | None:
    """How ROS names and counts the joints; None where the file does not say."""
    if file is None:
        return None
    given = {"joints": file.joints, "sign": file.sign, "zero": file.zero}
    _one_for_each_joint("ros", given, mechanism, faults)
    twice = [at for at, name in enumerate(file.joints) if name in file.joints[:at]]
    for at in twice:
        faults.add(("ros", "joints", at), f"{file.joints[at]} is the name of another joint too")
    if faults.problems:
        return None
    signs = np.array(file.sign or np.ones(mechanism.n), dtype=float)
    zeros = joint_values(mechanism, file.zero or [0.0] * mechanism.n)
    return RosJoints(tuple(file.joints), signs, zeros, file.source)


def _one_for_each_joint(
    section: str,
    given: Mapping[str, Sequence[object] | None],
    mechanism: Mechanism,
    faults: Faults,
) -> None:
    """Notes the lists of a section that have another number of values than the arm has joints."""
    for key, values in given.items():
        if values is not None and len(values) != mechanism.n:
            message = f"needs {mechanism.n} values, one for each joint, not {len(values)}"
            faults.add((section, key), message)


def _q(mechanism: Mechanism, values: Sequence[float], loc: Place, faults: Faults) -> Array:
    """Joint values (n,) in rad and mm; zeros where their number is wrong, with a fault at `loc`."""
    wrong = joint_faults(mechanism, values)
    for index, sentence in wrong if loc else []:
        faults.add(loc if index is None else (*loc, index), sentence)
    counts = len(values) == mechanism.n
    return joint_values(mechanism, values) if counts else np.zeros(mechanism.n)


def _bodies(
    files: Sequence[LinkBodyIn], mechanism: Mechanism, faults: Faults, solids: SolidBuilder
) -> tuple[LinkBody, ...]:
    T_base_links = link_poses(mechanism, np.zeros(mechanism.n))
    bodies = []
    for i, file in enumerate(files):
        built = solids.solid(file.solid, ("bodies", i, "solid"))
        if file.link > mechanism.last_link:
            last = mechanism.last_link
            message = f"there is no link {file.link}: the links are 0 (base) to {last}"
            faults.add(("bodies", i, "link"), message)
        elif built is not None:
            link = place_of_link(mechanism, file.link)
            T = invert(T_base_links[link]) @ pose_of(file.origin, file.rpy)
            colours = built.own_colours()
            bodies.append(LinkBody(file.name, link, built.solid, T, file.colour, colours))
    return tuple(bodies)


def _check_poses(file: RobotIn, mechanism: Mechanism, faults: Faults) -> tuple[CheckPose, ...]:
    poses = []
    for i, check in enumerate(file.check_poses):
        if len(check.q) != mechanism.n:
            message = f"needs {mechanism.n} joint values, not {len(check.q)}"
            faults.add(("check_poses", i, "q"), message)
            continue
        q, T_source = joint_values(mechanism, check.q), np.asarray(check.flange)
        if not mechanism.closes(q):
            faults.add(("check_poses", i, "q"), mechanism.open_loop(q))
            continue
        T = forward(mechanism, q)
        mm = float(np.linalg.norm(T[:3, 3] - T_source[:3, 3]))
        rad = float(rotation_angle(T[:3, :3].T @ T_source[:3, :3]))
        if mm > CHECK_MM or rad > CHECK_RAD:
            message = (
                f"the mechanism gives another pose: {mm:.3f} mm and {np.degrees(rad):.4f} deg off"
            )
            faults.add(("check_poses", i), message)
        poses.append(CheckPose(q, T_source))
    return tuple(poses)


def _note_clashes(names: Iterable[str], bodies: int, faults: Faults) -> None:
    seen: set[str] = set()
    for i, name in enumerate(names):
        in_hand: Place = ("hand", "fingers", i - bodies, "name")
        here: Place = ("bodies", i, "name") if i < bodies else in_hand
        if name in seen:
            faults.add(here, f'two bodies are called "{name}"')
        seen.add(name)
