from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language import parse
from language.editing.console_editor import (
    OK_QUESTION,
    EditSession,
    Effect,
    Reply,
    expand_shortcut,
)

TEXT = "10 POINT A 1 2 3 4 5 6\n20 MOVE A\n30 END\n"


def feed(text: str, *lines: str) -> tuple[EditSession, list[str], list[Effect]]:
    """The session after some lines, all printed lines, and the requested effects."""
    reply, output, effects = Reply(EditSession(text)), [], []
    for line in lines:
        reply = reply.session.feed(line)
        output += reply.output
        effects += [reply.effect] if reply.effect else []
    return reply.session, output, effects


def test_direct_statements_are_added_to_the_program_numbered_by_10() -> None:
    session, output, _ = feed("", "point a 1 2 3 4 5 6", "move A", "END", "0")
    assert session.text == "10 POINT a 1 2 3 4 5 6\n20 MOVE a\n30 END\n"
    assert output == [OK_QUESTION]


def test_a_statement_with_its_own_number_goes_to_its_place() -> None:
    session, _, _ = feed(TEXT, "15 DRAW 1 2 3", "20 MOVES A")
    assert session.text.split("\n")[1:3] == ["15 DRAW 1 2 3", "20 MOVES A"]


def test_insert_takes_the_next_line_as_the_new_one() -> None:
    session, _, _ = feed(TEXT, "INSERT 20", "DRAW 1 2 3")
    assert session.text == "10 POINT A 1 2 3 4 5 6\n20 DRAW 1 2 3\n30 MOVE A\n40 END\n"
    assert session.pending is None


def test_change_shows_the_line_and_replaces_it() -> None:
    session, output, _ = feed(TEXT, "change 20", "MOVES A")
    assert output == ["20 MOVE A"]
    assert session.text == TEXT.replace("MOVE", "MOVES")


def test_delete_removes_the_line_and_shows_it() -> None:
    session, output, _ = feed(TEXT, "DELETE 20")
    assert session.text == "10 POINT A 1 2 3 4 5 6\n30 END\n"
    assert output == ["DELETED: 20 MOVE A"]


@pytest.mark.parametrize("command", ["CHANGE 25", "DELETE 25"])
def test_a_line_that_is_not_there_is_named(command: str) -> None:
    session, output, _ = feed(TEXT, command)
    assert session == EditSession(TEXT)
    assert "NO LINE 25" in output[0]


def test_a_faulty_entry_is_asked_for_again_and_an_empty_one_cancels() -> None:
    session, output, _ = feed(TEXT, "INSERT 20", "MVOE A")
    assert session.pending is not None
    assert output[0].startswith("error[E110]")
    session, _, _ = feed(TEXT, "INSERT 20", "MVOE A", "")
    assert session == EditSession(TEXT)


@pytest.mark.parametrize(
    ("command", "effect"),
    [
        ("SAVE", Effect.SAVE_REQUESTED),
        ("STOP", Effect.STOPPED),
        ("WHERE", Effect.WHERE_REQUESTED),
        ("TYPED", Effect.PARTS_REQUESTED),
        ("4", Effect.SAVE_REQUESTED),
        ("w", Effect.WHERE_REQUESTED),
    ],
)
def test_effects_are_requested_only_after_ok(command: str, effect: Effect) -> None:
    session, output, effects = feed(TEXT, command, "0")
    assert (output, effects) == ([OK_QUESTION], [effect])
    assert session.stopped == (effect is Effect.STOPPED)
    session, output, effects = feed(TEXT, command, "1")
    assert (session, effects) == (EditSession(TEXT), [])
    assert output == [OK_QUESTION, f"{expand_shortcut(command).upper()} CANCELLED"]


@pytest.mark.parametrize("command", ["ABOVE", "BELOW", "READY", "RELEAS", "END"])
def test_statements_that_ask_are_added_to_the_program_after_yes(command: str) -> None:
    assert feed("", command, "0")[0].text == f"10 {command}\n"
    assert feed("", command, "1")[0].text == ""
    assert feed("", command, "what", "YES")[0].text == f"10 {command}\n"


def test_the_tables_and_the_program_are_shown(example: str, figures: dict[str, Any]) -> None:
    _, output, _ = feed(example, "TYPEA")
    assert [" ".join(row.split()) for row in output[2:]] == figures["motion_table"]
    _, output, _ = feed(example, "TYPEB 2 3")
    assert [" ".join(row.split()) for row in output[2:]] == figures["location_table"][1:3]
    assert feed(example, "TYPEC")[1] == figures["program"]
    assert feed(example, "TYPEC 50 70")[1] == figures["program"][4:7]


def test_the_motion_table_says_when_lines_are_left_out() -> None:
    assert feed("MOVE X\nEND\n", "TYPEA")[1][-1] == "LINES WITH ERRORS ARE LEFT OUT: 1"


def test_a_faulty_statement_is_not_added_and_a_doubtful_one_is_shown() -> None:
    session, output, _ = feed(TEXT, "DRAW 1 2")
    assert session.text == TEXT
    assert output[0].startswith("error[E112]")
    session, output, _ = feed(TEXT, "MOVE B")
    assert "30 MOVE B" in session.text
    assert output[0].startswith("error[E201]")


@pytest.mark.parametrize(
    ("keyed", "meant"),
    [("A LOC1", "MOVE LOC1"), ("q", "TYPEC"), ("3 20", "DELETE 20"), ("5", "STOP"),
     ("3 MOVE A", "3 MOVE A"), ("MOVE A", "MOVE A"), ("S", "S"),
     ("v  two words", "REMARK two words")],
)  # fmt: skip
def test_menu_letters_are_shortcuts(keyed: str, meant: str) -> None:
    assert expand_shortcut(keyed) == meant


KEYS = ["INSERT 10", "CHANGE 1", "DELETE 20", "A A", "MOVE A", "POINT A 1 2 3 4 5 6", "0", "1",
    "", "END", "TYPEA", "TYPEB 1 2", "TYPEC 5", "SAVE", "STOP", "K", "V hi", "; c", "25 READY",
    "999999999 READY", "INSERT 999999999", "10", "TYPEC 3 1", "DRAW 1,,"]  # fmt: skip


@given(st.sampled_from(["", TEXT, "READY\nMVOE\n"]), st.lists(st.sampled_from(KEYS) | st.text()))
def test_no_typed_lines_make_the_editor_raise(text: str, keys: list[str]) -> None:
    feed(text, *keys)


def test_a_typed_header_goes_to_the_top_and_replaces_one_of_its_kind() -> None:
    session = EditSession("10 POINT A 1 2 3 4 5 6\n20 MOVE A:A\n30 END\n")
    session = session.feed(";! dialect vplus").session
    session = session.feed("  ;! language 2").session
    session = session.feed(";! dialect hokkaido").session
    assert session.text.splitlines()[:3] == [
        ";! dialect hokkaido", ";! language 2", "10 POINT A 1 2 3 4 5 6",
    ]  # fmt: skip
    assert parse(session.text).diagnostics == ()
    begun = EditSession().feed(";! language 2").session.feed("MOVE A").session
    assert begun.text == ";! language 2\n10 MOVE A\n"
    reply = session.feed(";! language 3")
    assert reply.session.text == session.text
    assert "E130" in reply.output[0]
    assert session.feed("MOVE A").session.text.splitlines()[-2:] == ["30 MOVE A", "40 END"]
