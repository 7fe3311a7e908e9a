"""The dialogue of figure 5 of Kakazu 1985: a menu, a letter for each command, and its operands.

A state is a value: `feed` takes one typed line and gives the next state and the lines of the
screen. Errors of the print (APPROX, RELEASE, letters given twice) are corrected. The dialogue uses
an editor session, so that programs are edited by the same rules.
"""

import re
from dataclasses import dataclass, replace

from language.compiled.compiler import compile_program
from language.editing.console_editor import OK_QUESTION, EditSession, Effect, Entry, Question
from language.editing.numbering import next_number
from language.instructions import BY_LETTER, Instruction
from language.programs.names import READY
from language.programs.parser import parse

COMMAND_PROMPT = "**PLEASE KEY IN COMMAND(A1)?"
MENU_ORDER = "ABCDEFGHIJKLMNTUVZYOPQR12345"
_COLUMNS = 4
_WIDTH = 66
_RULE = "-" * _WIDTH
_INNER_RULE = f"|{'-' * (_WIDTH - 2)}|"
_POINT_AT_END = re.compile(r"(?<![0-9.eE])([+-]?[0-9]+)\.(?![0-9A-Za-z_.])")


@dataclass(frozen=True)
class ClassicDialogue:
    """The state of the dialogue.

    instruction: the command whose operands are being typed, or None. entered: operand lines so far.
    asking: whether the next line answers the OK ? of this command.
    """

    session: EditSession
    instruction: Instruction | None = None
    entered: tuple[str, ...] = ()
    asking: bool = False
    effect: Effect | None = None

    def feed(self, line: str) -> "tuple[ClassicDialogue, tuple[str, ...]]":
        """The next state after one typed line, and the lines that the screen shows."""
        state = replace(self, effect=None)
        if state.instruction is None:
            return _command(state, line)
        if state.asking:
            return _confirm(state, state.instruction, line)
        return _operands(state, state.instruction, line)


def start(text: str = "", name: str = "program") -> tuple[ClassicDialogue, tuple[str, ...]]:
    """A dialogue about a program text, and its first screen."""
    return ClassicDialogue(EditSession(text, name)), (*menu(), COMMAND_PROMPT)


def menu() -> tuple[str, ...]:
    """The box of commands and their letters."""
    cells = [f"{BY_LETTER[letter].name:<10}{letter:<5}" for letter in MENU_ORDER]
    rows = [cells[i : i + _COLUMNS] for i in range(0, len(cells), _COLUMNS)]
    return (_RULE, *(f"| {''.join(row):<{_WIDTH - 4}} |" for row in rows), _RULE)


def _command(state: ClassicDialogue, line: str) -> tuple[ClassicDialogue, tuple[str, ...]]:
    letter = line.strip().upper()
    instruction = BY_LETTER.get(letter)
    if instruction is None:
        shown = f"** {letter[:20]} IS NO COMMAND: KEY IN A LETTER OF THE MENU" if letter else ""
        return state, tuple(filter(None, (shown, COMMAND_PROMPT)))
    state = replace(state, instruction=instruction, entered=())
    shown_box = _box(state, instruction)
    if instruction.heading:
        return state, (*shown_box, *_entry_heading(instruction, 0))
    if instruction.asks_ok:
        return replace(state, asking=True), (*shown_box, *_ready_row(state), OK_QUESTION)
    state, output = _finish(state, instruction)
    return state, (*shown_box, *output)


def _box(state: ClassicDialogue, instruction: Instruction) -> tuple[str, ...]:
    pending = state.session.pending
    number = pending.number if isinstance(pending, Entry) else next_number(state.session.text)
    joins = instruction.place.value != "console"
    step = f"{number} " if joins and number is not None else ""
    inner = f" {step}{instruction.name:<8} {instruction.heading}"
    return (_RULE, f"|{inner:<{_WIDTH - 2}}|", _INNER_RULE)


def _ready_row(state: ClassicDialogue) -> tuple[str, ...]:
    """For READY, the line that shows the row of the location table to which it goes."""
    if state.instruction is None or state.instruction.name != READY:
        return ()
    rows = compile_program(parse(state.session.text)).locations
    found = [i for i, row in enumerate(rows, 1) if row.name.upper() == READY]
    return (f"LN= {found[-1]}",) if found else ()


def _entry_heading(instruction: Instruction, entry: int) -> tuple[str, ...]:
    heading = instruction.entries[entry][0] if entry < len(instruction.entries) else ""
    return (heading,) if heading else ()


def _operands(
    state: ClassicDialogue, instruction: Instruction, line: str
) -> tuple[ClassicDialogue, tuple[str, ...]]:
    entry = len(state.entered)
    if not line.strip() and not instruction.takes_text:
        return replace(state, instruction=None, entered=()), ("CANCELLED", COMMAND_PROMPT)
    if entry < len(instruction.entries):
        heading, count = instruction.entries[entry]
        if len(line.replace(",", " ").split()) != count:
            values = "1 VALUE" if count == 1 else f"{count} VALUES"
            return state, (f"** {values} PLEASE; AN EMPTY LINE CANCELS", heading)
    state = replace(state, entered=(*state.entered, line.strip()))
    if len(state.entered) < len(instruction.entries):
        return state, _entry_heading(instruction, len(state.entered))
    if instruction.asks_ok:
        return replace(state, asking=True), (OK_QUESTION,)
    state, output = _finish(state, instruction)
    return state, (_RULE, *output)


def _confirm(
    state: ClassicDialogue, instruction: Instruction, line: str
) -> tuple[ClassicDialogue, tuple[str, ...]]:
    answer = line.strip()
    if answer not in ("0", "1"):
        return state, (OK_QUESTION,)
    if answer == "1":
        return replace(state, instruction=None, asking=False), ("CANCELLED", COMMAND_PROMPT)
    return _finish(state, instruction)


def _finish(
    state: ClassicDialogue, instruction: Instruction
) -> tuple[ClassicDialogue, tuple[str, ...]]:
    """Gives the statement to the session, and answers its OK ?, which the user has answered."""
    reply = state.session.feed(_statement(instruction, state.entered))
    output = tuple(line for line in reply.output if line != OK_QUESTION)
    if isinstance(reply.session.pending, Question):
        reply = reply.session.feed("0")
        output += reply.output
    state = ClassicDialogue(reply.session, effect=reply.effect)
    if reply.effect is Effect.STOPPED:
        return state, output
    return state, (*output, COMMAND_PROMPT)


def _statement(instruction: Instruction, entered: tuple[str, ...]) -> str:
    """The statement as one line of text; whole numbers typed as 670. are written 670."""
    separator = ", " if any("," in line for line in entered) and len(entered) > 1 else " "
    operands = separator.join(entered)
    if not instruction.takes_text:
        operands = _POINT_AT_END.sub(r"\1", operands)
    return f"{instruction.name} {operands}".strip()
