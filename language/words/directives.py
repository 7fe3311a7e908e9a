"""The header lines of a program: `;! dialect hokkaido`, `;! language 2`.

The dialect says what O, A, T mean, and `as` that words of AS may stand in the program too. The
language says for which version of the rules the file was written; version 2 multiplies locations
without a turn between them.
"""

import re
from dataclasses import dataclass, field

from language.words.diagnostics import Diagnostic, finding, replacement
from language.words.dialects import DIALECTS, OF_AS
from language.words.suggestions import nearest

MARK = ";!"
DIALECT, LANGUAGE = "dialect", "language"
HEADERS = (DIALECT, LANGUAGE)
AS = "as"  # the dialect whose words are those of AS too
NAMED = (*DIALECTS, AS)
# The version of a file without a header, and the version that is in force.
FIRST_VERSION, VERSION = 1, 2
_HEADER = re.compile(rf"[ \t]*(?:[0-9]+[ \t]+)?{MARK}")
_WORD = re.compile(r"[^ \t;!]+")


@dataclass(frozen=True, slots=True)
class Directive:
    """A line that begins with `;!`: what it sets, or a finding.

    keyword: "dialect" or "language". value: the name of the dialect, or the version in digits.
    """

    keyword: str = ""
    value: str = ""
    finding: Diagnostic | None = None


@dataclass
class Headers:
    """What the headers of a program set.

    values, lines: for each keyword its value and its line, from 1. findings: of wrong headers.
    """

    values: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

    @property
    def dialect(self) -> str:
        """The dialect of O, A, T: that of the header, otherwise the first of DIALECTS."""
        named = self.values.get(DIALECT, DIALECTS[0])
        return OF_AS if named == AS else named

    @property
    def is_of_this_version(self) -> bool:
        """Whether the file says that it was written for the rules in force."""
        return LANGUAGE in self.values


def is_directive(line: str) -> bool:
    """Whether a line is a header; a step number may precede its mark."""
    return _HEADER.match(line) is not None


def read_directive(line: str) -> Directive:
    """What a header line sets; a finding in it has line 1."""
    words = list(_WORD.finditer(line, line.index(MARK) + len(MARK)))
    keyword = words[0].group().lower() if words else ""
    if keyword not in HEADERS:
        start, end = words[0].span() if words else (line.index(MARK), len(line))
        return Directive(finding=_unknown(line, start, end))
    value = words[1].group().lower() if len(words) == 2 else ""
    if keyword == LANGUAGE:
        wrong = None if value == str(VERSION) else _no_version(line, words)
    else:
        wrong = None if value in NAMED else _no_dialect(line, words)
    return Directive(keyword, value, wrong)


def _unknown(line: str, start: int, end: int) -> Diagnostic:
    near = nearest(line[start:end], HEADERS)[:1]
    listed = " and ".join(f"{MARK} {keyword}" for keyword in HEADERS)
    return finding(
        "W208",
        f"{line[start:end]} is no header: the headers are  {listed}",
        start + 1,
        end + 1,
        label="read as a comment",
        help=f"write  ;! dialect hokkaido  or  ;! language {VERSION}",
        fixes=tuple(replacement(f"write  {n}", start + 1, end + 1, n) for n in near),
    )


def _no_version(line: str, words: list[re.Match[str]]) -> Diagnostic:
    """The finding of a header whose version is missing or not supported."""
    help_ = f"write  ;! language {VERSION}"
    if len(words) == 1:
        end = words[0].end() + 1
        message = "the version of the language is missing"
        fixes = (replacement(help_, end, end, f" {VERSION}"),)
        return finding("E130", message, end, end, help=help_, fixes=fixes)
    start, end = words[1].start() + 1, words[-1].end() + 1
    text = line[start - 1 : end - 1]
    message = f"{text} is no version of the language that is read here"
    if text == str(FIRST_VERSION):
        message = f"version {text} of the language, which turned the hand in a:b, is not read here"
        help_ = f"look at the compound locations, then write  ;! language {VERSION}"
    fixes = (replacement(f"write  {VERSION}", start, end, str(VERSION)),)
    return finding("E130", message, start, end, label="not read", help=help_, fixes=fixes)


def _no_dialect(line: str, words: list[re.Match[str]]) -> Diagnostic:
    listed = ", ".join(NAMED[:-1]) + f" or {NAMED[-1]}"
    if len(words) == 1:
        end = words[0].end() + 1
        return finding(
            "E123", "the name of the dialect is missing", end, end, help=f"write {listed}"
        )
    start, end = words[1].start() + 1, words[-1].end() + 1
    text = line[start - 1 : end - 1]
    near = nearest(text, NAMED)[:1]
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
