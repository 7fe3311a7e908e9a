"""Words of AS in editors of our programs: colours, proposals, help, and places of breakpoints."""

import pytest

from language import parse
from language.editing.completion import complete
from language.editing.highlight import tokens, tokens_of_as
from language.editing.hover_card import card_at
from language.editing.service import Facts, actions, hover, statement_at
from language.programs.as_dialect import IGNORED, SAME, line_in_our_words
from language.programs.as_instructions import AS_BY_NAME
from tests.language.programs.test_as_dialect import GIVEN, HEAD, LINES

LOC = "POINT LOC1 = p\n"
SUB = "\n.END\n.PROGRAM away\nBREAK\n.END\n"


def errors(text: str) -> list[str]:
    return [d.message for d in parse(text).diagnostics if d.severity == "error"]


@pytest.mark.parametrize("word", AS_BY_NAME)
def test_the_example_of_a_word_is_a_line_of_the_dialect_alone(word: str) -> None:
    line = AS_BY_NAME[word].example
    assert line.split()[0] == word and AS_BY_NAME[word].usage.split()[0] == word
    text = f".PROGRAM main\n{GIVEN}{LOC}{line}{SUB}"
    assert not errors(HEAD + text)
    assert errors(";! dialect vplus\n" + text)


def test_every_word_that_the_dialect_reads_is_known_to_editors() -> None:
    first = {line.lstrip(" 0123456789").split()[0].upper() for line in LINES}
    changed = {line.lstrip(" 0123456789").split()[0] for line in LINES.values()}
    assert (first - changed) | SAME.keys() | IGNORED <= AS_BY_NAME.keys()


@pytest.mark.parametrize("line", LINES)
def test_words_have_the_colours_that_they_have_in_our_words(line: str) -> None:
    ours = line_in_our_words(line)
    kinds = {(h.column, ours[h.column - 1 : h.end - 1]): h.kind for h in tokens(ours)}
    told = tokens_of_as(line)
    assert [(h.column, h.end) for h in told] == [(h.column, h.end) for h in tokens(line)]
    shown = [(line[h.column - 1 : h.end - 1], h) for h in told]
    assert not [text for text, h in shown if h.kind == "unknown"]
    assert next(h.kind for text, h in shown if text[0].isalpha()) == "keyword"
    for text, h in shown:
        if (h.column, text) in kinds and text.isidentifier():
            assert h.kind == kinds[h.column, text]


def test_a_line_without_words_of_as_has_the_same_colours() -> None:
    for line in ("home = 3", "MOVE p", "x = n + 1", "; LMOVE p", "WAIT SIG(5)"):
        assert tokens_of_as(line) == tokens(line)


def proposed(typed: str, head: str = HEAD) -> list[str]:
    text = f"{head}POINT p 1 2 3 0 0 0\n{typed}"
    return [p.text for p in complete(text, 3, len(typed) + 1)]


def test_words_of_as_are_proposed_under_their_header_only() -> None:
    assert proposed("LM")[0] == "LMOVE" and "MOVES" in proposed("MO")
    assert "LMOVE" not in proposed("LM", ";! dialect vplus\n")
    assert set(AS_BY_NAME) <= set(proposed(""))


def test_places_are_proposed_behind_words_of_as_as_behind_ours() -> None:
    assert "p" in proposed("LMOVE ")
    assert proposed("LMOVE ") == proposed("MOVES ", ";! dialect vplus\n")
    assert proposed("JAPPRO p") == proposed("APPRO  p", ";! dialect vplus\n")
    assert "p" in proposed("LMOVE p + ")
    assert proposed(";! dialect a") == ["as"]


def test_the_help_of_a_word_tells_its_usage_in_as_and_what_it_is_here() -> None:
    text = f"{HEAD}POINT p 1 2 3 0 0 0\nLAPPRO p, 50\nSPEED 5 MM/S"
    card = card_at(text, 3, 2)
    assert card is not None and card.title == "LAPPRO"
    assert card.paragraphs[0].text == "LAPPRO location distance"
    assert "APPROS is ours" in card.paragraphs[1].text
    shown = hover(text, 3, 3)
    assert shown is not None and shown.text.startswith("LAPPRO location distance")
    place = card_at(text, 3, 8)
    assert place is not None and place.title == "p"
    speed = card_at(text, 4, 2)
    assert speed is not None and speed.title == "SPEED"
    assert card_at(text.replace("dialect as", "dialect val"), 3, 2) is None


def test_a_line_of_as_takes_a_breakpoint_and_another_branch() -> None:
    text = f"{HEAD}POINT p 1 2 3 0 0 0\nJMOVE p\n; JMOVE p\nLMOVE"
    assert [statement_at(text, line) for line in (2, 3, 4, 5)] == [True, True, False, False]
    found = actions(text, 3, Facts(branches={3: ("left", "right")}))
    assert [fix.title for fix in found] == ["switch to branch 1: left", "switch to branch 2: right"]
