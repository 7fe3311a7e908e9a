"""Shapes of the variables, parameters and results of a URScript program, found before it is read.

The shape of a variable follows from all that is assigned to it, that of a parameter from all calls,
that of a result from all `return`. They depend on one another: they are found in rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scenes.makers.known_values import UnknownError
from scenes.makers.urscript.grammar.script_statements import Assign, Give, Routine
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
from scenes.makers.urscript.meaning.script_routines import Script, base_name
from scenes.makers.urscript.meaning.script_values import FIXED, value_of
from scenes.makers.urscript.meaning.shapes import (
    ANY,
    NUMBER,
    NUMBERS,
    POSE,
    SOLVED,
    TEXT,
    TRUTH,
    Record,
    Row,
    Shape,
    element,
    joined,
    list_shape,
    member,
)

MOST_ROUNDS = 8
STRUCT = "struct"
JOINTS = "joints"  # a list with a number for each joint of the arm
_NUMBERS = (
    "abs acos asin atan atan2 ceil cos d2r floor log pow r2d sin sqrt tan norm length point_dist "
    "pose_dist get_list_length size"
)
_POSES = (
    "pose_trans pose_inv pose_add pose_sub interpolate_pose get_actual_tcp_pose "
    "get_target_tcp_pose get_forward_kin get_actual_tool_flange_pose get_tcp_offset"
)
_INPUTS = (
    "get_digital_in get_standard_digital_in get_configurable_digital_in get_tool_digital_in "
    "get_digital_out get_standard_digital_out get_configurable_digital_out get_tool_digital_out"
)
RESULTS: dict[str, Shape] = dict.fromkeys(_NUMBERS.split(), NUMBER)
RESULTS |= dict.fromkeys(_POSES.split(), POSE)
RESULTS |= dict.fromkeys(_INPUTS.split(), TRUTH)
RESULTS |= {"get_inverse_kin": SOLVED, "str_cat": TEXT, "rpy2rotvec": Row(3, NUMBER)}
RESULTS |= {"rotvec2rpy": Row(3, NUMBER), "get_inverse_kin_has_solution": TRUTH}
RESULTS |= {
    "request_boolean_from_primary_client": TRUTH,
    "request_integer_from_primary_client": NUMBER,
    "request_float_from_primary_client": NUMBER,
}
# Functions that take poses.
OF_POSES = frozenset({*_POSES.split(), "movel", "movep", "get_inverse_kin", "movec", "point_dist"})
OF_JOINTS = frozenset({"get_actual_joint_positions", "get_target_joint_positions"})
_Step: TypeAlias = tuple[Routine, list[Assign | Give], list[Call]]


@dataclass
class Meaning:
    """What names stand for. joints: Number of joints of the arm.

    shapes: By the function ("" for the whole program) and the name. gives: The shape of the result
    of each function. values: What names are worth before a run, by the function. has_members:
    Whether members of structures are named; where none is, a structure is a list.
    """

    script: Script
    joints: int
    shapes: dict[tuple[str, str], Shape] = field(default_factory=dict)
    gives: dict[str, Shape] = field(default_factory=dict)
    values: dict[str, dict[str, object]] = field(default_factory=dict)
    own: dict[str, frozenset[str]] = field(default_factory=dict)
    assigned: Counter[tuple[str, str]] = field(default_factory=Counter)
    has_members: bool = False

    def step(self, routine: Routine) -> _Step:
        """What tells of shapes in a function."""
        told = [each.statement for each in self.script.entries(routine)]
        own = self.script.routines
        calls = [call for call in self.script.calls(routine) if call.key in own]
        return routine, [each for each in told if isinstance(each, Assign | Give)], calls

    def scope(self, routine: Routine, name: str) -> str:
        """The function to which a name belongs there, or ""."""
        return routine.name if name in self.own.get(routine.name, ()) else ""

    def shape(self, tree: Tree, routine: Routine) -> Shape | None:
        """The shape of an expression in a function; None while it is not known."""
        match tree:
            case Number():
                return NUMBER
            case Truth():
                return TRUTH
            case Text():
                return TEXT
            case PoseOf():
                return POSE
            case Fixed(is_pose, values):
                return POSE if is_pose else Row(len(values), NUMBER)
            case ListOf(parts):
                return self._of_list(parts, routine)
            case Name(key):
                fixed = NUMBER if key in FIXED else None
                return self.shapes.get((self.scope(routine, key), key), fixed)
            case Item(of, index):
                whole = self.shape(of, routine)
                return whole if whole in (None, ANY) else self._of_item(whole, index, routine)
            case Part(of, key):
                whole = self.shape(of, routine)
                return whole if whole in (None, ANY) else member(whole or ANY, key) or ANY
            case Unary(sign, of):
                return TRUTH if sign == "not" else self._counted([of], routine)
            case Binary(sign, left, right):
                if sign in ("+", "-", "*", "/", "%"):
                    if sign == "+" and TEXT in (
                        self.shape(left, routine),
                        self.shape(right, routine),
                    ):
                        return TEXT
                    return self._counted([left, right], routine)
                return TRUTH
            case Call():
                return self._of_call(tree, routine)

    def known(self, routine: Routine) -> Mapping[str, object]:
        """What names are worth before a run, as a function sees them."""
        return self.values[routine.name]

    def _of_list(self, parts: tuple[Tree, ...], routine: Routine) -> Shape | None:
        shapes = [self.shape(part, routine) for part in parts]
        if any(shape is None for shape in shapes):
            return None
        return list_shape([shape for shape in shapes if shape is not None])

    def _of_item(self, whole: Shape | None, index: Tree, routine: Routine) -> Shape | None:
        try:
            value = value_of(index, self.values.get(routine.name, FIXED))
        except UnknownError:
            value = None
        at = int(value) if type(value) is float and value.is_integer() else None
        if whole == SOLVED:
            return None  # joint values that only a run knows
        return (element(whole, at) if whole is not None else None) or ANY

    def _counted(self, trees: list[Tree], routine: Routine) -> Shape | None:
        """The shape of a sum or a product: that of numbers."""
        shapes = [self.shape(tree, routine) for tree in trees]
        numbers = (None, ANY, NUMBER, TRUTH)
        return NUMBER if any(shape in numbers for shape in shapes) else ANY

    def _of_call(self, tree: Call, routine: Routine) -> Shape | None:
        if tree.of is not None:
            return None
        if tree.key in self.script.routines:
            return self.gives.get(tree.key)
        if tree.key == STRUCT:
            shapes = [self.shape(value, routine) for _, value in tree.named]
            if any(shape is None for shape in shapes) or not shapes:
                return None if shapes else ANY
            known = tuple(shape for shape in shapes if shape is not None)
            if not self.has_members:
                return list_shape(list(known))
            return Record(tuple(name for name, _ in tree.named), known)
        if tree.key == "normalize" and tree.given:
            return self.shape(tree.given[0], routine)
        if tree.key in OF_JOINTS:
            return Row(self.joints, NUMBER)
        return RESULTS.get(tree.key)


def meaning_of(script: Script, joints: int) -> Meaning:
    """The shapes and the values of a program for an arm with so many joints."""
    meaning = Meaning(script, joints)
    for routine in script.everything():
        meaning.own[routine.name] = script.own(routine)
    _count(meaning)
    _find_values(meaning)
    _find_shapes(meaning)
    return meaning


def _count(meaning: Meaning) -> None:
    parts = structs = False
    for routine in meaning.script.everything():
        for entry in meaning.script.entries(routine):
            parts |= any(isinstance(part, Part) for part in entry.parts)
            structs |= any(isinstance(part, Call) and part.key == STRUCT for part in entry.parts)
            statement = entry.statement
            if isinstance(statement, Assign) and statement.value is not None:
                name = base_name(statement.target)
                meaning.assigned[meaning.scope(routine, name), name] += 1
    meaning.has_members = parts and structs


def _find_values(meaning: Meaning) -> None:
    """The values of names that are assigned once, where nothing decides whether they are."""
    shared: dict[str, object] = dict(FIXED)
    for routine in meaning.script.everything():
        known = meaning.values.setdefault(routine.name, dict(shared))
        parameters = {name for name, _ in routine.parameters}
        for key in meaning.own[routine.name]:
            known.pop(key, None)
        for name, tree in _fixed_once(meaning, routine):
            if name in parameters:
                continue
            try:
                known[name] = value_of(tree, known)
            except UnknownError:
                continue
        if routine is meaning.script.main:
            own = meaning.own[routine.name]
            shared |= {name: value for name, value in known.items() if name not in own}


def _fixed_once(meaning: Meaning, routine: Routine) -> Iterator[tuple[str, Tree]]:
    """Names with the only value that they get, outside of blocks."""
    for statement, is_outside, _, _ in meaning.script.entries(routine):
        if not isinstance(statement, Assign) or not isinstance(statement.target, Name):
            continue
        name, value = statement.target.key, statement.value
        scope = meaning.scope(routine, name)
        is_here = scope == routine.name or (not scope and routine is meaning.script.main)
        if value is not None and is_outside and is_here and meaning.assigned[scope, name] == 1:
            yield name, value


def _find_shapes(meaning: Meaning) -> None:
    routines = list(meaning.script.everything())
    steps = list(map(meaning.step, routines))
    _in_rounds(meaning, steps)
    called = {call.key for routine, _, calls in steps for call in calls if call.key != routine.name}
    if _guess(meaning, [each for each in routines if each.name not in called]):
        _in_rounds(meaning, steps)
    _guess(meaning, routines)


def _guess(meaning: Meaning, routines: list[Routine]) -> bool:
    """Gives parameters that no call gives a shape that of their use; whether there were any."""
    found = False
    for routine in routines:
        for name, _ in routine.parameters:
            if (routine.name, name) not in meaning.shapes:
                meaning.shapes[routine.name, name] = _used_as(meaning.script, routine, name)
                found = True
    return found


def _used_as(script: Script, routine: Routine, name: str) -> Shape:
    """The shape of a parameter by its use: a pose where components of it are read."""
    for entry in script.entries(routine):
        for part in entry.parts:
            match part:
                case Item(Name(key), _) if key == name:
                    return POSE
                case Call(key, given) if key in OF_POSES and Name(name) in given:
                    return POSE
                case Binary("==" | "!=", Name(key), Text()) if key == name:
                    return TEXT
    return NUMBER


def _in_rounds(meaning: Meaning, steps: list[_Step]) -> None:
    for _ in range(MOST_ROUNDS):
        before = (dict(meaning.shapes), dict(meaning.gives))
        for routine, statements, calls in steps:
            for statement in statements:
                _take(meaning, routine, statement)
            for call in calls:
                _take_arguments(meaning, routine, call)
        if before == (meaning.shapes, meaning.gives):
            break


def _put(meaning: Meaning, scope: str, name: str, shape: Shape | None) -> None:
    found = joined(meaning.shapes.get((scope, name)), shape)
    if found is not None:
        meaning.shapes[scope, name] = found


def _take(meaning: Meaning, routine: Routine, statement: Assign | Give) -> None:
    """What a statement tells of shapes."""
    if isinstance(statement, Give) and statement.value is not None:
        shape = joined(meaning.gives.get(routine.name), meaning.shape(statement.value, routine))
        if shape is not None:
            meaning.gives[routine.name] = shape
    if not isinstance(statement, Assign) or statement.value is None:
        return
    name = base_name(statement.target)
    scope = meaning.scope(routine, name)
    shape = meaning.shape(statement.value, routine)
    if isinstance(statement.target, Name):
        _put(meaning, scope, name, shape)
        return
    place = meaning.shape(statement.target, routine)
    if place is not None and shape is not None and not _fits(shape, place):
        meaning.shapes[scope, name] = ANY


def _fits(shape: Shape, place: Shape) -> bool:
    """Whether a value may be put into a place of a list."""
    if ANY in (shape, place):
        return False
    return shape == place or (shape in NUMBERS and place in NUMBERS and TEXT not in (shape, place))


def _take_arguments(meaning: Meaning, routine: Routine, call: Call) -> None:
    called = meaning.script.routines.get(call.key)
    if called is None or call.of is not None:
        return
    for at, (name, default) in enumerate(called.parameters):
        tree = call.argument(at, name)
        tree = default if tree is None else tree
        if tree is not None:
            _put(meaning, called.name, name, meaning.shape(tree, routine))
