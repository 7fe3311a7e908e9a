"""Sentences for YAML errors: the parser's own messages describe its insides."""

from __future__ import annotations

import re
from collections.abc import Callable

_NAMED = {
    "<scalar>": "another value",
    "<stream end>": "the end of the file",
    "<block end>": "the end of what is indented",
    "<block mapping start>": "a key",
    "<block sequence start>": "a list entry",
    "<anchor>": "a mark &",
    "<alias>": "a mark *",
    "<tag>": "a mark !",
}
_Sentence = str | Callable[[re.Match[str]], str]


def _instead(found: re.Match[str]) -> str:
    return f"expected {found[1]} here, not {_what(found[2])}"


def _missing(found: re.Match[str]) -> str:
    return f"a value is missing before {_what(found[1])}"


def _no_start(found: re.Match[str]) -> str:
    if r"\t" in found[1]:
        return "a tab cannot stand here; indent with blanks, never with tabs"
    return f"{found[1]} cannot begin a value; put the value in quotation marks"


def _escape(found: re.Match[str]) -> str:
    return f"a backslash and {found[1]} mean nothing"


def _what(token: str) -> str:
    bare = token.strip("'\"(),")
    return _NAMED.get(bare, f"'{bare}'")


_SENTENCES: tuple[tuple[str, _Sentence], ...] = (
    (r"expected (',' or '[\]}]'), but got (.+)", _instead),
    (r"expected <block end>, but found .+", "indented otherwise than the lines it belongs to"),
    (
        r"mapping values are not allowed here",
        "mapping values are not allowed here; indent the line, or quote a text with a colon in it",
    ),
    (
        r"sequence entries are not allowed here",
        "a list entry cannot begin here; it stands in a line of its own",
    ),
    (r"mapping keys are not allowed here", "a key cannot begin here"),
    (r"could not find expected ':'", "a key has no colon behind it"),
    (r"found character (.+) that cannot start any token", _no_start),
    (r"found unexpected end of stream", "unexpected end of stream in a text in quotation marks"),
    (r"found undefined alias (.+)", lambda found: f"undefined alias {found[1]}: no & marks it"),
    (r"but found another document", "a file is a single document, and --- begins another"),
    (r"expected the node content, but found (.+)", _missing),
    (
        r"expected (chomping|a comment or a line break|indentation).*",
        "behind | or > the line ends; the text stands in the next lines",
    ),
    (r"expected '<document start>'.*", "it belongs to nothing before it; a file is one mapping"),
    (r"found unknown escape character (.+)", _escape),
)  # fmt: skip
UNREADABLE = "this cannot be read; is a quotation mark or a bracket missing before it?"


def sentence(problem: str) -> str:
    """The sentence for an error message of the parser."""
    for pattern, wording in _SENTENCES:
        found = re.fullmatch(pattern, problem)
        if found:
            return wording if isinstance(wording, str) else wording(found)
    return UNREADABLE
