"""Expressions of RAPID in the words of our language, and the names of its signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from language.expressions.trees import RESERVED
from language.foreign.draft import NotSaidError
from language.foreign.kept.ledgers import Numbers, Used
from language.instructions import BY_NAME
from language.words.functions import FUNCTIONS
from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.rapid_stretches import SIGNAL
from scenes.makers.rapid.rapid_text import Token
from scenes.makers.rapid.rapid_trees import (
    Call,
    Item,
    Joined,
    Literal,
    Name,
    Part,
    Signed,
    Tree,
    tree_of,
)
from scenes.makers.rapid.rapid_values import value_of
from scenes.makers.rapid.translation.rapid_module import NUMBERS, TARGETS, TRUTHS, Values

INPUTS_FROM, NAMED_FROM = 1000, 2001
SIGNS = {"=": "==", "AND": "AND", "OR": "OR", "XOR": "XOR", "MOD": "MOD"}
SAME = frozenset({"+", "-", "*", "/", "<>", "<", ">", "<=", ">="})
FUNCTIONS_HERE = {"ABS": "ABS", "SQRT": "SQRT", "SIN": "SIN", "COS": "COS", "TAN": "TAN"}
FUNCTIONS_HERE |= {"ASIN": "ASIN", "ACOS": "ACOS", "ATAN2": "ATAN2", "TRUNC": "INT"}
KNOWN_ONLY = frozenset({"ROUND", "ATAN"})
SIGNAL_FUNCTIONS = frozenset({"DOUTPUT", "DINPUT", "TESTDI", "TESTDO"})
TAKEN = RESERVED | frozenset(BY_NAME) | frozenset(FUNCTIONS)
AXES = {"X": "DX", "Y": "DY", "Z": "DZ"}


@dataclass
class Signals:
    """The numbers of signals by their names: those of `do5` and `di3` are 5 and 3.

    inputs_from: Added to the number of an input.
    """

    inputs_from: int = 0
    numbers: Numbers = field(default_factory=lambda: Numbers(NAMED_FROM))

    def number(self, key: str) -> int:
        """The number of a signal."""
        found = SIGNAL.fullmatch(key)
        if found is not None:
            return int(found[2]) + (self.inputs_from if found[1] == "I" else 0)
        return self.numbers.of(key)


def inputs_from(words: frozenset[str]) -> int:
    """What is added to inputs: 0, unless an output has the number of one of them."""
    found = [match for word in words if (match := SIGNAL.fullmatch(word))]
    inputs = {match[2] for match in found if match[1] == "I"}
    both = inputs & {match[2] for match in found if match[1] == "O"}
    return INPUTS_FROM if both else 0


def own_name(key: str) -> str:
    """A name that our language accepts for a name in capitals."""
    plain = "".join(c if c.isascii() else "_" for c in key)
    return f"{plain}_V" if plain in TAKEN else plain


def given_name(key: str) -> str:
    """Our variable that says whether a call gives an optional argument."""
    return f"{own_name(key)}_IS"


def size_name(key: str, dimension: int) -> str:
    """Our parameter for the size of an array in a dimension, from 1."""
    return f"{own_name(key)}_SIZE{dimension}"


def _unknown(call: Call, is_place: bool = False) -> str:
    raise NotSaidError(f"the function {call.key} is not known")


@dataclass
class Expressions:
    """Puts expressions into our words.

    values: What names are worth before a run. local: The parameters of the routine and its own
    data, by their types. call: Gives the variable that holds what a function gave; its second
    argument says whether that is a place. used: The names that our program uses. clocks: Those of
    our variables that count as a clock does. changing: Names of data that the program changes.
    counters: Our names of the counters of the loops in which this stands. optional: The parameters
    of the routine that a call may leave out. arrays: Dimensions of those that are arrays.
    """

    values: Values
    signals: Signals
    call: Callable[[Call, bool], str] = _unknown
    local: dict[str, str] = field(default_factory=dict)
    used: Used[str] = field(default_factory=Used)
    clocks: Used[str] = field(default_factory=Used)
    changing: frozenset[str] = frozenset()
    counters: dict[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    arrays: dict[str, int] = field(default_factory=dict)

    def told(self, tree: Tree) -> str:
        """A number or a condition. Raises NotSaidError."""
        match tree:
            case Literal(value):
                return _literal(value)
            case Name(key):
                return self._named(key)
            case Signed(sign, of):
                inner = self.told(of)
                inner = f"({inner})" if isinstance(of, Joined) else inner
                return f"NOT {inner}" if sign == "NOT" else f"{sign}{inner}"
            case Joined():
                return self._joined(tree)
            case Item():
                return self._item(tree)
            case Part(Part(of, "TRANS"), axis) if axis in AXES and self.is_changing(of, TARGETS):
                return f"{AXES[axis]}({self.variable_of(of)})"
            case Call():
                return self._called(tree)
        return self._known(tree)

    def told_of(self, tokens: Sequence[Token]) -> str:
        """The same of tokens. Raises TreeError too."""
        return self.told(tree_of(tokens))

    def variable(self, tree: Tree) -> str:
        """A number or a truth value that is given another value. Raises NotSaidError."""
        if isinstance(tree, Name) and tree.key in self.counters:
            raise NotSaidError(f"{tree.key} counts a loop, and is given no other value in it")
        return self.told(tree)

    def kind_of(self, key: str) -> str | None:
        """The type of data of a name; None for an unknown one."""
        return self.local.get(key) or self.values.kinds.get(key)

    def is_changing(self, tree: Tree | None, kind: str) -> bool:
        """Whether a tree is data of a kind, or an element of an array of such, whose value is known
        only while the program runs."""
        match tree:
            case Name(key):
                is_known = key in self.changing or key in self.local
                return is_known and key not in self.values and self.kind_of(key) == kind
            case Item(Name(key)):
                return self.kind_of(key) == kind and not self._has_value(tree)
        return False

    def variable_of(self, tree: Tree) -> str:
        """Our name of data, or of an element of an array, of which `is_changing` holds."""
        of = tree.of if isinstance(tree, Item) else tree
        assert isinstance(of, Name)
        self.used.add(of.key)
        if not isinstance(tree, Item):
            return own_name(of.key)
        indices = ",".join(self.told(index) for index in tree.indices)
        return f"{own_name(of.key)}[{indices}]"

    def _has_value(self, tree: Tree) -> bool:
        """Whether a value is known before the run."""
        try:
            value_of(tree, self.values)
        except UnknownError:
            return False
        return True

    def _named(self, key: str) -> str:
        if key in self.counters:
            return self.counters[key]
        kind = self.kind_of(key)
        if kind in NUMBERS | TRUTHS:
            self.used.add(key)
            return own_name(key)
        if key in self.values and type(self.values[key]) in (float, bool):
            return _literal(self.values[key])
        if kind is None:  # a signal: they are not declared in programs
            return f"SIG({self.signals.number(key)})"
        raise NotSaidError(f"{key} is no number here")

    def _joined(self, tree: Joined) -> str:
        signal = self._signal_asked(tree)
        if signal is not None:
            return signal
        left, right = self._inner(tree.left), self._inner(tree.right)
        if tree.operator == "DIV":
            return f"INT({left} / {right})"
        if tree.operator in SAME:
            return f"{left} {tree.operator} {right}"
        return f"{left} {SIGNS[tree.operator]} {right}"

    def _inner(self, tree: Tree) -> str:
        told = self.told(tree)
        return f"({told})" if isinstance(tree, Joined) and not told.startswith("INT(") else told

    def _signal_asked(self, tree: Joined) -> str | None:
        """`di1 = 1` as SIG(1), `di1 = 0` as NOT SIG(1); None for another comparison."""
        if tree.operator not in ("=", "<>"):
            return None
        asked, value = tree.left, tree.right
        if isinstance(asked, Name):
            is_signal = self.kind_of(asked.key) is None and asked.key not in self.values
        else:
            is_signal = isinstance(asked, Call) and asked.key in SIGNAL_FUNCTIONS
        if not is_signal:
            return None
        try:
            wanted = value_of(value, self.values)
        except UnknownError:
            return None
        if wanted not in (0.0, 1.0):
            return None
        is_on = bool(wanted) is (tree.operator == "=")
        return f"{'' if is_on else 'NOT '}{self.told(asked)}"

    def _item(self, tree: Item) -> str:
        key = tree.of.key if isinstance(tree.of, Name) else ""
        if key not in self.counters and self.kind_of(key) in NUMBERS | TRUTHS:
            return self.variable_of(tree)
        return self._known(tree)

    def _called(self, tree: Call) -> str:
        given = tree.arguments.given
        if tree.key in SIGNAL_FUNCTIONS and len(given) == 1 and isinstance(given[0], Name):
            return f"SIG({self.signals.number(given[0].key)})"
        if tree.key in FUNCTIONS_HERE and not tree.arguments.options:
            inner = ", ".join(self.told(each) for each in given)
            return f"{FUNCTIONS_HERE[tree.key]}({inner})"
        if tree.key == "CLKREAD" and len(given) == 1 and isinstance(given[0], Name):
            name = own_name(given[0].key)
            self.clocks.add(name)
            return f"({name} + {name}_RUNS * (TIME - {name}_FROM))"
        if tree.key in KNOWN_ONLY or (tree.key == "DISTANCE" and self._has_value(tree)):
            return self._known(tree)
        if tree.key == "PRESENT" and len(given) == 1 and isinstance(given[0], Name):
            return given_name(given[0].key) if given[0].key in self.optional else "TRUE"
        if tree.key == "DIM" and len(given) == 2 and isinstance(given[0], Name):
            return self._size(given[0].key, given[1])
        return self.call(tree, False)

    def _size(self, key: str, number: Tree) -> str:
        """The size of an array in a dimension with a number, from 1."""
        sizes, at = self.sizes(key), self._known(number)
        if not at.isdecimal() or not 1 <= int(at) <= len(sizes):
            raise NotSaidError(f"the size of {key} is not known")
        return sizes[int(at) - 1]

    def sizes(self, key: str) -> list[str]:
        """The sizes of an array in its dimensions; () for what is none."""
        if key in self.arrays:
            return [size_name(key, at) for at in range(1, self.arrays[key] + 1)]
        return [str(size) for size in self.values.sizes.get(key, ())]

    def _known(self, tree: Tree) -> str:
        """What has a value before the run."""
        try:
            return _literal(value_of(tree, self.values))
        except UnknownError as why:
            raise NotSaidError(str(why)) from why


def _literal(value: object) -> str:
    if type(value) is bool:
        return "TRUE" if value else "FALSE"
    if type(value) is float:
        return f"{value:.9g}"
    raise NotSaidError("this is no number and no truth value")
