"""Drafts: what becomes of each line of foreign code, and which motions are assumed."""

from language.foreign.draft import Draft
from language.foreign.reading import ASSUMED, NOT_CARRIED_OUT, NOT_UNDERSTOOD, Place


def drafted(*effects: str) -> Draft:
    """A draft of one line of code for each word: m a motion, ? not understood, - ignored."""
    draft = Draft()
    for line, effect in enumerate(effects, start=1):
        draft.begin(Place(line, 3, 9))
        if effect == "m":
            draft.motion()
            draft.say(f"MOVE P{line}")
        elif effect == "?":
            draft.not_understood("foreign  words", "not understood")
        elif effect == "x":
            draft.not_carried_out("GO TO P", "P has no value")
        else:
            draft.ignore()
    return draft


def test_each_line_of_code_counts_once() -> None:
    coverage = drafted("m", "-", "?", "m", "x", "m").reading().coverage
    assert (coverage.carried_out, coverage.ignored, coverage.not_understood) == (3, 1, 2)
    assert coverage.lines == 6 and coverage.assumed == 2


def test_the_first_motion_behind_each_unknown_line_says_that_it_is_assumed() -> None:
    found = drafted("m", "?", "?", "m", "m", "x", "m").reading().findings
    assert [(d.line, d.code) for d in found] == [
        (2, NOT_UNDERSTOOD),
        (3, NOT_UNDERSTOOD),
        (4, ASSUMED),
        (6, NOT_CARRIED_OUT),
        (7, ASSUMED),
    ]
    assert "line 3 is not done" in found[2].message and found[0].column == 3


def test_a_statement_of_several_lines_counts_them_all() -> None:
    draft = Draft()
    draft.begin(Place(1), rows=3)
    draft.say("MOVE P")
    assert draft.reading().coverage.carried_out == 3


def test_a_long_line_is_shown_shortened() -> None:
    draft = Draft()
    draft.begin(Place(1, 1, 500))
    draft.not_understood("x " * 250, "not understood")
    assert len(draft.findings[0].message) < 100


def test_lines_that_lack_a_value_are_counted_among_those_not_understood() -> None:
    draft = Draft()
    for line, why in enumerate(("P1 has no value: give its .dat", "not understood"), start=1):
        draft.begin(Place(line))
        draft.not_carried_out("PTP P1 ; X has no value", why)
    coverage = draft.reading().coverage
    assert (coverage.not_understood, coverage.without_value) == (2, 1)
    assert "2 not understood (1 for want of a value)" in coverage.words
    assert coverage.as_plain()["without_value"] == 1


def test_all_lines_of_code_that_is_not_understood_count_as_such() -> None:
    draft = Draft()
    draft.begin(Place(1))
    draft.begin(Place(2), 4)
    draft.not_understood("f(1", "a bracket is open")
    draft.begin(Place(6), 2)
    draft.ignore()
    coverage = draft.reading().coverage
    assert (coverage.carried_out, coverage.not_understood, coverage.ignored) == (1, 4, 2)


def test_what_is_lost_behind_a_kept_passage_counts_for_the_last_lines_of_that() -> None:
    kept = Draft()
    passage = kept.passage(lambda: kept.begin(Place(5), 2))
    draft = Draft()
    draft.begin(Place(1))
    draft.add(passage.moved(1))
    draft.not_understood("END", "a block is open here")
    coverage = draft.reading().coverage
    assert (coverage.carried_out, coverage.not_understood) == (1, 2)
