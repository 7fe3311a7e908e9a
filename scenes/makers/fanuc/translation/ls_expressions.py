"""Expressions of FANUC programs in the words of our language."""

from __future__ import annotations

from dataclasses import dataclass

from language.foreign.draft import NotSaidError
from scenes.makers.fanuc.ls_signals import INPUTS, KINDS, OUTPUTS
from scenes.makers.fanuc.ls_trees import (
    Item,
    Joined,
    Number,
    Signed,
    Text,
    Tree,
    TreeError,
    Word,
    constant_of,
    tree_of,
)
from scenes.makers.fanuc.translation.ls_work import ANY_NUMBER, Work

SIGNS = {"=": "=="}
TRUTHS = {"ON": "TRUE", "OFF": "FALSE", "TRUE": "TRUE", "FALSE": "FALSE"}
# Signals with a number as their value are variables here.
VALUED = frozenset({"GI", "GO", "AI", "AO", "R", "AR"})
FUNCTIONS = {"ABS", "SIN", "COS", "TAN", "SQRT", "ASIN", "ACOS"}
RENAMED = {"TRUNC": "INT"}
CLOCK, CLOCK_FROM, CLOCK_RUNS = "LS.TIMER", "LS.FROM", "LS.RUNS"


@dataclass
class Expressions:
    """Puts expressions into our words."""

    work: Work

    def told_text(self, code: str) -> str:
        """A number or a condition of a text. Raises NotSaidError."""
        return self.told(self.tree(code))

    def tree(self, code: str) -> Tree:
        """The tree of a text. Raises NotSaidError."""
        try:
            return tree_of(code)
        except TreeError as why:
            raise NotSaidError(str(why)) from why

    def told(self, tree: Tree) -> str:
        """A number or a condition. Raises NotSaidError."""
        match tree:
            case Number(value):
                return f"{value:.9g}"
            case Word(key) if key in TRUTHS:
                return TRUTHS[key]
            case Signed(sign, of):
                inner = self.inner(of)
                return f"NOT {inner}" if sign == "!" else f"{sign}{inner}"
            case Joined():
                return self._joined(tree)
            case Item():
                return self._item(tree)
            case Text(value):
                raise NotSaidError(f"the value of {value} is not known here")
            case Word(key):
                raise NotSaidError(f"{key} is not understood here")

    def inner(self, tree: Tree) -> str:
        """A value inside of another one."""
        told = self.told(tree)
        return f"({told})" if isinstance(tree, Joined | Signed) else told

    def is_truth(self, tree: Tree) -> bool:
        """Whether a value is on or off rather than a number."""
        if isinstance(tree, Item):
            return tree.kind in KINDS
        if isinstance(tree, Signed):
            return tree.sign == "!" or self.is_truth(tree.of)
        if isinstance(tree, Joined):
            return tree.operator in ("AND", "OR", "=", "<>", "<", ">", "<=", ">=")
        return isinstance(tree, Word) and tree.key in TRUTHS

    def signal(self, tree: Tree) -> str:
        """The number of our signal for a signal of the controller. Raises NotSaidError."""
        if not isinstance(tree, Item) or tree.kind not in KINDS or len(tree.at) != 1:
            raise NotSaidError("this is no signal")
        added = {**OUTPUTS, **INPUTS}[tree.kind]
        added += self.work.shared.inputs_from if tree.kind == "DI" else 0
        number = constant_of(tree.at[0])
        if number is not None:
            return f"{number + added:.0f}"
        told = self.told(tree.at[0])
        return f"{added} + {told}" if added else told

    def _joined(self, tree: Joined) -> str:
        operator, right = tree.operator, tree.right
        if operator in ("=", "<>") and isinstance(right, Word) and right.key in TRUTHS:
            is_on = (TRUTHS[right.key] == "TRUE") is (operator == "=")
            left = self.inner(tree.left)
            return left if is_on else f"NOT {left}"
        if operator == "DIV":
            return f"INT({self.inner(tree.left)} / {self.inner(right)})"
        return f"{self.inner(tree.left)} {SIGNS.get(operator, operator)} {self.inner(right)}"

    def _item(self, tree: Item) -> str:
        kind, shared = tree.kind, self.work.shared
        if kind in KINDS:
            return f"SIG({self.signal(tree)})"
        if kind == "PR" and len(tree.at) == 2:
            return self.component(tree)
        if kind in FUNCTIONS | set(RENAMED) and len(tree.at) == 1:
            return f"{RENAMED.get(kind, kind)}({self.told(tree.at[0])})"
        if len(tree.at) != 1:
            raise NotSaidError(f"{kind}[..] is not read here")
        number = constant_of(tree.at[0])
        if kind == "TIMER" and number is not None:
            shared.clocks.add(int(number))
            n = f"{number:.0f}"
            return f"({CLOCK}[{n}] + {CLOCK_RUNS}[{n}] * (TIME - {CLOCK_FROM}[{n}]))"
        if kind == "AR" and number is not None:
            return f"AR{number:.0f}"
        if kind == "R":
            self._uses(number)
        if kind in VALUED and kind != "AR":
            return f"{kind}[{self.told(tree.at[0])}]"
        raise NotSaidError(f"{kind}[..] is not read here")

    def component(self, tree: Item) -> str:
        """A component of a position register."""
        number = constant_of(tree.at[0])
        if number is not None:
            self.work.shared.positions_used.add(int(number))
        return f"PR[{self.told(tree.at[0])},{self.told(tree.at[1])}]"

    def _uses(self, number: float | None) -> None:
        if number is None:
            self.work.shared.numbers_used.add(ANY_NUMBER)
        else:
            self.work.shared.numbers_used.add(int(number))
