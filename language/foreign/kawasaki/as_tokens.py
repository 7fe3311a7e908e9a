"""The words of a line of AS or V+, with their columns."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from language.expressions.taken_names import TAKEN_AS_VARIABLE as TAKEN

NAME, NUMBER, STRING, SIGN = "name", "number", "string", "sign"
# A local name of AS begins with a point, a text with $, joint values with #, an argument that is a
# location with &.
_TOKEN = re.compile(
    r"""(?P<string>"[^"]*"?)
    |(?P<name>(?:\.?[&#$]\.?|\.)?[^\W\d][\w.]*)
    |(?P<number>\^[HhBb][0-9A-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<sign><>|==|!=|=<|<=|>=|=>|\S)""",
    re.VERBOSE,
)
_BASES = {"H": 16, "B": 2}


class Word(NamedTuple):
    """A word of a line. key: Its text in capitals. column: From 1. apart: Blanks are before it."""

    kind: str
    text: str
    key: str
    column: int
    apart: bool

    @property
    def is_text(self) -> bool:
        """Whether it is a text: a string, or a name of one."""
        return self.kind == STRING or (self.kind == NAME and "$" in self.text[:2])

    @property
    def value(self) -> float:
        """The number that a word of kind NUMBER is."""
        if self.text.startswith("^"):
            return float(int(self.text[2:], _BASES[self.key[1]]))
        return float(self.text)


def words_of(line: str) -> list[Word]:
    """The words of a line, without the remark behind `;`."""
    return list(_words_of(line))


@lru_cache(maxsize=1 << 15)
def _words_of(line: str) -> tuple[Word, ...]:
    found: list[Word] = []
    end = 0
    for match in _TOKEN.finditer(line):
        text = match.group()
        if text == ";":
            break
        kind = match.lastgroup or SIGN
        found.append(Word(kind, text, text.upper(), match.start() + 1, match.start() > end))
        end = match.end()
    return tuple(found)


def code_and_remark(line: str) -> tuple[str, str]:
    """A line in two: its code, and what stands behind the `;` that is in no string."""
    if '"' not in line:
        code, _, remark = line.partition(";")
        return code.rstrip(), remark.strip()
    at, inside = 0, False
    while at < len(line):
        if line[at] == '"':
            inside = not inside
        elif line[at] == ";" and not inside:
            return line[:at].rstrip(), line[at + 1 :].strip()
        at += 1
    return line.rstrip(), ""


def split(words: list[Word], sign: str = ",") -> list[list[Word]]:
    """The words between the signs that stand in no bracket; [] for no words."""
    parts: list[list[Word]] = [[]] if words else []
    depth = 0
    for word in words:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(word.text, 0)
        if word.text == sign and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def our_name(text: str) -> str:
    """The name here of a name there.

    A local one begins with _, one of our words ends with _, and one of a text with .text.
    """
    bare = text.replace("&", "").replace("#", "").replace("$", "")
    bare = "_" + bare[1:] if bare.startswith(".") else bare
    if "$" in text[:2]:
        return f"{bare}.text"
    return f"{bare}_" if bare.upper() in TAKEN else bare
