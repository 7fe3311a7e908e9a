"""The instructions that move the arm, one function each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from kinematics import limit_excesses, translation
from kinematics.motion.motion import Motion
from scenes.execution.statements.arcs import along_arc
from scenes.execution.statements.driving import driven, joints_to, joints_to_pose, straight_to
from scenes.execution.values import locations as places
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.joint_limits import beyond_limit
from scenes.execution.values.task import Task
from scenes.runs.step import Step
from scenes.world.frozen import Array
from scenes.world.units import shown

NO_TURN = 1e-12
Action: TypeAlias = Callable[[Task], Step]


def ready(task: Task) -> Step:
    """READY: moves to the location READY if the program defines it, else to the ready pose."""
    placed = own_location(task)
    return joints_to(task, task.robot.ready) if placed is None else joints_to_pose(task, *placed)


def own_location(task: Task) -> tuple[str, Array] | None:
    """Name and T_base_tool of the instruction's own location; None where none is defined."""
    name = task.statement.instruction.own_location
    return (name, task.goal(name)) if name and task.key(name) in task.state.locations else None


def nest(task: Task) -> Step:
    """NEST: moves to the parked pose."""
    return joints_to(task, task.robot.nest)


def move(task: Task) -> Step:
    """MOVE loc: all joints start and end together; MOVE #p goes to joint values."""
    argument = task.statement.location
    assert argument is not None
    if places.is_joints(argument.value):
        return joints_to(task, _joint_values(task))
    return joints_to_pose(task, *task.location())


def _joint_values(task: Task) -> Array:
    """Joint values of the statement's precision point, inside the limits."""
    argument = task.statement.location
    assert argument is not None
    q = places.joint_values(task, argument.value)  # type: ignore[arg-type]
    return _kept(task, q, f"at {task.location()[0]}")


def _kept(task: Task, q: Array, where: str, joint: int | None = None) -> Array:
    """Joint values (n,) within the limits of all joints, or of the joint with index `joint`.

    Raises ImpossibleError (E303) for a value beyond its limit; where the settings assume a pose,
    the value is set to its limit instead.
    """
    q = np.array(q)
    for excess in limit_excesses(task.mechanism, q):
        if joint not in (None, excess.joint):
            continue
        if not task.settings.assumes:
            raise beyond_limit(excess, where)
        if excess.passive:  # it follows: no value of its own can be set
            continue
        q[excess.joint] = excess.limit
    return q


def moves(task: Task) -> Step:
    """MOVES loc: the tool point runs straight, the orientation turns evenly.

    With #p an arm with a free joint ends at the joint values of p, where a way leads there.
    """
    argument = task.statement.location
    assert argument is not None
    is_free = task.mechanism.n > task.mechanism.task_rows
    is_given = is_free and places.is_joints(argument.value)
    q_end = task.joint_values(argument.value) if is_given else None
    return straight_to(task, *task.location(), q_end=q_end)


def movet(task: Task) -> Step:
    """MOVET loc, opening: as MOVE, while the hand goes to the opening (mm)."""
    return move(_opening_on_the_way(task))


def movest(task: Task) -> Step:
    """MOVEST loc, opening: as MOVES, while the hand goes to the opening (mm)."""
    return moves(_opening_on_the_way(task))


def _opening_on_the_way(task: Task) -> Task:
    return task.with_state(opening_next=task.number("opening"))


def draw(task: Task) -> Step:
    """DRAW dx dy dz: straight by this vector (mm) in base axes, without a turn."""
    return straight_to(task, *_drawn(task))


def _drawn(task: Task) -> tuple[str, Array]:
    return "the end of DRAW", _vector(task) @ task.T_base_tool()


def _vector(task: Task) -> Array:
    return translation(*(task.number(name) for name in ("dx", "dy", "dz")))


def tdraw(task: Task) -> Step:
    """TDRAW dx dy dz: straight by this vector (mm) in tool axes, without a turn."""
    return straight_to(task, *_drawn_by_tool(task))


def _drawn_by_tool(task: Task) -> tuple[str, Array]:
    return "the end of TDRAW", task.T_base_tool() @ _vector(task)


def appro(task: Task) -> Step:
    """APPRO loc d: moves all joints together to the pose d mm back from loc along its tool z."""
    return joints_to_pose(task, *_before_location(task))


def appros(task: Task) -> Step:
    """APPROS loc d: moves straight to the pose d mm back from loc along its tool z."""
    return straight_to(task, *_before_location(task))


def _before_location(task: Task) -> tuple[str, Array]:
    name, T_base_tool = task.location()
    distance = task.number("distance")
    goal = f"the point {shown(distance)} mm before {name}"
    return goal, T_base_tool @ translation(0.0, 0.0, -distance)


def depart(task: Task) -> Step:
    """DEPART d: moves all joints together to the pose d mm back along tool z."""
    return joints_to_pose(task, *_back(task))


def departs(task: Task) -> Step:
    """DEPARTS d: moves straight back by d mm along tool z."""
    return straight_to(task, *_back(task))


def _back(task: Task) -> tuple[str, Array]:
    shift = translation(0.0, 0.0, -task.number("distance"))
    return f"the end of {task.statement.name}", task.T_base_tool() @ shift


def align(task: Task) -> Step:
    """ALIGN: the hand turns about its tool point until tool z lies along a base axis."""
    return straight_to(task, *_aligned(task))


def _aligned(task: Task) -> tuple[str, Array]:
    T = np.array(task.T_base_tool())
    z = T[:3, 2]
    axis = np.zeros(3)
    nearest = int(np.argmax(np.abs(z)))
    axis[nearest] = np.sign(z[nearest])
    T[:3, :3] = _turn(z, axis) @ T[:3, :3]
    return "the end of ALIGN", T


def _turn(a: Array, b: Array) -> Array:
    """The smallest rotation that takes unit vector a to unit vector b (Rodrigues), shape (3, 3)."""
    v, c = np.cross(a, b), float(a @ b)
    if np.linalg.norm(v) < NO_TURN:
        return np.eye(3)
    K = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + K + K @ K / (1.0 + c)


def delay(task: Task) -> Step:
    """DELAY s: the arm stands still for s seconds."""
    seconds = task.number("seconds")
    if not 0.0 <= seconds <= 3600.0:
        raise ImpossibleError("E309", f"a delay lasts from 0 to 3600 s, not {shown(seconds)} s")
    if seconds == 0.0:
        return task.instant(task.state)
    return driven(task, Motion.still(task.state.q, seconds))


def drive(task: Task) -> Step:
    """DRIVE joint change [speed]: moves one joint by degrees or mm from its present value."""
    mechanism, number = task.mechanism, task.number("joint")
    if number not in range(1, mechanism.n + 1):
        raise ImpossibleError(
            "E305",
            f"joint {shown(number)} does not exist; the joints of {task.robot.name} are 1 to "
            f"{mechanism.n}",
            joint=number,
            joints=mechanism.n,
        )
    joint, change = int(number) - 1, task.number("change")
    q = np.array(task.state.q)
    q[joint] += np.radians(change) if mechanism.kinds[joint] == "R" else change
    q = _kept(task, q, f"after DRIVE {joint + 1} {shown(change)}", joint)
    percent = task.number("speed", 0.0)
    return joints_to(task, q, speed=percent / 100.0 if percent > 0.0 else None)


# Where an action takes the tool: a name for messages, and T_base_tool. The goal of a PLACED action
# stands in the program (None if it names none); that of a RELATIVE action is a shift of the tool.
# A motion in neither table goes to joint values.
PLACED: Mapping[Action, Callable[[Task], tuple[str, Array] | None]] = MappingProxyType(
    {
        ready: own_location,
        move: Task.location,
        moves: Task.location,
        movet: Task.location,
        movest: Task.location,
        appro: _before_location,
        appros: _before_location,
        along_arc: Task.location,
    }
)
RELATIVE: Mapping[Action, Callable[[Task], tuple[str, Array]]] = MappingProxyType(
    {
        draw: _drawn,
        tdraw: _drawn_by_tool,
        depart: _back,
        departs: _back,
        align: _aligned,
    }
)
