"""Checks of arcs: each C1MOVE has its C2MOVE behind it, and each C2MOVE a C1MOVE before it."""

from collections.abc import Iterator, Sequence

from language.instructions import ALONG_ARC, ARC, VIA
from language.lines.line_parser import ParsedLine
from language.programs.program import Piece, Routine
from language.words.diagnostics import Diagnostic, finding

Line = tuple[int, ParsedLine]
# An arc has one via point, a full circle two.
MOST_VIAS = 2


def check_arcs(pieces: Sequence[Piece], routine: Routine) -> list[Diagnostic]:
    """Findings of a via point without its arc, of an arc without via point, and of a third one.

    Programs with jumps give no findings, because their text does not determine the order of lines;
    the run tells of their arcs. The via points are unknown at the start of a program with a name,
    which another one may call, and behind a line that may have been meant as any instruction.
    """
    if not any(piece.chunk.arcs for piece in pieces) or any(p.chunk.jumps for p in pieces):
        return []
    found: list[Diagnostic] = []
    vias: list[Line] = []
    is_known = not routine.header
    for line, parsed in _lines(pieces):
        instruction = parsed.instruction
        if instruction is None:
            vias, is_known = [], False
        elif instruction.gives_via:
            vias.append((line, parsed))
        elif instruction.moves == ARC:
            found += [_too_many(*via, line) for via in vias[MOST_VIAS:]]
            found += [] if vias or not is_known else [_without_via(line, parsed)]
            vias, is_known = [], True
        elif instruction.moves:
            why = f"the next motion is {instruction.name} in line {line}"
            found += [_unused(*via, why) for via in vias]
            vias, is_known = [], True
    found += [_unused(*via, "no motion follows") for via in vias]
    return found


def _lines(pieces: Sequence[Piece]) -> Iterator[Line]:
    """The lines with code, with their numbers."""
    for first, chunk in pieces:
        for offset, parsed in chunk.entries:
            if parsed.has_code:
                yield first + offset, parsed


def _unused(line: int, parsed: ParsedLine, why: str) -> Diagnostic:
    return _arc_finding(
        line,
        parsed,
        f"{VIA.name} gives the via point of an arc, and {why}",
        "no arc goes through it",
        f"write  {ALONG_ARC.name}  with the goal of the arc behind it",
    )


def _without_via(line: int, parsed: ParsedLine) -> Diagnostic:
    return _arc_finding(
        line,
        parsed,
        f"{ALONG_ARC.name} has no via point: no {VIA.name} stands between it and the motion before",
        "an arc to here",
        f"write  {VIA.name}  with a location on the arc before it",
    )


def _too_many(line: int, parsed: ParsedLine, arc: int) -> Diagnostic:
    return _arc_finding(
        line,
        parsed,
        f"an arc has one via point and a full circle two, and {ALONG_ARC.name} in line {arc} "
        "has more",
        "one too many",
        f"write a  {ALONG_ARC.name}  for each arc",
    )


def _arc_finding(line: int, parsed: ParsedLine, message: str, label: str, help_: str) -> Diagnostic:
    column, end = parsed.column, parsed.end_column
    return finding("E216", message, column, end, line=line, label=label, help=help_)
