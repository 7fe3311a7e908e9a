from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from language import compile_program, parse
from language.editing.classic_dialogue import (
    COMMAND_PROMPT,
    MENU_ORDER,
    ClassicDialogue,
    menu,
    start,
)
from language.editing.console_editor import OK_QUESTION, Effect
from language.instructions import BY_LETTER


def replay(keys: list[str], text: str = "") -> tuple[ClassicDialogue, list[str]]:
    dialogue, screen = start(text)
    lines = list(screen)
    for key in keys:
        dialogue, output = dialogue.feed(key)
        lines += [f"> {key}", *output]
    return dialogue, lines


def test_the_keystrokes_of_figure_5_give_its_program(figures: dict[str, Any], example: str) -> None:
    dialogue, _ = replay(figures["keystrokes"])
    assert dialogue.session.text == example
    assert compile_program(parse(dialogue.session.text)) == compile_program(parse(example))


def test_the_screen_shows_what_figure_5_shows(figures: dict[str, Any]) -> None:
    _, lines = replay(figures["keystrokes"])
    shown = "\n".join(" ".join(line.split()) for line in lines)
    assert (
        "**PLEASE KEY IN COMMAND(A1)?\n> L\n" + "-" * 66 + "\n"
        "| 10 POINT < LOC. > < X,Y,Z > < O,A,T > |\n|" + "-" * 64 + "|\n"
        "| LOC. |.....X.....Y.....Z.....|\n> READY 670. 0. 950.\n"
        "|.....O.....A.....T.....|\n> 0. 0. 0.\n"
    ) in shown
    assert "| 50 READY |\n|" + "-" * 64 + f"|\nLN= 1\n{OK_QUESTION}\n> 0\n{COMMAND_PROMPT}" in shown
    for heading in (
        "| 60 MOVE < LOCATION NAME (A8) > |",
        "| 70 MOVES < LOCATION NAME (A8) > |",
        "| 80 APPROS < LOC. > < DISTANCE > |",
        "| 90 DRAW < X > < Y > < Z > |",
        "| 100 DRIVE < JT > < CHANGE > |",
        "| 110 OPENI < DISTANCE > |",
        "| 120 CLOSEI < DISTANCE > |",
        "| 130 END |",
    ):
        assert heading in shown


def test_the_menu_holds_every_command_once() -> None:
    names = [BY_LETTER[letter].name for letter in MENU_ORDER]
    assert len(names) == len(set(names)) == 28
    assert len({len(line) for line in menu()}) == 1
    assert all(name in "".join(menu()) for name in names)


def test_the_answer_1_cancels_a_command_that_asks() -> None:
    dialogue, lines = replay(["K", "1"])
    assert dialogue.session.text == ""
    assert lines[-2:] == ["CANCELLED", COMMAND_PROMPT]


def test_too_few_values_are_asked_for_again() -> None:
    dialogue, lines = replay(["L", "LOC1 1 2", "LOC1 1 2 3", "4 5 6"])
    assert "** 4 VALUES PLEASE; AN EMPTY LINE CANCELS" in lines
    assert dialogue.session.text == "10 POINT LOC1 1 2 3 4 5 6\n"


def test_values_may_be_keyed_in_with_commas() -> None:
    dialogue, _ = replay(["L", "LOC1,1,2,3", "4.,5.5,-6."])
    assert dialogue.session.text == "10 POINT LOC1, 1, 2, 3, 4, 5.5, -6\n"


def test_a_line_can_be_inserted_changed_and_deleted() -> None:
    text = "10 READY\n20 END\n"
    dialogue, lines = replay(["1", "20", "C", "1. 2. 3."], text)
    assert dialogue.session.text == "10 READY\n20 DRAW 1 2 3\n30 END\n"
    assert any("| 20 DRAW" in line for line in lines)
    dialogue, _ = replay(["2", "20", "K", "0", "3", "10"], dialogue.session.text)
    assert dialogue.session.text == "20 READY\n30 END\n"


def test_in_the_dialogue_hand_needs_no_operand_and_remark_takes_text() -> None:
    dialogue, _ = replay(["I", "V", "take 5. of them", "N", "BOX"])
    assert dialogue.session.text == "10 HAND\n20 REMARK take 5. of them\n30 FEED BOX\n"


def test_the_dialogue_shows_tables_and_requests_effects(example: str) -> None:
    _, lines = replay(["O", "1 2"], example)
    assert any("MOTION TABLE" in line for line in lines)
    dialogue, _ = replay(["4", "0"], example)
    assert dialogue.effect is Effect.SAVE_REQUESTED
    dialogue, lines = replay(["5", "0"], example)
    assert dialogue.session.stopped
    assert lines[-1] != COMMAND_PROMPT


def test_an_unknown_letter_is_named() -> None:
    _, lines = replay(["S"])
    assert lines[-2:] == ["** S IS NO COMMAND: KEY IN A LETTER OF THE MENU", COMMAND_PROMPT]


@given(st.lists(st.sampled_from([*MENU_ORDER, "0", "1", "10", "LOC1 1 2 3", ""]) | st.text()))
def test_no_keystrokes_make_the_dialogue_raise(keys: list[str]) -> None:
    replay(keys)


def test_an_empty_line_cancels_a_command_that_was_typed_by_mistake() -> None:
    dialogue, lines = replay(["L", "", "A", "", "V", "KEPT"])
    assert lines.count("CANCELLED") == 2
    assert dialogue.session.text == "10 REMARK KEPT\n"
