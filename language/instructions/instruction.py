"""What the table knows of an instruction and of each of its operands."""

from collections.abc import Sequence
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


# How an instruction moves the arm: all joints together, or the tool point along a straight line.
JOINTS, STRAIGHT = "joints", "straight"
# What it does in a program's blocks.
OPENS, DIVIDES, CLOSES = "opens", "divides", "closes"
# What ends with it: this turn of the program, the program (and its caller goes on), all programs.
CYCLE, CALLED, EVERYTHING = "cycle", "program", "everything"
# When it calls another program: where it stands, or when a signal comes.
NOW, ON_SIGNAL = "now", "signal"
# In which axes its location is meant, where that is no place for the tool.
IN_BASE, IN_TOOL, IN_PIECE = "base", "tool", "piece"


@dataclass(frozen=True)
class Instruction:
    """One instruction of the language; every tool that speaks of it reads it here.

    What is said here is all that others may know of an instruction. A new one is one row, and one
    entry in a table of actions (`scenes.execution.statements.processor`, or `machine.control`).

    What people read and key in:
    code: motion code MC, None where the instruction makes no row of the motion table.
    letters: keys of the 1985 menu.
    asks_ok: the console asks OK ? YES(0) NO(1) before it acts.
    summary: one line; description: the longer documentation.
    heading: operands as the classic dialogue announces them.
    entries: lines keyed in by the classic dialogue: (heading or "", number of operands).
    paper: one of the 28 commands of 1985.

    How its line is read:
    form: which reader of `language.lines.statement_forms` reads its operands; "" for the plain
    list of them.
    written, sample: usage and example where they are more than the list of operands.
    either: words of which one has to stand in the line, and no more (ON, OFF).
    words: words that stand between its operands (TO, STEP); last_word: the last of its line (DO).
    comment: it is for the reader alone: no row of the tables, nothing missed where it is not run.
    declares: its value stands in the text, so a second one for the same name is a doubt (POINT).
    location_in: IN_BASE, IN_TOOL or IN_PIECE where its location is a frame and no place for the
    tool; "" for every other.

    How it parts a program:
    block: OPENS, DIVIDES, CLOSES, or "".
    closed_by: of one that opens a block, the word that closes it. unless: the operand with which it
    opens none (IF ... GOTO label). loops: the block is repeated. only_parts: every line of the
    block stands in one of its parts (CASE).
    part_of: of one that divides, the word that opens the block. last_part: no other part follows.

    What runs after it:
    leaves: the statement behind it is not the next to run (GOTO, RETURN).
    jumps: from the text alone it cannot be said which statement runs next, or what names mean.
    ends: CYCLE, CALLED or EVERYTHING; "" where the run goes on.
    calls: NOW or ON_SIGNAL where it runs another program. interrupts: the signal brakes the arm.
    may_miss: it goes to its label where the hand closes below its opening (GRASP).
    waits: time passes until its condition holds. asks: it needs an answer (PROMPT).
    switches: it puts signals on or off, and that may call a program.

    What it does to the arm and to the cell:
    moves: JOINTS or STRAIGHT; "" where it moves no joint. Corners, interruptions, warnings and
    exports go by this.
    chooses_branch: it goes to a pose in the posture that is asked for, so it may change branch.
    known_joints: it goes to joint values of the robot or of the cell, wherever the arm comes from.
    own_location: the location to which it goes where the program defines one (READY).
    through_corner: an arm that goes round a corner may run it on the way: it neither needs the arm
    to stand nor asks where it is. A motion ends one corner and begins the next, so it has none.
    begins_again: REACTI cuts it off and then it is begun anew; other statements are finished from
    where they were cut off.
    silent: nothing in the cell changes when it runs, so it needs no action.
    idle: silent, and a controller would do something: read and kept, with a note that says so.
    only_shows: it shows something; nothing depends on what it reads.
    decisive: where it fails, nothing behind it can be judged: what it puts in force is unknown.
    brings_in: a part is afterwards where none was, so it is checked against everything; what CUT
    leaves of a part was there before.
    holding, elbow: what columns HC and AC of the motion table hold from here on; None: as before.
    burden: how much it weighs in a loop without motion, beside others: what it leaves adds up.
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
    chooses_branch: bool = False
    known_joints: bool = False
    own_location: str = ""
    through_corner: bool = False
    begins_again: bool = False
    silent: bool = False
    only_shows: bool = False
    decisive: bool = False
    brings_in: bool = False
    holding: int | None = None
    elbow: int | None = None
    burden: int = 1

    @cached_property
    def gives_location(self) -> bool:
        """It gives a location its value, and not a variable."""
        return any(o.defines and o.kind is OperandKind.LOCATION for o in self.operands)

    @cached_property
    def assigns(self) -> bool:
        """It gives a variable a value, and is written without a word of its own: X = 1."""
        return self.form == "assignment"

    @cached_property
    def is_end(self) -> bool:
        """It closes the innermost block, or else the program: END."""
        return self.block == CLOSES and self.ends == CALLED

    @cached_property
    def is_header(self) -> bool:
        """It opens a program of several: .PROGRAM."""
        return self.form == "header"

    @cached_property
    def turns_one_joint(self) -> bool:
        """It names a joint, and moves that one alone."""
        return any(operand.kind is OperandKind.JOINT for operand in self.operands)

    @cached_property
    def is_watched(self) -> bool:
        """A program is looked through for it: it holds, lets go, or has a location of its own."""
        return self.holding is not None or bool(self.own_location)

    @cached_property
    def defined_at(self) -> int | None:
        """Which word of its line is the name that it defines, its keyword counted as 0."""
        if self.assigns:
            return 0
        if self.is_header:
            return 1
        places = (i for i, operand in enumerate(self.operands) if operand.defines)
        place = next(places, None)
        # A comma stands before every operand but the first.
        return None if place is None else 1 + 2 * place

    def opens_block(self, arguments: Sequence[object]) -> bool:
        """Whether a block begins with it where it has these arguments: IF ... GOTO opens none."""
        if self.block != OPENS or not self.unless:
            return self.block == OPENS
        names = [operand.name for operand in self.operands]
        return arguments[names.index(self.unless)] is None

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
