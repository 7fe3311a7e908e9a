"""Locations of a running program: names, products a:b:c, functions, precision points.

A location is a pose of the tool in the axes of the locations, which BASE may set apart from the
arm's base. A precision point is joint values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from kinematics import forward, invert, pose_from_xyzoat, translation
from language.evaluation import evaluate, indices_of
from language.expressions import (
    Call,
    Expression,
    Item,
    Joints,
    Name,
    Product,
    spelled,
)
from language.program import Value
from scenes.frozen import Array

if TYPE_CHECKING:
    from scenes.execution.task import Task

# Three points this near to one line (mm) give no frame.
ON_A_LINE = 1e-6


def key_of(task: Task, tree: Expression | str) -> str:
    """The key under which a location is kept, by the words of the program: A, A[3], #P, #P[3]."""
    if isinstance(tree, str):
        return task.key(tree.upper())
    if isinstance(tree, Joints):
        return f"#{key_of(task, tree.name)}"
    if isinstance(tree, Item):
        return task.key(tree.token.key, indices_of(tree, task.world))
    assert isinstance(tree, Name)
    return task.key(tree.token.key)


def is_joints(value: Value) -> bool:
    """Whether the value is a precision point: joint values instead of a pose."""
    return isinstance(value, Joints) or (
        isinstance(value, Call) and value.function.result == "joints"
    )


def joint_values(task: Task, tree: Expression) -> Array:
    """Joint values of a precision point, shape (n,), rad or mm."""
    if isinstance(tree, Call):
        return task.in_joint_units([evaluate(a, task.world) for a in tree.arguments])
    q = task.state.locations.get(key_of(task, tree))
    if q is None:
        raise task.undefined(spelled(tree))
    return q


def goal(task: Task, value: Value) -> Array:
    """T_base_tool of a location as the arm sees it, shape (4, 4)."""
    T = pose(task, value)
    return T if task.state.base is None else invert(task.state.base) @ T


def pose(task: Task, value: Value) -> Array:
    """The location in the axes of the locations, shape (4, 4)."""
    if isinstance(value, str):
        return _known(task, key_of(task, value), value)
    if isinstance(value, Name | Item):
        return _known(task, key_of(task, value), spelled(value))
    if isinstance(value, Product):
        T = pose(task, value.parts[0])
        for part in value.parts[1:]:
            T = T @ pose(task, part)
        return T
    if is_joints(value):
        return seen(task, forward(task.mechanism, joint_values(task, value)) @ task.T_flange_tool)  # type: ignore[arg-type]
    assert isinstance(value, Call)
    return FUNCTIONS[value.function.name](task, value)


def seen(task: Task, T_base_tool: Array) -> Array:
    """A pose of the tool, given from the arm's base, in the axes of the locations."""
    return T_base_tool if task.state.base is None else task.state.base @ T_base_tool


def _known(task: Task, key: str, shown: str) -> Array:
    T = task.state.locations.get(key)
    if T is None:
        raise task.undefined(shown)
    return T


def _numbers(task: Task, call: Call, first: int, count: int) -> list[float]:
    found = [evaluate(argument, task.world) for argument in call.arguments[first:]]
    return found + [0.0] * (count - len(found))


def _trans(task: Task, call: Call) -> Array:
    return pose_from_xyzoat(_numbers(task, call, 0, 6), task.settings.dialect)


def _shift(task: Task, call: Call) -> Array:
    return translation(*_numbers(task, call, 1, 3)) @ pose(task, call.arguments[0])


def _scale(task: Task, call: Call) -> Array:
    T = np.array(pose(task, call.arguments[0]))
    T[:3, 3] *= evaluate(call.arguments[1], task.world)
    return T


def _normal(task: Task, call: Call) -> Array:
    """The nearest exact rotation, from the singular value decomposition."""
    T = np.array(pose(task, call.arguments[0]))
    u, _, vt = np.linalg.svd(T[:3, :3])
    T[:3, :3] = u @ np.diag([1.0, 1.0, np.linalg.det(u @ vt)]) @ vt
    return T


def _frame(task: Task, call: Call) -> Array:
    """VAL's FRAME(a, b, c, d): x from a to b, c on the side of +y, origin at d."""
    a, b, c, d = (pose(task, argument)[:3, 3] for argument in call.arguments)
    x, side = b - a, c - a
    z = np.cross(x, side)
    if np.linalg.norm(z) < ON_A_LINE * max(float(np.linalg.norm(x)), 1.0):
        raise task.impossible("E307", "the first three locations of FRAME lie on one line")
    T = np.eye(4)
    T[:3, 0] = x / np.linalg.norm(x)
    T[:3, 2] = z / np.linalg.norm(z)
    T[:3, 1] = np.cross(T[:3, 2], T[:3, 0])
    T[:3, 3] = d
    return T


def _destination(task: Task, call: Call) -> Array:
    last = task.around.last
    q = task.state.q if last is None else last.goal
    q = q if task.state.corner is None else task.state.corner.taught
    return seen(task, forward(task.mechanism, q) @ task.T_flange_tool)


def _or_identity(T: Array | None) -> Array:
    return np.eye(4) if T is None else T


FUNCTIONS: dict[str, Callable[[Task, Call], Array]] = {
    "TRANS": _trans,
    "SHIFT": _shift,
    "SCALE": _scale,
    "NORMAL": _normal,
    "FRAME": _frame,
    "INVERSE": lambda task, call: invert(pose(task, call.arguments[0])),
    "HERE": lambda task, call: seen(task, task.T_base_tool()),
    "DEST": _destination,
    "NULL": lambda task, call: np.eye(4),
    "BASE": lambda task, call: _or_identity(task.state.base),
    "TOOL": lambda task, call: _or_identity(task.state.tool),
}
