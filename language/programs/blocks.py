"""Blocks and programs of a file: which lines open, divide and close them, and mismatches.

END closes the innermost block; if no block is open, it ends the program. `.PROGRAM` to `.END` is
one program in a file of several. Every mismatch is one finding that names both lines.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from language.instructions import BY_NAME
from language.instructions.block_words import (
    CLOSED_BY,
    DIVIDED,
    END,
    LAST_PART,
    OPENED_BY,
    PERHAPS_OPENS,
    PROGRAM_END,
    PROGRAM_HEAD,
    PROGRAM_LINES,
)
from language.lines.line_parser import ParsedLine
from language.lines.meant_blocks import (
    DOUBTS,
    EXPLAINED_BY,
    HEADER,
    LONE,
    LONG,
    PERHAPS_IF,
)
from language.lines.operands import Argument
from language.programs.chunks import Chunk
from language.programs.program import Routine
from language.words.diagnostics import Diagnostic, finding


class Place(NamedTuple):
    """A line, counted from 1, and its parsed content."""

    line: int
    parsed: ParsedLine


class Structure(NamedTuple):
    """The programs of a file, the lines behind an END, and findings.

    dead: for each END, its line and the range [first, stop) of lines that are never run after it.
    unended: whether the last program has no END although it needs one. last_closed: the line of the
    last END that closes a block, and that of the block; 0 if there is none. headers: the faulty
    .PROGRAM and .END lines.
    """

    routines: tuple[Routine, ...]
    dead: tuple[tuple[int, int, int], ...]
    findings: tuple[Diagnostic, ...]
    unended: bool
    last_closed: tuple[int, int]
    headers: tuple[Place, ...]


class _Walk:
    """A pass from top to bottom over the lines that open, divide or close blocks and programs."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.open: list[tuple[str, Place, str]] = []
        self.routines: list[Routine] = []
        self.dead: list[tuple[int, int, int]] = []
        self.found: list[Diagnostic] = []
        self.faulty: set[int] = set()
        self.faulty_headers: list[Place] = []
        # For each mark of doubt (see `meant_blocks`), its lines in order.
        self.doubts: dict[str, list[int]] = {name: [] for name in DOUBTS}
        self.header: Place | None = None
        self.first = 1
        self.ended = 0
        self.last_end = 0
        self.last_closed = (0, 0)

    def take(self, place: Place) -> None:
        """Takes the next line that opens, divides or closes a block or a program."""
        name = place.parsed.block
        if place.parsed.diagnostics:
            self.faulty.add(place.line)
        if name in PROGRAM_LINES and place.parsed.diagnostics:
            self.faulty_headers.append(place)
        if name == PROGRAM_HEAD:
            self._begin(place)
        elif name == PROGRAM_END:
            self._finish(place)
        elif name == PERHAPS_IF:
            self.doubts[LONE].append(place.line)
            self.open.append((PERHAPS_OPENS.name, place, ""))
        elif self._is_live or self._has_open(name):
            self._take_block(name, place)

    @property
    def _is_live(self) -> bool:
        """Whether the current lines belong to a program, and are not behind its END."""
        return not self.ended and (self.header is not None or not self.last_end)

    def _has_open(self, name: str) -> bool:
        """Whether a block word behind END matters: it opens a block, or an open block is there."""
        if name in OPENED_BY:
            return OPENED_BY[name] in [kind for kind, _, _ in self.open]
        return name in CLOSED_BY or bool(self.open)

    def _take_block(self, name: str, place: Place) -> None:
        if name == END:
            self._end(place)
        elif name in OPENED_BY:
            self._close(place, OPENED_BY[name])
        elif name in DIVIDED:
            self._divide(place, DIVIDED[name])
        else:
            self.open.append((name, place, ""))

    def _is_explained(self, kind: str, since: int = 0) -> bool:
        """Whether a doubtful line behind line `since` may be the missing one; each explains one.

        kind: LONE or LONG.
        """
        behind = {}
        for name in EXPLAINED_BY[kind]:
            lines = self.doubts[name]
            at = bisect_right(lines, since)
            if at < len(lines):
                behind[lines[at]] = (lines, at)
        if not behind:
            return False
        lines, at = behind[min(behind)]
        del lines[at]
        return True

    def _begin(self, place: Place) -> None:
        if self.header is not None and not self._is_explained(LONE, self.header.line):
            self.found.append(
                _finding(
                    "E213",
                    place,
                    f".PROGRAM of line {self.header.line} has no .END before this one",
                    "write  .END  before it",
                )
            )
        self._close_routine(place.line)
        self.header, self.first = place, place.line + 1

    def _finish(self, place: Place) -> None:
        lost = self.header is None and not self._is_explained(HEADER, self.first - 1)
        if lost:
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
        self.last_end = self.last_end if lost else place.line

    def _close_routine(self, stop: int) -> None:
        """Ends the current program before line `stop`."""
        for name, opened, _ in self.open:
            self._report_unclosed(name, opened, stop)
        self.open = []
        live = self.ended + 1 if self.ended else stop
        if self.header is None and self.last_end:
            self.dead.append((self.last_end, self.first, stop))
        elif self.header is not None or self.ended or live > self.first:
            self._add(live)
        if self.ended:
            self.dead.append((self.ended, self.ended + 1, stop))
        self.ended = 0
        for lines in self.doubts.values():
            del lines[: bisect_left(lines, stop)]

    def _report_unclosed(self, name: str, opened: Place, before: int) -> None:
        kind = LONG if BY_NAME[CLOSED_BY[name]].operands else LONE
        if not self._is_explained(kind, opened.line):
            self.found.append(_unclosed(name, opened.line, opened.parsed[3:5], before))

    def _add(self, stop: int) -> None:
        name, header = "", 0
        parameters: tuple[str, ...] = ()
        if self.header is not None:
            header = self.header.line
            name, parameters = _named(self.header.parsed)
            twin = next((r for r in self.routines if name and r.name == name), None)
            if twin is not None:
                self.found.append(_twice(self.header, name, twin.header))
        self.routines.append(Routine(name, self.first, stop, header, parameters))

    def _end(self, place: Place) -> None:
        if not self.open:
            # A misspelt END is reported already; the lines behind it count as part of the program.
            if self._is_live:
                self.ended = place.line if place.parsed.is_end else 0
            return
        name, opened, _ = self.open.pop()
        self.last_closed = (place.line, opened.line)
        closing = CLOSED_BY[name]
        if closing == END:
            return
        if self._is_explained(LONG, opened.line):
            self._end(place)
            return
        text = f"END meets the {name} of line {opened.line}, which {closing} closes"
        self.found.append(_finding("E211", place, text, f"write  {BY_NAME[closing].usage}"))

    def _close(self, place: Place, kind: str) -> None:
        """Closes a block by UNTIL; reports blocks inside that are still open, or a missing DO."""
        kinds = [name for name, _, _ in self.open]
        if kind not in kinds:
            if not self._is_explained(LONE):
                text = f"{place.parsed.block} has no {kind}"
                help_ = f"write  {kind}  where the block begins"
                self.found.append(_finding("E211", place, text, help_))
            return
        while True:
            name, opened, _ = self.open.pop()
            if name == kind:
                return
            self._report_unclosed(name, opened, place.line)

    def _divide(self, place: Place, kind: str) -> None:
        name, opened, last = self.open[-1] if self.open else ("", None, "")
        word = place.parsed.block
        if name != kind or opened is None:
            self._report_outside(place, kind, name, opened)
        elif last:
            text = f"{kind} of line {opened.line} has an {last} already"
            help_ = "take one of them out" if word == last else f"put it before the {last}"
            self.found.append(_finding("E212", place, text, help_))
        else:
            self.open[-1] = (name, opened, word if word in LAST_PART else "")

    def _report_outside(self, place: Place, kind: str, name: str, opened: Place | None) -> None:
        """Reports ELSE, VALUE or ANY outside its IF or CASE."""
        if self._is_explained(LONG if opened is None else LONE, opened.line if opened else 0):
            return
        inside = f"; the open block is {name} of line {opened.line}" if opened else ""
        text = f"{place.parsed.block} belongs into {kind}{inside}"
        help_ = f"close {name} with {CLOSED_BY[name]} first" if name else ""
        self.found.append(_finding("E212", place, text, help_))

    def result(self) -> Structure:
        unended = not self.ended and self.header is None and not self.last_end
        if unended and not self.open:
            unended = not self._is_explained(LONE, self.last_closed[1])
        if self.header is not None and not self._is_explained(LONE, self.header.line):
            text = ".PROGRAM has no .END"
            self.found.append(_finding("E213", self.header, text, "write  .END  as the last line"))
        self._close_routine(self.total + 1)
        # What a faulty line was meant to be is only guessed, so that its own finding is enough.
        found = tuple(d for d in self.found if d.line not in self.faulty)
        return Structure(
            tuple(self.routines),
            tuple(self.dead),
            found,
            unended,
            self.last_closed,
            tuple(self.faulty_headers),
        )


def structure(chunks: Sequence[tuple[int, Chunk]], total: int) -> Structure:
    """The programs and blocks of a file.

    chunks: each with the line at which it begins. total: number of lines of the file.
    """
    walk = _Walk(total)
    doubts = walk.doubts
    for first, chunk in chunks:
        entries = chunk.entries
        for place in chunk.blocks:
            offset, parsed = entries[place]
            name = parsed.block
            if name in doubts:  # noted here, since a damaged text has thousands of such lines
                doubts[name].append(first + offset)
            else:
                walk.take(Place(first + offset, parsed))
    return walk.result()


def _named(header: ParsedLine) -> tuple[str, tuple[str, ...]]:
    name = next((u.name for u in header.uses if u.kind == "program"), "")
    listed: Argument | None = header.arguments[1] if len(header.arguments) > 1 else None
    parameters = listed.value if listed is not None else ()
    return name, tuple(str(p) for p in parameters) if isinstance(parameters, tuple) else ()


@lru_cache(maxsize=1 << 12)
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


def _twice(header: Place, name: str, first: int) -> Diagnostic:
    text = f"program {name} stands in line {first} already: CALL finds only that one"
    return _finding("E214", header, text, "give one of them another name")


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
