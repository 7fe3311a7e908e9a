"""Numbers, conditions and kept values of URScript in the words of our language.

Lengths stay in m and angles in rad, as the program counts them; places are in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import degrees
from types import MappingProxyType

from language.foreign.draft import NotSaidError, literal
from scenes.makers.known_values import UnknownError
from scenes.makers.urscript.grammar.script_trees import (
    Binary,
    Call,
    Fixed,
    Item,
    ListOf,
    Name,
    Number,
    Part,
    Text,
    Tree,
    Truth,
    Unary,
)
from scenes.makers.urscript.meaning.script_values import FIXED, value_of
from scenes.makers.urscript.meaning.shapes import NUMBERS, POSE, TEXT, Record, Row
from scenes.makers.urscript.translation.script_turns import part_of_vector, vector_lines
from scenes.makers.urscript.translation.script_work import (
    INPUTS,
    OWN_OUTPUTS,
    Kept,
    Work,
    signal_of,
)

SIGNS = {"==": "==", "!=": "<>", "and": "AND", "or": "OR", "xor": "XOR"}
SAME = frozenset({"+", "-", "*", "/", "<", ">", "<=", ">="})
TURN = degrees(1.0)
AXES = ("DX", "DY", "DZ")


@dataclass
class Expressions:
    """Says numbers.

    place: Says a pose as a location. call: Calls a function of the program; gives where its value
    is kept.
    """

    work: Work
    place: Callable[[Tree], str]
    call: Callable[[Call], Kept]

    def value(self, tree: Tree) -> object:
        """What a tree is worth before a run. Raises UnknownError."""
        return value_of(tree, self.work.meaning.known(self.work.routine))

    def number(self, tree: Tree) -> float | None:
        """A number that is known before a run; None for another one."""
        try:
            value = self.value(tree)
        except UnknownError:
            return None
        return value if type(value) is float else None

    def told(self, tree: Tree) -> str:
        """A number or a condition. Raises NotSaidError."""
        match tree:
            case Number(value):
                return literal(value)
            case Truth(value):
                return "TRUE" if value else "FALSE"
            case Text(value):
                return self.work.of_text(value)
            case Name(key) if key in FIXED:
                return literal(FIXED[key])
            case Unary(sign, of):
                inner = self._inner(of)
                return f"NOT {inner}" if sign == "not" else f"-{inner}"
            case Binary():
                return self._joined(tree)
            case Name() | Item() | Part():
                return self._read(tree)
            case Call():
                return self._called(tree)
        raise NotSaidError("this is no number")

    def inner(self, tree: Tree) -> str:
        """A number as a part of a product."""
        return self._inner(tree)

    def in_mm(self, tree: Tree) -> str:
        """A length in mm."""
        value = self.number(tree) if isinstance(tree, Number | Unary | Binary) else None
        return f"1000 * {self._inner(tree)}" if value is None else literal(1000.0 * value)

    def _inner(self, tree: Tree) -> str:
        told = self.told(tree)
        is_plain = isinstance(tree, Name | Item | Part | Call | Truth) and told[0] != "-"
        is_number = isinstance(tree, Number) and tree.value >= 0.0
        return told if is_number or (is_plain and " " not in told) else f"({told})"

    def _joined(self, tree: Binary) -> str:
        sign = tree.sign
        if sign in ("==", "!="):
            told = self._compared(tree)
            if told is not None:
                return told
        left, right = self._inner(tree.left), self._inner(tree.right)
        if sign == "%":
            return f"{left} MOD {right}"
        return f"{left} {sign if sign in SAME else SIGNS[sign]} {right}"

    def _compared(self, tree: Binary) -> str | None:
        """`get_digital_in(1) == True` as SIG(1); None for another comparison."""
        for asked, value in ((tree.left, tree.right), (tree.right, tree.left)):
            if isinstance(value, Truth):
                is_on = value.value is (tree.sign == "==")
                told = self._inner(asked)
                return told if is_on else f"NOT {told}"
        shapes = [self._shape(each) for each in (tree.left, tree.right)]
        if any(shape not in NUMBERS for shape in shapes):
            for each in (tree.left, tree.right):
                if isinstance(each, Name | Call):
                    self.told(each)  # its error names what is not known
            raise NotSaidError("these values are not compared here")
        if (shapes[0] == TEXT) is not (shapes[1] == TEXT):
            return "FALSE" if tree.sign == "==" else "TRUE"
        return None

    def _shape(self, tree: Tree) -> object:
        return self.work.meaning.shape(tree, self.work.routine)

    def kept(self, tree: Tree) -> Kept | None:
        """Where a value is kept: that of a variable, or of a part of it; None for another one."""
        match tree:
            case Name(key):
                return self.work.kept(key)
            case Item(of, index):
                whole = self.kept(of)
                return None if whole is None else self._item(whole, index)
            case Part(of, key):
                whole = self.kept(of)
                if whole is None or not isinstance(whole.shape, Record):
                    return None
                if key not in whole.shape.names:
                    raise NotSaidError(f"the member {key} is not known")
                return whole.part(whole.shape.names.index(key))
            case Call(key, _, _, None) if key in self.work.meaning.script.routines:
                return self.call(tree)
        return None

    def _item(self, whole: Kept, index: Tree) -> Kept | None:
        at = self.number(index)
        if isinstance(whole.shape, Row):
            if at is not None and not 0 <= at < whole.shape.length:
                raise NotSaidError("the list has no element with this index")
            return whole.item(self.told(index) if at is None else f"{at:.0f}")
        if isinstance(whole.shape, Record):
            if at is None or not 0 <= at < whole.length:
                raise NotSaidError("which element it is, only a run knows")
            return whole.part(int(at))
        return None

    def _read(self, tree: Tree) -> str:
        """A number that is kept somewhere."""
        if isinstance(tree, Item | Part):
            try:
                value = self.value(tree)
            except UnknownError:
                pass
            else:
                return self._literal(value)
            if isinstance(tree, Item) and self._shape(tree.of) == POSE:
                return self._component(tree)
        kept = self.kept(tree)
        if kept is None or kept.shape not in NUMBERS:
            raise NotSaidError("this is no number here")
        return kept.text

    def _literal(self, value: object) -> str:
        if type(value) is bool:
            return "TRUE" if value else "FALSE"
        if type(value) is float:
            return literal(value)
        if type(value) is str:
            return self.work.of_text(value)
        raise NotSaidError("this is no number here")

    def _component(self, tree: Item) -> str:
        """A component of a pose: m, or rad of its rotation vector."""
        at = self.number(tree.at)
        if at is None or at not in range(6):
            raise NotSaidError("which component of the pose it is, only a run knows")
        place = self.place(tree.of)
        if at < 3:
            return f"({AXES[int(at)]}({place}) / 1000)"
        name = self.work.new_name("R")
        self.work.before += [*vector_lines(place), f"{name} = {part_of_vector(int(at) - 3)}"]
        return name

    def _called(self, tree: Call) -> str:
        key, given = tree.key, tree.given
        if tree.of is None and key in self.work.meaning.script.routines:
            kept = self.call(tree)
            if kept.shape not in NUMBERS:
                raise NotSaidError(f"{key} gives no number")
            return kept.text
        try:
            return self._literal(self.value(tree))
        except UnknownError:
            pass
        if tree.of is None and not tree.named:
            signal = self._signal(tree)
            if signal:
                return signal
            if key in COMPUTED and len(given) == COMPUTED[key][0]:
                return COMPUTED[key][1]([self.told(each) for each in given])
            if key in ("point_dist", "pose_dist") and len(given) == 2:
                return f"(DISTANCE({self.place(given[0])}, {self.place(given[1])}) / 1000)"
            if key == "norm" and len(given) == 1:
                return self._norm(given[0])
            if key in ("get_list_length", "length", "size") and len(given) == 1:
                return self._length(given[0])
        if key == "get_inverse_kin_has_solution" and given:
            return f"REACHABLE({self.place(given[0])})"
        raise NotSaidError(f"what {key} gives is not known here")

    def _signal(self, tree: Call) -> str:
        """A digital signal that is asked for; "" for another function."""
        number = self.number(tree.given[0]) if len(tree.given) == 1 else None
        asked = signal_of(tree, INPUTS, number)
        if asked is not None:
            return f"SIG({self.work.input_number(asked)})"
        own = signal_of(tree, OWN_OUTPUTS, number)
        return "" if own is None else f"SIG({self.work.output_number(own)})"

    def _norm(self, tree: Tree) -> str:
        shape = self._shape(tree)
        if not isinstance(shape, Row) or shape.of not in NUMBERS:
            raise NotSaidError("the length of this vector is not known here")
        parts = [self.inner(each) for each in self.elements(tree, shape.length)]
        return f"SQRT({' + '.join(f'{part} * {part}' for part in parts)})"

    def elements(self, tree: Tree, count: int) -> list[Tree]:
        """The elements of a list as trees."""
        if isinstance(tree, ListOf):
            return list(tree.parts)
        if isinstance(tree, Fixed):
            return [Number(value) for value in tree.values]
        return [Item(tree, Number(float(at))) for at in range(count)]

    def _length(self, tree: Tree) -> str:
        shape = self._shape(tree)
        if isinstance(shape, Row) and not shape.is_open:
            return str(shape.length)
        if isinstance(shape, Record):
            return str(len(shape.shapes))
        raise NotSaidError("how long this list is, only a run knows")


def by_value(place: str) -> str:
    """A place as an argument that the program called cannot change for its caller."""
    return f"NULL:{place}"


def _floor(x: str) -> str:
    return f"(INT({x}) + (INT({x}) > {x}))"  # TRUE is -1


def _ceil(x: str) -> str:
    return f"(INT({x}) - (INT({x}) < {x}))"


def _turned(name: str) -> Callable[[list[str]], str]:
    """A function of an angle in rad."""
    return lambda x: f"{name}(({x[0]}) * {TURN:.12g})"


def _turning(name: str) -> Callable[[list[str]], str]:
    """A function that gives an angle in rad."""
    return lambda x: f"({name}({', '.join(x)}) / {TURN:.12g})"


COMPUTED: Mapping[str, tuple[int, Callable[[list[str]], str]]] = MappingProxyType(
    {
        "floor": (1, lambda x: _floor(f"({x[0]})")),
        "ceil": (1, lambda x: _ceil(f"({x[0]})")),
        "d2r": (1, lambda x: f"(({x[0]}) / {TURN:.12g})"),
        "r2d": (1, lambda x: f"(({x[0]}) * {TURN:.12g})"),
        "atan": (1, lambda x: f"(ATAN2({x[0]}, 1) / {TURN:.12g})"),
        "sqrt": (1, lambda x: f"SQRT({x[0]})"),
        "abs": (1, lambda x: f"ABS({x[0]})"),
        **{key: (1, _turned(key.upper())) for key in ("sin", "cos", "tan")},
        **{key: (1, _turning(key.upper())) for key in ("asin", "acos")},
        "atan2": (2, _turning("ATAN2")),
    }
)
