"""What is looked for, and where it is in one line; regular expressions of any kind end soon.

Places in a line are those of Qt: UTF-16 units from 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QRegularExpression

MOST_STEPS = 100_000
"""Steps that a search in one line may take: about 2 ms. Some expressions need 2^n for n letters."""
_LIMIT = f"(*LIMIT_MATCH={MOST_STEPS})"
_HEADS = {False: f"{_LIMIT}(?:", True: rf"{_LIMIT}(?<!\w)(?:"}
_TAILS = {False: r"\E)", True: r"\E)(?!\w)"}  # \E ends a \Q that the user left open
_PIECE = re.compile(r"\\([0-9nt\\])|\$([0-9$])")


@dataclass(frozen=True)
class Query:
    """What is looked for. is_regex: Whether the text is a regular expression (PCRE)."""

    text: str
    is_regex: bool = False
    whole_words: bool = False
    match_case: bool = False

    @property
    def expression(self) -> QRegularExpression:
        """The query as an expression of Qt; not valid where the user's expression is faulty."""
        written = self.text if self.is_regex else QRegularExpression.escape(self.text)
        pattern = _HEADS[self.whole_words] + written + _TAILS[self.whole_words]
        options = QRegularExpression.PatternOption.UseUnicodePropertiesOption
        if not self.match_case:
            options |= QRegularExpression.PatternOption.CaseInsensitiveOption
        return QRegularExpression(pattern, options)

    @property
    def fault(self) -> str:
        """What is wrong with a regular expression, and at which character; "" where it is sound."""
        if not self.is_regex or not self.text:
            return ""
        alone = QRegularExpression(self.text)  # it could end the brackets that are put round it
        found = self.expression if alone.isValid() else alone
        if found.isValid():
            return ""
        place = min(max(alone.patternErrorOffset(), 0) + 1, len(self.text))
        return f"{found.errorString()}, at character {place} of the expression"


@dataclass(frozen=True)
class Match:
    """A match in a line: the characters [start, end), and the texts of its groups, 0 the whole."""

    start: int
    end: int
    groups: tuple[str, ...]


def matches_in(expression: QRegularExpression, line: str) -> tuple[Match, ...] | None:
    """The matches in a line from left to right; None where the search takes too many steps."""
    found: list[Match] = []
    place = 0
    while True:
        match = expression.match(line, place)
        if not match.isValid():
            return None
        if not match.hasMatch():
            return tuple(found)
        start, end = match.capturedStart(), match.capturedEnd()
        found.append(Match(start, end, tuple(match.capturedTexts())))
        place = end + (end == start)  # behind an empty match one character further
        if place > match_length(line):
            return tuple(found)


def match_length(line: str) -> int:
    """The length of a line in UTF-16 units."""
    return len(line) if line.isascii() else len(line.encode("utf-16-le")) // 2


def replacement(template: str, match: Match, query: Query) -> str:
    r"""The text that takes the place of a match.

    In the template of a regular expression \1 or $1 is a group, \0 or $0 the whole match, \n a new
    line, \t a tab, \\ and $$ the characters themselves.
    """
    if not query.is_regex:
        return template

    def piece(found: re.Match[str]) -> str:
        sign = found[1] or found[2]
        if sign.isdigit():
            number = int(sign)
            return match.groups[number] if number < len(match.groups) else ""
        return {"n": "\n", "t": "\t"}.get(sign, sign)

    return _PIECE.sub(piece, template)
