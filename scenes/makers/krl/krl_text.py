"""The text of a KRL program: code and remarks, and what its lines say of the whole program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from language.foreign.kept.parts import cut, one_state
from language.foreign.kept.states import State, frozen
from language.rows.kept_rows import rows_of
from scenes.makers.krl.krl_blocks import labels_in
from scenes.makers.krl.krl_data import Declarations
from scenes.makers.krl.krl_expressions import signals_in
from scenes.makers.krl.krl_words import BEGINNING
from scenes.makers.krl.motions.advance_run import NO_MOTION, Ahead, ahead_of
from scenes.makers.krl.terms.krl_types import Types

ASSIGNS = re.compile(r"\s*(\$?[A-Za-z_]\w*)[^=()]*?(?<![=<>])=(?!=)")
CALL, WORD = re.compile(r"(\w+)\s*\((.*)\)"), re.compile(r"\$?\w+")
COMPONENT = re.compile(r"(?<=[{,])(\s*)[A-Za-z_]\w*(?=\s+[^\s,}=])")  # X of {X 1,Y 2}: no name
NAME = re.compile(r"[A-Za-z_]\w*")
# Words with a word behind them that begin a statement, and so no declaration.
_WORDS = "|".join(sorted((BEGINNING | {"SPL"}) - {"DECL", "DEF", "DEFFCT", "GLOBAL"}))
STATEMENT = re.compile(rf"(?:{_WORDS})\b", re.IGNORECASE)
MAY_DECLARE = re.compile(r"(?:GLOBAL\s+)?\w+\s+\$?[A-Za-z_]", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Passage:
    """Some lines of a program.

    codes: The lines without remarks. declaring: Those that may declare names, or begin a program.
    changed: Names that they give values to, in capitals: the data do not fix these. signals: Inputs
    and outputs with numbers. words: Words in capitals, among them all names. labels: Those that
    stand in it or are jumped to, in capitals, sorted.
    """

    lines: tuple[str, ...]
    codes: tuple[str, ...]
    declaring: tuple[str, ...]
    changed: frozenset[str]
    signals: frozenset[tuple[str, str]]
    words: frozenset[str]
    labels: tuple[str, ...]


@lru_cache(maxsize=4096)
def passage_of(lines: tuple[str, ...]) -> Passage:
    """What some lines of a program say."""
    codes = tuple(map(code_of, lines))
    declaring = tuple(c for c in codes if MAY_DECLARE.match(c) and not STATEMENT.match(c))
    named = (COMPONENT.sub(r"\1", code) if "{" in code else code for code in codes)
    words = frozenset(word.upper() for code in named for word in WORD.findall(code))
    changed, labels = frozenset(_changed(codes)), tuple(sorted(set(labels_in(codes))))
    return Passage(lines, codes, declaring, changed, signals_in(codes), words, labels)


def passages_of(source: str) -> list[Passage]:
    """All lines of a program."""
    return [passage_of(lines) for lines in cut(rows_of(source))]


def aheads(passages: Sequence[Passage]) -> list[Ahead]:
    """What the advance run meets behind each passage."""
    found, behind = list[Ahead](), NO_MOTION
    for each in reversed(passages):
        found.append(behind)
        behind = _ahead_of(each.codes, behind)
    return found[::-1]


@lru_cache(maxsize=4096)
def _ahead_of(codes: tuple[str, ...], behind: Ahead) -> Ahead:
    return ahead_of(codes, behind)


@lru_cache(maxsize=16)
def given_by(data: tuple[tuple[str, str], ...]) -> tuple[Declarations, Types]:
    """What files of values declare; not to be changed."""
    known, types = Declarations(), Types()
    for name, text in data:
        rows = text.split("\n")
        known.read(rows, name)
        types.read(map(code_of, rows), is_data=True)
    return known, types


@lru_cache(maxsize=16)
def types_of(data: tuple[tuple[str, str], ...], declaring: tuple[str, ...]) -> Types:
    """What files of values and lines of a program say of names; not to be changed."""
    types = given_by(data)[1].own()
    types.read(declaring)
    return types


@lru_cache(maxsize=16)
def told_types(data: tuple[tuple[str, str], ...], declaring: tuple[str, ...]) -> State:
    """What `types_of` gives, as a value: lines that declare nothing are not in it."""
    return one_state(frozen(types_of(data, declaring)))


def code_of(line: str) -> str:
    """A line without its remark; a ; inside a text begins none."""
    if '"' not in line:
        return line.partition(";")[0].strip()
    inside = False
    for at, letter in enumerate(line):
        if letter == '"':
            inside = not inside
        elif letter == ";" and not inside:
            return line[:at].strip()
    return line.strip()


def _changed(codes: Iterable[str]) -> Iterator[str]:
    for code in codes:
        found = ASSIGNS.match(code)
        if found is not None and found[1].upper() not in BEGINNING and found[1][0] != "$":
            yield found[1].upper()
        call = CALL.fullmatch(code)
        if call is not None:
            yield from (word.upper() for word in NAME.findall(call[2]))
