"""The bracket that belongs to a bracket of a line; brackets in comments and texts are none."""

from __future__ import annotations

from language.words.lexer import SYMBOL, lex

PAIRS = {"(": ")", "[": "]"}


def bracket_pair(line: str, column: int) -> tuple[int, ...]:
    """The columns, from 1, of the bracket beside a cursor and of its partner, in order.

    column: The place of the cursor, from 1; the bracket behind it counts before that in front.
    One column alone: the bracket has no partner. Empty: there is no bracket.
    """
    found = [t for t in lex(line) if t.kind == SYMBOL and t.text in "()[]"]
    places = [token.column for token in found]
    here = next((c for c in (column, column - 1) if c in places), None)
    if here is None:
        return ()
    partner = _partners([(token.column, token.text) for token in found]).get(here)
    return (here,) if partner is None else tuple(sorted((here, partner)))


def _partners(brackets: list[tuple[int, str]]) -> dict[int, int]:
    """The column of the partner by the column of each bracket that has one."""
    found: dict[int, int] = {}
    waiting: list[tuple[int, str]] = []
    for column, text in brackets:
        if text in PAIRS:
            waiting.append((column, PAIRS[text]))
        elif waiting and waiting[-1][1] == text:
            start, _ = waiting.pop()
            found[start], found[column] = column, start
    return found
