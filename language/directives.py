"""The header line `;! dialect hokkaido` that says how O, A, T are to be read."""

import re
from dataclasses import dataclass

from language.diagnostics import Diagnostic, finding, replacement
from language.dialects import DIALECTS
from language.suggestions import nearest

MARK = ";!"
_WORD = re.compile(r"[^ \t;!]+")


@dataclass(frozen=True, slots=True)
class Directive:
    """A line that begins with `;!`: the dialect it sets, or what is wrong with it."""

    dialect: str | None
    finding: Diagnostic | None = None


def is_directive(line: str) -> bool:
    """The line is a comment that speaks to the language."""
    return line.lstrip(" \t").startswith(MARK)


def read_directive(line: str) -> Directive:
    """Read one such line; findings stand at line 1."""
    words = list(_WORD.finditer(line, line.index(MARK) + len(MARK)))
    keyword = words[0].group().lower() if words else ""
    if keyword != "dialect":
        start, end = words[0].span() if words else (line.index(MARK), len(line))
        return Directive(None, _unknown(line, start, end))
    if len(words) != 2 or words[1].group().lower() not in DIALECTS:
        return Directive(None, _no_dialect(line, words))
    return Directive(words[1].group().lower())


def _unknown(line: str, start: int, end: int) -> Diagnostic:
    near = nearest(line[start:end], ("dialect",))
    return finding(
        "W208",
        f"{line[start:end]} is no header: the one header is  ;! dialect",
        start + 1,
        end + 1,
        label="read as a comment",
        help="write  ;! dialect hokkaido",
        fixes=(replacement("write  dialect", start + 1, end + 1, "dialect"),) if near else (),
    )


def _no_dialect(line: str, words: list[re.Match[str]]) -> Diagnostic:
    listed = ", ".join(DIALECTS[:-1]) + f" or {DIALECTS[-1]}"
    if len(words) == 1:
        end = words[0].end() + 1
        return finding(
            "E123", "the name of the dialect is missing", end, end, help=f"write {listed}"
        )
    start, end = words[1].start() + 1, words[-1].end() + 1
    text = line[start - 1 : end - 1]
    near = nearest(text, DIALECTS)[:1]
    fixes = tuple(replacement(f"write  {n}", start, end, n) for n in near)
    return finding(
        "E123",
        f"{text} is not a dialect of the orientation angles",
        start,
        end,
        label=f"did you mean {near[0]}?" if near else "not known",
        help=f"write {listed}",
        fixes=fixes,
    )
