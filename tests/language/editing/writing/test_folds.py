"""Blocks, programs of a file and comments of several lines can be folded; ends stay in sight."""

from language.editing.writing.folds import all_folds, begins_fold, folded_lines

TEXT = """; first
; second
IF A == 1 THEN
READY
FOR I = 1 TO 3
OPENI
END
ELSE
CLOSEI
END
; alone
END"""


def test_every_fold_hides_what_stands_between_its_first_line_and_its_end() -> None:
    lines = TEXT.split("\n")
    assert all_folds(lines) == ((2, 2), (4, 9), (6, 6))
    for first, last in all_folds(lines):
        assert folded_lines(lines[first - 2 :]) == last - first + 1


def test_a_fold_begins_in_the_first_line_of_a_comment_and_in_no_line_of_code_alone() -> None:
    assert begins_fold(None, "; a", "; b")
    assert not begins_fold("; a", "; b", "; c")
    assert not begins_fold(None, "; a", "READY")
    assert begins_fold("READY", "10 WHILE A == 1 DO", "READY")
    assert not begins_fold("READY", "10 IF A == 1 GOTO 10", "READY")


def test_a_block_without_an_end_or_a_line_hides_nothing() -> None:
    assert folded_lines(["IF A == 1 THEN", "READY"]) == 0
    assert folded_lines(["IF A == 1 THEN", "END"]) == 0


def test_a_program_of_a_file_is_folded_with_its_blocks() -> None:
    lines = [".PROGRAM main", "IF A == 1 THEN", "READY", "END", ".END", ".PROGRAM second", ".END"]
    assert all_folds(lines) == ((2, 4), (3, 3))
