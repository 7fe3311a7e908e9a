"""The instructions that move nothing: postures, locations, tool and base, speed, WHERE."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinematics import (
    Elbow,
    Posture,
    Shoulder,
    Wrist,
    pose_from_xyzoat,
    xyzoat_from_pose,
)
from kinematics.families.posture import posture_of
from kinematics.motion.singular.manner import SLOW, Manner, Singular
from kinematics.solving.choice import solver_of
from language.programs.program import Value
from scenes.execution.values import locations as places
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task
from scenes.execution.values.whole_numbers import whole
from scenes.runs.step import NO_NAME, NOTE, WARNING, Step
from scenes.world.frozen import Array, with_item
from scenes.world.speed_settings import Beside, Pace
from scenes.world.state import CellState
from scenes.world.units import amount, measured, shown

NAMES = {"shoulder": "RIGHTY, LEFTY", "elbow": "ABOVE, BELOW", "wrist": "FLIP, NOFLIP"}
# The corner zone that COARSE stands for.
COARSE_MM = 5.0
# The angle by which SINGULAR JOINT may turn the tool where the program names none.
SINGULAR_DEG = 5.0
COORDINATES = ("x", "y", "z", "o", "a", "t")
WORDS: dict[str, Shoulder | Elbow | Wrist] = {
    part.value: part for kind in (Shoulder, Elbow, Wrist) for part in kind
}
LETTERS: tuple[dict[str, Shoulder | Elbow | Wrist | None], ...] = (
    {"R": Shoulder.RIGHTY, "L": Shoulder.LEFTY, "-": None},
    {"A": Elbow.ABOVE, "B": Elbow.BELOW, "-": None},
    {"N": Wrist.NOFLIP, "F": Wrist.FLIP, "-": None},
)


def posture(task: Task) -> Step:
    """ABOVE, BELOW, RIGHTY ...: joint motions from the next one on end in this posture."""
    return _with_word(task, WORDS[task.statement.name])


def config(task: Task) -> Step:
    """CONFIG "RAN": shoulder, elbow and wrist in one word; "-" leaves one of them open."""
    letters = str(task.statement.value("letters")).upper()
    if len(letters) != 3 or any(c not in s for c, s in zip(letters, LETTERS, strict=True)):
        message = f'CONFIG "{letters}": write R, L or -, then A, B or -, then N, F or -'
        raise ImpossibleError("E302", message)
    parts = [choices.get(letter) for letter, choices in zip(letters, LETTERS, strict=True)]
    asked = Posture(*parts)  # type: ignore[arg-type]
    return _in_posture(task, asked, asked)


def solution(task: Task) -> Step:
    """SOLUTION k: the next joint-interpolated motion ends in the k-th solution of its pose."""
    number = whole(task.number("k"), "the number of a solution")
    return task.instant(replace(task.state, solution=number))


def elbow(task: Task) -> Step:
    """ELBOW psi: the elbow angle of a seven-axis arm."""
    if task.mechanism.n != 7:
        message = f"{task.robot.name} has {task.mechanism.n} axes; ELBOW is for arms of seven"
        raise ImpossibleError("E305", message)
    if not solver_of(task.mechanism)[0].redundant:
        message = f"{task.robot.name} has no elbow angle: without ELBOW it moves the least way"
        raise ImpossibleError("E305", message)
    angle = float(np.radians(task.number("angle")))
    return task.instant(replace(task.state, elbow=angle))


def point(task: Task) -> Step:
    """POINT loc: six numbers, another location, or joint values of a precision point."""
    joints, copied = task.statement.argument("joints"), task.statement.argument("value")
    if joints is not None:
        return task.instant(_with_location(task, task.in_joint_units(task.numbers("joints"))))
    if copied is not None:
        return task.instant(_with_location(task, _value(task, copied.value)))
    values = [task.number(name) for name in COORDINATES]
    T_axes_tool = pose_from_xyzoat(values, task.settings.dialect)
    location = task.statement.location
    if location is not None and task.settings.deviations.rows:
        key = places.key_of(task, location.value)  # type: ignore[arg-type]
        T_axes_tool = task.settings.deviations.deviating(key, T_axes_tool)
    return task.instant(_with_location(task, places.near_enough_to_count(task, T_axes_tool)))


def set_location(task: Task) -> Step:
    """SET loc = place: the location gets the present value of the other place."""
    argument = task.statement.argument("value")
    assert argument is not None
    return task.instant(_with_location(task, _value(task, argument.value)))


def _value(task: Task, value: Value) -> Array:
    """The value for the statement's location: joint values (n,) for #p, else T_axes_tool (4, 4).

    Raises ImpossibleError (E307) where `value` is of the other kind.
    """
    target = task.statement.location
    joints = target is not None and places.is_joints(target.value)
    if joints != places.is_joints(value):
        needed = "joint values are" if joints else "a pose is"
        raise ImpossibleError("E307", f"{task.statement.shown}: {needed} needed here")
    if joints:
        return places.joint_values(task, value)  # type: ignore[arg-type]
    return places.tool_pose(task, value)


def here(task: Task) -> Step:
    """HERE loc: the location gets the present pose of the tool; HERE #p gets the joint values."""
    target = task.statement.location
    if target is not None and places.is_joints(target.value):
        return task.instant(_with_location(task, task.state.q))
    return task.instant(_with_location(task, places.seen(task, task.T_base_tool())))


def tool(task: Task) -> Step:
    """TOOL loc: the tool tip, from the robot file's own tool frame; NULL undoes it."""
    argument = task.statement.location
    assert argument is not None
    return task.instant(replace(task.state, tool=places.moved_tool(task, argument.value)))


def base(task: Task) -> Step:
    """BASE dx, dy, dz, rot or BASE loc: the pose of the arm's base in the axes of the locations."""
    place = task.statement.location
    if place is not None:
        T_given = places.pose(task, place.value)
        still = np.array_equal(T_given, np.eye(4))
        return task.instant(replace(task.state, base=None if still else T_given))
    dx, dy, dz, rot = (task.number(name, 0.0) for name in ("dx", "dy", "dz", "rot"))
    if not any((dx, dy, dz, rot)):
        return task.instant(replace(task.state, base=None))
    T = pose_from_xyzoat((dx, dy, dz, rot, 0.0, 0.0), "vplus")  # turned about z alone
    return task.instant(replace(task.state, base=T))


def decompose(task: Task) -> Step:
    """DECOMPOSE a[] = loc: elements 1 to 6 become x, y, z, o, a, t; of #loc the joint values."""
    argument = task.statement.argument("value")
    assert argument is not None
    if places.is_joints(argument.value):
        parts = in_file_units(task, task.joint_values(argument.value))
    else:
        pose = places.tool_pose(task, argument.value)
        parts = [float(v) for v in xyzoat_from_pose(pose, task.settings.dialect)]
    name = str(task.statement.value("array")).upper()
    state = task.state
    for index, value in enumerate(parts, 1):
        state = state.with_variable(task.key(name, (index,)), measured(value))
    return task.instant(state)


def in_file_units(task: Task, q: Array) -> list[float]:
    """Joint values (n,) in degrees and mm, as programs write them."""
    turns = np.array([kind == "R" for kind in task.mechanism.kinds])
    return [float(value) for value in np.where(turns, np.degrees(q), q)]


def speed(task: Task) -> Step:
    """SPEED v [MMPS] [ALWAYS]: for the next motion, or from here on."""
    value, in_mm_s = task.number("speed"), task.statement.value("mmps") is not None
    if value <= 0.0:
        raise ImpossibleError("E309", f"a speed is above 0, not {shown(value)}")
    pace = (value, in_mm_s)
    if task.statement.value("always") is not None:
        return task.instant(replace(task.state, pace=Pace(pace)))
    return task.instant(replace(task.state, pace=replace(task.state.pace, once=pace)))


def accuracy(task: Task) -> Step:
    """ACCURACY d [ALWAYS]: the corner zone of the next motion in mm, or of all from here on."""
    return _with_zone(task, task.number("zone"))


def coarse(task: Task) -> Step:
    """COARSE [n] [ALWAYS]: a corner zone of 5 mm, or of n percent of 5 mm."""
    return _with_zone(task, COARSE_MM * task.number("percent", 100.0) / 100.0)


def fine(task: Task) -> Step:
    """FINE [ALWAYS]: the motion ends at rest."""
    return _with_zone(task, 0.0)


def _with_zone(task: Task, size: float) -> Step:
    if not size >= 0.0:
        raise ImpossibleError("E309", f"a corner zone is not below 0 mm, and this is {shown(size)}")
    always = task.statement.value("always") is not None
    return task.instant(replace(task.state, zone=task.state.zone.with_zone(size, always)))


def null(task: Task) -> Step:
    """NULL [ALWAYS]: the motion ends at rest, whatever its zone."""
    return _with_null(task, True)


def no_null(task: Task) -> Step:
    """NONULL [ALWAYS]: the motion ends as its zone says."""
    return _with_null(task, False)


def _with_null(task: Task, null: bool) -> Step:
    always = task.statement.value("always") is not None
    return task.instant(replace(task.state, zone=task.state.zone.with_null(null, always)))


def singular(task: Task) -> Step:
    """SINGULAR SLOW | JOINT mm [, deg] | STOP [ALWAYS]: what lines do beside a singular pose."""
    manner = SLOW
    if task.statement.value("stop") is not None:
        manner = Singular(Manner.STOP)
    elif task.statement.value("distance") is not None:
        mm, deg = task.number("distance"), task.number("angle", SINGULAR_DEG)
        if not (mm >= 0.0 and deg >= 0.0):
            given = f"{shown(mm)} mm and {shown(deg)} deg"
            raise ImpossibleError("E309", f"a tolerance is not below 0, and this is {given}")
        manner = Singular(Manner.JOINT, mm, float(np.radians(deg)))
    if task.statement.value("always") is not None:
        return task.instant(replace(task.state, beside=Beside(manner)))
    return task.instant(replace(task.state, beside=replace(task.state.beside, once=manner)))


def where(task: Task) -> Step:
    """WHERE: a note with the pose of the tool and the joint values."""
    dialect = task.settings.dialect
    xyzoat = xyzoat_from_pose(places.seen(task, task.T_base_tool()), dialect)
    pose = ", ".join(
        f"{name.upper()} {shown(value)}" for name, value in zip(COORDINATES, xyzoat, strict=True)
    )
    kinds = task.mechanism.kinds
    joints = ", ".join(amount(kind, value) for kind, value in zip(kinds, task.state.q, strict=True))
    figures = dict(zip(COORDINATES, np.asarray(xyzoat).tolist(), strict=True))
    message = f"the tool is at {pose} ({dialect}); joints {joints}"
    return task.instant(task.state, task.problem("N302", NOTE, message, 0.0, **figures))


def nothing(task: Task) -> Step:
    """A silent instruction: everything stays as it is."""
    return task.instant(task.state)


def _with_word(task: Task, part: Shoulder | Elbow | Wrist) -> Step:
    asked = task.state.posture or Posture()
    name = {Shoulder: "shoulder", Elbow: "elbow", Wrist: "wrist"}[type(part)]
    one = replace(Posture(), **{name: part})  # type: ignore[arg-type]
    return _in_posture(task, replace(asked, **{name: part}), one)  # type: ignore[arg-type]


def _in_posture(task: Task, wanted: Posture, new: Posture) -> Step:
    """The step that asks for the posture `wanted` from here on.

    new: The words of this statement. A word gets a warning where this arm's solutions have no name
    of its kind: the word cannot choose among them.
    """
    named = posture_of(task.mechanism, task.state.q)
    words = {n: part.value for n, part in vars(new).items() if part is not None}
    lost = [word for name, word in words.items() if getattr(named, name) is None]
    after = replace(task.state, posture=wanted, solution=None)
    if not lost:
        return task.instant(after)
    distinct = [word for name, word in NAMES.items() if getattr(named, name) is not None]
    known = f"only {' and '.join(distinct)} are told apart"
    if not distinct:
        known = "its postures have no names" if named.knee is None else "only its knee has names"
    way = "" if task.mechanism.n > 6 else "; SOLUTION k chooses one of its solutions"
    message = f"{' '.join(lost)} has no effect on {task.robot.name}: {known}{way}"
    return task.instant(after, task.problem(NO_NAME, WARNING, message, words=" ".join(lost)))


def _with_location(task: Task, value: Array) -> CellState:
    location = task.statement.location
    assert location is not None
    key = places.key_of(task, location.value)  # type: ignore[arg-type]
    return replace(task.state, locations=with_item(task.state.locations, key, value))
