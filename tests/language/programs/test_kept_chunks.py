"""Reading a text again after a change: the same result, and few lines looked at."""

import gc
import random
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from language import parse
from language.lines.line_parser import parse_line
from language.programs.chunks import AVERAGE, LONGEST, read_chunk
from language.programs.kept_chunks import forget, read
from language.rows.cuts import ends_of
from language.words.diagnostics import text_lines

Kind = Callable[[random.Random, int], list[str]]
PIECES = ["IF 1 THEN", "ELSE", "END", "FOR I = 1 TO 2", "READY", "", "10 READY", "GOTO 10", "X = Y",
    "; c", ".PROGRAM P", ".END", ";! dialect val", "10 ;! dialect vplus", "POINT A 1 2 3 0 0 0",
    "MOVE A", "MOVE B"]  # fmt: skip


def structured(rng: random.Random, count: int) -> list[str]:
    lines = []
    for i in range(count // 8):
        lines += [
            f"FOR I{i} = 1 TO {rng.randrange(99)}", f"  IF I{i} > {i} THEN",
            f"    POINT L{i} {i} 2 3 0 0 0", "  ELSE", f"    MOVE L{i}", "  END", "",
            "END",
        ]  # fmt: skip
    return [*lines, "END"]


def edited(lines: list[str], rng: random.Random) -> None:
    """Changes, inserts, removes or moves some lines."""
    at, kind, size = rng.randrange(len(lines)), rng.randrange(5), rng.randrange(1, 40)
    if kind == 0:
        lines[at] += rng.choice([" ;x", "1", ",", " (", "é"])
    elif kind == 1:
        lines[at:at] = rng.choices(PIECES, k=size)
    elif kind == 2 and len(lines) > 700:
        del lines[at : at + size]
    elif kind == 3:
        lines[at:at] = [lines[at]] * 3
    else:
        lines[at : at + size] = rng.choices(PIECES, k=size)


def test_lines_and_chunks_after_any_edits_are_those_of_a_text_read_anew() -> None:
    rng = random.Random(12)
    forget()
    lines = structured(rng, 1200)
    others = ["\n".join(structured(rng, 900)) for _ in range(2)]
    for _ in range(400):
        edited(lines, rng)
        text = "\n".join(lines)
        found = read(text)
        lines_now = text_lines(text)
        assert list(found.rows) == lines_now
        assert found.ends == tuple(ends_of(lines_now, AVERAGE, LONGEST))
        parts = [tuple(lines_now[a:b]) for a, b in pairwise((0, *found.ends))]
        assert list(found.parts) == [read_chunk(part) for part in parts]
        if not rng.randrange(6):
            read(rng.choice(others))


DAMAGED = ("MVOE A{}", "IF {} THEM", "WHILE {} DOO", "ENDD", "FOR I = 1 T {}", ".PROGRM P{}",
    "X = = {}", "ELS", "CASE {} OFF", "UNTL {}", "IF {}", "END", "FOR K = 1 TO {}")  # fmt: skip


def damaged(rng: random.Random, count: int) -> list[str]:
    """A fault in most lines, many of them in words that open or close a block."""
    return [rng.choice(DAMAGED).format(i) for i in range(count)]


@pytest.mark.parametrize("kind", [structured, damaged])
def test_a_program_read_again_after_any_edits_is_that_of_a_new_text(kind: Kind) -> None:
    rng = random.Random(13)
    forget()
    lines = kind(rng, 900)
    for _ in range(25):
        for _ in range(rng.randrange(1, 4)):
            edited(lines, rng)
        text = "\n".join(lines)
        again = parse(text)
        read_chunk.cache_clear()
        parse_line.cache_clear()
        forget()
        fresh = parse(text)
        assert again.diagnostics == fresh.diagnostics
        assert again.statements == fresh.statements
        assert again.routines == fresh.routines
        assert again.dialect == fresh.dialect


def test_a_keystroke_in_ten_thousand_lines_looks_at_few_of_them() -> None:
    rng = random.Random(14)
    forget()
    lines = structured(rng, 10_000)
    read("\n".join(lines))
    counts = []
    for _ in range(200):
        lines[rng.randrange(len(lines))] += rng.choice(" ;x1,(")
        counts.append(read("\n".join(lines)).rows_cut)
    assert max(counts) <= 4 * LONGEST
    assert sum(counts) / len(counts) <= 4 * AVERAGE
    assert read("\n".join(lines)).rows_cut <= LONGEST  # the same text again


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No garbage is collected by itself, and nothing is frozen at first."""
    was_frozen = gc.get_freeze_count() > 0
    gc.disable()
    gc.unfreeze()
    yield
    gc.unfreeze()
    gc.enable()
    if was_frozen:
        gc.collect()
        gc.freeze()


@pytest.mark.usefixtures("uncollected")
def test_the_next_keystrokes_need_not_examine_the_values_of_a_long_text_for_garbage() -> None:
    forget()
    gc.collect()
    parse("\n".join(damaged(random.Random(15), 1500)))
    assert len(gc.get_objects(generation=0)) < 200


@pytest.mark.usefixtures("uncollected")
def test_what_was_frozen_for_the_garbage_collector_stays_frozen() -> None:
    forget()
    gc.freeze()
    frozen = gc.get_freeze_count()
    parse("\n".join(damaged(random.Random(16), 1500)))
    assert 0.9 * frozen < gc.get_freeze_count() <= frozen
