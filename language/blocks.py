"""Blocks and programs of a file: what opens, divides and closes, and where the two do not meet.

END closes the innermost block; with none open it ends the program. `.PROGRAM` to `.END` is one
program of several. Every mismatch is one finding that names both of its ends.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from language.arguments import Argument
from language.chunks import CLOSED_BY, DIVIDES, Chunk
from language.diagnostics import Diagnostic, finding
from language.line_parser import ParsedLine
from language.program import Routine


class Place(NamedTuple):
    """A line and what stands in it."""

    line: int
    parsed: ParsedLine


class Structure(NamedTuple):
    """The programs of a file, ranges of lines behind END, findings.

    unended: the last program has no END of its own, though the file needs one there.
    last_closed: the last END and the line of the block it closes, as lines; 0 where there is none.
    """

    routines: tuple[Routine, ...]
    dead: tuple[tuple[int, int, int], ...]
    findings: tuple[Diagnostic, ...]
    unended: bool
    last_closed: tuple[int, int]


class _Walk:
    """A pass over the lines that matter, from top to bottom."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.open: list[tuple[str, Place, bool]] = []
        self.routines: list[Routine] = []
        self.dead: list[tuple[int, int, int]] = []
        self.found: list[Diagnostic] = []
        self.faulty: set[int] = set()
        self.header: Place | None = None
        self.first = 1
        self.ended = 0
        self.headed = False
        self.last_closed = (0, 0)

    def take(self, place: Place) -> None:
        name = place.parsed.block
        if place.parsed.diagnostics:
            self.faulty.add(place.line)
        if name == ".PROGRAM":
            self._begin(place)
        elif name == ".END":
            self._finish(place)
        elif self.ended or not name:
            return
        elif name == "END":
            self._end(place)
        elif name == "UNTIL":
            self._close(place, "DO")
        elif name in DIVIDES:
            self._divide(place, DIVIDES[name])
        else:
            self.open.append((name, place, False))

    def _begin(self, place: Place) -> None:
        if self.header is not None:
            self.found.append(
                _finding(
                    "E213",
                    place,
                    f".PROGRAM of line {self.header.line} has no .END before this one",
                    "write  .END  before it",
                )
            )
        self._close_routine(place.line)
        self.header, self.first, self.headed = place, place.line + 1, True

    def _finish(self, place: Place) -> None:
        if self.header is None:
            self.found.append(
                _finding(
                    "E213",
                    place,
                    ".END closes no .PROGRAM",
                    "write  .PROGRAM name  at the top, or END",
                )
            )
        self._close_routine(place.line)
        self.header, self.first = None, place.line + 1

    def _close_routine(self, stop: int) -> None:
        """The program in the making ends before line `stop`."""
        for name, opened, _ in self.open:
            self.found.append(_unclosed(name, opened.line, opened.parsed[3:5], stop))
        self.open = []
        live = self.ended + 1 if self.ended else stop
        if self.header is not None or self.ended or live > self.first:
            self._add(live)
        if self.ended:
            self.dead.append((self.ended, self.ended + 1, stop))
        self.ended = 0

    def _add(self, stop: int) -> None:
        name, header = "", 0
        parameters: tuple[str, ...] = ()
        if self.header is not None:
            header = self.header.line
            name, parameters = _named(self.header.parsed)
        self.routines.append(Routine(name, self.first, stop, header, parameters))

    def _end(self, place: Place) -> None:
        if not self.open:
            # A misspelt END is reported; what follows it was hardly meant to be left out.
            self.ended = place.line if place.parsed.is_end else 0
            return
        name, opened, _ = self.open.pop()
        self.last_closed = (place.line, opened.line)
        if name == "DO":
            text = f"END meets the DO of line {opened.line}, which UNTIL closes"
            self.found.append(_finding("E211", place, text, "write  UNTIL condition"))

    def _close(self, place: Place, kind: str) -> None:
        """UNTIL: blocks inside that are still open are the fault, else the missing DO."""
        kinds = [name for name, _, _ in self.open]
        if kind not in kinds:
            self.found.append(
                _finding(
                    "E211",
                    place,
                    f"{place.parsed.block} has no {kind}",
                    f"write  {kind}  where the block begins",
                )
            )
            return
        while True:
            name, opened, _ = self.open.pop()
            if name == kind:
                return
            self.found.append(_unclosed(name, opened.line, opened.parsed[3:5], place.line))

    def _divide(self, place: Place, kind: str) -> None:
        name, opened, divided = self.open[-1] if self.open else ("", None, False)
        word = place.parsed.block
        if name != kind:
            inside = f"; the open block is {name} of line {opened.line}" if opened else ""
            self.found.append(
                _finding(
                    "E212",
                    place,
                    f"{word} belongs into {kind}{inside}",
                    f"close {name} with {CLOSED_BY[name]} first" if name else "",
                )
            )
        elif word == "ELSE" and divided and opened is not None:
            text = f"IF of line {opened.line} has an ELSE already"
            self.found.append(_finding("E212", place, text, "take one of them out"))
        elif opened is not None:
            self.open[-1] = (name, opened, True)

    def result(self) -> Structure:
        unended = (
            not self.ended and self.header is None and not (self.headed and self.first > self.total)
        )
        if self.header is not None:
            text = ".PROGRAM has no .END"
            self.found.append(_finding("E213", self.header, text, "write  .END  as the last line"))
        self._close_routine(self.total + 1)
        # What a faulty line was meant to be is a guess: its own message comes first.
        found = tuple(d for d in self.found if d.line not in self.faulty)
        routines, dead = tuple(self.routines), tuple(self.dead)
        return Structure(routines, dead, found, unended, self.last_closed)


def structure(chunks: Sequence[tuple[int, Chunk]], total: int) -> Structure:
    """The programs and blocks of a file; chunks with the lines they begin at, total: lines."""
    walk = _Walk(total)
    for first, chunk in chunks:
        for place in chunk.blocks:
            offset, parsed = chunk.entries[place]
            walk.take(Place(first + offset, parsed))
    return walk.result()


def _named(header: ParsedLine) -> tuple[str, tuple[str, ...]]:
    name = next((u.name for u in header.uses if u.kind == "program"), "")
    listed: Argument | None = header.arguments[1] if len(header.arguments) > 1 else None
    parameters = listed.value if listed is not None else ()
    return name, tuple(str(p) for p in parameters) if isinstance(parameters, tuple) else ()


@lru_cache(maxsize=1 << 14)
def _unclosed(name: str, line: int, columns: tuple[int, int], before: int) -> Diagnostic:
    closing = CLOSED_BY[name]
    return finding(
        "E210",
        f"{name} is not closed: {closing} is missing before line {before}",
        *columns,
        line=line,
        label="no partner",
        help=f"write  {closing}  where the block ends",
    )


def _finding(code: str, place: Place, message: str, help_: str) -> Diagnostic:
    parsed = place.parsed
    return finding(
        code,
        message,
        parsed.column,
        parsed.end_column,
        line=place.line,
        label="no partner" if code == "E211" else "",
        help=help_,
    )
