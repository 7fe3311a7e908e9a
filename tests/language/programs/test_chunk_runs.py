"""Runs of chunks: together they tell what the chunks tell, and an edit leaves the others as are."""

import random
from collections.abc import Sequence

import pytest

from language.expressions.trees import NameUse
from language.programs.chunk_runs import LONGEST, UNSURE, PlacedRun, runs_of
from language.programs.chunks import Key
from language.programs.parser import parse
from language.programs.program import Piece

HEAD, END = ".PROGRAM A", ".END"


def lines_of(rng: random.Random, size: int) -> list[str]:
    """Statements with names that come again and names that come once."""
    made = [
        lambda: f"X{rng.randrange(40)} = X{rng.randrange(60)} + 1",
        lambda: f"POINT P{rng.randrange(10 * size)} 1 2 3 4 5 6",
        lambda: f"MOVE P{rng.randrange(10 * size)}",
        lambda: f"CALL B{rng.randrange(9)}",
        lambda: f"GOTO {rng.randrange(1, 99)}",
        lambda: f"MOOVE Q{rng.randrange(9)}",
        lambda: "",
    ]
    return [rng.choices(made, [8, 8, 8, 2, 0.01, 0.2, 1])[0]() for _ in range(size)]


def pieces_of(lines: Sequence[str]) -> tuple[Piece, ...]:
    return parse("\n".join([HEAD, *lines, END])).pieces


def told(runs: Sequence[PlacedRun]) -> tuple[dict[Key, int], dict[Key, tuple[int, NameUse]]]:
    """The first definition and the first use of each name."""
    defines: dict[Key, int] = {}
    uses: dict[Key, tuple[int, NameUse]] = {}
    for first, run in runs:
        names = run.names_at(first)
        assert all(first <= line < first + run.size for line in names.defines.values())
        defines = {**names.defines, **defines}
        uses = {**names.uses, **uses}
    return defines, uses


@pytest.mark.parametrize("seed", range(4))
def test_runs_tell_the_names_of_their_lines(seed: int) -> None:
    pieces = pieces_of(lines_of(random.Random(seed), 4_000))
    runs = list(runs_of(pieces))
    again = [Piece(f + at, c) for f, r in runs for at, c in zip(r.offsets, r.chunks, strict=True)]
    assert tuple(again) == pieces and len(runs) < len(pieces) / 4
    assert max(len(run.chunks) for _, run in runs) <= LONGEST
    defines: dict[Key, int] = {}
    uses: dict[Key, tuple[int, NameUse]] = {}
    for first, chunk in pieces:
        for offset, parsed in chunk.entries:
            for use in parsed.uses if parsed.instruction is not None else ():
                table, told_of = (defines, first + offset) if use.defines else (uses, None)
                table.setdefault(use[:2], told_of or (first + offset, use))
    assert told(runs) == (defines, uses)
    unsure = {key for _, run in runs for key in run.unsure}
    assert unsure == {key for key in uses if key[0] in UNSURE} and unsure
    doubtful = {word for _, run in runs for word in run.doubtful}
    assert doubtful == {word for p in pieces for word in p.chunk.doubtful} and doubtful
    assert [run.jumps for _, run in runs] == [any(c.jumps for c in r.chunks) for _, r in runs]


def test_lines_that_are_in_no_piece_part_two_runs() -> None:
    first = pieces_of(lines_of(random.Random(5), 40))
    second = pieces_of(lines_of(random.Random(6), 40))
    behind = first[-1].first + first[-1].chunk.size
    moved = tuple(Piece(each.first + behind + 7, each.chunk) for each in second)
    runs = list(runs_of((*first, *moved)))
    assert moved[0].first in [start for start, _ in runs]
    assert sum(len(run.chunks) for _, run in runs) == len(first) + len(second)


def test_an_edit_leaves_all_runs_but_those_around_it() -> None:
    lines = lines_of(random.Random(7), 6_000)
    before = {id(run) for _, run in runs_of(pieces_of(lines))}
    lines[3_000:3_000] = ["SPEED 12", "SPEED 13"]
    after = list(runs_of(pieces_of(lines)))
    assert 1 <= sum(id(run) not in before for _, run in after) <= 3 < len(after)
    assert told(after) == told(list(runs_of(pieces_of(lines))))
