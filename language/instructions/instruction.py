"""What the table knows of an instruction and of each of its operands."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class OperandKind(Enum):
    """What may stand in an operand's place."""

    LOCATION = "location"
    PART = "part"
    NUMBER = "number"
    JOINT = "joint"
    LINE = "line number"
    TEXT = "text"
    LABEL = "label"
    PROGRAM = "program"
    VARIABLE = "variable"
    STRING = "string"
    FLAG = "word"
    SIGNAL = "signal"
    ITEM = "item"


class Place(Enum):
    """Where an instruction may be written."""

    PROGRAM = "program"
    CONSOLE = "console"
    BOTH = "both"


@dataclass(frozen=True)
class Operand:
    """One operand.

    name: how programs ask for it, `statement.value("distance")`.
    phrase: how messages speak of it, "a distance in mm".
    example: a value for help lines.
    unit: "mm", "deg" or "".
    real: which of the four reals of the motion table holds it (0..3), None for none.
    keyword: a word that must stand before it (the AT of FEED part AT location).
    defines: it gives a location its value, instead of using one.
    minimum: smallest value that makes sense. above: every value is greater than this.
    repeats: it may come again behind a comma; its value is a tuple then.
    A FLAG is its keyword alone: the ALWAYS of SPEED.
    """

    name: str
    kind: OperandKind
    phrase: str
    example: str
    unit: str = ""
    real: int | None = None
    optional: bool = False
    keyword: str = ""
    defines: bool = False
    minimum: float | None = None
    above: float | None = None
    repeats: bool = False

    @cached_property
    def is_name(self) -> bool:
        """It is written as a name, not as a number."""
        return self.kind in (OperandKind.LOCATION, OperandKind.PART)

    @cached_property
    def takes_any_number(self) -> bool:
        """Every number is a value for it."""
        return self.kind is OperandKind.NUMBER and self.minimum is None and self.above is None


@dataclass(frozen=True)
class Instruction:
    """One instruction of the language; every tool that speaks of it reads it here.

    code: motion code MC, None where the instruction makes no row of the motion table.
    letters: keys of the 1985 menu.
    asks_ok: the console asks OK ? YES(0) NO(1) before it acts.
    summary: one line; description: the longer documentation.
    heading: operands as the classic dialogue announces them.
    entries: lines keyed in by the classic dialogue: (heading or "", number of operands).
    form: which reader of `language.lines.statement_forms` reads its operands; "" for the plain
    list of them.
    written, sample: usage and example where they are more than the list of operands.
    block: how it parts a program into blocks: "opens", "divides", "closes" or "".
    either: words of which one has to stand in the line, and no more (ON, OFF).
    leaves: the statement behind it is not the next to run (GOTO, RETURN).
    idle: read and kept, without effect on a simulated arm.
    paper: one of the 28 commands of 1985.
    """

    name: str
    group: str
    summary: str
    description: str
    operands: tuple[Operand, ...] = ()
    code: int | None = None
    letters: str = ""
    asks_ok: bool = False
    place: Place = Place.PROGRAM
    heading: str = ""
    entries: tuple[tuple[str, int], ...] = ()
    form: str = ""
    written: str = ""
    sample: str = ""
    block: str = ""
    either: tuple[str, ...] = ()
    leaves: bool = False
    idle: bool = False
    paper: bool = True

    @cached_property
    def plain_operands(self) -> tuple[Operand, ...]:
        """The operands without a keyword before them."""
        return tuple(operand for operand in self.operands if not operand.keyword)

    @cached_property
    def keyword_operands(self) -> tuple[Operand, ...]:
        """The operands behind a keyword of their own, flags among them."""
        return tuple(operand for operand in self.operands if operand.keyword)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The words before such operands, and those that are operands themselves."""
        return frozenset(operand.keyword for operand in self.keyword_operands)

    @cached_property
    def required(self) -> int:
        """How many operands may not be left out."""
        return sum(not operand.optional for operand in self.operands)

    @cached_property
    def location_slot(self) -> int | None:
        """The position of the location among the operands."""
        kinds = [operand.kind for operand in self.operands]
        return kinds.index(OperandKind.LOCATION) if OperandKind.LOCATION in kinds else None

    @cached_property
    def defines_location(self) -> bool:
        """It gives a location its value."""
        return any(operand.defines for operand in self.operands)

    @cached_property
    def takes_text(self) -> bool:
        """Everything after its name is text (REMARK)."""
        return any(operand.kind is OperandKind.TEXT for operand in self.operands)

    @property
    def usage(self) -> str:
        """The instruction with its operands: APPROS location distance."""
        return self.written or " ".join([self.name, *map(_shown, self.operands)])

    @property
    def example(self) -> str:
        """A line that can be typed as it stands."""
        if self.sample:
            return self.sample
        shown = [f"{o.keyword} {o.example}".strip() for o in self.operands]
        return " ".join([self.name, *shown])


def _shown(operand: Operand) -> str:
    named = "" if operand.kind is OperandKind.FLAG else operand.name
    shown = f"{operand.keyword} {named}".strip()
    return f"[{shown}]" if operand.optional else shown
