"""HELP of the console: the list of commands, and the entry of one word from the tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap

from app.console.monitor_words import loud
from language.instructions import INSTRUCTIONS, Instruction, Place
from language.words.functions import FUNCTIONS
from language.words.suggestions import nearest

WIDTH = 78  # letters of a line
# The commands that only the console has: how each is written, and what it does.
COMMAND_HELP: dict[str, tuple[str, str]] = {
    "EXECUTE": ("EXECUTE [program] [, loops [, step]]", "runs the program, so often, from a step"),
    "EX": ("EX [program] [, loops [, step]]", "is EXECUTE"),
    "STEP": ("STEP [n]", "carries out one statement, or n, and goes into called programs"),
    "NEXT": ("NEXT [n]", "carries out one statement, or n; a called program counts as one"),
    "OUT": ("OUT", "goes on until the called program has ended"),
    "PROCEED": ("PROCEED [[LINE] n]", "goes on to the end, or until the step or line is next"),
    "BACK": ("BACK [n]", "goes one statement back, or n"),
    "RETRY": ("RETRY", "carries out the statement that failed once more"),
    "ABORT": ("ABORT", "ends the run; the arm stays where it is"),
    "DO": ("DO statement", "carries out a statement at once; it does not join the program"),
    "BREAKPOINT": (
        "BREAKPOINT [[LINE] n [condition]]",
        "lets the run stop there, given again no longer; without n lists them",
    ),
    "WATCH": ("WATCH [expression]", "prints its value at every stop; given again, ends that"),
    "SPEED": ("SPEED v", "sets the speed of the run from here on, percent"),
    "STATUS": ("STATUS", "tells where the run is, its speed, calls and signals"),
    "LISTP": ("LISTP [first [last]]", "lists the program with the numbers of its lines"),
    "LISTL": ("LISTL [name ..]", "lists locations"),
    "LISTV": ("LISTV [name ..]", "lists variables"),
    "LOAD": ("LOAD file", "takes the program of a file"),
    "STORE": ("STORE file", "writes the program to a file"),
    "HELP": ("HELP [word]", "lists the commands, or tells what a word means"),
    "UNDO": ("UNDO", "takes back what the last command has changed; again, the one before"),
}


def help_lines(rest: str) -> list[str]:
    """What HELP prints. rest: The word behind it, or ""."""
    word = rest.strip().upper()
    if not word:
        return list(_overview())
    found = [*_of_command(word), *_of_instruction(word), *_of_function(word)]
    return found or [_unknown(word)]


def _overview() -> Iterator[str]:
    yield "COMMANDS OF THE CONSOLE:"
    width = max(len(usage) for usage, _ in COMMAND_HELP.values())
    rows = [*COMMAND_HELP.values()]
    editing = (i for i in INSTRUCTIONS if i.place is Place.CONSOLE)
    rows += [(i.usage, _first_sentence(i.description)) for i in editing]
    for usage, does in rows:
        yield from wrap(
            does,
            WIDTH,
            initial_indent=f"  {usage:<{width}}  ",
            subsequent_indent=" " * (width + 4),
        )
    yield "STATEMENTS, WHICH JOIN THE PROGRAM:"
    written = [i for i in INSTRUCTIONS if i.place is not Place.CONSOLE and not i.assigns]
    order = list(dict.fromkeys(i.group for i in written))
    written.sort(key=lambda i: order.index(i.group))
    for group, members in groupby(written, key=lambda i: i.group):
        yield from _paragraph(f"{group}: ", " ".join(i.name for i in members))
    yield from _paragraph("functions: ", " ".join(FUNCTIONS))
    yield "HELP AND A WORD TELLS MORE: HELP MOVE"


def _of_command(word: str) -> Iterator[str]:
    if word in COMMAND_HELP:
        usage, does = COMMAND_HELP[word]
        yield usage
        yield f"  {does}"


def _of_instruction(word: str) -> Iterator[str]:
    name = "=" if word in ("=", "LET") else word
    for instruction in (i for i in INSTRUCTIONS if i.name == name):
        if word not in COMMAND_HELP:
            yield instruction.usage
        elif instruction.usage != COMMAND_HELP[word][0]:
            yield f"{instruction.usage}, a statement"
        yield from _entry(instruction)


def _entry(instruction: Instruction) -> Iterator[str]:
    yield from _paragraph("  ", instruction.description)
    for operand in instruction.operands:
        if operand.phrase:
            optional = " (optional)" if operand.optional else ""
            yield f"  {operand.keyword or operand.name}: {operand.phrase}{optional}"
    yield f"  example: {instruction.example}"


def _of_function(word: str) -> Iterator[str]:
    function = FUNCTIONS.get(word.partition("(")[0])
    if function is not None:
        yield f"{function.usage}, a {function.result}"
        yield from _paragraph("  ", function.summary)


def _unknown(word: str) -> str:
    known = [*COMMAND_HELP, *(i.name for i in INSTRUCTIONS), *FUNCTIONS]
    near = nearest(word, known)
    return loud(f"there is no word {word}" + (f"; did you mean {near[0]}?" if near else ""))


def _paragraph(head: str, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * min(len(head), 4))


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".")
