"""Programs of VAL3 that are not understood or damaged: findings at their places, no crash."""

import numpy as np
import pytest

from language.foreign.reading import DIFFERS, NOT_CARRIED_OUT, NOT_UNDERSTOOD, UNREADABLE
from scenes.makers.staubli.translation.val3_trees import (
    Access,
    Binary,
    Number,
    SyntaxFaultError,
    sides_of,
    tree_of,
    without_remark,
)
from tests.depth import cases
from tests.scenes.makers.staubli.conftest import (
    DATA,
    FLOW,
    lost,
    program,
    translate,
)

FAULTS = {
    "movel(pNone, tTool, mFast)": (NOT_CARRIED_OUT, "pNone has no value"),
    "movel(pPick[9], tTool, mFast)": (NOT_CARRIED_OUT, "no element 9"),
    "movel(pPick[0], tNone, mFast)": (NOT_CARRIED_OUT, "tNone has no value"),
    "movel(pPick[0], tTool, mNone)": (NOT_CARRIED_OUT, "mNone has no value"),
    "movel(pPick[0], tTool)": (NOT_CARRIED_OUT, "takes 3 things"),
    "movel(jHome[0], tTool, mFast)": (NOT_CARRIED_OUT, "is no point"),
    "movej(pPick[0], tTool, mFast": (NOT_CARRIED_OUT, ") is missing"),
    "nI = movel(sText, tTool, mFast)": (NOT_CARRIED_OUT, "is no point"),
    "tTool.trsf.z = 5\n  movel(pPick[0], tTool, mFast)": (NOT_CARRIED_OUT, "a tool that changes"),
    "alterBegin(fPart, mFast)": (NOT_UNDERSTOOD, "not understood"),
    "call nobody()": (NOT_UNDERSTOOD, "not among the files"),
    'taskCreate "a", 10, b()': (NOT_UNDERSTOOD, "a task beside the program"),
    "nSum = get()": (NOT_UNDERSTOOD, "what get gives"),
    "if sText == \"a\"\n  endIf": (NOT_UNDERSTOOD, "the block is not run"),
    "endWhile": (NOT_UNDERSTOOD, "no WHILE is open here"),
    "while true": (NOT_UNDERSTOOD, "a block has no end"),
    "nSum = 1 +": (NOT_UNDERSTOOD, "the line breaks off"),
    "nSum = ((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))": (
        NOT_UNDERSTOOD, "too deep"),
    "movel(pPick[1e999], tTool, mFast)": (NOT_CARRIED_OUT, "too large"),
    "movel(pPick[-1], tTool, mFast)": (NOT_CARRIED_OUT, "no element with this index"),
    f"nSum = {'1 + ' * 200}1": (NOT_UNDERSTOOD, "the line is too long"),
    "§ 5": (NOT_UNDERSTOOD, "not understood"),
}  # fmt: skip


@pytest.mark.parametrize("line", FAULTS)
def test_what_is_not_understood_is_a_finding_at_its_place(line) -> None:
    code, message = FAULTS[line]
    source = program(*line.split("\n"))
    made = translate(source)
    found = [each for each in made.findings if each.code == code and message in each.message]
    assert len(found) == 1, made.findings
    shown = source.split("\n")[found[0].line - 1]
    assert shown[found[0].column - 1 :].strip() and shown.strip().split()[0] in source
    assert all(1 <= place.line <= source.count("\n") + 1 for place in made.places)


def test_a_program_that_calls_itself_is_told_where_it_is_called() -> None:
    own = program("call pick()", name="pick")
    made = translate(program("call pick()"), data=[*DATA, ("pick.pgx", own)])
    assert len(lost(made)) == 1 and "pick calls itself" in lost(made)[0]


def test_the_arm_that_still_moves_is_told_where_the_program_acts() -> None:
    lines = ["movel(pPick[0], tTool, mFast)", "dValve = true"]
    told_of = [each for each in translate(program(*lines)).findings if each.code == DIFFERS]
    assert any("runs ahead of its arm" in each.message for each in told_of)
    waits = [lines[0], "waitEndMove()", lines[1]]
    told_of = [each for each in translate(program(*waits)).findings if each.code == DIFFERS]
    assert not any("runs ahead" in each.message for each in told_of)


def test_values_without_the_file_of_the_application_are_never_zero() -> None:
    made = translate(program("movej(jHome[0], tTool, mFast)"), data=[])
    assert [found.code for found in made.findings] == [NOT_CARRIED_OUT]
    assert "MOVE" not in "".join(line for line in made.text.split("\n") if ";" not in line)


@pytest.mark.parametrize(
    ("source", "data", "message"),
    [
        ("<a", [], "no XML of VAL3"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><Programs/>', [], "document type"),
        ("<program/>", [], "older form"),
        (program("cls()"), [("a.pjx", "<Project><Parameters millimeterUnit='false'/></Project>")],
         "inches"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_program_gives_one_message(source, data, message) -> None:
    made = translate(source, data)
    assert [found.code for found in made.findings] == [UNREADABLE]
    assert message in made.findings[0].message


def test_a_damaged_file_beside_the_program_is_told_and_the_rest_is_read() -> None:
    made = translate(program("delay(1)"), data=[*DATA, ("b.dtx", "<Database"), ("c.pgx", "")])
    assert len(lost(made)) == 2 and "DELAY 1" in made.text
    assert all("b.dtx:1" in message or "c.pgx:1" in message for message in lost(made))


PIECES = [*"()[]{}<>=!&.,\"'/*- \n9aé\x7f", "&#10;", "&#13;", "]]>", "<![CDATA[", "<!-- ", "-->"]


@pytest.mark.parametrize("seed", range(cases(300, 60)))
def test_no_text_however_damaged_ends_the_reader(seed) -> None:
    rng = np.random.default_rng(seed)
    whole = program(*FLOW, "movel(appro(pPick[0], {0,0,-5,0,0,0}), tTool, mSlow)", "call pick(a)")
    text = list(whole)
    for _ in range(rng.integers(1, 6)):
        at = rng.integers(150, len(text))
        if rng.random() < 0.5:
            del text[at : at + rng.integers(1, 40)]
        else:
            text[at:at] = rng.choice(PIECES, rng.integers(1, 8))
        if len(text) < 200:
            break
    made = translate("".join(text))
    assert made.text or made.findings[0].code == UNREADABLE
    assert len(made.places) == len(made.text.split("\n")) or not made.text


def test_signs_bind_as_in_the_manual() -> None:
    assert tree_of("1 + 2 * 3") == Binary("+", Number(1), Binary("*", Number(2), Number(3)))
    tree = tree_of("a == 1 or b < 2 and c")
    assert isinstance(tree, Binary) and tree.sign == "or" and tree.right.sign == "and"
    assert tree_of("5 - 3 - 1") == Binary("-", Binary("-", Number(5), Number(3)), Number(1))
    assert sides_of("p[2].trsf.x = 1") == (Access("p", Number(2), ("trsf", "x")), Number(1))
    assert sides_of("movel(a, b, c)") is None and sides_of("a == 1") is None
    assert without_remark('put("a//b") // c') == ('put("a//b") ', " c")
    for code in ("", "1 2", "a.", "a[1", "{1, 2", "-" * 60 + "1", "+"):
        with pytest.raises(SyntaxFaultError):
            tree_of(code)


HOSTILE_DATA = {
    "an index without end": ("fTray[0]", f"fTray[{'9' * 5000}]"),
    "an element that is not there": ('fatherId="fTray[0]"', 'fatherId="fTray[7]"'),
    "a frame in itself": ('fatherId="fPart[0]"', 'fatherId="fTray[0]"'),
    "a tool in itself": ('fatherId="flange[0]"', 'fatherId="tGrip[0]"'),
    "a number that is none": ('x="300.0"', 'x="300,0"'),
    "a number without end": ('x="300.0"', f'x="{"9" * 5000}"'),
    "no number": ('x="300.0"', 'x="nan"'),
    "a frame that is a tool": ('type="frame"', 'type="tool"'),
    "a word of a configuration that is none": ('"lefty"', '"left"'),
    "no frame": (' fatherId="fTray[0]"', ""),
}


@pytest.mark.parametrize("name", HOSTILE_DATA)
def test_damaged_values_stop_the_motions_that_use_them(name) -> None:
    old, new = HOSTILE_DATA[name]
    data = [(file, text.replace(old, new)) for file, text in DATA]
    assert data != DATA
    made = translate(program("movel(pPick[0], tGrip, mFast)", "delay(1)"), data=data)
    assert [found.code for found in made.findings] == [NOT_CARRIED_OUT]
    assert "MOVES" not in made.text.replace("; VAL3", "") and "DELAY 1" in made.text


@pytest.mark.parametrize("seed", range(cases(300, 60)))
def test_no_data_however_damaged_end_the_reader(seed) -> None:
    rng = np.random.default_rng(seed)
    text = list(DATA[0][1])
    for _ in range(rng.integers(1, 5)):
        at = rng.integers(200, len(text))
        if rng.random() < 0.5:
            del text[at : at + rng.integers(1, 30)]
        else:
            text[at:at] = rng.choice(list("<>/\"'=0129-.exk[] "), rng.integers(1, 6))
    lines = [
        "movej(pPick[0], tGrip, mFast)",
        "movel(pPick[1], tTool, mSlow)",
        "movej(jHome[1], tTool, mSlow)",
    ]
    made = translate(program(*lines), data=[("app.dtx", "".join(text))])
    assert len(made.places) == len(made.text.split("\n"))
