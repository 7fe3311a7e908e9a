"""A text of AS or V+ as a program of ours, statement by statement, its remarks kept.

A program of our own comes first: it gives the values of the backup and what the controller sets at
its start, and calls the program that no other one calls. What is not understood is told with its
line. Names without a value are never zero: what uses them is not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from language.foreign.kawasaki.as_calls import take_constants
from language.foreign.kawasaki.as_passes import Key, Pass, Whole
from language.foreign.kawasaki.as_tokens import NAME, Word, our_name, words_of
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.backups.as_folder import backup_of
from language.foreign.locator import retold
from language.foreign.reading import Reading
from language.words.diagnostics import ERROR, Diagnostic

MOST_PASSES = 12
UNKNOWN_PLACE, UNKNOWN_NUMBER = "E201", "E203"


def read_as(text: str, data: Sequence[tuple[str, str]], facts: Facts) -> Reading:
    """The program of a text. data: Name and text of files with further values.

    The translation is checked as a program of ours. Names without a value, and lines with another
    error, are taken out of it, and it is made again until nothing more is found.
    """
    backup = backup_of(text, data)
    take_constants(backup)
    whole = Whole(backup, backup.facts(facts))
    unknown, lost, lines_read = set[str](), dict[Key, str](), 0
    for _ in range(MOST_PASSES):
        made = Pass(whole, unknown, lost)
        lines_read += made.draft.lines_read
        names, lines = _faults(made, unknown)
        if names <= unknown and lines.keys() <= lost.keys():
            break
        unknown |= names
        lost = {**lines, **lost}
    return replace(made.reading(), lines_read=lines_read)


def _faults(made: Pass, unknown: Set[str]) -> tuple[set[str], dict[Key, str]]:
    """Names without a value, and lines with another error and its message.

    unknown: Names that are known to have no value: a line that still has one of them is lost.
    """
    names, lines = set[str](), dict[Key, str]()
    draft = made.draft
    for told in made.program.diagnostics:
        if told.severity != ERROR or told.line > len(draft.lines):
            continue
        source, key = made.source(told.line)
        line = draft.lines[told.line - 1]
        name = line[told.column - 1 : told.end_column - 1].upper()
        word = _words(source.code).get(name.lstrip("#"))
        is_name = told.code in (UNKNOWN_PLACE, UNKNOWN_NUMBER) and word is not None
        if is_name and _known_as(told, name) not in unknown:
            names.add(_known_as(told, name))
        elif source.code and not source.frames:
            message = retold(told.message, lambda line: draft.places[line - 1].line)
            lines.setdefault(key, str(made.values.no_value(word)) if is_name and word else message)
    return names, lines


def _known_as(told: Diagnostic, name: str) -> str:
    """A name with a sign for its kind: @ for places, none for numbers."""
    return f"@{name.lstrip('#')}" if told.code == UNKNOWN_PLACE else name


def _words(code: str) -> dict[str, Word]:
    """The names in a line, by the names here in capitals."""
    return {our_name(word.text).upper(): word for word in words_of(code) if word.kind == NAME}
