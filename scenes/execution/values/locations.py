"""Locations of a running program: names, products a:b:c, functions, precision points.

A location is given in the axes of the locations; BASE may move these axes away from the arm's base.
During a calculation a location is `T_axes_place`, whose rotation follows the O, A, T of the
dialect, so that products and inverses of locations are those of matrices. The state keeps
`T_axes_tool`, the pose of the tool at the location, which is the same in every dialect. `place_of`
and `tool_at` convert between the two. A precision point holds joint values.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kinematics import forward, invert, place_from_xyzoat, place_of, tool_at, translation
from language.expressions.evaluation import evaluate, indices_of
from language.expressions.trees import (
    Call,
    Expression,
    Item,
    Joints,
    Name,
    Product,
    is_left_out,
    spelled,
)
from language.programs.program import Value
from scenes.execution.values.context import Context
from scenes.files.field_types import FAR
from scenes.world.frozen import Array
from scenes.world.tool_frame import in_axes, in_base

# Three points give no frame if one lies this near to the line of the others (mm).
ON_A_LINE = 1e-6


def key_of(context: Context, tree: Expression | str) -> str:
    """The key in the state of a location that the program writes A, A[3], #P or #P[3]."""
    if isinstance(tree, str):
        return context.key(tree.upper())
    if isinstance(tree, Joints):
        return f"#{key_of(context, tree.name)}"
    if isinstance(tree, Item):
        return context.key(tree.token.key, indices_of(tree, context.world))
    assert isinstance(tree, Name)
    return context.key(tree.token.key)


def is_joints(value: Value) -> bool:
    """Whether the value is a precision point: joint values instead of a pose."""
    return isinstance(value, Joints) or (
        isinstance(value, Call) and value.function.result == "joints"
    )


def joint_values(context: Context, tree: Expression) -> Array:
    """Joint values of a precision point, shape (n,), rad or mm."""
    if isinstance(tree, Call):
        return context.in_joint_units([evaluate(a, context.world) for a in tree.arguments])
    q = context.state.locations.get(key_of(context, tree))
    if q is None:
        raise context.undefined(spelled(tree))
    return q


def goal(context: Context, value: Value) -> Array:
    """T_base_tool of a location, (4, 4): from the arm's base, with BASE taken into account."""
    return in_base(context.state.base, tool_pose(context, value))


def frame(context: Context, value: Value) -> Array:
    """T_base_place of a location, (4, 4): the pose in the arm's base of a part fed there."""
    return in_base(context.state.base, pose(context, value))


def tool_pose(context: Context, value: Value) -> Array:
    """T_axes_tool of a location, as the state keeps it, shape (4, 4)."""
    return tool_at(pose(context, value), context.settings.dialect)


def pose(context: Context, value: Value) -> Array:
    """T_axes_place of a location, shape (4, 4); ImpossibleError where it lies too far away."""
    return near_enough_to_count(context, _pose(context, value))


def near_enough_to_count(context: Context, T: Array) -> Array:
    """The pose itself (4, 4); E307 if it is more than FAR mm away, where squares would overflow."""
    # A coordinate that is not a number fails this test too.
    if not np.abs(T[:3, 3]).max() <= FAR:
        shown = "beyond all numbers" if not np.isfinite(T).all() else f"beyond {FAR:g} mm"
        raise context.impossible("E307", f"{context.statement.shown}: a location lies {shown}")
    return T


def _pose(context: Context, value: Value) -> Array:
    if isinstance(value, str):
        return _known(context, key_of(context, value), value)
    if isinstance(value, Name | Item):
        return _known(context, key_of(context, value), spelled(value))
    if isinstance(value, Product):
        T = pose(context, value.parts[0])
        for part in value.parts[1:]:
            T = T @ pose(context, part)
        return T
    if is_joints(value):
        return _place_at(context, joint_values(context, value))  # type: ignore[arg-type]
    assert isinstance(value, Call)
    return FUNCTIONS[value.function.name](context, value)


def seen(context: Context, T_base_tool: Array) -> Array:
    """T_axes_tool (4, 4) of a tool pose that is given in the arm's base."""
    return in_axes(context.state.base, T_base_tool)


def moved_tool(context: Context, value: Value) -> Array | None:
    """The pose of the tool tip in the robot file's own tool frame, (4, 4); None where it stays.

    As in a product, the location moves and turns the tool in the axes of the dialect.
    """
    T_place_moved = pose(context, value)
    if np.array_equal(T_place_moved, np.eye(4)):
        return None
    dialect = context.settings.dialect
    return place_of(np.eye(4), dialect) @ tool_at(T_place_moved, dialect)


def _place_at(context: Context, q: Array) -> Array:
    """T_axes_place (4, 4) of the tool at joint values q (n,)."""
    T_axes_tool = seen(context, forward(context.mechanism, q) @ context.T_flange_tool)
    return place_of(T_axes_tool, context.settings.dialect)


def _known(context: Context, key: str, shown: str) -> Array:
    T = context.state.locations.get(key)
    if T is None:
        raise context.undefined(shown)
    return place_of(T, context.settings.dialect)


def _numbers(context: Context, call: Call, first: int, count: int) -> list[float]:
    given = call.arguments[first : first + count]
    found = [evaluate(argument, context.world) for argument in given]
    return found + [0.0] * (count - len(found))


def _trans(context: Context, call: Call) -> Array:
    """TRANS(x, y, z, o, a, t): a length left out is 0 mm, an angle left out makes no turn."""
    x, y, z = _numbers(context, call, 0, 3)
    angles = [None if is_left_out(a) else evaluate(a, context.world) for a in call.arguments[3:]]
    angles += [None] * (3 - len(angles))
    return place_from_xyzoat((x, y, z), angles, context.settings.dialect)


def _shift(context: Context, call: Call) -> Array:
    return translation(*_numbers(context, call, 1, 3)) @ pose(context, call.arguments[0])


def _scale(context: Context, call: Call) -> Array:
    T = np.array(pose(context, call.arguments[0]))
    T[:3, 3] *= evaluate(call.arguments[1], context.world)
    return T


def _normal(context: Context, call: Call) -> Array:
    """NORMAL(a): the location with the nearest exact rotation, by singular value decomposition."""
    T = np.array(pose(context, call.arguments[0]))
    u, _, vt = np.linalg.svd(T[:3, :3])
    T[:3, :3] = u @ np.diag([1.0, 1.0, np.linalg.det(u @ vt)]) @ vt
    return T


def _frame(context: Context, call: Call) -> Array:
    """VAL's FRAME(a, b, c, d): x points from a to b, c lies on the side of +y, d is the origin."""
    a, b, c, d = (pose(context, argument)[:3, 3] for argument in call.arguments)
    x, side = b - a, c - a
    z = np.cross(x, side)
    if np.linalg.norm(z) < ON_A_LINE * max(float(np.linalg.norm(x)), 1.0):
        raise context.impossible("E307", "the first three locations of FRAME lie on one line")
    T = np.eye(4)
    T[:3, 0] = x / np.linalg.norm(x)
    T[:3, 2] = z / np.linalg.norm(z)
    T[:3, 1] = np.cross(T[:3, 2], T[:3, 0])
    T[:3, 3] = d
    return T


def _destination(context: Context, call: Call) -> Array:
    last = context.circumstances.last
    q = context.state.q if last is None else last.goal
    q = q if context.state.corner is None else context.state.corner.taught
    return _place_at(context, q)


def _base(context: Context, call: Call) -> Array:
    return np.eye(4) if context.state.base is None else context.state.base


def _tool(context: Context, call: Call) -> Array:
    """TOOL: the location that the last TOOL was given; the inverse of `moved_tool`."""
    if context.state.tool is None:
        return np.eye(4)
    dialect = context.settings.dialect
    return tool_at(np.eye(4), dialect) @ place_of(context.state.tool, dialect)


FUNCTIONS: dict[str, Callable[[Context, Call], Array]] = {
    "TRANS": _trans,
    "SHIFT": _shift,
    "SCALE": _scale,
    "NORMAL": _normal,
    "FRAME": _frame,
    "INVERSE": lambda context, call: invert(pose(context, call.arguments[0])),
    "HERE": lambda context, call: _place_at(context, context.state.q),
    "DEST": _destination,
    "NULL": lambda context, call: np.eye(4),
    "BASE": _base,
    "TOOL": _tool,
}
