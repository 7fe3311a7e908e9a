"""The form of a row of the table of instructions, and of each operand of an instruction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any


class OperandKind(Enum):
    """What an operand may be."""

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

    name: the key with which code asks for its value, `statement.value("distance")`.
    phrase: its name in messages, "a distance in mm".
    example: a value for help lines.
    unit: "mm", "deg" or "".
    real: index (0 to 3) of the real of the motion table that holds it, None if none does.
    keyword: a word that must precede it (the AT of FEED part AT location). A FLAG is its keyword
    alone: the ALWAYS of SPEED.
    defines: whether the statement gives this location or variable its value.
    minimum: the smallest allowed value. above: a number that every value must exceed.
    repeats: whether it may be repeated behind commas; its value is then a tuple.
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
        """Whether it is written as a name and not as a number."""
        return self.kind in (OperandKind.LOCATION, OperandKind.PART)

    @cached_property
    def takes_any_number(self) -> bool:
        """Whether every number is allowed as its value."""
        return self.kind is OperandKind.NUMBER and self.minimum is None and self.above is None


# How an instruction moves the arm: all joints together, or the tool point along a straight line or
# the arc of a circle.
JOINTS, STRAIGHT, ARC = "joints", "straight", "arc"
# What an instruction does with the blocks of a program.
OPENS, DIVIDES, CLOSES = "opens", "divides", "closes"
# What an instruction ends: this cycle of the program, the called program, or all programs.
CYCLE, CALLED, EVERYTHING = "cycle", "program", "everything"
# When an instruction calls another program: at once, or when a signal comes.
NOW, ON_SIGNAL = "now", "signal"
# What an instruction does with the hand while the arm stands.
HAND_OPENS, HAND_CLOSES = "opens", "closes"
# The axes in which its location is given, if that is not a place for the tool.
IN_BASE, IN_TOOL, IN_PIECE = "base", "tool", "piece"


@dataclass(frozen=True)
class Instruction:
    """One instruction of the language, with all that other code may know about it.

    A new instruction needs one row here, and one entry in a table of actions
    (`scenes.execution.statements.processor`, or `machine.control`).

    What people read and type:
    code: motion code MC, None if the instruction makes no row of the motion table.
    letters: its keys in the menu of 1985.
    asks_ok: whether the console asks OK ? YES(0) NO(1) first.
    summary: one line. description: the longer documentation.
    heading: the operands as the classic dialogue announces them.
    entries: the lines that the classic dialogue asks for: (heading or "", number of operands).
    paper: whether it is one of the 28 commands of 1985.

    How its line is parsed:
    form: the reader in `language.lines.statement_forms` for its operands; "" for a plain list.
    written, sample: its usage and an example, if they are more than the list of operands.
    either: words of which the line must contain exactly one (ON, OFF).
    words: words between its operands (TO, STEP). last_word: the last word of its line (DO).
    comment: whether it is a comment: it makes no row of the tables and has no effect.
    declares: whether its value is in the text, so that a second one for a name is doubtful (POINT).
    location_in: IN_BASE, IN_TOOL or IN_PIECE if its location is a frame and not a place for the
    tool, otherwise "".

    What it does with blocks:
    block: OPENS, DIVIDES, CLOSES, or "".
    closed_by: if it opens a block, the word that closes the block. unless: the operand with which
    it opens no block (IF ... GOTO label). loops: whether the block is repeated. only_parts: whether
    every line of the block must be in one of its parts (CASE).
    part_of: if it divides a block, the word that opens the block. last_part: whether no other part
    may follow.

    Which statement runs after it:
    leaves: whether the following statement is never the next to run (GOTO, RETURN).
    jumps: whether the text alone does not determine the next statement or the meaning of names.
    ends: CYCLE, CALLED or EVERYTHING; "" if the run goes on.
    calls: NOW or ON_SIGNAL if it runs another program, otherwise "". interrupts: whether the signal
    brakes the arm.
    may_miss: whether it jumps to its label if the hand closes below its opening (GRASP).
    waits: whether time passes until its condition holds. asks: whether it needs an answer (PROMPT).
    switches: whether it sets signals, which may call a program.

    What it does to the arm and the cell:
    moves: JOINTS, STRAIGHT or ARC; "" if it moves no joint. Corners, interruptions, warnings and
    exports depend on it.
    gives_via: whether its location is a via point of the arc that follows.
    chooses_branch: whether it goes to a pose in the requested posture, so that it may change
    branch. known_joints: whether it goes to joint values of the robot or cell, from wherever the
    arm is. own_location: the location that it goes to if the program defines it (READY).
    through_corner: whether it may run while the arm rounds a corner, because it neither needs the
    arm to stand nor asks where the arm is. False for motions, which end one corner and begin the
    next.
    begins_again: whether it starts again after REACTI cut it off; other statements go on from where
    they were cut off.
    silent: whether running it changes nothing in the cell, so that it needs no action.
    idle: whether it is silent although a controller would do something; a note says so.
    only_shows: whether it only shows something, so that nothing depends on what it reads.
    decisive: whether a failure leaves unknown what is in force, so that nothing after it can be
    judged.
    brings_in: whether a part is afterwards where none was, so that it is checked against all
    bodies. CUT is none, because what it leaves of a part was there before.
    works_hand: HAND_OPENS or HAND_CLOSES if it does so while the arm stands, otherwise "".
    holding, elbow: the values of columns HC and AC of the motion table from here on; None: as
    before. burden: its weight, relative to other statements, in a loop without motion, because what
    it leaves adds up.
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
    words: tuple[str, ...] = ()
    last_word: str = ""
    comment: bool = False
    declares: bool = False
    location_in: str = ""
    closed_by: str = ""
    unless: str = ""
    loops: bool = False
    only_parts: bool = False
    part_of: str = ""
    last_part: bool = False
    jumps: bool = False
    ends: str = ""
    calls: str = ""
    interrupts: bool = False
    may_miss: bool = False
    waits: bool = False
    asks: bool = False
    switches: bool = False
    moves: str = ""
    gives_via: bool = False
    chooses_branch: bool = False
    known_joints: bool = False
    own_location: str = ""
    through_corner: bool = False
    begins_again: bool = False
    silent: bool = False
    only_shows: bool = False
    decisive: bool = False
    brings_in: bool = False
    works_hand: str = ""
    holding: int | None = None
    elbow: int | None = None
    burden: int = 1

    @cached_property
    def leads_tool(self) -> bool:
        """Whether it leads the tool point along a line or an arc, in the posture of the start."""
        return self.moves in (STRAIGHT, ARC)

    @cached_property
    def gives_location(self) -> bool:
        """Whether it gives a location (and not a variable) its value."""
        return any(o.defines and o.kind is OperandKind.LOCATION for o in self.operands)

    @cached_property
    def assigns(self) -> bool:
        """Whether it is the assignment X = 1, which is written without a word of its own."""
        return self.form == "assignment"

    @cached_property
    def is_end(self) -> bool:
        """Whether it closes the innermost block, or the program if no block is open: END."""
        return self.block == CLOSES and self.ends == CALLED

    @cached_property
    def is_header(self) -> bool:
        """Whether it is the first line of a program in a file of several: .PROGRAM."""
        return self.form == "header"

    @cached_property
    def turns_one_joint(self) -> bool:
        """Whether it names a joint and moves only that joint."""
        return any(operand.kind is OperandKind.JOINT for operand in self.operands)

    @cached_property
    def is_watched(self) -> bool:
        """Whether checks of a program look for it: it holds, lets go, or has its own location."""
        return self.holding is not None or bool(self.own_location)

    @cached_property
    def defined_at(self) -> int | None:
        """Index of the name that it defines among the tokens of its line (keyword: 0), or None."""
        if self.assigns:
            return 0
        if self.is_header:
            return 1
        places = (i for i, operand in enumerate(self.operands) if operand.defines)
        place = next(places, None)
        # A comma stands before every operand but the first.
        return None if place is None else 1 + 2 * place

    def opens_block(self, arguments: Sequence[object]) -> bool:
        """Whether it opens a block if it has these arguments: IF ... GOTO opens none."""
        if self.block != OPENS or not self.unless:
            return self.block == OPENS
        names = [operand.name for operand in self.operands]
        return arguments[names.index(self.unless)] is None

    @cached_property
    def plain_operands(self) -> tuple[Operand, ...]:
        """The operands that have no keyword."""
        return tuple(operand for operand in self.operands if not operand.keyword)

    @cached_property
    def keyword_operands(self) -> tuple[Operand, ...]:
        """The operands that have a keyword of their own, flags included."""
        return tuple(operand for operand in self.operands if operand.keyword)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The keywords of its operands, and the words that are flags."""
        return frozenset(operand.keyword for operand in self.keyword_operands)

    @cached_property
    def required(self) -> int:
        """Number of operands that may not be left out."""
        return sum(not operand.optional for operand in self.operands)

    @cached_property
    def location_slot(self) -> int | None:
        """Index of the location among the operands, or None."""
        kinds = [operand.kind for operand in self.operands]
        return kinds.index(OperandKind.LOCATION) if OperandKind.LOCATION in kinds else None

    @cached_property
    def defines_location(self) -> bool:
        """Whether it gives a location or a variable its value."""
        return any(operand.defines for operand in self.operands)

    @cached_property
    def takes_text(self) -> bool:
        """Whether everything behind its name is text (REMARK)."""
        return any(operand.kind is OperandKind.TEXT for operand in self.operands)

    @property
    def usage(self) -> str:
        """The instruction with its operands: APPROS location distance."""
        return self.written or " ".join([self.name, *map(_shown, self.operands)])

    @property
    def example(self) -> str:
        """A complete line that can be typed."""
        if self.sample:
            return self.sample
        shown = [f"{o.keyword} {o.example}".strip() for o in self.operands]
        return " ".join([self.name, *shown])


def added_to(group: str, **common: Any) -> Callable[..., Instruction]:
    """A maker of rows of a group that the paper of 1985 does not have.

    common: Values of fields that hold for every row in which they are not given.
    """

    def row(
        name: str,
        summary: str,
        description: str,
        operands: tuple[Operand, ...] = (),
        **more: Any,
    ) -> Instruction:
        given = {"paper": False, **common, **more}
        return Instruction(name, group, summary, description, operands, **given)

    return row


def _shown(operand: Operand) -> str:
    named = "" if operand.kind is OperandKind.FLAG else operand.name
    shown = f"{operand.keyword} {named}".strip()
    return f"[{shown}]" if operand.optional else shown
