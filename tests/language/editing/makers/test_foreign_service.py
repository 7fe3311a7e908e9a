"""Hover and outline of foreign programs."""

from language.editing.makers.foreign_service import foreign_card, foreign_hover, foreign_outline
from language.editing.service import Facts
from language.foreign.foreign_program import foreign_program
from language.foreign.kawasaki.as_reader import read_as
from language.foreign.kawasaki.backups.as_facts import Facts as AsFacts
from tests.language.foreign.test_foreign_program import read


def test_hover_tells_our_words_the_origin_of_a_value_and_findings() -> None:
    _, program = read()
    facts = Facts(motions={2: "1.20 s"}, location_notes={"P1": "2 solutions"})
    found = foreign_hover(program, 2, 9, facts)
    for words in ("SPEED 20\nMOVE P1", "weld.dat:7", "2 solutions", "1.20 s"):
        assert words in found.text
    assert (found.column, found.end_column) == (9, 11)
    assert "E201" in foreign_hover(program, 3, 10, Facts()).text
    assert foreign_hover(program, 9, 1, Facts()) is None


def test_the_card_of_a_window_leaves_findings_to_it() -> None:
    _, program = read()
    card = foreign_card(program, 3, 10, Facts())
    assert card.title == "NOWHERE" and all("E201" not in p.text for p in card.paragraphs)


def test_the_outline_names_the_programs() -> None:
    _, program = read()
    (item,) = foreign_outline(program)
    assert (item.name, item.line, item.end_line) == ("WELD", 1, 3)


def test_the_card_of_a_call_shows_the_beginning_of_a_long_program_of_another_file() -> None:
    lines = "\n".join(f"SIGNAL {n}" for n in range(1, 100))
    source = ".PROGRAM main()\nCALL sub\n.END\n"
    other = ("b.as", f".PROGRAM sub()\n{lines}\n.END\n")
    program = foreign_program(source, read_as(source, [other], AsFacts()), "as")
    told = foreign_hover(program, 2, 2, Facts()).text
    assert "CALL sub" in told and "SIGNAL 30\n" in told and "SIGNAL 60" not in told
    assert "more lines" in told
