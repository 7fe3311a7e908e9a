"""Values that are known before a run: numbers, truths, texts, poses (six numbers) and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import (
    acos,
    asin,
    atan,
    atan2,
    ceil,
    cos,
    degrees,
    floor,
    isfinite,
    log,
    pi,
    radians,
    sin,
    sqrt,
    tan,
)

import numpy as np

from kinematics import invert
from kinematics.poses.transforms import rotation_about, rotation_vector, rpy
from scenes.makers.known_values import COUNTED, Signs, UnknownError, joined, signed
from scenes.makers.urscript.grammar.script_trees import (
    Binary,
    Call,
    Fixed,
    Item,
    ListOf,
    Name,
    Number,
    Part,
    PoseOf,
    Text,
    Tree,
    Truth,
    Unary,
)
from scenes.makers.urscript.poses import MM, pose_of_values
from scenes.world.frozen import Array

SIGNS = Signs(
    *("==", "!=", "and", "or", "xor", "not"), {**COUNTED, "%": lambda a, b: a - b * floor(a / b)}
)


class Pose6(tuple[float, ...]):
    """x, y, z (m) and a rotation vector (rad)."""

    __slots__ = ()

    @property
    def matrix(self) -> Array:
        """The pose (4, 4), mm."""
        return pose_of_values(self)


def pose6(T: Array) -> Pose6:
    """The six numbers of a pose (4, 4), mm."""
    turn = rotation_vector(T[:3, :3])
    return Pose6([*(float(v) * MM for v in T[:3, 3]), *(float(v) for v in turn)])


def value_of(tree: Tree, values: Mapping[str, object]) -> object:
    """The value of an expression: float, bool, str, Pose6 or a list of them.

    values: What names stand for. Raises UnknownError where a part of it has no value here.
    """
    match tree:
        case Number(value) | Truth(value) | Text(value):
            return value
        case Name(key):
            if key not in values:
                raise UnknownError(f"{key} has no value here")
            return values[key]
        case Fixed(is_pose, numbers):
            return Pose6(numbers) if is_pose else list(numbers)
        case PoseOf(parts):
            return Pose6([_number(value_of(part, values)) for part in parts])
        case ListOf(parts):
            return [value_of(part, values) for part in parts]
        case Item(of, index):
            return _item(value_of(of, values), value_of(index, values))
        case Unary(sign, of):
            return signed(SIGNS, sign, value_of(of, values))
        case Binary(sign, left, right):
            return joined(SIGNS, sign, value_of(left, values), value_of(right, values))
        case Call(key, given, named, None):
            return _called(key, [value_of(each, values) for each in given], bool(named))
        case Part() | Call():
            raise UnknownError("a member has no value here")


def _number(value: object) -> float:
    if type(value) is not float:
        raise UnknownError("this is no number")
    return value


def _item(of: object, index: object) -> object:
    at = _number(index)
    if not isinstance(of, list | Pose6) or not at.is_integer() or not 0 <= at < len(of):
        raise UnknownError("this element of a list is not known")
    found: object = of[int(at)]
    return found


NUMBER_FUNCTIONS: dict[str, Callable[..., float]] = {
    "abs": abs,
    "acos": acos,
    "asin": asin,
    "atan": atan,
    "atan2": atan2,
    "ceil": lambda x: float(ceil(x)),
    "cos": cos,
    "d2r": radians,
    "floor": lambda x: float(floor(x)),
    "log": lambda base, x: log(x) / log(base),
    "pow": lambda x, y: float(x**y),
    "r2d": degrees,
    "sin": sin,
    "sqrt": sqrt,
    "tan": tan,
}
FIXED = {"pi": pi, "PI": pi}


def _called(key: str, given: list[object], has_names: bool) -> object:
    if has_names:
        raise UnknownError(f"the function {key} has no value before a run")
    numbers = [each for each in given if type(each) is float]
    if key in NUMBER_FUNCTIONS and len(numbers) == len(given):
        try:
            found = NUMBER_FUNCTIONS[key](*numbers)
        except (TypeError, ValueError, ArithmeticError) as why:
            raise UnknownError(f"{key} of these values is not known") from why
        if type(found) is float and isfinite(found):
            return found
    if key in POSE_FUNCTIONS and all(isinstance(each, Pose6) for each in given):
        matrices = [each.matrix for each in given if isinstance(each, Pose6)]
        count, compute = POSE_FUNCTIONS[key]
        if len(matrices) == count:
            return compute(matrices)
    if key in TURNS and len(given) in (1, 3):
        return TURNS[key](_three(given))
    if key == "interpolate_pose" and len(given) == 3 and len(numbers) == 1:
        return _between(given[0], given[1], numbers[0])
    if key in ("get_list_length", "length", "size") and given and isinstance(given[0], list):
        return float(len(given[0]))
    if key == "norm" and len(given) == 1 and isinstance(given[0], list):
        return float(np.linalg.norm([_number(each) for each in given[0]]))
    if key == "str_cat" and len(given) == 2 and all(isinstance(each, str) for each in given):
        return f"{given[0]}{given[1]}"
    raise UnknownError(f"the function {key} has no value before a run")


def _three(given: list[object]) -> list[float]:
    parts = given[0] if len(given) == 1 and isinstance(given[0], list) else given
    if len(parts) != 3:
        raise UnknownError("three angles are expected")
    return [_number(each) for each in parts]


def _added(Ts: Sequence[Array]) -> Pose6:
    """pose_add: places add in the base, turns follow one another."""
    T = Ts[0] @ Ts[1]
    T[:3, 3] = Ts[0][:3, 3] + Ts[1][:3, 3]
    return pose6(T)


def _taken_off(Ts: Sequence[Array]) -> Pose6:
    """pose_sub: the place and the turn that lead from the second to the first."""
    T = Ts[0] @ invert(Ts[1])
    T[:3, 3] = Ts[0][:3, 3] - Ts[1][:3, 3]
    return pose6(T)


def _apart(Ts: Sequence[Array]) -> float:
    return float(np.linalg.norm(Ts[0][:3, 3] - Ts[1][:3, 3])) * MM


POSE_FUNCTIONS: dict[str, tuple[int, Callable[[Sequence[Array]], object]]] = {
    "pose_trans": (2, lambda Ts: pose6(Ts[0] @ Ts[1])),
    "pose_inv": (1, lambda Ts: pose6(invert(Ts[0]))),
    "pose_add": (2, _added),
    "pose_sub": (2, _taken_off),
    "point_dist": (2, _apart),
    "pose_dist": (2, _apart),
}


def _vector_of_rpy(angles: list[float]) -> object:
    return [float(v) for v in rotation_vector(rpy(*angles)[:3, :3])]


def _rpy_of_vector(vector: list[float]) -> object:
    R = pose_of_values([0.0, 0.0, 0.0, *vector])[:3, :3]
    pitch = atan2(-R[2, 0], sqrt(R[0, 0] ** 2 + R[1, 0] ** 2))
    return [atan2(R[2, 1], R[2, 2]), pitch, atan2(R[1, 0], R[0, 0])]


TURNS = {"rpy2rotvec": _vector_of_rpy, "rotvec2rpy": _rpy_of_vector}


def _between(a: object, b: object, share: float) -> Pose6:
    """interpolate_pose: on the line between two poses, turned evenly about one axis."""
    if not isinstance(a, Pose6) or not isinstance(b, Pose6):
        raise UnknownError("this is no pose")
    T = np.array(a.matrix)
    turn = rotation_vector(T[:3, :3].T @ b.matrix[:3, :3])
    angle = float(np.linalg.norm(turn))
    if angle > 0.0:
        about = rotation_about(turn / angle, np.array(angle * share))
        T[:3, :3] = T[:3, :3] @ about[..., :3, :3]
    T[:3, 3] += share * (b.matrix[:3, 3] - T[:3, 3])
    return pose6(T)
