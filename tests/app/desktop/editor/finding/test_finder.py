"""The search in a program: every match, in slices, followed through edits and replacements."""

import random

import pytest
from PySide6.QtGui import QTextCursor

from app.desktop.editor.finding import finder as module
from app.desktop.editor.finding.finder import Finder
from app.desktop.editor.finding.query import Query
from app.desktop.editor.typing.spans import Span

pytestmark = pytest.mark.window
TEXT = "MOVE A\nMOVES B\n; move\nMOVE A\n"


@pytest.fixture
def source(source_of):
    return source_of(TEXT)


@pytest.fixture
def finder(source):
    return Finder(source)


def found(finder) -> list[str]:
    finder.finish()
    text = finder._source.text
    return [text[span.first : span.last] for span, _ in finder._found]


def test_all_matches_are_found_and_counted_from_the_selected_one(finder) -> None:
    finder.look_for(Query("move"))
    assert found(finder) == ["MOVE", "MOVE", "move", "MOVE"]
    assert [finder.number_of(span) for span, _ in finder._found] == [1, 2, 3, 4]
    assert finder.number_of(Span(0, 3)) == 0
    assert finder.lines == [0, 1, 2, 3]


def test_next_and_previous_go_round_the_text(finder) -> None:
    finder.look_for(Query("MOVE", match_case=True))
    places = [0, 7, 22]
    span = Span(0, 0)
    for place in (*places, places[0]):
        span = finder.next_from(span)
        assert span.first == place
    for place in (22, 7, 0, 22):
        span = finder.next_from(span, backward=True)
        assert span.first == place


def test_an_empty_match_leads_on(finder) -> None:
    finder.look_for(Query("^", True))
    span, seen = Span(0, 0), []
    for _ in range(4):
        span = finder.next_from(span)
        seen.append(span.first)
    assert seen == [7, 15, 22, 29]


def test_a_scope_follows_edits_and_takes_in_what_is_written_at_its_ends(finder, source) -> None:
    finder.look_for(Query("MOVE"), Span(7, 21))
    assert found(finder) == ["MOVE", "move"]
    cursor = QTextCursor(source.text_document)
    cursor.insertText("MOVE Z\n")
    assert found(finder) == ["MOVE", "move"]
    cursor.setPosition(finder.scope.first)
    cursor.insertText("MOVE X\n")
    assert found(finder) == ["MOVE", "MOVE", "move"]


def test_matches_are_found_anew_after_an_edit(qtbot, finder, source) -> None:
    finder.look_for(Query("MOVES"))
    assert found(finder) == ["MOVES"]
    with qtbot.waitSignal(finder.changed):
        QTextCursor(source.text_document).insertText("MOVES ")
    assert finder.count == 2


def test_replace_all_is_one_undo_step_and_keeps_breakpoints(finder, source) -> None:
    source.set_breakpoint(2)
    finder.look_for(Query(r"MOVE(S?) (\w)", True, match_case=True))
    assert finder.replace_all(r"GO\1 \2\2") == 3
    assert source.text == "GO AA\nGOS BB\n; move\nGO AA\n"
    assert source.breakpoints() == {2}
    source.text_document.undo()
    assert source.text == TEXT and not source.text_document.isUndoAvailable()


def test_one_match_is_replaced_and_what_is_no_match_stays(finder, source) -> None:
    finder.look_for(Query("MOVES"))
    assert not finder.replace(Span(0, 4), "GO")
    assert finder.replace(Span(7, 12), "GO")
    assert source.text == TEXT.replace("MOVES", "GO")


@pytest.mark.parametrize("seed", range(3))
def test_random_replacements_are_those_of_plain_strings(finder, source, seed) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        old = "".join(rng.choices("MOVEA \n", k=rng.randint(1, 2))).replace("\n", "")
        new = "".join(rng.choices("OVE", k=rng.randint(0, 2)))
        if not old:
            continue
        before = source.text
        finder.look_for(Query(old, match_case=True))
        assert finder.replace_all(new) == before.count(old)
        assert source.text == before.replace(old, new)


def test_lines_that_take_too_long_are_counted_and_nothing_is_then_replaced(finder, source) -> None:
    source.replace_text("aaa\n" + "a" * 60 + "b\naaa")
    finder.look_for(Query("(a+)+$", True))
    assert found(finder) == ["aaa", "aaa"]
    assert finder.slow_lines == 1
    assert finder.replace_all("x") == 0
    assert "x" not in source.text


def test_a_search_in_a_long_text_works_in_slices_and_ends_at_its_limit(
    qtbot, monkeypatch, source_of
) -> None:
    lines = "\n".join("a" * 40 + f"b{i}" for i in range(3000))
    finder = Finder(source_of(lines))
    monkeypatch.setattr(module, "MOST_S", 0.1)
    finder.look_for(Query("(a+)+$", True))
    first = finder._block.blockNumber()
    assert 0 < first < 3000, "the first slice does not look at the whole text"
    qtbot.waitUntil(lambda: finder.is_stopped)
    assert finder._block.blockNumber() < 3000
    assert finder.replace_all("x") == 0
