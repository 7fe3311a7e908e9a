import pytest

from language import Edit, Fix, apply_fix, parse, render


def rendered(text: str, filename: str = "pick.val") -> str:
    return render(parse(text).diagnostics[0], text, filename)


def test_a_message_has_the_form_of_the_specification() -> None:
    text = "POINT BOX 1 2 3 4 5 6\n  APPROS BOX\nEND\n"
    assert rendered(text) == (
        "error[E112]: APPROS needs a distance in mm\n"
        "  --> pick.val:2:13\n"
        " 2 |   APPROS BOX\n"
        '   |             ^ expected "," and a distance in mm\n'
        "help: write  APPROS BOX, 50"
    )


def test_carets_mark_the_whole_range() -> None:
    assert "\n   | ^^^^ did you mean MOVE?\n" in rendered("MVOE A\nEND")


def test_carets_are_below_their_text_behind_tabs_and_wide_characters() -> None:
    lines = rendered("\tMVOE A\nEND").split("\n")
    assert lines[3] == "   | \t^^^^ did you mean MOVE?"
    lines = rendered("READY \uff2d\uff2f\nEND").split("\n")
    assert lines[3].startswith("   |       ^^^^ ")


def test_a_place_outside_the_text_still_renders() -> None:
    (diagnostic,) = parse("").diagnostics
    assert render(diagnostic, "", "empty.val").startswith("warning[W204]: the program is empty")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_fix_edits_the_right_place_whatever_the_line_ends(newline: str) -> None:
    text = newline.join(["READY", "MVOE A", "END", ""])
    fix = parse(text).diagnostics[0].fixes[0]
    assert apply_fix(text, fix) == text.replace("MVOE", "MOVE")


def test_edits_of_one_fix_do_not_disturb_each_other() -> None:
    fix = Fix("x", (Edit(1, 1, 1, 2, "long"), Edit(1, 3, 1, 4, ""), Edit(2, 1, 2, 1, "in")))
    assert apply_fix("a b\nc", fix) == "long \ninc"


FIXABLE = {
    "MVOE A": "MOVE A",
    "MOVELOC1": "MOVE LOC1",
    "10MOVE A": "10 MOVE A",
    "DRAW 10 -5, 3": "DRAW 10, -5, 3",
    "DRAW 10, 5 3": "DRAW 10, 5, 3",
    "DRAW 10-5 3 2": "DRAW (10-5) 3 2",
    "DRAW 30mm 2 3": "DRAW 30 2 3",
    "MOVE A 30": "MOVE A",
    "MOVE A, 30": "MOVE A",
    "DRAW 1,2,3,4": "DRAW 1,2,3",
    "FEED BOX A": "FEED BOX AT A",
    "MOVE\u00a0A": "MOVE A",
    "\uff2d\uff2f\uff36\uff25 A": "MOVE A",
    "DRAW\u00a01\u00a02 3": "DRAW 1 2 3",
    "DRAW \u22125 2 3": "DRAW -5 2 3",
    ";! dialect hokaido": ";! dialect hokkaido",
}


@pytest.mark.parametrize("line", FIXABLE)
def test_the_first_fix_gives_the_correct_line(line: str) -> None:
    text = f"POINT A 1 2 3 4 5 6\nPOINT LOC1 1 2 3 4 5 6\n{line}\nEND\n"
    if line.startswith(";"):
        text = f"{line}\nREADY\nEND\n"
    (diagnostic,) = parse(text).diagnostics
    fixed = apply_fix(text, diagnostic.fixes[0])
    assert fixed == text.replace(line, FIXABLE[line])
    assert parse(fixed).diagnostics == ()


def test_one_fix_corrects_a_name_in_all_its_places() -> None:
    text = "POINT LOC1 1 2 3 4 5 6\nMOVE LCO1\nMOVES lco1\nEND"
    (diagnostic,) = parse(text).diagnostics
    assert apply_fix(text, diagnostic.fixes[0]).count("LOC1") == 3


@pytest.mark.parametrize("text", ["10 READY", "10 READY ; go\n", "10 READY\n\n; bye\n"])
def test_the_missing_end_can_be_added(text: str) -> None:
    (diagnostic,) = parse(text).diagnostics
    fixed = apply_fix(text, diagnostic.fixes[0])
    assert "\n20 END" in fixed
    assert parse(fixed).diagnostics == ()
