"""Lines turned into comments and back are the same lines, and keep their step numbers."""

import pytest

from language.editing.writing.comments import Remark, is_comment, toggled

LINES = ("10 MOVE A", "20   READY ; here", "", "END")


def test_toggling_twice_gives_the_lines_again() -> None:
    once = toggled(LINES)
    assert once == ("10 ; MOVE A", "20 ;   READY ; here", "", "; END")
    assert toggled(once) == LINES


def test_a_mixed_selection_becomes_comments_as_a_whole() -> None:
    mixed = ("; said", "MOVE A")
    assert toggled(mixed) == ("; ; said", "; MOVE A")
    assert toggled(toggled(mixed)) == mixed


def test_a_header_is_no_comment_so_it_is_never_uncommented() -> None:
    header = ";! dialect val"
    assert not is_comment(header)
    assert toggled(toggled((header,))) == (header,)


def test_lines_of_a_block_keep_their_indents_behind_the_mark() -> None:
    block = ("  FOR I = 1 TO 3", "    READY", "  END")
    assert toggled(block) == ("  ; FOR I = 1 TO 3", "  ;   READY", "  ; END")


@pytest.mark.parametrize(
    ("remark", "lines", "once"),
    [
        (Remark("!"), ("  MoveJ p1;", "", "    Stop;"), ("  ! MoveJ p1;", "", "  !   Stop;")),
        (Remark("#"), ("  movej(q)", "12"), ("#   movej(q)", "# 12")),
        (
            Remark("!", is_numbered=True),
            ("/MN", "   1:  J P[1] 100% FINE ;", "   2:  END ;"),
            ("/MN", "   1:  ! J P[1] 100% FINE ;", "   2:  ! END ;"),
        ),
    ],
)
def test_lines_of_a_makers_program_get_the_marks_of_its_language(remark, lines, once) -> None:
    assert toggled(lines, remark) == once
    assert toggled(once, remark) == lines
