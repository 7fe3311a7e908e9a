"""What an editor asks about a program: colours, completion, hover, outline, corrections.

Pure functions of the text and of facts. What only the cell or the arm can know (part names,
the robot, notes on a location) is given as plain values; nothing is computed here but text.
"""

from dataclasses import dataclass

from language.catalogue import explain
from language.completion import Completion, Facts, complete, documentation, line_at
from language.diagnostics import Diagnostic, Fix
from language.format import format_program
from language.highlight import Highlight, tokens
from language.instructions import BY_NAME
from language.line_parser import parse_line
from language.parser import parse
from language.program import Program, Statement

__all__ = [
    "Completion",
    "Facts",
    "Highlight",
    "Hover",
    "OutlineItem",
    "complete",
    "definition",
    "documentation",
    "explanation",
    "fixes",
    "format_program",
    "hover",
    "outline",
    "statement_at",
    "tokens",
]


@dataclass(frozen=True, slots=True)
class Hover:
    """What to show for the columns [column, end_column) under the pointer."""

    text: str
    column: int
    end_column: int


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """A place worth jumping to: a location's definition, the end, a remark."""

    name: str
    kind: str
    detail: str
    line: int


def hover(text: str, line: int, column: int, facts: Facts | None = None) -> Hover | None:
    """What is known of the word at a place: an instruction, a location, a part."""
    facts = facts or Facts()
    source = line_at(text, line)
    piece = next((h for h in tokens(source) if h.column <= column < h.end), None)
    if piece is None:
        return None
    word = source[piece.column - 1 : piece.end - 1]
    shown = ""
    if piece.kind == "keyword" and word.upper() in BY_NAME:
        shown = documentation(BY_NAME[word.upper()])
    elif piece.kind == "location":
        shown = _location_hover(parse(text), word, line, facts)
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


def _defines(statement: Statement, word: str) -> bool:
    argument = statement.location
    return argument is not None and str(argument.value).upper() == word.upper()


def definition(text: str, line: int, column: int) -> tuple[int, int, int] | None:
    """Line and columns [column, end) of the definition of the location at a place."""
    source = line_at(text, line)
    piece = next((h for h in tokens(source) if h.column <= column <= h.end), None)
    if piece is None or piece.kind != "location":
        return None
    word = source[piece.column - 1 : piece.end - 1]
    found = [s.location for s in parse(text).definitions if _defines(s, word)]
    lines = [s.line for s in parse(text).definitions if _defines(s, word)]
    places = [(n, a.column, a.end_column) for n, a in zip(lines, found, strict=True) if a]
    before = [p for p in places if p[0] <= line]
    return before[-1] if before else (places[0] if places else None)


def outline(text: str) -> tuple[OutlineItem, ...]:
    """Locations, remarks and the end of a program in order of the lines."""
    items = []
    for statement in parse(text).statements:
        if statement.instruction.defines_location and statement.location:
            name = str(statement.location.value)
            items.append(OutlineItem(name, "location", statement.shown, statement.line))
        elif statement.instruction.takes_text and statement.arguments[0]:
            remark = str(statement.arguments[0].value)
            items.append(OutlineItem(remark, "remark", statement.shown, statement.line))
        elif statement.name == "END":
            items.append(OutlineItem("END", "end", statement.shown, statement.line))
    return tuple(items)


def fixes(text: str, line: int, column: int) -> tuple[tuple[Diagnostic, Fix], ...]:
    """The corrections on offer at a place, with the findings they mend."""
    return tuple(
        (d, fix)
        for d in parse(text).diagnostics
        if d.line == line and d.column <= column <= max(d.end_column, d.column)
        for fix in d.fixes
    )


def explanation(diagnostic: Diagnostic) -> str:
    """The longer text behind a finding's code."""
    return explain(diagnostic.code)


def statement_at(text: str, line: int) -> bool:
    """A breakpoint can stand on the line: it holds an instruction that is run."""
    parsed = parse_line(line_at(text, line))
    return parsed.has_code and not parsed.diagnostics
