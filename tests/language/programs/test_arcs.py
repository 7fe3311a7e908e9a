"""What the text of a program alone tells of its arcs."""

import pytest

from language import parse

POINT = "POINT A 1 2 3 0 0 0\n"


def faults(lines: str) -> list[tuple[int, str]]:
    """Line and message of each finding about arcs."""
    return [(d.line, d.message) for d in parse(f"{POINT}{lines}\nEND").errors if d.code == "E216"]


@pytest.mark.parametrize(
    "lines",
    [
        "C1MOVE A\nC2MOVE A",
        "C1MOVE A\nC1MOVE A\nC2MOVE A",
        "C1MOVE A\nDELAY 1\nSPEED 20\nC2MOVE A\nMOVE A\nC1MOVE A\nC2MOVE A",
        "READY\n30 C1MOVE A\n40 C2MOVE A",
    ],
)
def test_via_point_and_arc_in_pairs_are_fine(lines) -> None:
    assert parse(f"{POINT}{lines}\nEND").ok


def test_an_arc_without_via_point_is_named() -> None:
    ((line, message),) = faults("MOVE A\nC2MOVE A")
    assert line == 3
    assert "C2MOVE has no via point" in message


def test_a_via_point_belongs_to_one_arc_only() -> None:
    assert [line for line, _ in faults("C1MOVE A\nC2MOVE A\nC2MOVE A")] == [4]


@pytest.mark.parametrize("motion", ["MOVE A", "DRAW 1, 2, 3", "READY", "DRIVE 1, 5"])
def test_another_motion_behind_a_via_point_is_named_with_its_line(motion) -> None:
    ((line, message),) = faults(f"C1MOVE A\n{motion}\nEND")
    assert line == 2
    assert f"the next motion is {motion.split()[0]} in line 3" in message


def test_a_via_point_that_no_motion_follows_is_named() -> None:
    assert faults("C1MOVE A\nTYPE 1") == [
        (2, "C1MOVE gives the via point of an arc, and no motion follows")
    ]


def test_a_third_via_point_is_named() -> None:
    ((line, message),) = faults("C1MOVE A\nC1MOVE A\nC1MOVE A\nC2MOVE A")
    assert line == 4
    assert "C2MOVE in line 5 has more" in message


@pytest.mark.parametrize(
    "lines",
    ["IF 1 < 2 THEN\nC1MOVE A\nEND\nC2MOVE A", "GOTO 30\n30 C2MOVE A", "C1MOVE A\nCALL P"],
)
def test_where_the_text_does_not_tell_the_order_nothing_is_said(lines) -> None:
    assert faults(lines) == []


def test_a_line_that_cannot_be_read_may_have_been_the_via_point() -> None:
    assert faults("XYZZY A\nC2MOVE A") == []


def test_a_called_program_may_begin_with_an_arc() -> None:
    text = f".PROGRAM M\n{POINT}C1MOVE A\nCALL P\n.END\n.PROGRAM P\nC2MOVE A\n.END\n"
    assert [d for d in parse(text).errors if d.code == "E216"] == []


@pytest.mark.parametrize("word", ["MOVEC", "MOVC", "CIRC"])
def test_the_arcs_of_other_languages_are_told_their_words(word) -> None:
    (fault,) = parse(f"{POINT}{word} A\nEND").errors
    assert fault.code == "E128"
    assert "C1MOVE" in fault.message and "C2MOVE" in fault.message
