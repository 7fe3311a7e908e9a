"""Values of RAPID data that are known before a run: literals, records, arrays and functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import (
    acos,
    asin,
    atan,
    atan2,
    ceil,
    cos,
    degrees,
    isfinite,
    radians,
    sin,
    sqrt,
    tan,
    trunc,
)

import numpy as np

from kinematics import invert
from kinematics.poses.transforms import rpy
from scenes.makers.known_values import COUNTED, Signs, UnknownError, joined, signed
from scenes.makers.rapid.rapid_frames import numbers_of, pose_of_values, quaternion_of
from scenes.makers.rapid.rapid_trees import (
    Aggregate,
    Arguments,
    Call,
    Held,
    Item,
    Joined,
    Literal,
    Name,
    Part,
    Passed,
    Signed,
    Tree,
)
from scenes.world.frozen import Array

# The places of components in records, by their names; a name has one place in all records.
PARTS: dict[str, tuple[int, ...]] = {"TRANS": (0,), "ROT": (1,), "ROBCONF": (2,), "EXTAX": (3,)}
PARTS |= {"X": (0,), "Y": (1,), "Z": (2,), "Q1": (0,), "Q2": (1,), "Q3": (2,), "Q4": (3,)}
PARTS |= {"CF1": (0,), "CF4": (1,), "CF6": (2,), "CFX": (3,), "ROBAX": (0,)}
PARTS |= {f"RAX_{i}": (i - 1,) for i in range(1, 7)}
PARTS |= {f"EAX_{c}": (i,) for i, c in enumerate("ABCDEF")}
PARTS |= {"ROBHOLD": (0,), "TFRAME": (1,), "TLOAD": (2,), "UFPROG": (1,), "UFMEC": (2,)}
PARTS |= {"UFRAME": (3,), "OFRAME": (4,), "MASS": (0,), "COG": (1,), "AOM": (2,)}
PARTS |= {"V_TCP": (0,), "V_ORI": (1,), "V_LEAX": (2,), "V_REAX": (3,)}
PARTS |= {"FINEP": (0,), "PZONE_TCP": (1,), "PZONE_ORI": (2,), "PZONE_EAX": (3,)}
MOST_ITEMS = 200_000
SIGNS = Signs(
    *("=", "<>", "AND", "OR", "XOR", "NOT"),
    {
        **COUNTED,
        "DIV": lambda a, b: float(trunc(a / b)),
        "MOD": lambda a, b: a - b * trunc(a / b),
    },
)


def value_of(tree: Tree, values: Mapping[str, object]) -> object:
    """The value of an expression: float, bool, str or a nested list of them.

    values: What names stand for, in capitals. Raises UnknownError where one has no value.
    """
    match tree:
        case Literal(value) | Held(value):
            return value
        case Name(key):
            if key not in values:
                raise UnknownError(f"{key} has no value here")
            return values[key]
        case Passed(key):
            raise UnknownError(f"{key} has no value here")
        case Aggregate(parts):  # mostly of numbers, which are taken as they are
            return [
                part.value if type(part) is Literal else value_of(part, values) for part in parts
            ]
        case Part(of, key):
            return _part(value_of(of, values), key)
        case Item(of, indices):
            return _item(value_of(of, values), [value_of(index, values) for index in indices])
        case Signed(sign, of):
            return signed(SIGNS, sign, value_of(of, values))
        case Joined(operator, left, right):
            return _joined(operator, value_of(left, values), value_of(right, values))
        case Call(key, arguments):
            return _called(key, arguments, values)


def _part(of: object, key: str) -> object:
    places = PARTS.get(key)
    if places is None or not isinstance(of, list) or places[0] >= len(of):
        raise UnknownError(f"the component {key} is not known")
    return of[places[0]]


def _item(of: object, indices: list[object]) -> object:
    for index in indices:
        if not isinstance(of, list) or type(index) is not float or not 1 <= index <= len(of):
            raise UnknownError("this element of an array is not known")
        of = of[int(index) - 1]
    return of


def _joined(operator: str, left: object, right: object) -> object:
    if isinstance(left, str) and isinstance(right, str) and operator == "+":
        return left + right
    if isinstance(left, list) and isinstance(right, list) and operator in "+-":
        return [_joined(operator, a, b) for a, b in zip(left, right, strict=False)]
    if isinstance(left, list) and type(right) is float and operator in "*/":
        return [_joined(operator, part, right) for part in left]
    return joined(SIGNS, operator, left, right)


NUMBER_FUNCTIONS: dict[str, Callable[..., float]] = {
    "ABS": abs,
    "SQRT": sqrt,
    "SIN": lambda a: sin(radians(a)),
    "COS": lambda a: cos(radians(a)),
    "TAN": lambda a: tan(radians(a)),
    "ASIN": lambda a: degrees(asin(a)),
    "ACOS": lambda a: degrees(acos(a)),
    "ATAN": lambda a: degrees(atan(a)),
    "ATAN2": lambda a, b: degrees(atan2(a, b)),
    "TRUNC": lambda a: float(trunc(a)),
    "ROUND": lambda a: float(ceil(a - 0.5) if a < 0 else trunc(a + 0.5)),
}


def _called(key: str, arguments: Arguments, values: Mapping[str, object]) -> object:
    given = [value_of(each, values) for each in arguments.given]
    numbers = [each for each in given if type(each) is float]
    if key == "OFFS" and len(given) == 4 and len(numbers) == 3:
        return offset(given[0], numbers)
    if key == "RELTOOL" and len(given) == 4 and len(numbers) == 3:
        turns = [_number_option(arguments, name, values) for name in ("RX", "RY", "RZ")]
        return moved_in_tool(given[0], numbers, turns)
    if key == "ORIENTZYX" and len(numbers) == 3:
        z, y, x = (radians(each) for each in numbers)
        return [float(part) for part in quaternion_of(rpy(x, y, z)[:3, :3])]
    if key == "DISTANCE" and len(given) == 2:
        return _distance(given)
    if key in ("POSEMULT", "POSEINV"):
        return _posed(key, given)
    if key in NUMBER_FUNCTIONS and len(numbers) == len(given) and not arguments.options:
        try:
            found = float(NUMBER_FUNCTIONS[key](*numbers))
        except (TypeError, ValueError, OverflowError) as why:
            raise UnknownError(f"{key} of these values is not known") from why
        if isfinite(found):
            return found
    raise UnknownError(f"the function {key} has no value before a run")


def _distance(given: list[object]) -> float:
    """The distance of two positions, mm."""
    a, b = (numbers_of(each) or [] for each in given)
    if len(a) != 3 or len(b) != 3:
        raise UnknownError("this is no position")
    return float(np.linalg.norm(np.subtract(a, b)))


def _number_option(arguments: Arguments, name: str, values: Mapping[str, object]) -> float:
    tree = arguments.option(name)
    value = 0.0 if tree is None else value_of(tree, values)
    if type(value) is not float:
        raise UnknownError(f"\\{name} is no number")
    return value


def _posed(key: str, given: list[object]) -> object:
    poses = [pose_of_values(each) for each in given]
    if any(T is None for T in poses) or len(poses) != (2 if key == "POSEMULT" else 1):
        raise UnknownError(f"{key} of these values is not known")
    known = [T for T in poses if T is not None]
    return pose_values(known[0] @ known[1] if len(known) == 2 else invert(known[0]))


def pose_values(T: Array) -> list[object]:
    """`[[x, y, z], [q1, q2, q3, q4]]` of a pose (4, 4), mm."""
    quaternion = [float(part) for part in quaternion_of(T[:3, :3])]
    return [[float(part) for part in T[:3, 3]], quaternion]


def offset(target: object, shift: list[float]) -> object:
    """Offs: a robtarget moved along the axes of its work object, mm."""
    T = target_pose(target)
    assert isinstance(target, list)
    place = [float(a) + b for a, b in zip(T[:3, 3], shift, strict=True)]
    return [place, *target[1:]]


def moved_in_tool(target: object, shift: list[float], turns_deg: list[float]) -> object:
    """RelTool: a robtarget moved along its tool's axes (mm), then turned about x, y and z of it,
    each about the axis that the turn before has left (degrees)."""
    T = target_pose(target)
    assert isinstance(target, list)
    if not any(turns_deg):  # mostly: it keeps its direction
        return [[float(part) for part in T[:3, 3] + T[:3, :3] @ shift], *target[1:]]
    moved = np.eye(4)
    moved[:3, 3] = shift
    rx, ry, rz = (radians(turn) for turn in turns_deg)
    turned = rpy(rx, 0, 0) @ rpy(0, ry, 0) @ rpy(0, 0, rz)
    return [*pose_values(T @ moved @ turned), *target[2:]]


def target_pose(target: object) -> Array:
    """The pose (4, 4) of a robtarget in its work object, mm. Raises UnknownError."""
    T = pose_of_values(target[:2]) if isinstance(target, list) and len(target) == 4 else None
    if T is None:
        raise UnknownError("this is no robtarget")
    return T
