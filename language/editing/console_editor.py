"""The editor of the console: INSERT CHANGE DELETE SAVE STOP TYPEA..TYPED, direct statements.

A session is a value. `feed` takes one typed line and gives the next session, the lines to print,
and an effect that only its caller can carry out (writing a file, reading the arm). Direct
statements are added to the program, numbered by 10; numbers follow the rule in `numbering`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest

from language.compiled.compiler import compile_program
from language.compiled.printed_tables import format_location_table, format_motion_table
from language.editing.layout import format_line
from language.editing.numbering import (
    append_line,
    change_line,
    delete_line,
    has_line,
    insert_line,
    listing,
)
from language.instructions import BY_LETTER
from language.lines.line_parser import ParsedLine, parse_line
from language.programs.names import defined_names
from language.programs.parser import parse
from language.words.diagnostics import ERROR, Diagnostic, render, text_lines
from language.words.directives import MARK, is_directive, read_directive

OK_QUESTION = "OK ? YES(0) NO(1)"
NOT_ADDED = "NOT ADDED TO THE PROGRAM"
ADDED_ALL_THE_SAME = "THE LINE IS IN THE PROGRAM ALL THE SAME; CHANGE OR DELETE IT"
NOTHING_ASKED = "NOTHING IS ASKED; DELETE AND A NUMBER TAKES A LINE OUT"
_YES, _NO = ("0", "YES", "Y"), ("1", "NO", "N")
_SHORT = re.compile(r"[ \t]*([A-Za-z1-5])(?:[ \t]+(.*))?[ \t]*", re.DOTALL)
_NUMBERS = re.compile(r"[0-9 \t]*")


class Effect(Enum):
    """What the caller of a session has to do."""

    SAVE_REQUESTED = "write the program to its file"
    STOPPED = "leave EDIT mode"
    WHERE_REQUESTED = "show where the arm is"
    PARTS_REQUESTED = "show the part names"


@dataclass(frozen=True)
class Question:
    """A command that waits for the answer to OK ?."""

    command: str

    @property
    def only_shows(self) -> bool:
        """Whether the command changes nothing, so that only the classic dialogue asks OK ?."""
        instruction = parse_line(self.command, console=True).instruction
        return instruction is not None and instruction.only_shows

    @property
    def leaves(self) -> bool:
        """Whether the command ends EDIT mode."""
        instruction = parse_line(self.command, console=True).instruction
        return instruction is not None and _EFFECTS.get(instruction.name) is Effect.STOPPED


@dataclass(frozen=True)
class Entry:
    """INSERT or CHANGE that waits for its line to be typed."""

    command: str
    number: int


@dataclass(frozen=True)
class EditSession:
    """A program text that is being edited.

    name: of the program in messages. pending: what waits for the next line, or None. stopped:
    whether EDIT mode has ended.
    """

    text: str = ""
    name: str = "program"
    pending: Question | Entry | None = None
    stopped: bool = False

    @property
    def prompt(self) -> str:
        """The text to print before the next line is typed."""
        if isinstance(self.pending, Question):
            return OK_QUESTION + " "
        if isinstance(self.pending, Entry):
            return f"{self.pending.number} "
        return "."

    def feed(self, line: str) -> "Reply":
        """The reply to one line: a command, a statement, or the answer to what is pending."""
        if isinstance(self.pending, Question):
            return _answer(self, self.pending, line)
        if isinstance(self.pending, Entry):
            return _enter(self, self.pending, line)
        if not line.strip():
            return Reply(self)
        if is_directive(line):
            return _header(self, line)
        command = expand_shortcut(line)
        parsed = parse_line(command, console=True)
        if parsed.diagnostics:
            return Reply(self, (*_rendered(parsed.diagnostics, command, "console"), NOT_ADDED))
        if command.strip().isdigit():
            return Reply(self, (NOTHING_ASKED,))
        if parsed.instruction is not None and parsed.instruction.asks_ok:
            return Reply(replace(self, pending=Question(command)), (OK_QUESTION,))
        return _carry_out(self, command, parsed)


@dataclass(frozen=True)
class Reply:
    """The session after a line, the lines to print, and the effect to carry out, or None."""

    session: EditSession
    output: tuple[str, ...] = ()
    effect: Effect | None = None


def _header(session: EditSession, line: str) -> Reply:
    """Puts a header at the top of the program, in place of an earlier one of its kind."""
    header = read_directive(line)
    if header.finding is not None:
        return Reply(session, (*_rendered((header.finding,), line, "console"), NOT_ADDED))
    others = [
        each
        for each in text_lines(session.text)
        if not is_directive(each) or read_directive(each).keyword != header.keyword
    ]
    newline = "\r\n" if "\r\n" in session.text else "\n"
    text = newline.join([line[line.index(MARK) :].rstrip(), *others])
    return Reply(replace(session, text=text))


def expand_shortcut(line: str) -> str:
    """The command that a letter abbreviates: `A LOC1` is MOVE LOC1; other lines unchanged."""
    match = _SHORT.fullmatch(line)
    instruction = BY_LETTER.get(match[1].upper()) if match else None
    if match is None or instruction is None:
        return line
    rest = match[2] or ""
    if rest[:1] in ("=", "["):
        return line  # N = 1 is an assignment, and not FEED
    if match[1].isdigit() and not _NUMBERS.fullmatch(rest):
        return line
    return f"{instruction.name} {rest}".strip()


def _answer(session: EditSession, question: Question, line: str) -> Reply:
    answer = line.strip().upper()
    free = replace(session, pending=None)
    if answer in _NO:
        return Reply(free, (f"{question.command.strip().upper()} CANCELLED",))
    if answer not in _YES:
        return Reply(session, ("0 for yes, 1 for no", OK_QUESTION))
    return _carry_out(free, question.command, parse_line(question.command, console=True))


def goes_on(line: str) -> bool:
    """Whether a line is a statement or command without fault, and not an answer."""
    parsed = parse_line(expand_shortcut(line), console=True)
    answers = line.strip().upper() in (*_YES, *_NO)
    return parsed.instruction is not None and not parsed.diagnostics and not answers


def _enter(session: EditSession, entry: Entry, line: str) -> Reply:
    free = replace(session, pending=None)
    if not line.strip():
        return Reply(free, (f"{entry.command} CANCELLED",))
    command = expand_shortcut(line)
    parsed = parse_line(command)
    if parsed.diagnostics:
        return Reply(session, _rendered(parsed.diagnostics, command, "console"))
    edit = _ENTERED[entry.command]
    return _edited(free, edit(session.text, entry.number, _laid_out(session, command)))


def _carry_out(session: EditSession, command: str, parsed: ParsedLine) -> Reply:
    name = parsed.instruction.name if parsed.instruction else ""
    if name in _EFFECTS:
        effect = _EFFECTS[name]
        return Reply(replace(session, stopped=effect is Effect.STOPPED), (), effect)
    numbers = [int(a.value) for a in parsed.arguments if a and isinstance(a.value, float)]
    if name in _ENTERED:
        return _await_line(session, name, numbers[0])
    if name in _COMMANDS:
        return _COMMANDS[name](session, numbers)
    return _direct(session, command, parsed.step)


def _direct(session: EditSession, command: str, step: int | None) -> Reply:
    """Adds a statement to the program, at the place of its step number if it has one."""
    line = _laid_out(session, command)
    if step is None:
        return _edited(session, append_line(session.text, line))
    edit = change_line if has_line(session.text, step) else insert_line
    return _edited(session, edit(session.text, step, line))


def _laid_out(session: EditSession, command: str) -> str:
    return format_line(command, defined_names(parse(session.text).statements))


def _edited(session: EditSession, text: str) -> Reply:
    """The session with the new text; findings of the new line are printed, but it stays."""
    before, after = text_lines(session.text), text_lines(text)
    pairs = enumerate(zip_longest(before, after), 1)
    new = next((n for n, (old, now) in pairs if old != now), 0)
    found = tuple(d for d in parse(text).diagnostics if d.line == new and d.code != "W203")
    wrong = any(d.severity == ERROR for d in found)
    printed = (*_rendered(found, text, session.name), *((ADDED_ALL_THE_SAME,) if wrong else ()))
    return Reply(replace(session, text=text), printed)


def _rendered(found: tuple[Diagnostic, ...], text: str, name: str) -> tuple[str, ...]:
    return tuple(line for d in found for line in render(d, text, name).split("\n"))


def _await_line(session: EditSession, command: str, number: int) -> Reply:
    pending = replace(session, pending=Entry(command, number))
    if _ENTERED[command] is insert_line:
        return Reply(pending)
    if not has_line(session.text, number):
        return _no_line(session, number)
    return Reply(pending, tuple(listing(session.text, number, number)))


def _delete(session: EditSession, numbers: list[int]) -> Reply:
    number = numbers[0]
    if not has_line(session.text, number):
        return _no_line(session, number)
    shown = tuple(f"DELETED: {line}" for line in listing(session.text, number, number))
    return Reply(replace(session, text=delete_line(session.text, number)), shown)


def _no_line(session: EditSession, number: int) -> Reply:
    return Reply(session, (f"THERE IS NO LINE {number}: TYPEC shows the lines",))


def _motion_table(session: EditSession, numbers: list[int]) -> Reply:
    program = parse(session.text)
    table = format_motion_table(compile_program(program), *_range(numbers))
    return Reply(session, (*table.split("\n"), *_left_out(len(program.errors))))


def _location_table(session: EditSession, numbers: list[int]) -> Reply:
    program = parse(session.text)
    table = format_location_table(compile_program(program), *_range(numbers))
    return Reply(session, (*table.split("\n"), *_left_out(len(program.errors))))


def _left_out(errors: int) -> tuple[str, ...]:
    return (f"LINES WITH ERRORS ARE LEFT OUT: {errors}",) if errors else ()


def _source(session: EditSession, numbers: list[int]) -> Reply:
    first, last = (_range(numbers)) if numbers else (None, None)
    return Reply(session, tuple(listing(session.text, first, last)))


def _range(numbers: list[int]) -> tuple[int, int | None]:
    """First and last line number as typed; a single number means that line."""
    first = numbers[0] if numbers else 1
    return first, (numbers[-1] if numbers else None)


_EFFECTS = {
    "SAVE": Effect.SAVE_REQUESTED,
    "STOP": Effect.STOPPED,
    "WHERE": Effect.WHERE_REQUESTED,
    "TYPED": Effect.PARTS_REQUESTED,
}
# The edit of the text with the line that is typed after each of these commands.
_ENTERED: dict[str, Callable[[str, int, str], str]] = {"INSERT": insert_line, "CHANGE": change_line}
_COMMANDS: dict[str, Callable[[EditSession, list[int]], Reply]] = {
    "DELETE": _delete,
    "TYPEA": _motion_table,
    "TYPEB": _location_table,
    "TYPEC": _source,
}
