"""From text to a program: `parse` and `parse_bytes` never raise, whatever the text is."""

import gc
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from operator import attrgetter, itemgetter

from language.programs.arcs import check_arcs
from language.programs.as_dialect import has_words_of_as, in_our_words
from language.programs.blocks import Structure, structure
from language.programs.checks import (
    check_cases,
    check_end,
    check_holding,
    check_idle,
    check_reach,
    check_steps,
)
from language.programs.chunks import Chunk, read_chunk
from language.programs.compound_locations import check_composing
from language.programs.kept_chunks import read
from language.programs.labels import check_labels
from language.programs.names import check_names, check_ready
from language.programs.program import Piece, Program, Routine
from language.words.diagnostics import Diagnostic, finding, text_lines
from language.words.directives import MARK, Headers, is_directive, read_directive

_BOM = "\ufeff"
# A text of which so many lines are new makes values that live long.
MANY_LINES = 1_000


def parse(text: str) -> Program:
    """The program of a text, with all its errors, one for each cause; never raises.

    Chunks of lines that were parsed before are cached, so that parsing a text again after a change
    of one line takes little more time than parsing this line.
    """
    with uncollected():
        program, lines_read = _parse(text.removeprefix(_BOM))
        if lines_read >= MANY_LINES:
            count_as_old()
    return program


@contextmanager
def uncollected() -> Iterator[None]:
    """Switches the garbage collector off: parsing makes many values and no cycles among them.

    The collector would examine all of them again and again, which would delay a keystroke.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def count_as_old() -> None:
    """Moves all values to the oldest generation of the garbage collector without examining them.

    The values of a long text stay in the caches. Counted as young, they would be examined together
    with all others during one of the next keystrokes, which takes a tenth of a second. What a
    program has frozen for itself stays frozen.
    """
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def _parse(text: str) -> tuple[Program, int]:
    """The program of a text, and the number of lines that were not read before."""
    reading = read(in_our_words(text) if has_words_of_as(text) else text)
    lines, chunks = reading.rows, list(_placed(reading.parts))
    whole = structure(chunks, len(lines))
    routines = _with_code(whole.routines, lines, chunks)
    split = [list(_between(routine, lines, chunks)) for routine in routines]
    pieces = [piece for parts in split for piece in parts]
    headers = _headers(lines, pieces, chunks)
    found = [*headers.findings, *check_composing(pieces, lines, headers)]
    for piece in pieces:
        if piece.chunk.faults:
            found += _faults(piece)
    for place in whole.headers:
        found += [d.at_line(place.line) for d in place.parsed.diagnostics]
    found += whole.findings
    found += _end_findings(whole, pieces, lines, chunks)
    in_headers = frozenset[str]().union(*(place.parsed.words for place in whole.headers))
    found += check_names(pieces, routines, in_headers)
    found += check_idle(pieces)
    for routine, parts in zip(routines, split, strict=True):
        found += check_labels(parts)
        found += check_reach(parts, routine)
        found += check_ready(parts)
        found += check_steps(parts)
        found += check_cases(parts)
        found += check_holding(parts)
        found += check_arcs(parts, routine)
    found.sort(key=attrgetter("line", "column", "code"))
    program = Program(text, tuple(pieces), tuple(found), headers.dialect, tuple(routines))
    return program, reading.rows_cut


def _placed(chunks: Iterable[Chunk]) -> Iterator[Piece]:
    line = 1
    for chunk in chunks:
        yield Piece(line, chunk)
        line += chunk.size


@lru_cache(maxsize=1024)
def _faults(piece: Piece) -> tuple[Diagnostic, ...]:
    """The findings of the lines of a chunk, cached because most chunks keep their place."""
    first, chunk = piece
    return tuple(
        d.at_line(first + offset) for offset, parsed in chunk.faults for d in parsed.diagnostics
    )


def _between(routine: Routine, lines: Sequence[str], chunks: Sequence[Piece]) -> Iterator[Piece]:
    """The chunks of a routine; of a chunk in which it begins or ends, that part."""
    at = max(bisect_right(chunks, routine.first, key=itemgetter(0)) - 1, 0)
    for piece in islice(chunks, at, None):
        first, stop = piece.first, piece.first + piece.chunk.size
        if first >= routine.stop:
            break
        start, end = max(first, routine.first), min(stop, routine.stop)
        if start >= end:
            continue
        inside = (start, end) == (first, stop)
        chunk = piece.chunk if inside else read_chunk(tuple(lines[start - 1 : end - 1]))
        yield Piece(start, chunk)


def _with_code(
    routines: Sequence[Routine], lines: Sequence[str], chunks: Sequence[Piece]
) -> list[Routine]:
    """The routines without empty ones between two programs."""
    kept = [r for r in routines if r.header or _code_count(r, lines, chunks)]
    return kept or list(routines[:1])


def _code_count(routine: Routine, lines: Sequence[str], chunks: Sequence[Piece]) -> int:
    return sum(piece.chunk.code_count for piece in _between(routine, lines, chunks))


def _end_findings(
    whole: Structure, pieces: Sequence[Piece], lines: Sequence[str], chunks: Sequence[Piece]
) -> list[Diagnostic]:
    """Findings of an empty program, a missing END, or code behind END."""
    behind = [
        (end, list(_between(Routine("", first, stop), lines, chunks)))
        for end, first, stop in whole.dead
    ]
    last = pieces[-1] if pieces else None
    needs_end = whole.unended and not any(r.header for r in whole.routines)
    return check_end(pieces, last, needs_end, behind, lines, whole.last_closed)


def _headers(lines: Sequence[str], pieces: Sequence[Piece], chunks: Sequence[Piece]) -> Headers:
    """What the headers set; each counts once, and only before the first line with code."""
    places = (p.first + e[0] for p in pieces if (e := p.chunk.first_code) is not None)
    first_code = next(places, len(lines) + 1)
    headers = Headers()
    for number, line in _directives(lines, chunks):
        directive = read_directive(line)
        again = directive.keyword in headers.lines
        if directive.finding is not None:
            headers.findings.append(directive.finding.at_line(number))
        elif again or number > first_code:
            headers.findings.append(_late_header(number, line, directive.keyword, again=again))
        else:
            headers.values[directive.keyword] = directive.value
            headers.lines[directive.keyword] = number
    return headers


def _directives(lines: Sequence[str], chunks: Sequence[Piece]) -> list[tuple[int, str]]:
    """The lines that are headers, with their numbers."""
    numbers = [first + offset for first, chunk in chunks for offset in chunk.directives]
    return [(n, lines[n - 1]) for n in numbers if is_directive(lines[n - 1])]


def _late_header(number: int, line: str, keyword: str, *, again: bool) -> Diagnostic:
    why = f"an earlier header has set the {keyword}" if again else "it stands behind instructions"
    return finding(
        "W208",
        f"this header has no effect: {why}",
        line.index(MARK) + 1,
        len(line) + 1,
        line=number,
        label="read as a comment",
        help=f"put one  ;! {keyword}  line at the top of the program",
    )


def parse_bytes(data: bytes) -> Program:
    """The program in the bytes of a file; a file that is not text gives one diagnostic."""
    nul = data.find(b"\0")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        offset = error.start if nul < 0 else min(nul, error.start)
        return _not_text(data, offset)
    return parse(text) if nul < 0 else _not_text(data, nul)


def _not_text(data: bytes, offset: int) -> Program:
    """A program without statements and with one finding; offset: of the first wrong byte."""
    readable = data[:offset].decode("utf-8-sig", "replace")
    lines = text_lines(readable)
    line, column = len(lines), len(lines[-1]) + 1
    what = "a zero byte" if data[offset] == 0 else f"the byte 0x{data[offset]:02X}"
    diagnostic = finding(
        "E100",
        f"this file is not a text: {what} stands at offset {offset}",
        column,
        column,
        line=line,
        label="not text from here on",
        help="program files are text in UTF-8; save the file as UTF-8 if it is a program",
    )
    return Program(data.decode("utf-8-sig", "replace"), (), (diagnostic,))
