"""Functions for editors: colours, completion, hover, outline, corrections.

They depend only on the text and on facts. Facts hold what only the cell or the arm knows (part
names, the robot, notes on a location) as plain values.
"""

from dataclasses import dataclass

from language.editing.code_actions import actions
from language.editing.completion import Completion, Facts, complete, documentation, line_at
from language.editing.highlight import Highlight, tokens, tokens_of
from language.editing.layout import format_program
from language.editing.names.references import Place, definition_of, references, rename
from language.editing.outline import OutlineItem, flat, outline
from language.expressions.trees import ANY, VARIABLE
from language.lines.line_parser import parse_line
from language.lines.parsed_line import ParsedLine
from language.programs.as_dialect import has_words_of_as, line_in_our_words
from language.programs.as_instructions import instruction_named
from language.programs.parser import parse
from language.programs.program import Program, Statement, shown_value
from language.words.catalogue import explain
from language.words.diagnostics import Diagnostic, Fix
from language.words.functions import FUNCTIONS

__all__ = [
    "Completion",
    "Facts",
    "Highlight",
    "Hover",
    "OutlineItem",
    "Place",
    "actions",
    "complete",
    "definition",
    "documentation",
    "explanation",
    "fixes",
    "fixes_between",
    "flat",
    "format_program",
    "hover",
    "outline",
    "parsed_at",
    "references",
    "rename",
    "statement_at",
    "tokens",
]


@dataclass(frozen=True, slots=True)
class Hover:
    """The text to show for the columns [column, end_column) under the pointer."""

    text: str
    column: int
    end_column: int


def hover(text: str, line: int, column: int, facts: Facts | None = None) -> Hover | None:
    """The hover text of the word at a place: an instruction, a location, a part; or None."""
    facts = facts or Facts()
    source = line_at(text, line)
    of_as = has_words_of_as(text)
    pieces = tokens_of(source, of_as)
    piece = next((h for h in pieces if h.column <= column < h.end), None)
    if piece is None:
        return None
    word = source[piece.column - 1 : piece.end - 1]
    shown = ""
    instruction = instruction_named(word, of_as) if piece.kind == "keyword" else None
    if instruction is not None:
        known = facts.motions.get(line, "")
        shown = "\n\n".join(filter(None, (known, documentation(instruction))))
    elif piece.kind == "location":
        known = facts.motions.get(line, "")
        shown = "\n".join(filter(None, (_location_hover(parse(text), word, line, facts), known)))
    elif piece.kind == "function" and word.upper() in FUNCTIONS:
        function = FUNCTIONS[word.upper()]
        shown = f"{function.usage}\n\n{function.summary}"
    elif piece.kind == "variable":
        shown = _variable_hover(parse(text), word, facts)
    elif piece.kind == "program":
        shown = _program_hover(parse(text), word)
    elif piece.kind == "part":
        known = "a part of the cell" if word in facts.part_names else "not a part of the cell"
        shown = f"{word}: {known}" if facts.part_names else word
    return Hover(shown, piece.column, piece.end) if shown else None


def _location_hover(program: Program, word: str, line: int, facts: Facts) -> str:
    defined = [s for s in program.definitions if _defines(s, word)]
    if not defined:
        return f"{word}: not defined"
    before = [s for s in defined if s.line <= line]
    statement = before[-1] if before else defined[0]
    note = facts.location_notes.get(word.upper(), "")
    lines = [f"{statement.shown}   (line {statement.line}, dialect {program.dialect})", note]
    return "\n".join(filter(None, lines))


def _variable_hover(program: Program, word: str, facts: Facts) -> str:
    """The lines in which a variable gets its value, and its value in the last run."""
    lines = [
        line
        for line, use in program.names
        if use.defines and use.name == word.upper() and use.kind in (VARIABLE, ANY)
    ]
    where = ", ".join(map(str, lines[:8]))
    given = f"gets its value in line {where}" if lines else "never gets a value"
    note = facts.location_notes.get(word.upper(), "")
    return "\n".join(filter(None, (f"{word}: a variable; {given}", note)))


def _program_hover(program: Program, word: str) -> str:
    for routine in program.routines:
        if routine.name == word.upper():
            listed = f"({', '.join(routine.parameters)})" if routine.parameters else ""
            return f".PROGRAM {routine.name}{listed}   (line {routine.header})"
    return f"{word}: a program of another file"


def _defines(statement: Statement, word: str) -> bool:
    argument = statement.location
    return argument is not None and shown_value(argument.value).upper() == word.upper()


def definition(text: str, line: int, column: int) -> tuple[int, int, int] | None:
    """Line and columns [column, end) of the definition of the name at a place."""
    found = definition_of(text, line, column)
    return None if found is None else (found.line, found.column, found.end)


def fixes(text: str, line: int, column: int) -> tuple[tuple[Diagnostic, Fix], ...]:
    """The fixes for a place, each with the finding that it corrects."""
    return tuple(
        (d, fix)
        for d in parse(text).diagnostics
        if d.line == line and d.column <= column <= max(d.end_column, d.column)
        for fix in d.fixes
    )


def fixes_between(
    text: str, first: tuple[int, int], last: tuple[int, int]
) -> tuple[tuple[Diagnostic, Fix], ...]:
    """The fixes of all findings that overlap the range between two places (line, column)."""
    return tuple(
        (d, fix)
        for d in parse(text).diagnostics
        if (d.line, d.column) <= last and first <= (d.end_line, max(d.end_column, d.column))
        for fix in d.fixes
    )


def explanation(diagnostic: Diagnostic) -> str:
    """The longer explanation of the code of a finding."""
    return explain(diagnostic.code)


def statement_at(text: str, line: int) -> bool:
    """Whether a line has an instruction without fault, so that it can have a breakpoint."""
    parsed = parsed_at(text, line)
    return parsed.has_code and not parsed.diagnostics


def parsed_at(text: str, line: int) -> ParsedLine:
    """A line of a program, parsed in the dialect of its header."""
    source = line_at(text, line)
    return parse_line(line_in_our_words(source) if has_words_of_as(text) else source)
