"""What the parts of a translation of URScript share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from language.expressions.trees import RESERVED
from language.foreign.draft import Draft, NotSaidError
from language.foreign.kept.ledgers import Numbers
from language.instructions import BY_NAME
from language.words.functions import FUNCTIONS
from scenes.makers.defined_points import DefinedPoints
from scenes.makers.urscript.grammar.script_statements import Routine
from scenes.makers.urscript.grammar.script_trees import Call
from scenes.makers.urscript.meaning.script_shapes import Meaning
from scenes.makers.urscript.meaning.shapes import Record, Row, Shape
from scenes.world.robot import Controller, Robot

TAKEN = RESERVED | frozenset(BY_NAME) | frozenset(FUNCTIONS)
OURS = "UR."  # begins the names that no program can have: a dot stands in none of its names
TEXT = '"'  # begins the key of a text
EVERYWHERE = "\0"  # stands for all functions: none has this name
INPUTS_FROM, NUMBER_ZERO = 1000, 100
_BANKS = {"standard_": 0, "": 0, "configurable_": 8, "tool_": 16}
OUTPUTS = {f"set_{bank}digital_out": first for bank, first in _BANKS.items()}
INPUTS = {f"get_{bank}digital_in": first for bank, first in _BANKS.items()}
OWN_OUTPUTS = {f"get_{bank}digital_out": first for bank, first in _BANKS.items()}


class Kept(NamedTuple):
    """Where a value is kept in our program. indices: Behind the name; their text."""

    name: str
    shape: Shape
    indices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The variable or the location."""
        return f"{self.name}[{','.join(self.indices)}]" if self.indices else self.name

    def part(self, at: int) -> Kept:
        """The element with an index from 0, which the program itself has not."""
        if isinstance(self.shape, Row):
            return self.item(str(at))
        assert isinstance(self.shape, Record)
        label = self.shape.names[at].upper() or f"F{at}"
        return Kept(f"{self.name}.{label}", self.shape.shapes[at], self.indices)

    def item(self, index: str) -> Kept:
        """The element of a list with an index that only a run knows."""
        assert isinstance(self.shape, Row)
        return Kept(self.name, self.shape.of, (*self.indices, index))

    @property
    def length(self) -> int:
        """Number of its elements."""
        return self.shape.length if isinstance(self.shape, Row) else len(self.shape[1])

    def leaves(self) -> list[str]:
        """The names that hold it, with [] behind those of lists."""
        if isinstance(self.shape, Record):
            parts = [self.part(at) for at in range(self.length)]
            return [name for part in parts for name in part.leaves()]
        if not isinstance(self.shape, Row):
            return [f"{self.name}[]" if self.indices else self.name]
        return self.part(0).leaves() if self.length else []


@dataclass
class Names:
    """Names of ours for those of a program, in which capitals count. asked: All answers."""

    taken: dict[str, str] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)

    def own(self, name: str) -> str:
        """A name that our language accepts."""
        if name not in self.given:
            plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in name.upper())
            plain = f"{plain}_V" if plain in TAKEN or plain[:1].isdigit() or not plain else plain
            found, count = plain, 1
            while self.taken.setdefault(found, name) != name:
                count += 1
                found = f"{plain}_{count}"
            self.given[name] = found
        self.asked.append((name, self.given[name]))
        return self.given[name]

    def mark(self) -> tuple[int, int]:
        """The present place, for `since` and `back_to`."""
        return len(self.given), len(self.asked)

    def since(self, mark: tuple[int, int]) -> dict[str, str]:
        """The names that were asked for behind a mark."""
        return dict(self.asked[mark[1] :])

    def repeat(self, answers: dict[str, str]) -> bool:
        """Asks for the same names; False as soon as an answer is another."""
        return all(self.own(name) == own for name, own in answers.items())

    def back_to(self, mark: tuple[int, int]) -> None:
        """Takes back what was asked for behind a mark."""
        while len(self.given) > mark[0]:
            self.given.popitem()
            self.taken.popitem()
        del self.asked[mark[1] :]


@dataclass
class Work:
    """A translation while it is written.

    routine: The function that is being read. before: Lines that the next line needs in front of it.
    texts: Numbers that stand for texts. inputs_from: Added to the numbers of inputs. decisive:
    Variables, by their function, on which motion, flow or signals depend. handed_on: Names of lists
    that are needed while the program runs, by the function.
    """

    robot: Robot
    controller: Controller
    meaning: Meaning
    routine: Routine
    draft: Draft = field(default_factory=Draft)
    defined: DefinedPoints = field(default_factory=DefinedPoints)
    names: Names = field(default_factory=Names)
    programs: Names = field(default_factory=Names)
    before: list[str] = field(default_factory=list)
    texts: Numbers = field(default_factory=Numbers)
    inputs_from: int = 0
    decisive: frozenset[tuple[str, str]] = frozenset()
    handed_on: Mapping[str, frozenset[str]] = field(default_factory=dict)
    temporary: int = 0
    repeated: Counter[str] = field(default_factory=Counter)
    _aside: list[str] | None = None

    def say(self, line: str) -> None:
        """Says a line, behind those that it needs in front of it."""
        self.before.append(line)
        self.flush()

    def flush(self) -> None:
        """Says the lines that wait for the next one."""
        for each in self.before:
            if self._aside is None:
                self.draft.say(each)
            else:
                self._aside.append(each)
        self.before.clear()

    @contextmanager
    def in_front(self) -> Iterator[None]:
        """What is said inside stands in front of the next line that is said outside."""
        held, self._aside = self._aside, []
        try:
            yield
        finally:
            said, self._aside = self._aside, held
            self.before[:0] = said

    def new_name(self, letter: str) -> str:
        """A name of ours that the statement has not used yet."""
        self.temporary += 1
        return f"{OURS}{letter}{self.temporary}"

    def kept(self, key: str) -> Kept:
        """Where the value of a variable is kept. Raises NotSaidError for one without a shape."""
        shape = self.meaning.shapes.get((self.meaning.scope(self.routine, key), key))
        if shape is None or shape == "any":
            raise NotSaidError(f"{key} has no value that is known here")
        return Kept(self.names.own(key), shape)

    def of_text(self, text: str) -> str:
        """The number that stands for a text."""
        return str(self.texts.of(f"{TEXT}{text}"))

    def input_number(self, number: int) -> int:
        """The signal of an input of the controller."""
        return (number if number or self.inputs_from else NUMBER_ZERO) + self.inputs_from

    def output_number(self, number: int) -> int:
        """The signal of an output of the controller."""
        return number or NUMBER_ZERO


def signal_of(call: Call, known: Mapping[str, int], number: float | None) -> int | None:
    """The number of a digital signal among those of all its banks; None for none."""
    first = known.get(call.key)
    if first is None or number is None or not number.is_integer() or not 0 <= number < 18:
        return None
    return first + int(number)
