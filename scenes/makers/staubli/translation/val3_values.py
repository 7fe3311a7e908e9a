"""Numbers, conditions and variables of VAL3 in the words of our language."""

from __future__ import annotations

from dataclasses import dataclass

from language.foreign.draft import NotSaidError, literal
from scenes.makers.staubli.translation.val3_trees import (
    Access,
    Binary,
    Call,
    Number,
    Text,
    Tree,
    Truth,
    Unary,
)
from scenes.makers.staubli.translation.val3_work import (
    JOINT_KINDS,
    NUMBER_KINDS,
    POSES,
    SPEEDS,
    Element,
    Work,
)
from scenes.makers.staubli.val3_application import MOST_SIZE
from scenes.makers.staubli.val3_poses import FIELDS, JOINTS

SIGNS = {"==": "==", "!=": "<>", "and": "AND", "or": "OR", "%": "MOD"}
SAME = frozenset({"+", "-", "*", "/", "<", ">", "<=", ">="})
FUNCTIONS = {
    "abs": "ABS", "sin": "SIN", "cos": "COS", "tan": "TAN", "asin": "ASIN", "acos": "ACOS",
    "sqrt": "SQRT", "min": "MIN", "max": "MAX", "trunc": "INT",
}  # fmt: skip
# What the controller tells of itself: it has power, runs automatically, and does not run ahead.
OF_SELF = {"isempty": "TRUE", "issettled": "TRUE", "ispowered": "TRUE", "esstatus": "0"}
OF_SELF |= {"workingmode": "4", "clock": "TIME"}
NO_VALUE = "has no value: its .dtx is not beside the program, or does not name it"


@dataclass
class Values:
    """Says numbers and conditions, and finds variables."""

    work: Work

    def element(self, tree: Tree) -> Element:
        """The element of a variable that an expression names. Raises NotSaidError."""
        if not isinstance(tree, Access):
            raise NotSaidError("this is no variable")
        found = self.work.variable(tree.name)
        if found is None:
            raise NotSaidError(f"{tree.name} {NO_VALUE}")
        if tree.at is None:
            return found
        index = self.index(tree.at)
        if found.index != 0:
            if not isinstance(index, int) or not isinstance(found.index, int):
                raise NotSaidError(f"which element of {tree.name} it is, is not known")
            index += found.index
        if isinstance(index, int) and index >= max(found.variable.size, 1):
            raise NotSaidError(f"{tree.name} has no element {index}")
        return Element(found.variable, index, found.own)

    def index(self, tree: Tree) -> int | str:
        """An index: a whole number, or our expression for it."""
        known = self.known(tree)
        if known is None:
            return self.number(tree)
        if not 0.0 <= known < MOST_SIZE:
            raise NotSaidError("there is no element with this index")
        return int(known)

    def known(self, tree: Tree) -> float | None:
        """A number that is known before a run; None for another one."""
        match tree:
            case Number(value):
                return value
            case Unary("-", of):
                inner = self.known(of)
                return None if inner is None else -inner
            case Access():
                try:
                    told = self.number(tree)
                except NotSaidError:
                    return None
                return float(told) if told.lstrip("-")[:1].isdigit() else None
        return None

    def number(self, tree: Tree) -> str:
        """A number or a condition. Raises NotSaidError."""
        match tree:
            case Number(value):
                return literal(value)
            case Truth(value):
                return "TRUE" if value else "FALSE"
            case Text():
                raise NotSaidError("texts are not followed")
            case Unary(sign, of):
                return f"NOT {self._inner(of)}" if sign == "!" else f"-{self._inner(of)}"
            case Binary():
                return self._joined(tree)
            case Access():
                return self._read(tree)
            case Call():
                return self._called(tree)
        raise NotSaidError("this is no number")

    def _inner(self, tree: Tree) -> str:
        told = self.number(tree)
        is_plain = not isinstance(tree, Unary | Binary) and told[0] != "-" and " " not in told
        return told if is_plain else f"({told})"

    def _joined(self, tree: Binary) -> str:
        if tree.sign in ("==", "!="):
            for asked, value in ((tree.left, tree.right), (tree.right, tree.left)):
                if isinstance(value, Truth):
                    is_on = value.value is (tree.sign == "==")
                    return self._inner(asked) if is_on else f"NOT {self._inner(asked)}"
        left, right = self._inner(tree.left), self._inner(tree.right)
        if tree.sign == "xor":
            return f"({left} AND NOT {right}) OR ({right} AND NOT {left})"
        if tree.sign not in SAME and tree.sign not in SIGNS:
            raise NotSaidError(f"{tree.sign} joins texts, which are not followed")
        return f"{left} {SIGNS.get(tree.sign, tree.sign)} {right}"

    def _read(self, tree: Access) -> str:
        """A variable, or a field of one."""
        element, path = self.element(tree), tree.path
        kind, label = element.kind, path[-1] if path else ""
        if kind == "dio" and not path:
            return f"SIG({self.signal(element)})"
        if kind in NUMBER_KINDS and not path:
            return self._plain(element)
        fields: tuple[str, ...] = ()
        if kind in POSES and path[:-1] in ((), ("trsf",)):
            fields = FIELDS
        elif kind in JOINT_KINDS and len(path) == 1:
            fields = JOINTS
        elif kind == "mdesc" and len(path) == 1:
            fields = tuple(SPEEDS)
        if label not in fields:
            raise NotSaidError(f"{'.'.join((tree.name, *path))} is not followed")
        (value,) = self.work.numbers_in(element, [label])
        return value if isinstance(value, str) else literal(value)

    def _plain(self, element: Element) -> str:
        if element.variable.name in self.work.numbers and element.own == self.work.own:
            return self.work.shared.name(self.work.own, element.variable.name)
        if self.work.is_constant(element) and isinstance(element.index, int):
            values = element.variable.values.get(element.index, {})
            text = values.get("value", "0" if element.kind == "num" else "false").lower()
            if element.kind == "bool":
                return "TRUE" if text in ("true", "1") else "FALSE"
            (value,) = self.work.numbers_in(element, ["value"])
            return literal(float(value))
        return self.work.kept(element)

    def signal(self, element: Element) -> str:
        """The number of the signal that an input or output is here."""
        first = self.work.shared.signal(element.variable)
        if isinstance(element.index, int):
            return str(first + element.index)
        return f"{first} + {element.index}" if first else element.index

    def _called(self, tree: Call) -> str:
        name, given = tree.name.lower(), tree.given
        if name in OF_SELF and not given:
            return OF_SELF[name]
        if name == "limit" and len(given) == 3:
            value, low, high = (self.number(each) for each in given)
            return f"MIN(MAX({value}, {low}), {high})"
        if name == "round" and len(given) == 1:
            told = self._inner(given[0])
            return f"INT({told} + 0.5 * SIGN({told}))"
        if name == "atan" and len(given) == 1:
            return f"ATAN2({self.number(given[0])}, 1)"
        if name == "size" and len(given) == 1:
            return literal(float(self.element(given[0]).variable.size))
        if name not in FUNCTIONS or not given:
            raise NotSaidError(f"what {tree.name} gives is not known here")
        return f"{FUNCTIONS[name]}({', '.join(self.number(each) for each in given)})"
