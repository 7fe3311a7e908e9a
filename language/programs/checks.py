"""Checks of a whole program: one END, HAND and RELEAS in pairs, lines that are never run, ..."""

from collections.abc import Iterator, Sequence

from language.instructions.block_words import END, MAY_FOLLOW, PROGRAM_END
from language.lines.line_parser import ParsedLine
from language.programs.program import Piece, Routine
from language.words.diagnostics import Diagnostic, Edit, Fix, finding

STEP_INCREMENT = 10


def _last_code(pieces: Sequence[Piece]) -> tuple[int, ParsedLine] | None:
    for piece in reversed(pieces):
        entry = piece.chunk.last_code
        if entry is not None:
            return piece.first + entry[0], entry[1]
    return None


def check_end(
    pieces: Sequence[Piece],
    last: Piece | None,
    needs_end: bool,
    behind: Sequence[tuple[int, Sequence[Piece]]],
    lines: Sequence[str],
    last_closed: tuple[int, int],
) -> list[Diagnostic]:
    """Findings of an empty program, a missing END, or code behind END.

    needs_end: whether the program has no END. behind: the line of each END, and the pieces behind
    it. last_closed: line of the last END that closes a block, and line of this block.
    """
    code = _last_code(pieces)
    found = [
        d
        for end, parts in behind
        for d in _behind_end(end, parts, PROGRAM_END in lines[end - 1].upper())
    ]
    if code is None:
        return [*found, _empty()]
    if needs_end and not _meant_end(code[1]):
        found.append(_missing_end(*code, len(lines[code[0] - 1]), last_closed))
    return found


def _empty() -> Diagnostic:
    return finding(
        "W204",
        "the program is empty",
        1,
        1,
        label="nothing to run",
        help="write instructions, one a line, and END as the last",
    )


def _meant_end(parsed: ParsedLine) -> bool:
    """Whether a line may be a misspelt END, so that END is not reported as missing."""
    proposals = [e.text for d in parsed.diagnostics for f in d.fixes for e in f.edits]
    meant = parsed.instruction
    return bool(parsed.diagnostics) and (END in proposals or (meant is not None and meant.is_end))


def _missing_end(
    line: int, parsed: ParsedLine, length: int, last_closed: tuple[int, int]
) -> Diagnostic:
    text = END if parsed.step is None else f"{parsed.step + STEP_INCREMENT} {END}"
    column = parsed.end_column
    fix = Fix("add END", (Edit(line, length + 1, line, length + 1, f"\n{text}"),))
    end, opened = last_closed
    why = f": the END in line {end} closes the block of line {opened}" if end == line else ""
    return finding(
        "W203",
        f"the program has no END{why}",
        column,
        column,
        line=line,
        label="ends here",
        help="write  END  as the last line",
        fixes=(fix,),
    )


def _behind_end(end: int, pieces: Sequence[Piece], between: bool) -> list[Diagnostic]:
    """One warning for all lines behind an END.

    between: whether it is .END; then the faults of these lines are reported as well.
    """
    count = sum(piece.chunk.code_count for piece in pieces)
    first = next(_code(pieces), None)
    if first is None:
        return []
    line, parsed = first
    faulty = [entry for entry in _code(pieces) if between and entry[1].diagnostics]
    faults = [d.at_line(n) for n, wrong in faulty for d in wrong.diagnostics]
    if between and parsed.diagnostics:
        # This line may have been meant as .PROGRAM.
        return faults
    more = f" (and {count - 1} more)" if count > 1 else ""
    help_ = "put it into one of the programs" if between else "move END behind it"
    return [
        *faults,
        finding(
            "W202",
            f"this line{more} is never run: the program ends in line {end}",
            parsed.column,
            parsed.end_column,
            line=line,
            label="behind END",
            help=f"{help_}, or take it out",
        ),
    ]


def _code(pieces: Sequence[Piece]) -> Iterator[tuple[int, ParsedLine]]:
    for piece in pieces:
        for offset, parsed in piece.chunk.entries:
            if parsed.has_code:
                yield piece.first + offset, parsed


def check_reach(pieces: Sequence[Piece], routine: Routine) -> list[Diagnostic]:
    """Findings of lines behind GOTO, RETURN, STOP or HALT that no jump reaches."""
    found = []
    for piece in pieces:
        for place in piece.chunk.leaving:
            following = _next_entry(pieces, piece, place)
            if following is None:
                continue
            at, after = following
            if after.step is None and after.block not in MAY_FOLLOW and not after.diagnostics:
                offset, parsed = piece.chunk.entries[place]
                name = parsed.instruction.name if parsed.instruction else ""
                found.append(_unreached(at, after, piece.first + offset, name))
    return found


def check_cases(pieces: Sequence[Piece]) -> list[Diagnostic]:
    """Findings of lines between a CASE and its first VALUE."""
    found = []
    for piece in pieces:
        for place in piece.chunk.cases:
            offset, case = piece.chunk.entries[place]
            following = _next_entry(pieces, piece, place, only_code=True)
            if following is None or case.diagnostics:
                continue
            line, parsed = following
            if parsed.block not in MAY_FOLLOW and not parsed.diagnostics:
                found.append(_before_values(line, parsed, piece.first + offset))
    return found


def _before_values(line: int, parsed: ParsedLine, case: int) -> Diagnostic:
    return finding(
        "E212",
        f"this line stands before the first VALUE of the CASE in line {case}, where nothing is run",
        parsed.column,
        parsed.end_column,
        line=line,
        label="expected VALUE",
        help="write  VALUE  and its values before it, or put it before the CASE",
    )


def _next_entry(
    pieces: Sequence[Piece], piece: Piece, place: int, *, only_code: bool = False
) -> tuple[int, ParsedLine] | None:
    """The next line with code behind an entry, or with a label alone unless only_code."""
    found = _first_entry(piece, place + 1, only_code)
    if found:
        return found
    for later in pieces:
        found = _first_entry(later, 0, only_code) if later.first > piece.first else None
        if found:
            return found
    return None


def _first_entry(piece: Piece, start: int, only_code: bool) -> tuple[int, ParsedLine] | None:
    for offset, parsed in piece.chunk.entries[start:]:
        if parsed.has_code or (parsed.step is not None and not only_code):
            return piece.first + offset, parsed
    return None


def _unreached(line: int, parsed: ParsedLine, before: int, name: str) -> Diagnostic:
    return finding(
        "W210",
        f"this line is never run: {name} in line {before} leads elsewhere",
        parsed.column,
        parsed.end_column,
        line=line,
        label="never reached",
        help="give it a label that something jumps to, or take it out",
    )


def _watched(pieces: Sequence[Piece]) -> Iterator[tuple[int, ParsedLine]]:
    for first, chunk in pieces:
        for place in chunk.watched:
            offset, parsed = chunk.entries[place]
            yield first + offset, parsed


def check_holding(pieces: Sequence[Piece]) -> list[Diagnostic]:
    """Findings of HAND while the hand holds a part, and of RELEAS while it holds none.

    A faulty line counts as the instruction that it was probably meant to be. Programs with jumps
    give no findings, because their text does not determine the order of lines.
    """
    if any(piece.chunk.jumps for piece in pieces):
        return []
    found = []
    held_since = 0
    for line, parsed in _watched(pieces):
        holding = parsed.instruction.holding if parsed.instruction else None
        sound = not parsed.diagnostics
        if holding == 0:
            if not held_since and sound:
                found.append(_nothing_held(line, parsed))
            held_since = 0
        elif holding == 1:
            if held_since and sound:
                found.append(_held_twice(line, parsed, held_since))
            held_since = line
    return found


def _nothing_held(line: int, parsed: ParsedLine) -> Diagnostic:
    return finding(
        "W205",
        "RELEAS without HAND: nothing is held here",
        parsed.column,
        parsed.end_column,
        line=line,
        label="no effect",
        help="put HAND where the part is taken, or take the line out",
    )


def _held_twice(line: int, parsed: ParsedLine, since: int) -> Diagnostic:
    return finding(
        "W206",
        f"HAND is in force already, since line {since}",
        parsed.column,
        parsed.end_column,
        line=line,
        label="holding already",
        help="put RELEAS before it, or take the line out",
    )


def check_steps(pieces: Sequence[Piece]) -> list[Diagnostic]:
    """Findings of repeated step numbers: the console and GOTO find only the first."""
    found = []
    first: dict[int, int] = {}
    for piece in pieces:
        chunk = piece.chunk
        for step in first.keys() & chunk.steps.keys():
            found.append(_step_again(piece.first + chunk.steps[step], step, first[step], piece))
        for step, offset in chunk.steps.items():
            first.setdefault(step, piece.first + offset)
        for offset, step in chunk.repeated:
            found.append(_step_again(piece.first + offset, step, first[step], piece))
    return found


def _step_again(line: int, step: int, before: int, piece: Piece) -> Diagnostic:
    parsed = next(p for offset, p in piece.chunk.entries if offset == line - piece.first)
    return finding(
        "W209",
        f"step number {step} stands in line {before} already",
        1,
        parsed.column,
        line=line,
        label="used twice",
        help="number the steps 10, 20, 30 ...",
    )


def check_idle(pieces: Sequence[Piece]) -> list[Diagnostic]:
    """One note, at the first instruction that has no effect here."""
    for first, chunk in pieces:
        if chunk.idle is None:
            continue
        offset, parsed = chunk.entries[chunk.idle]
        name = parsed.instruction.name if parsed.instruction else ""
        return [
            finding(
                "N212",
                f"{name} has no effect on a simulated arm",
                parsed.column,
                parsed.end_column,
                line=first + offset,
                label="kept as it is",
            )
        ]
    return []
