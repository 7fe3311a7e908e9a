"""A RAPID module in groups: all of its statements in their places, and few read after an edit."""

import random
from collections.abc import Iterator

import pytest

from scenes.makers.rapid import rapid_groups
from scenes.makers.rapid.rapid_groups import groups_of
from scenes.makers.rapid.rapid_text import Statement, read_text
from tests.benchmarks.maker_programs import PROGRAMS
from tests.depth import cases
from tests.scenes.makers.kept.maker_lines import PIECES

HEADER = ["%%%", "VERSION:1", "LANGUAGE:ENGLISH", "%%%"]
FEW = 4  # groups that a keystroke makes anew at most: those of a piece, which may join its next


def told(above: int, piece: object) -> tuple[object, ...]:
    """A statement or a remark with its place in the module."""
    if not isinstance(piece, Statement):
        return piece.text, above + piece.line
    place = above + piece.line, piece.column, above + piece.end_line, piece.end_column
    return piece.code, piece.is_closed, place


def in_groups(text: str) -> Iterator[tuple[object, ...]]:
    for group, first in groups_of(text):
        for stretch, above in group.placed:
            yield from (told(first + above, piece) for piece in stretch.pieces)


def lines_of(rng: random.Random) -> list[str]:
    """A module with empty lines, with or without a header."""
    lines = PROGRAMS["rapid"](rng, rng.choice((300, 900)))
    share = rng.choice((0.0, 0.1, 0.9))
    behind = ([rng.choice(("", "  ", "\t"))] if rng.random() < share else [] for _ in lines)
    body = [each for line, empty in zip(lines, behind, strict=False) for each in (line, *empty)]
    return [*rng.choice(([], HEADER)), *body]


@pytest.mark.parametrize("seed", range(cases(24, 4)))
def test_groups_have_the_statements_of_the_whole_text_after_any_edits(seed: int) -> None:
    rng = random.Random(seed)
    lines, pieces = lines_of(rng), [*PIECES["rapid"].split("\n"), "", "x := (", "ENDPROC"]
    rapid_groups.forget()
    for _ in range(20):
        at = rng.randrange(len(lines))
        lines[at : at + rng.randrange(3)] = rng.choices(pieces, k=rng.randrange(4))
        text = "\n".join(lines)
        assert list(in_groups(text)) == [told(0, piece) for piece in read_text(text)]


def test_a_routine_begins_and_ends_only_at_the_edges_of_groups() -> None:
    lines = PROGRAMS["rapid"](random.Random(1), 600)
    for at in range(550, 20, -25):
        lines[at:at] = ["ENDPROC", f"PROC other{at}()"]
    for group, _ in groups_of("\n".join(lines)):
        assert not any(each.is_head for each in list(group.stretches)[1:])
        assert not any(each.is_end for each in list(group.stretches)[:-1])


def test_a_keystroke_leaves_all_groups_but_those_around_it_the_same_objects() -> None:
    lines = PROGRAMS["rapid"](random.Random(1), 4000)
    before = {group for group, _ in groups_of("\n".join(lines))}
    for at in range(500, 3500, 300):
        typed = [*lines[:at], lines[at] + " ", *lines[at + 1 :]]
        after = [group for group, _ in groups_of("\n".join(typed))]
        assert len([group for group in after if group not in before]) <= FEW


def test_what_a_group_says_of_the_module_is_what_its_stretches_say() -> None:
    lines = ["PROC main()", "x:=1;", "GOTO here;", "Incr y;", "VelSet 50,200;", "SetDO do7,1;"]
    ((group, _),) = groups_of("\n".join([*lines, "FOR i FROM 1 TO 2 DO", "ENDFOR", "ENDPROC"]))
    assert group.is_head and group.is_end and group.slows
    assert group.changed == {"X", "Y"}
    assert group.telling == {"DO7"}
    assert group.labels == ("HERE",)
    assert group.loops == ("I", None)
    assert group.calls["INCR"] == {"Y"}
