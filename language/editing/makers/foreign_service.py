"""Functions for editors of foreign programs: hover and outline, from what the reader gave."""

from __future__ import annotations

import re

from language.editing.completion import Facts
from language.editing.hover_card import Card, Paragraph
from language.editing.outline import OutlineItem
from language.editing.service import Hover
from language.foreign.foreign_program import ForeignProgram
from language.words.diagnostics import text_lines

MOST_SHOWN = 40
# A name, and the number of a register or a point that follows it, as in P[3:"above"] or PR[1,3].
_NAME = re.compile(r"([$]?[^\W\d][\w$]*(?:\.\w+)*)(?:\[\s*(\d+)[^\]\n]*\])?")


def foreign_hover(program: ForeignProgram, line: int, column: int, facts: Facts) -> Hover | None:
    """What a line of a foreign program comes to, and where the value under the pointer is from."""
    found = _told(program, line, column, facts)
    if found is None:
        return None
    paragraphs, _, start, end = found
    shown = [f"{each.heading}: {each.text}" if each.heading else each.text for each in paragraphs]
    shown += [f"{d.code}: {d.message}" for d in program.diagnostics if d.line == line]
    return Hover("\n\n".join(shown), start, end)


def foreign_card(program: ForeignProgram, line: int, column: int, facts: Facts) -> Card | None:
    """The card of a place for a window, which shows findings by itself."""
    found = _told(program, line, column, facts)
    if found is None:
        return None
    paragraphs, title, start, end = found
    return Card(title, tuple(paragraphs), start, end, of_motion=len(paragraphs))


def _told(
    program: ForeignProgram, line: int, column: int, facts: Facts
) -> tuple[list[Paragraph], str, int, int] | None:
    """Paragraphs about a place, the word there, and its columns; None where nothing is told."""
    lines = text_lines(program.text)
    source = lines[line - 1] if 0 < line <= len(lines) else ""
    words = (found for found in _NAME.finditer(source) if found.start() < column <= found.end())
    word = next(words, None)
    told = []
    if word is not None:
        plain = word[1].upper()
        numbered = f"{plain}[{word[2]}]" if word[2] else plain
        origin = program.reading.origins.get(numbered) or program.reading.origins.get(plain, "")
        given = (origin, facts.location_notes.get(plain, ""))
        told += [Paragraph(word[0], text) for text in given if text]
    said = program.lines_said.get(line, ())
    told += [Paragraph("Read as", _in_short(said), is_code=True)] if said else []
    told += [Paragraph("", text) for text in (facts.motions.get(line, ""),) if text]
    has_finding = any(d.line == line for d in program.diagnostics)
    if not source.strip() or not (told or has_finding):
        return None
    if word is None:
        first = len(source) - len(source.lstrip()) + 1
        return told, source.strip(), first, len(source) + 1
    return told, word[0], word.start() + 1, word.end() + 1


def _in_short(lines: tuple[str, ...]) -> str:
    """The lines, but not all of a program of another file that stands behind its call."""
    more = len(lines) - MOST_SHOWN
    shown = [*lines[:MOST_SHOWN], f"; and {more} more lines"] if more > 0 else lines
    return "\n".join(shown)


def foreign_outline(program: ForeignProgram) -> tuple[OutlineItem, ...]:
    """The programs of a foreign file."""
    return tuple(
        OutlineItem(routine.name, "program", "", routine.header or routine.first, routine.stop - 1)
        for routine in program.routines
        if routine.name
    )
