"""Values of KRL in the words of our language: expressions, fields, frames, calls of functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from typing import NamedTuple

from language.expressions.trees import RESERVED
from language.foreign.draft import NotSaidError
from language.instructions import BY_NAME
from language.words.functions import FUNCTIONS as OURS
from scenes.makers.krl.krl_data import Declarations, numbers_of
from scenes.makers.krl.krl_expressions import Names
from scenes.makers.krl.krl_frames import FRAME_KEYS
from scenes.makers.krl.terms.krl_trees import (
    Aggregate,
    Call,
    Literal,
    Pair,
    Ref,
    Sign,
    Tree,
    tree_of,
)
from scenes.makers.krl.terms.krl_types import FRAME, INT, NUMBER, TEXT, Leaf, Types

OPERATORS = {"EXOR": "XOR"}
BINDS = {"OR": 2, "XOR": 2, "AND": 4, "+": 10, "-": 10, "*": 20, "/": 20}
COMPARES, HIGHEST = 8, 40
PLAIN = frozenset({"ABS", "SQRT", "SIN", "COS", "TAN", "ACOS", "ATAN2"})
COMPONENTS = {"X": "DX", "Y": "DY", "Z": "DZ"}
ANGLES = {"A": 4, "B": 5, "C": 6}
NULLS = frozenset({"$NULLFRAME", "$NULLPOS"})
AUTOMATIC = "#EXT"  # the mode in which programs are taken to run


class Said(NamedTuple):
    """A value in our words. kind: of `krl_types`, or "" for a structure. binds: Of its operator."""

    text: str
    kind: str
    binds: int = HIGHEST

    def within(self, binds: int) -> str:
        """The text, in parentheses where its operator binds less than `binds`."""
        return self.text if self.binds >= binds else f"({self.text})"


@dataclass
class Values:
    """Says values; what must be done before them is collected in `before`.

    changed: The variables that the program gives values to, by program ("" for data) and name.
    raw: Names a frame of six constants, X to C in mm and degrees. here: T_base in our words, "" for
    the arm's own base. program: The one that is read.
    """

    types: Types
    names: Names
    data: Declarations
    changed: frozenset[str]
    raw: Callable[[str, dict[str, float]], str]
    base: Callable[[], str]
    program: str = ""
    before: list[str] = field(default_factory=list)
    made: int = 0

    def text(self, krl: str) -> str:
        """A number or a condition in our words. Raises NotSaidError."""
        return self.said(krl).text

    def said(self, krl: str) -> Said:
        """A value in our words. Raises NotSaidError."""
        tree = tree_of(krl.strip())
        if tree is None:
            raise NotSaidError("not understood")
        return self.of(tree)

    def of(self, tree: Tree) -> Said:
        """A tree in our words. Raises NotSaidError."""
        match tree:
            case Literal():
                return self._literal(tree)
            case Sign(operator, operand):
                return self._sign(operator, self.of(operand))
            case Pair(operator, left, right):
                return self._pair(operator, self.of(left), self.of(right))
            case Aggregate():
                return self._aggregate(tree)
            case Call(name, arguments):
                return self._call(name, arguments)
            case Ref():
                return self.variable(tree)
        raise NotSaidError("not understood")

    def _literal(self, tree: Literal) -> Said:
        kind, text = tree
        if kind == "number":
            if not isfinite(float(text)):
                raise NotSaidError(f"{text} is no number")
            return Said(text, INT if text.isdecimal() else NUMBER)
        if kind == "enum":
            return Said(str(self.names.enumerated(text.upper())), NUMBER)
        if kind == "bits":
            return Said(str(int(text[2:-1], 2 if text[1] in "Bb" else 16)), INT)
        if kind == "text":
            return Said(str(ord(text[1])), INT) if len(text) == 3 else Said(text, TEXT)
        return Said(text, NUMBER)

    def _sign(self, operator: str, inner: Said) -> Said:
        if inner.kind not in (INT, NUMBER):
            raise NotSaidError("only a number has a sign")
        if operator == "NOT":
            return Said(f"NOT {inner.within(HIGHEST)}", NUMBER, 6)
        text = inner.within(30) if operator == "-" else inner.text
        return Said(f"-{text}" if operator == "-" else text, inner.kind, 30)

    def _pair(self, operator: str, left: Said, right: Said) -> Said:
        if operator == ":":
            if left.kind != FRAME or right.kind != FRAME:
                raise NotSaidError("only frames are joined by :")
            return Said(f"{left.text}:{right.text}", FRAME)
        if left.kind not in (INT, NUMBER) or right.kind not in (INT, NUMBER):
            raise NotSaidError("only numbers are calculated with")
        if operator.startswith("B_"):
            raise NotSaidError("operations on bits are not read")
        word = OPERATORS.get(operator, operator)
        binds = BINDS.get(word, COMPARES)
        text = f"{left.within(binds)} {word} {right.within(binds + 1)}"
        is_whole = left.kind == right.kind == INT
        if word == "/" and is_whole:  # whole numbers are divided without a rest
            return Said(f"INT({text})", INT)
        return Said(text, INT if is_whole and binds >= 10 else NUMBER, binds)

    def _aggregate(self, tree: Aggregate) -> Said:
        """A frame of six components; others are told."""
        given = dict(tree.fields)
        if not set(given) >= set(FRAME_KEYS):
            raise NotSaidError("a frame needs all of X Y Z A B C here")
        parts = [self.of(given[key]) for key in FRAME_KEYS]
        numbers = [_number(part.text) for part in parts]
        if None not in numbers:
            values = {k: v for k, v in zip(FRAME_KEYS, numbers, strict=True) if v is not None}
            return Said(self.raw("KRL.FRAME", values), FRAME)
        return Said(frame_text([part.text for part in parts]), FRAME)

    # Variables.

    def variable(self, ref: Ref) -> Said:
        """A variable, a field or a component of a frame."""
        name, indices = ref.path[0]
        special = self._special(name, indices, ref)
        if special is not None:
            return special
        kind, path, at, rest = self.walk(ref)
        if rest:
            return self._component(path, at, rest)
        if kind == FRAME:
            return Said(self._frame(path, at), FRAME)
        return Said(f"{path}{self._indexed(at)}", kind)

    def _special(self, name: str, indices: tuple[Tree, ...], ref: Ref) -> Said | None:
        if name in ("$IN", "$OUT"):
            return Said(self._signal(name, indices), NUMBER)
        if name in self.names.signals:
            return Said(f"SIG({self.names.number(*self.names.signals[name])})", NUMBER)
        if name in NULLS:
            return Said("NULL", FRAME)
        if name == "$TIMER":
            return Said(f"1000 * TIMER({self._indices(indices)})", NUMBER, 20)
        if name == "$OV_PRO":
            return Said("100", INT)
        if name == "$MODE_OP":
            return Said(str(self.names.enumerated(AUTOMATIC)), NUMBER)
        if name in ("$POS_ACT", "$POS_FOR"):
            base = self.base()
            here = f"INVERSE({base}):HERE" if base else "HERE"
            if len(ref.path) == 1:
                return Said(here, FRAME)
            self.before.append(f"SET KRL.HERE = {here}")
            return self._component("KRL.HERE", (), ref.path[1][0])
        if name.startswith("$") and not self._is_declared(name):
            raise NotSaidError(f"{name} is not read here")
        return None

    def _is_declared(self, name: str) -> bool:
        return bool(self.types.type_of(name, self.program)) or name in self.data.values

    def _signal(self, name: str, indices: tuple[Tree, ...]) -> str:
        shift = self.names.inputs_from if name == "$IN" else 0
        inner = self._indices(indices)
        if inner.isdecimal():
            return f"SIG({int(inner) + shift})"
        return f"SIG({inner} + {shift})" if shift else f"SIG({inner})"

    def walk(self, ref: Ref) -> tuple[str, str, tuple[Tree, ...], str]:
        """Kind, name, indices and the component of a frame of a variable with its fields.

        The kind of a structure is "".
        """
        name, indices = ref.path[0]
        declared = self.types.type_of(name, self.program)
        path, at = self.own(name), list(indices)
        for number, (part, inner) in enumerate(ref.path[1:], start=1):
            kind = self.types.kind_of(declared) if declared else ""
            if kind == FRAME or (not declared and (*FRAME_KEYS,).__contains__(part)):
                if number < len(ref.path) - 1:
                    raise NotSaidError("a component of a frame has no fields")
                return FRAME, path, tuple(at), part
            following = self.types.field_type(declared, part)
            if not following:
                raise NotSaidError(f"the type of {name} is not known: give $config.dat with --data")
            declared, path = following, f"{path}.{part}"
            at += inner
        if not declared:
            is_frame = self.data.aggregate(name) is not None and len(ref.path) == 1
            return (FRAME if is_frame else NUMBER), path, tuple(at), ""
        return self.types.kind_of(declared), path, tuple(at), ""

    def own(self, name: str) -> str:
        """A name of KRL as a name of ours."""
        plain = name.replace("$", "S.") if name.startswith("$") else name.replace("$", "_")
        is_taken = plain in BY_NAME or plain in OURS or plain in RESERVED
        return f"KRL.{plain}" if is_taken else plain

    def _frame(self, path: str, at: tuple[Tree, ...]) -> str:
        name = f"{path}{self._indexed(at)}"
        if path in self.changed or at:
            return name
        values = numbers_of(self.data.aggregate(path))
        if set(FRAME_KEYS) <= set(values):
            return self.raw(path, {key: values[key] for key in FRAME_KEYS})
        return name

    def _component(self, path: str, at: tuple[Tree, ...], part: str) -> Said:
        """X Y Z or, calculated before, A B C of a frame."""
        frame = path if path.startswith("KRL.") else self._frame(path, at)
        if part in COMPONENTS:
            return Said(f"{COMPONENTS[part]}({frame})", NUMBER)
        if part not in ANGLES:
            raise NotSaidError(f"{part} is no component of a frame")
        self.before += angle_lines(frame)
        name = self.temporary()
        self.before.append(f"{name} = KRL.{part}")
        return Said(name, NUMBER)

    def _indexed(self, indices: tuple[Tree, ...]) -> str:
        return f"[{self._indices(indices)}]" if indices else ""

    def _indices(self, indices: tuple[Tree, ...]) -> str:
        return ", ".join(self.of(index).text for index in indices)

    def temporary(self) -> str:
        """A new name for a value that is calculated before."""
        self.made += 1
        return f"KRL.T{self.made}"

    # Functions.

    def _call(self, name: str, arguments: tuple[Tree, ...]) -> Said:
        if name in PLAIN:
            inner = [self.of(each) for each in arguments]
            if any(each.kind not in (INT, NUMBER) for each in inner):
                raise NotSaidError(f"{name} takes numbers")
            kind = INT if name == "ABS" and inner[0].kind == INT else NUMBER
            return Said(f"{name}({', '.join(each.text for each in inner)})", kind)
        if name == "INV_POS" and len(arguments) == 1:
            return Said(f"INVERSE({self.of(arguments[0]).text})", FRAME)
        gives = self.types.functions.get(name)
        if gives is None:
            raise NotSaidError(f"the function {name} is not in this file")
        leaves = self.types.leaves(gives)
        result = self.temporary()
        told = [f"{result}.{leaf.path}".rstrip(".") for leaf in leaves]
        for target, leaf in zip(told, leaves, strict=True):
            self.before.append(f"SET {target} = NULL" if leaf.kind == FRAME else f"{target} = 0")
        given = [*self.given(name, arguments), *told]
        self.before.append(f"CALL {name}({', '.join(given)})" if given else f"CALL {name}")
        return Said(result, self.types.kind_of(gives))

    def given(self, name: str, arguments: tuple[Tree, ...]) -> list[str]:
        """The arguments of a call in our words; values are calculated before it."""
        parameters = self.types.parameters.get(name, ())
        found = list[str]()
        for number, tree in enumerate(arguments):
            is_value = number < len(parameters) and parameters[number].by_value
            if isinstance(tree, Ref):
                kind, path, _, rest = self.walk(tree)
                if kind == "" and not rest:
                    declared = self.types.type_of(tree.path[0][0], self.program)
                    found += self._leaves(path, declared, tree)
                    continue
            said = self.of(tree)
            if said.kind == FRAME:
                name = self.temporary()
                self.before.append(f"SET {name} = {said.text}")
                found.append(name)
            elif said.kind in (INT, NUMBER):
                names_it = re.fullmatch(r"[A-Z_][\w.]*(?:\[[^\]]*\])?", said.text) is not None
                is_bare = (names_it and not is_value) or _number(said.text) is not None
                found.append(said.text if is_bare else f"({said.text})")
            else:
                raise NotSaidError("this argument is not read")
        return found

    def _leaves(self, path: str, declared: str, tree: Ref) -> list[str]:
        if len(tree.path) > 1 or tree.path[0][1]:
            raise NotSaidError("a part of a structure is not given to a program")
        return [f"{path}.{leaf.path}" for leaf in self.types.leaves(declared)]

    def parameters_of(self, name: str) -> list[str]:
        """The parameters of a program in our words; those of a structure are its fields."""
        found = list[str]()
        for parameter in self.types.parameters.get(name, ()):
            declared = self.types.declared.get((name, parameter.name), "INT")
            whole = self.own(parameter.name)
            found += [f"{whole}.{leaf.path}".rstrip(".") for leaf in self.types.leaves(declared)]
        return found

    def results_of(self, name: str) -> list[tuple[str, Leaf]]:
        """The names in which a function leaves its value."""
        leaves = self.types.leaves(self.types.functions[name])
        return [(f"{name}.RESULT.{leaf.path}".rstrip("."), leaf) for leaf in leaves]


def frame_text(parts: list[str]) -> str:
    """The frame of six components in our words: R = Rz(A) Ry(B) Rx(C)."""
    x, y, z, a, b, c = parts
    first = f"TRANS({x}, {y}, {z}, {a}, {b}, 0)"
    # A turn about x is one about y between two quarter turns about z.
    return first if _number(c) == 0.0 else f"{first}:TRANS(0, 0, 0, -90, {c}, 90)"


def angle_lines(frame: str) -> list[str]:
    """Lines that calculate A, B and C of a frame into KRL.A, KRL.B and KRL.C.

    DECOMPOSE gives o, a, t of Rz(o) Ry(a) Rz(t); the entries of that matrix give A, B, C.
    """
    o, a, t = (f"KRL.V[{number}]" for number in (4, 5, 6))
    return [
        f"SET KRL.F = {frame}",
        "DECOMPOSE KRL.V[] = KRL.F",
        f"KRL.R11 = COS({o}) * COS({a}) * COS({t}) - SIN({o}) * SIN({t})",
        f"KRL.R21 = SIN({o}) * COS({a}) * COS({t}) + COS({o}) * SIN({t})",
        "KRL.A = ATAN2(KRL.R21, KRL.R11)",
        f"KRL.B = ATAN2(SIN({a}) * COS({t}), SQRT(KRL.R11 * KRL.R11 + KRL.R21 * KRL.R21))",
        f"KRL.C = ATAN2(SIN({a}) * SIN({t}), COS({a}))",
    ]


def _number(text: str) -> float | None:
    """The number of a text that is one; None for a name such as NAN, which float would take."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None
