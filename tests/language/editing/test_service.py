import pytest
from hypothesis import given
from hypothesis import strategies as st

from language import apply_fix
from language.editing.service import (
    Facts,
    actions,
    complete,
    definition,
    fixes,
    fixes_between,
    flat,
    hover,
    outline,
    statement_at,
    tokens,
)

TEXT = (
    "POINT Loc1 1 2 3 4 5 6\nPOINT LOC2 7 8 9 0 0 0\nMOVE loc1\nFEED BOX AT LOC2\nREMARK hi\nEND\n"
)
FACTS = Facts(("BOX", "BOLT"), "hokkaido1985", ("j1", "j2"), {"LOC1": "8 branches"})


def kinds(line: str) -> list[tuple[str, str]]:
    return [(h.kind, line[h.column - 1 : h.end - 1]) for h in tokens(line)]


def test_a_line_is_coloured_by_the_kinds_of_its_words() -> None:
    assert kinds("10 APPROS LOC1, -30 ; near") == [
        ("step", "10"), ("keyword", "APPROS"), ("location", "LOC1"), ("operator", ","),
        ("operator", "-"), ("number", "30"), ("comment", "; near"),
    ]  # fmt: skip
    assert kinds("feed BOX at LOC2") == [
        ("keyword", "feed"), ("part", "BOX"), ("keyword", "at"), ("location", "LOC2"),
    ]  # fmt: skip
    assert kinds("MVOE A 1E @") == [
        ("unknown", "MVOE"), ("unknown", "A"), ("error", "1E"), ("error", "@"),
    ]  # fmt: skip
    assert kinds("REMARK 12 MOVE") == [("keyword", "REMARK"), ("comment", " 12 MOVE")]
    assert kinds(";! dialect val") == [("header", ";! dialect val")]


def proposed(text: str) -> list[str]:
    lines = text.split("\n")
    return [c.text for c in complete(text, len(lines), len(lines[-1]) + 1, FACTS)]


def test_instructions_are_proposed_at_the_start_of_a_line() -> None:
    assert proposed("MO") == ["MOVE", "MOVES", "MOVET", "MOVEST", "C1MOVE", "C2MOVE"]
    assert proposed("10 dr") == ["DRAW", "DRIVE", "TDRAW"]
    assert "INSERT" not in proposed("")
    assert "POINT" in proposed("20 ")


def test_names_are_proposed_in_the_places_of_names() -> None:
    assert proposed(TEXT + "MOVE ") == ["Loc1", "LOC2"]
    assert proposed(TEXT + "MOVES l") == ["Loc1", "LOC2"]
    assert proposed("FEED ") == ["BOX", "BOLT"]
    assert proposed("HAND bol") == ["BOLT"]
    assert proposed("FEED BOX ") == ["AT"]
    assert proposed(TEXT + "FEED BOX AT ") == ["Loc1", "LOC2"]
    assert proposed("DRIVE ") == ["1", "2"]
    assert proposed(";! dialect v") == ["val", "vplus"]
    assert proposed("MOVE A ; l") == []
    assert proposed("DRAW 1 ") == []


def test_a_proposal_carries_documentation_and_replaces_what_is_typed() -> None:
    (first, *_) = complete("  appr", 1, 7)
    assert (first.text, first.column, first.end_column) == ("APPROS", 3, 7)
    assert first.detail == "APPROS location distance"
    assert "Example: APPROS LOC1 50" in first.documentation


def test_hover_explains_the_word_under_the_pointer() -> None:
    shown = hover(TEXT, 3, 7, FACTS)
    assert shown is not None
    assert "POINT Loc1 1 2 3 4 5 6   (line 1, dialect hokkaido)\n8 branches" in shown.text
    keyword = hover(TEXT, 3, 1)
    assert keyword is not None
    assert "Motion code 1." in keyword.text
    part = hover(TEXT, 4, 6, FACTS)
    assert part is not None
    assert part.text == "BOX: a part of the cell"
    assert hover(TEXT, 3, 5) is None
    assert hover(TEXT, 99, 1) is None


def test_a_location_leads_to_the_definition_that_is_in_force_there() -> None:
    text = "POINT A 1 2 3 4 5 6\nMOVE A\nPOINT A 6 5 4 3 2 1\nMOVE A"
    assert definition(text, 2, 6) == (1, 7, 8)
    assert definition(text, 4, 6) == (3, 7, 8)
    assert definition(text, 4, 1) is None


def test_the_outline_lists_locations_and_remarks_but_no_end() -> None:
    listed = [(i.name, i.kind, i.line) for i in flat(outline(TEXT))]
    assert listed == [
        ("Loc1", "location", 1), ("LOC2", "location", 2), ("hi", "remark", 5),
    ]  # fmt: skip


def test_a_fix_is_offered_at_its_place_only() -> None:
    text = "READY\nMVOE LOC1"
    ((_, fix),) = fixes(text, 2, 3)
    assert apply_fix(text, fix) == "READY\nMOVE LOC1"
    assert fixes(text, 1, 3) == ()


def test_the_fixes_of_a_selection_are_those_of_all_findings_that_it_touches() -> None:
    text = "READY\nMVOE LOC1\nREADY\nMVOES LOC1\nEND"
    assert {d.line for d, _ in fixes_between(text, (1, 1), (5, 1))} == {2, 4}
    assert {d.line for d, _ in fixes_between(text, (1, 1), (2, 1))} == {2}
    assert fixes_between(text, (3, 1), (3, 6)) == ()


def test_hover_on_the_location_of_a_motion_describes_the_motion() -> None:
    facts = Facts(motions={3: "1.50 s"})
    shown = hover(TEXT, 3, 7, facts)
    assert shown is not None
    assert shown.text.endswith("1.50 s")


def test_a_breakpoint_needs_a_line_that_is_run() -> None:
    lines = "READY\n; c\n\nREMARK x\nMVOE\nEND"
    assert [statement_at(lines, n) for n in range(1, 8)] == [
        True, False, False, False, False, True, False,
    ]  # fmt: skip


@given(st.text(), st.integers(0, 5), st.integers(1, 30))
def test_no_function_for_editors_raises_for_any_text_and_place(
    text: str, line: int, column: int
) -> None:
    complete(text, line, column, FACTS)
    hover(text, line, column, FACTS)
    definition(text, line, column)
    fixes(text, line, column)
    outline(text)
    statement_at(text, line)


def test_a_motion_can_be_switched_to_another_branch_or_get_a_via_point() -> None:
    facts = Facts(
        branches={3: ("RIGHTY ABOVE NOFLIP", "LEFTY BELOW FLIP")},
        via_points={3: (1.0, 2.0, 3.0, 0.0, 90.0, -0.0)},
    )
    offered = actions(TEXT, 3, facts)
    assert [fix.title for fix in offered] == [
        "switch to branch 1: RIGHTY ABOVE NOFLIP",
        "switch to branch 2: LEFTY BELOW FLIP",
        "insert via point VIA1",
    ]
    changed = apply_fix(TEXT, offered[2])
    assert "POINT VIA1 1 2 3 0 90 0\nMOVE VIA1\nMOVE loc1" in changed
    assert "SOLUTION 2\nMOVE loc1" in apply_fix(TEXT, offered[1])
    assert actions(TEXT, 3) == ()


def test_functions_variables_labels_and_programs_are_proposed_and_explained() -> None:
    text = "10 COUNT = 1\nX = SQ\nGOTO 10\nEND\n.PROGRAM PICK\n.END\n"
    assert [c.text for c in complete(text, 2, 7)] == ["SQRT"]
    assert [c.text for c in complete("10 X = 1\nGOTO ", 2, 6)] == ["10"]
    assert [c.text for c in complete(text + "CALL ", 7, 6)] == ["PICK"]
    assert [c.text for c in complete("COUNT = 1\nX = CO", 2, 7)] == [
        "COUNT",
        "COS",
        "COLLIDES",
    ]
    shown = hover("X = SQRT(4)\nEND", 1, 6)
    assert shown is not None and "square root" in shown.text
    assert ("function", "SQRT") in kinds("X = SQRT(4)")
    assert ("variable", "X") in kinds("X = 4")


def test_local_names_are_not_proposed_as_locations() -> None:
    text = ".PROGRAM P\nLOCAL X, Y\nPOINT A 1 2 3 4 5 6\nX = 1\nMOVE \n.END"
    assert [item.text for item in complete(text, 5, 6) if item.kind == "location"] == ["A"]


@pytest.mark.parametrize(
    ("typed", "proposed"),
    [
        ("SINGULAR ", ["SLOW", "JOINT", "STOP"]),
        ("10 SINGULAR j", ["JOINT"]),
        ("SINGULAR S", ["SLOW", "STOP"]),
        ("SINGULAR JOINT ", ["ALWAYS"]),
    ],
)
def test_words_of_which_a_line_takes_one_are_proposed(typed: str, proposed: list[str]) -> None:
    assert [item.text for item in complete(typed, 1, len(typed) + 1)] == proposed
