"""The places of a name: its definition, all its uses, and the edits that rename it."""

import re
from typing import NamedTuple

from language.editing.names.signal_places import SIGNAL, signal_places, signals_in
from language.expressions.trees import (
    ANY,
    JOINTS,
    LABEL,
    LOCATION,
    RESERVED,
    VARIABLE,
    NameUse,
)
from language.instructions import BY_NAME
from language.lines.line_parser import parse_line
from language.programs.as_dialect import line_in_our_words
from language.programs.parser import parse
from language.programs.program import Program, Routine
from language.words.diagnostics import Edit, Fix, text_lines
from language.words.functions import FUNCTIONS
from language.words.letters import is_word

VALUES = (LOCATION, VARIABLE)
_STEP = re.compile(r"[ \t]*([0-9]{1,9})")


class Place(NamedTuple):
    """A name in columns [column, end) of a line; defines: whether it gets a value there."""

    line: int
    column: int
    end: int
    defines: bool


class Symbol(NamedTuple):
    """What a word means; routine: for a label, the program that it belongs to.

    kind: one of those of `trees`, or SIGNAL; the name of a signal is its number.
    """

    kind: str
    name: str
    routine: Routine | None = None


def symbol_at(program: Program, line: int, column: int) -> Symbol | None:
    """The name at a place, or None; a step number is the label of its line."""
    source = _source_of(program, line)
    instruction = parse_line(source).instruction
    if instruction is not None:
        for signal in signals_in(line, source, instruction):
            if signal.column <= column <= signal.end:
                return Symbol(SIGNAL, signal.number)
    for at, use in program.names:
        if at == line and use.column <= column <= use.end:
            routine = _routine_of(program, line) if use.kind == LABEL else None
            return Symbol(_kind_of(program, use), use.name, routine)
    for place, number in _labels(program):
        if place.line == line and place.column <= column <= place.end:
            return Symbol(LABEL, str(number), _routine_of(program, line))
    return None


def span_in(source: str, column: int) -> tuple[int, int] | None:
    """The columns [column, end) of the name, the signal or the label at a place of a line."""
    parsed = parse_line(line_in_our_words(source))  # names keep their columns
    spans = [(use.column, use.end) for use in parsed.uses]
    if parsed.instruction is not None:
        spans += [(s.column, s.end) for s in signals_in(1, source, parsed.instruction)]
    step = _STEP.match(source)
    if step is not None and parsed.step is not None:
        spans.append((step.start(1) + 1, step.end(1) + 1))
    return next((span for span in spans if span[0] <= column <= span[1]), None)


def _source_of(program: Program, line: int) -> str:
    lines = text_lines(program.text)
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _kind_of(program: Program, use: NameUse) -> str:
    """The kind of a use; an argument of CALL is a location if one is defined, else a variable."""
    if use.kind != ANY:
        return use.kind
    known = {u.kind for _, u in program.names if u.name == use.name and u.kind != ANY}
    return next((kind for kind in (LOCATION, JOINTS, VARIABLE) if kind in known), VARIABLE)


def _routine_of(program: Program, line: int) -> Routine | None:
    inside = (r for r in program.routines if r.first <= line < r.stop or line == r.header)
    return next(inside, None)


def _labels(program: Program) -> list[tuple[Place, int]]:
    """The step numbers of the program with their places."""
    lines = text_lines(program.text)
    found = []
    for line, number in program.labels:
        match = _STEP.match(lines[line - 1])
        if match is not None:
            found.append((Place(line, match.start(1) + 1, match.end(1) + 1, True), number))
    return found


def references(text: str, line: int, column: int) -> tuple[Place, ...]:
    """All places of the name at a place, in order; empty if there is no name."""
    program = parse(text)
    symbol = symbol_at(program, line, column)
    return () if symbol is None else places_of(program, symbol)


def places_of(program: Program, symbol: Symbol) -> tuple[Place, ...]:
    """All places of a name in a program, in order."""
    if symbol.kind == SIGNAL:
        known = (s for s in signal_places(program) if s.number == symbol.name)
        return tuple(Place(s.line, s.column, s.end, s.sets) for s in known)
    found = []
    for line, use in program.names:
        if use.name != symbol.name or use.kind not in (symbol.kind, ANY):
            continue
        if use.kind == ANY and symbol.kind not in (LOCATION, VARIABLE, JOINTS):
            continue
        if symbol.routine is None or symbol.routine == _routine_of(program, line):
            found.append(Place(line, use.column, use.end, use.defines))
    if symbol.kind == LABEL:
        found += [
            place
            for place, number in _labels(program)
            if str(number) == symbol.name and _routine_of(program, place.line) == symbol.routine
        ]
    return tuple(sorted(set(found)))


def definition_of(text: str, line: int, column: int) -> Place | None:
    """The definition of the name at a place: the last before the line, else the first."""
    defined = [place for place in references(text, line, column) if place.defines]
    before = [place for place in defined if place.line <= line]
    return before[-1] if before else (defined[0] if defined else None)


def rename(text: str, line: int, column: int, new: str) -> Fix | str:
    """The edits that rename the name at a place, or a sentence that says why they cannot."""
    program = parse(text)
    symbol = symbol_at(program, line, column)
    if symbol is None:
        return "no name stands here"
    wrong = unfit(program, symbol, new)
    if wrong:
        return wrong
    places = places_of(program, symbol)
    edits = tuple(Edit(p.line, p.column, p.line, p.end, new) for p in places)
    return Fix(f"rename {symbol.name} to {new}", edits)


def unfit(program: Program, symbol: Symbol, new: str) -> str:
    """A sentence that says why `new` cannot be the new name; "" if it can."""
    key = new.upper()
    if symbol.kind == SIGNAL:
        is_number = new.isascii() and new.isdigit() and len(new) < 10 and new[0] != "0"
        if not is_number:
            return "a signal is a whole number from 1"
    elif symbol.kind == LABEL:
        if not new.isdigit() or len(new) > 9:
            return "a label is a whole number of at most nine digits"
    elif not is_word(new):
        return "a name is a letter, then letters, digits, points or underscores"
    elif key in FUNCTIONS or key in RESERVED or key in BY_NAME:
        return f"{new} is a word of the language"
    # The name alone decides whether an argument of CALL is a location or a variable.
    kinds = VALUES if symbol.kind in VALUES else (symbol.kind,)
    taken = key != symbol.name and any(
        places_of(program, Symbol(kind, key, symbol.routine)) for kind in kinds
    )
    if taken:
        used = {use.kind for _, use in program.names if use.name == key}
        kind = next((kind for kind in kinds if kind in used), symbol.kind)
        if kind == SIGNAL:
            return f"signal {new} is used already"
        return f"{new} is the name of {'another' if kind == symbol.kind else 'a'} {kind}"
    return ""
