"""What is told about the word at a place, as a card: paragraphs with headings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from language.editing.completion import Facts, line_at
from language.editing.highlight import tokens_of
from language.editing.names.signal_places import signals_in
from language.expressions.trees import ANY, VARIABLE
from language.instructions import Instruction
from language.lines.line_parser import parse_line
from language.programs.as_dialect import has_words_of_as, line_in_our_words
from language.programs.as_instructions import instruction_named
from language.programs.parser import parse
from language.programs.program import Program, Statement, shown_value
from language.words.functions import FUNCTIONS

MOST_LINES = 8  # line numbers that are listed of one variable


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; heading: "" for none. is_code: Whether it is program text."""

    heading: str
    text: str
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """The paragraphs about the word in the columns [column, end_column) of a line.

    of_motion: Index behind the paragraphs about the motion of the line; 0 where there are none.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    column: int
    end_column: int
    of_motion: int = 0

    @property
    def tells_motion(self) -> bool:
        """Whether paragraphs about the motion of the line are among the others."""
        return self.of_motion > 0

    def with_motion(self, parts: Sequence[tuple[str, str]]) -> "Card":
        """The card with more about the motion, behind what is told of it already."""
        more = tuple(Paragraph(heading, words) for heading, words in parts)
        before, behind = self.paragraphs[: self.of_motion], self.paragraphs[self.of_motion :]
        return replace(self, paragraphs=(*before, *more, *behind))


def card_at(text: str, line: int, column: int, facts: Facts | None = None) -> Card | None:
    """The card of the word at a place; None where nothing is to be told.

    The paragraphs about the motion of a line come with every word of that line that says where the
    arm goes.
    """
    facts = facts or Facts()
    source = line_at(text, line)
    of_as = has_words_of_as(text)
    pieces = tokens_of(source, of_as)
    piece = next((h for h in pieces if h.column <= column < h.end), None)
    if piece is None:
        return None
    word = source[piece.column - 1 : piece.end - 1]
    found: tuple[str, list[Paragraph]] | None = None
    instruction = instruction_named(word, of_as) if piece.kind == "keyword" else None
    if instruction is not None:
        usage, *others = of_instruction(instruction)
        found = word.upper(), [usage, *_of_motion(line, facts), *others]
    elif piece.kind == "location":
        found = word, [*_of_location(parse(text), word, line, facts), *_of_motion(line, facts)]
    elif piece.kind == "function" and word.upper() in FUNCTIONS:
        function = FUNCTIONS[word.upper()]
        usage = Paragraph("", function.usage, is_code=True)
        found = word.upper(), [usage, Paragraph("What it gives", function.summary)]
    elif piece.kind == "variable":
        found = word, _of_variable(parse(text), word, facts)
    elif piece.kind == "program":
        found = word, _of_program(parse(text), word)
    elif piece.kind == "part" and facts.part_names:
        known = "a part of the cell" if word in facts.part_names else "not a part of the cell"
        found = word, [Paragraph("", known)]
    elif piece.kind == "number":
        found = _of_signal(line_in_our_words(source) if of_as else source, column)
    if found is None:
        return None
    told = [i for i, p in enumerate(found[1], 1) if (p.heading, p.text) in _parts(line, facts)]
    return Card(found[0], tuple(found[1]), piece.column, piece.end, max(told, default=0))


def of_instruction(instruction: Instruction) -> list[Paragraph]:
    """Usage, meaning, operands and an example of an instruction."""
    found = [
        Paragraph("", instruction.usage, is_code=True),
        Paragraph("What it does", instruction.description),
    ]
    if instruction.operands:
        lines = "\n".join(f"{o.name}: {o.phrase}" for o in instruction.operands)
        found.append(Paragraph("Operands", lines))
    found.append(Paragraph("Example", instruction.example, is_code=True))
    if instruction.code is not None:
        found.append(Paragraph("Motion code", str(instruction.code)))
    return found


def _of_motion(line: int, facts: Facts) -> list[Paragraph]:
    return [Paragraph(heading, words) for heading, words in _parts(line, facts)]


def _parts(line: int, facts: Facts) -> tuple[tuple[str, str], ...]:
    return facts.motion_parts.get(line, ())


def _of_location(program: Program, word: str, line: int, facts: Facts) -> list[Paragraph]:
    defined = [s for s in program.definitions if _defines(s, word)]
    note = facts.location_notes.get(word.upper(), "")
    pose = [Paragraph("Pose and solutions", note)] if note else []
    if not defined:
        return pose or [Paragraph("", "defined in no line of this file")]
    before = [s for s in defined if s.line <= line]
    statement = before[-1] if before else defined[0]
    where = f"{statement.shown}   (line {statement.line}, dialect {program.dialect})"
    return [Paragraph("", where, is_code=True), *pose]


def _defines(statement: Statement, word: str) -> bool:
    argument = statement.location
    return argument is not None and shown_value(argument.value).upper() == word.upper()


def _of_variable(program: Program, word: str, facts: Facts) -> list[Paragraph]:
    """The lines in which a variable gets its value, and its value in the last run."""
    lines = [
        line
        for line, use in program.names
        if use.defines and use.name == word.upper() and use.kind in (VARIABLE, ANY)
    ]
    where = ", ".join(map(str, lines[:MOST_LINES])) + (" …" if len(lines) > MOST_LINES else "")
    given = f"gets its value in line {where}" if lines else "never gets a value"
    note = facts.location_notes.get(word.upper(), "")
    last = [Paragraph("In the last run", note)] if note else []
    return [Paragraph("", f"a variable; {given}"), *last]


def _of_program(program: Program, word: str) -> list[Paragraph]:
    for routine in program.routines:
        if routine.name == word.upper():
            listed = f"({', '.join(routine.parameters)})" if routine.parameters else ""
            shown = f".PROGRAM {routine.name}{listed}   (line {routine.header})"
            return [Paragraph("", shown, is_code=True)]
    return [Paragraph("", "a program of another file: F12 goes there")]


def _of_signal(source: str, column: int) -> tuple[str, list[Paragraph]] | None:
    instruction = parse_line(source).instruction
    if instruction is None:
        return None
    found = (s for s in signals_in(1, source, instruction) if s.column <= column < s.end)
    signal = next(found, None)
    if signal is None:
        return None
    words = "set here" if signal.sets else "asked here"
    return f"Signal {signal.number}", [Paragraph("", f"{words}; Shift+F12 lists all its places")]
