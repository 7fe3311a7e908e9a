"""The signals that a program names, and what its comments call them."""

from app.programs.signal_uses import signal_names, signal_uses
from language import parse

TEXT = """\
;! dialect val
;! language 2
SIGNAL 1, -2 ; signal 1: lamp
IFSIG 3, -4 THEN 100
100 WAIT SIG(5, -6) AND NOT SIG(7)
REACTI -8, X, 2
A = SIG(9) + 1
SIGNAL 3
SIGNAL 2 * 5
END
"""


def test_signals_are_told_apart_by_who_sets_them() -> None:
    uses = signal_uses([parse(TEXT)])
    assert uses.read == {3, 4, 5, 6, 7, 8, 9}
    assert uses.set_ == {1, 2, 3}
    assert uses.inputs == {4, 5, 6, 7, 8, 9}


def test_the_first_comment_that_names_a_signal_counts() -> None:
    texts = ["REMARK Signal 5: a block lies there. Signal 3: crate asked", "# signal 5: other"]
    assert signal_names(texts) == {5: "a block lies there", 3: "crate asked"}
    assert signal_names(["SIGNAL 5", "signal five: x"]) == {}
