"""A stretch of a RAPID module: a few dozen lines, with what they say of the whole module.

A stretch begins with the head of a routine, ends with the end of one, or lies between. Its lines
count from the first line of the passage in which it stands, so that it is the same wherever this
passage stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from scenes.makers.rapid.rapid_declarations import Declaration, declared_by, is_declaration
from scenes.makers.rapid.rapid_text import ROUTINES, Remark, Statement, Token
from scenes.makers.rapid.rapid_trees import TreeError

ROUTINE_ENDS = frozenset({"ENDPROC", "ENDFUNC", "ENDTRAP", "ENDRECORD"})
SIGNAL = re.compile(r"D([IO])_?(\d{1,4})")
DISPLACING = frozenset({"PDISPON", "PDISPSET"})
OBJECT = "WOBJ"  # the option that names a work object
# Instructions whose first argument is changed.
CHANGING = frozenset({"INCR", "DECR", "ADD", "CLEAR", "TPREADNUM", "TPREADFK", "TPREADDNUM"})
CHANGED_OPTIONS = frozenset({"TIMEFLAG"})  # whose variable is changed
FULL_MM_S = 1000.0  # VelSet with more than this changes no motion that is shown here
LOCALS = ("LOCAL", "TASK")


@dataclass(frozen=True, eq=False)
class Stretch:
    """Statements and remarks, with what they say of the whole module.

    is_head, is_end: Whether it begins with the head of a routine, ends with the end of one. names:
    Its words in capitals, sorted. changed: Names that it changes. loops: For each of its
    FOR the name of the counter in capitals, and None for each ENDFOR. declared: Its declarations
    by the identity of their statement. last: Its last line.
    """

    pieces: tuple[Statement | Remark, ...]
    is_head: bool
    is_end: bool
    names: tuple[str, ...]
    changed: frozenset[str]
    loops: tuple[str | None, ...]
    declared: dict[int, Declaration]
    last: int

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words in capitals."""
        return frozenset(self.names)

    @cached_property
    def telling(self) -> frozenset[str]:
        """Its words of which one decides on all of it: signals, displacements, objects."""
        known = DISPLACING | {OBJECT}
        return frozenset(n for n in self.names if SIGNAL.fullmatch(n) or n in known)

    @cached_property
    def slows(self) -> bool:
        """Whether it may slow all motions down: VelSet with less than the full speed."""
        return "VELSET" in self.words and any(
            isinstance(each, Statement) and each.key == "VELSET" and not _is_full(each)
            for each in self.pieces
        )

    @cached_property
    def calls(self) -> dict[str, frozenset[str]]:
        """For the first word of each statement the words behind it."""
        found = dict[str, frozenset[str]]()
        for each in self.pieces:
            if isinstance(each, Statement):
                words = frozenset(token.key for token in each.tokens[1:] if token.kind == "word")
                found[each.key] = found.get(each.key, frozenset()) | words
        return found

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels that stand in it or are jumped to, in capitals, sorted."""
        statements = [piece for piece in self.pieces if isinstance(piece, Statement)]
        return tuple(sorted({name for each in statements for name in _labels_in(each)}))

    @cached_property
    def _outer_uses(self) -> dict[str, tuple[tuple[int, str], ...]]:
        return {}

    def outer_uses(self, key: str) -> tuple[tuple[int, str], ...]:
        """Where a name stands outside of the loops of this stretch that count with it: the number
        of loops around the stretch that have ended there, with the name; each number once."""
        found = self._outer_uses.get(key)
        if found is None:
            found = self._outer_uses[key] = tuple(dict.fromkeys(self._found_uses(key)))
        return found

    def _found_uses(self, key: str) -> Iterator[tuple[int, str]]:
        own, ended = list[str](), 0
        for each in self.pieces:
            if not isinstance(each, Statement):
                continue
            is_head = each.key == "FOR" and each.is_closed
            tokens = each.tokens[2:] if is_head else each.tokens
            if key not in own and any(token.key == key for token in tokens):
                yield ended, key
            if is_head:
                own.append(counter_of(each))
            elif each.key == "ENDFOR" and each.is_closed:
                if own:
                    own.pop()
                else:
                    ended += 1


def begins_routine(statement: Statement) -> bool:
    """Whether a routine begins with a statement, outside of another one."""
    tokens = statement.tokens
    key = tokens[1].key if tokens[0].key in LOCALS and tokens[1:] else tokens[0].key
    return key in ROUTINES - {"MODULE"}


def stretch_of(pieces: tuple[Statement | Remark, ...]) -> Stretch:
    """Statements and remarks as a stretch; there is one of them at least."""
    statements = [piece for piece in pieces if isinstance(piece, Statement)]
    declared = dict[int, Declaration]()
    for each in statements:
        if is_declaration(each):
            with suppress(TreeError):  # told where the statement is translated
                declared[id(each)] = declared_by(each)
    tokens = (token for each in statements for token in each.tokens)
    first, last = pieces[0], pieces[-1]
    loops = (
        counter_of(each) if each.key == "FOR" else None
        for each in statements
        if each.key in ("FOR", "ENDFOR") and each.is_closed
    )
    return Stretch(
        pieces,
        isinstance(first, Statement) and begins_routine(first),
        isinstance(last, Statement) and last.key in ROUTINE_ENDS,
        tuple(sorted({token.key for token in tokens if token.kind == "word"})),
        frozenset(name for each in statements for name in changed_by(each)),
        tuple(loops),
        declared,
        last.end_line if isinstance(last, Statement) else last.line,
    )


def _is_full(statement: Statement) -> bool:
    """Whether VelSet lets motions be as fast as they are programmed: 100 %, 1000 mm/s or more."""
    texts = [token.text for token in statement.tokens[1:]]
    is_plain = len(texts) == 3 and texts[1] == "," and texts[2].isdecimal()
    return is_plain and texts[0] == "100" and float(texts[2]) >= FULL_MM_S


def _labels_in(statement: Statement) -> Iterator[str]:
    """The labels of a statement, in capitals; also words that are none, such as DEFAULT."""
    keys = [token.key for token in statement.tokens]
    if keys[1:] == [":"]:
        yield keys[0]
    yield from (name for word, name in pairwise(keys) if word == "GOTO")


def counter_of(statement: Statement) -> str:
    """The name of the counter of a FOR, in capitals; "" where FROM does not stand behind one."""
    has_counter = [token.key for token in statement.tokens[2:3]] == ["FROM"]
    return next((t.key for t in statement.tokens[1:2] if t.kind == "word" and has_counter), "")


def changed_by(statement: Statement) -> Iterator[str]:
    """The names that an assignment or an instruction changes, also one behind IF without THEN."""
    tokens = statement.tokens
    if not statement.is_closed or is_declaration(statement):
        return
    for at, token in enumerate(tokens):
        if token.text == ":=":
            is_option = at > 1 and tokens[at - 2].text == "\\"
            if not is_option:
                yield from _root(tokens[:at])
            elif tokens[at - 1].key in CHANGED_OPTIONS and at + 1 < len(tokens):
                yield tokens[at + 1].key
        elif token.key in CHANGING and (at == 0 or tokens[0].key == "IF"):
            yield from (each.key for each in tokens[at + 1 : at + 2] if each.kind == "word")


def _root(tokens: Sequence[Token]) -> Iterator[str]:
    """The name of the data of which some tokens end with a part: P of `p{i}.trans.x`."""
    at, opened = len(tokens) - 1, 0
    while at >= 0:
        token = tokens[at]
        opened += (token.text == "}") - (token.text == "{")
        is_part = at > 0 and tokens[at - 1].text == "."
        if opened == 0 and token.kind == "word" and not is_part:
            yield token.key
            return
        at -= 1
