"""The reference page of the language, made from the instruction table and the function table."""

from collections.abc import Iterator
from itertools import groupby

from language.instructions import INSTRUCTIONS, Instruction, Place
from language.words.catalogue import CATALOGUE
from language.words.functions import FUNCTIONS

HEAD = """# The robot language: reference

This page is made from the tables of the language by `cellwright reference`; it is never edited.
Lengths in mm, angles in degrees, times in s, speeds in percent of full speed. Keywords and names
may be written in small or capital letters. A number before a line is its label.

## Headers

Two lines may stand at the top of a program, before its first instruction.

`;! dialect hokkaido`, `;! dialect val` or `;! dialect vplus` says how O, A, T are to be read;
without it they are read as hokkaido. Under `;! dialect as` they are read as vplus, and words of AS
may stand in the program: JMOVE, LMOVE, JAPPRO, LAPPRO, JDEPART, LDEPART, TWAIT, STABLE, HOME,
PRINT, SWAIT, CP, ON and ONI with CALL, MM/S, and `a + b` for a product of locations; ACCEL, DECEL
and WEIGHT have no effect.

`;! language 2` says that the program was written for the rule by which locations are multiplied
now; without it the first compound location of a file is a warning.

## Locations

A location is x, y, z and O, A, T. A product a:b goes on from a as b says, in the axes in which
O = A = T = 0 of the dialect is no turn:
"""
DIALECT_TITLES = ("dialect", "O, A, T", "a product goes on in", "50 mm back from A", "no turn")
DIALECT_ROWS = (
    ("hokkaido", "Rz(O) Ry(A) Rx(T) of the hand", "hand axes", "`A:TRANS(-50, 0, 0)`", "0, 0, 0"),
    (
        "val",
        "Rz(O - 90) Ry(A + 90) Rz(T) of the tool",
        "tool axes",
        "`A:TRANS(0, 0, -50)`",
        "90, -90, 0",
    ),
    ("vplus", "Rz(O) Ry(A) Rz(T) of the tool", "tool axes", "`A:TRANS(0, 0, -50)`", "0, 0, 0"),
)
MULTIPLYING = """
The hand approaches along its x axis, the tool along its z axis.
Angles left out of TRANS are no turn. A:NULL is A, INVERSE(A):A is NULL. TOOL moves and turns the
tool in the same axes. APPRO, APPROS, DEPART, DEPARTS and TDRAW go by tool axes in every dialect,
DRAW and SHIFT by base axes.
"""


def reference_page() -> str:
    """The page as Markdown."""
    parts = [HEAD, *_dialects(), MULTIPLYING, *_instructions(), *_functions(), *_codes()]
    return "\n".join(parts) + "\n"


def _dialects() -> Iterator[str]:
    for cells in (DIALECT_TITLES, ("---",) * len(DIALECT_TITLES), *DIALECT_ROWS):
        yield f"| {' | '.join(cells)} |"


def _instructions() -> Iterator[str]:
    written = [i for i in INSTRUCTIONS if i.place is not Place.CONSOLE]
    console = [i for i in INSTRUCTIONS if i.place is Place.CONSOLE]
    order = list(dict.fromkeys(i.group for i in written))
    written.sort(key=lambda i: order.index(i.group))
    for group, members in groupby(written, key=lambda i: i.group):
        yield f"## {group.capitalize()}\n"
        for instruction in members:
            yield from _entry(instruction)
    yield "## Console\n"
    for instruction in console:
        yield from _entry(instruction)


def _entry(instruction: Instruction) -> Iterator[str]:
    title = "name = value" if instruction.assigns else instruction.name
    yield f"### {title}\n"
    yield f"`{instruction.usage}`\n"
    yield f"{instruction.description}\n"
    for operand in instruction.operands:
        if operand.phrase:
            shown = operand.keyword or operand.name
            yield f"- `{shown}`: {operand.phrase}{' (optional)' if operand.optional else ''}"
    if instruction.operands:
        yield ""
    facts = [f"Example: `{instruction.example}`."]
    if instruction.code is not None:
        facts.append(f"Motion code {instruction.code}.")
    if instruction.letters:
        facts.append(f"Menu: {', '.join(instruction.letters)}.")
    if instruction.paper:
        facts.append("One of the 28 commands of 1985.")
    if instruction.idle:
        facts.append("Read and kept, without effect.")
    yield " ".join(facts) + "\n"


def _functions() -> Iterator[str]:
    yield "## Functions\n"
    yield "| function | gives | meaning |"
    yield "|---|---|---|"
    for function in FUNCTIONS.values():
        yield f"| `{function.usage}` | {function.result} | {function.summary} |"
    yield ""
    yield "Operators, weakest first: OR XOR, AND, NOT, == <> < <= > >= (EQ NE LT LE GT GE), + -,"
    yield "* / MOD, a sign. A product of locations is written a:b:c.\n"


def _codes() -> Iterator[str]:
    yield "## Messages\n"
    for code, entry in CATALOGUE.items():
        yield f"- **{code}** {entry.title}. {entry.explanation}"
