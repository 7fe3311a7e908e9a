"""Statements of FANUC programs that are no motions, and what is told of them."""

import pytest

from language import parse
from language.foreign.reading import ASSUMED
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.makers.writing.orders import Await, Stand, Switch
from tests.scenes.makers.fanuc.conftest import (
    DATA,
    P1,
    START,
    backup,
    lost,
    pose_rows,
    program,
    translate,
)


def outputs(orders) -> list[tuple[int, bool]]:
    return [(order.output, order.on) for order in orders if isinstance(order, Switch)]


def test_loops_jumps_and_branches_go_the_way_of_the_controller(orders_in) -> None:
    found = outputs(
        orders_in(
            "  R[1:turns]=0",
            "  LBL[10:again]",
            "  R[1]=R[1]+1",
            "  DO[1]=ON",
            "  IF R[1]<3,JMP LBL[10]",
            "  IF (R[1]=3 AND !DI[7]) THEN",
            "  DO[2]=ON",
            "  ELSE",
            "  DO[3]=ON",
            "  ENDIF",
            "  FOR R[2]=1 TO 2",
            "  DO[4]=ON",
            "  ENDFOR",
            "  FOR R[2]=2 DOWNTO 1",
            "  DO[5]=(R[2]=2)",
            "  ENDFOR",
            "  SELECT R[1]=1,JMP LBL[99]",
            "       =3,CALL SUB(7,R[2])",
            "       ELSE,JMP LBL[99]",
            "  RO[1]=ON",
            "  END",
            "  LBL[99]",
            "  DO[9]=ON",
            data=[*DATA, ("sub.ls", program("  DO[6]=(AR[1]=7)", "  DO[8]=(AR[2]<2)", name="SUB"))],
        )
    )
    on = [number for number, state in found if state]
    assert on == [1, 1, 1, 2, 4, 4, 5, 6, 8, 40001]
    assert (5, False) in found


def test_a_comma_in_brackets_ends_no_condition(orders_in) -> None:
    found = orders_in(
        "  R[1]=7",
        "  PR[1,2]=5",
        "  PR[1,3]=9",
        "  IF PR[1,2]>4,JMP LBL[1]",
        "  DO[1]=ON",
        "  LBL[1]",
        "  SELECT R[1]=PR[1,3],JMP LBL[2]",
        "         =PR[1,2],JMP LBL[3]",
        "         ELSE,JMP LBL[2]",
        "  LBL[2]",
        "  DO[2]=ON",
        "  LBL[3]",
        "  DO[3]=ON",
    )
    assert outputs(found) == [(2, True), (3, True)]


def test_waits_end_with_their_signal_or_their_time(orders_in) -> None:
    scenario = Scenario(events=(SignalEvent(0.5, 20005, True),))
    found = orders_in(
        "  DO[5]=OFF",
        "  WAIT    .25(sec)",
        "  WAIT DI[5:part]=ON",
        "  $WAITTMOUT=200",
        "  WAIT DI[6]=ON TIMEOUT,LBL[3]",
        "  DO[1]=ON",
        "  LBL[3]",
        "  DO[2]=ON",
        scenario=scenario,
    )
    assert outputs(found) == [(5, False), (2, True)]
    assert [o.input for o in found if isinstance(o, Await)] == [20005]
    assert any(isinstance(o, Stand) and o.seconds == pytest.approx(0.25) for o in found)


WAIT = "  WAIT DI[6]=ON TIMEOUT,LBL[3]"
TIMES = {
    "none": ([], "30"),
    "a branch that is left": (["  $WAITTMOUT=200", "  JMP LBL[1]", "  $WAITTMOUT=300"], "2"),
    "the last one": (["  $WAITTMOUT=200", "  $WAITTMOUT=300"], "3"),
    "one of a called program": (["  $WAITTMOUT=200", "  CALL TIMES"], "5"),
    "one of two": (["  $WAITTMOUT=200", "  IF R[1]=1,CALL TIMES"], ""),
    "one that a register has": (["  $WAITTMOUT=R[1]"], ""),
}


@pytest.mark.parametrize("way", TIMES)
def test_a_wait_takes_the_time_that_holds_along_the_way_of_a_run(way) -> None:
    codes, seconds = TIMES[way]
    called = ("times.ls", program("  $WAITTMOUT=500", name="TIMES"))
    code = program(*START, *codes, "  LBL[1]", WAIT, "  LBL[3]")
    made = translate(code, [*DATA, called])
    told = [each for each in lost(made) if "$WAITTMOUT" in str(each)]
    assert bool(told) == (not seconds)
    assert not seconds or f"TIMER(99) >= {seconds}\n" in made.text


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("L P[7] 100mm/sec FINE", "P[7] has no value"),
        ("L PR[8] 100mm/sec FINE", "PR[8] has no value"),
        ("L P[1] 100mm/sec FINE Offset,PR[8]", "PR[8] has no value"),
        ("L P[2] 100mm/sec FINE", "UFRAME[4] has no value"),
        ("L P[3] 100mm/sec FINE", "UTOOL[5] has no value"),
        ("L P[1] 100mm/sec FINE VOFFSET,VR[1]", "Voffset is not read"),
        ("L P[1] 100mm/sec FINE Skip,LBL[R[1]]", "the label of Skip is not a number"),
        ("J P[4] 10% FINE", "the arm cannot be at P[4]"),
        ("  CALL NOWHERE", "NOWHERE is not among the files"),
        ("  R[1]=$SCR_GRP[1].$MCH_POS_X", "is not known here"),
        ("  JMP LBL[77]", "LBL[77] is not there"),
        ("  Open hand 1", "not understood"),
        ("  R[1]=" + "(" * 60 + "1", "nested too deeply"),
    ],
)
def test_what_has_no_value_or_is_not_understood_is_told_at_its_line(code, why) -> None:
    points = {
        2: pose_rows(P1, frames="UF : 4, UT : 1"),
        3: pose_rows(P1, frames="UF : 1, UT : 5"),
        4: pose_rows(P1, "N D B, 0, 0, 0"),
    }
    made = translate(program(*START, code, "L P[1] 50mm/sec FINE", points=points))
    found = [f for f in made.findings if f.code in ("E701", "W702")]
    assert len(found) == 1 and why in found[0].message, found
    assert found[0].line == 7 and found[0].column == 6 + (code[0] == " ") * 2
    assert made.coverage.not_understood == 1
    assert [f.line for f in made.findings if f.code == ASSUMED] == [8]
    assert "MOVES P1" in made.text and f"; LS 7: {code.strip()[:20]}" in made.text


def test_the_only_tool_without_numbers_is_that_of_the_cell_and_this_is_told() -> None:
    made = translate(program(*START, "L P[1] 50mm/sec FINE"), DATA[:1])
    assert not lost(made)
    assert any("taken to be the tool of the cell" in f.message for f in made.findings)


def test_a_point_of_another_frame_than_the_one_in_use_is_told() -> None:
    made = translate(program(*START, "  UFRAME_NUM=0", "L P[1] 50mm/sec FINE"))
    assert any(
        "belongs to UFRAME_NUM 1: the controller stops at 0" in f.message for f in made.findings
    )


def test_comments_in_brackets_remarks_and_words_of_other_pendants_are_read() -> None:
    made = translate(
        program(
            "  BENUTZER_NUM=1",
            "  WKZ_NUM=1",
            'J P[9:Home: "a"] 100% FINE',
            "  !to the part",
            "  //DO[1]=ON",
            "  R[105:X-PR[38]]=R[R[2:index]:text]+1",
            '  MESSAGE[a: b, "c"]',
            "  PAYLOAD[1:empty]",
            "",
        )
    )
    assert not lost(made)
    assert "R[105] = R[R[2]] + 1" in made.text and "; to the part" in made.text
    assert "TYPE \"a: b, 'c'\"" in made.text
    assert (made.coverage.carried_out, made.coverage.ignored) == (5, 1)


def test_registers_of_the_last_run_begin_a_program_and_say_where_they_come_from() -> None:
    numbers = "[*NUMREG*]$NUMREG  Storage: SHADOW\n  [1] = 0  'x'\n  [7] = 2.500000  'pace'\n"
    data = [*DATA, ("numreg.va", numbers), ("posreg.va", backup("POSREG", {3: P1}))]
    made = translate(program(*START, "L PR[3] R[7]mm/sec FINE"), data)
    assert not lost(made)
    assert "  R[7] = 2.5\n" in made.text and "R[1] = 0" not in made.text
    assert "  PR[3,2] = -60\n" in made.text
    assert made.origins["R[7]"] == "numreg.va:3, value of the last run"


def test_a_listing_of_frames_gives_them_by_their_order() -> None:
    row = "   {:.1f}     0.0     0.0     0.0     0.0     0.0 name"
    text = "\n".join(
        [
            "Tool Frame",
            row.format(7),
            row.format(8),
            "",
            "Jog Frame",
            row.format(1),
            "User Frame",
            row.format(30),
        ]
    )
    made = translate(
        program(*START, "  UTOOL_NUM=2", "  PR[1]=UTOOL[2]", "  PR[2]=UFRAME[1]"),
        [("frame.dg", text)],
    )
    assert "PR[1,1] = 8\n" in made.text and "PR[2,1] = 30\n" in made.text


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: t.replace("/END", ""), "/END is missing"),
        (lambda t: t.replace("/MN", ""), "/MN is missing"),
        (lambda t: t[: t.index("L P[1]") + 4], "is missing"),
    ],
)
def test_a_file_that_is_cut_off_is_told(change, why) -> None:
    made = translate(change(program(*START, "L P[1] 50mm/sec FINE")))
    assert any(why in f.message for f in made.findings)


def test_the_translation_of_every_statement_is_a_program_of_ours() -> None:
    made = translate(
        program(
            *START,
            "  TIMER[1]=RESET",
            "  TIMER[1]=START",
            "  R[1]=TIMER[1]",
            "  TIMER[1]=STOP",
            "  R[2]=DI[3]",
            "  DO[R[2]]=ON",
            "  DO[4]=PULSE,0.5sec",
            "  GO[1]=5",
            "  UALM[1]",
            "  PAUSE",
            "  JMP LBL[R[1]]",
            "  LBL[1]",
            "  OVERRIDE=50%",
            "  SKIP CONDITION DI[1]=ON",
            "L P[1] 50mm/sec FINE Skip,LBL[1]",
            "L P[1] 50mm/sec CNT100 TB .10sec,DO[3]=ON",
            "  R[3]=R[1] DIV 2+R[2] MOD 3",
            "  ABORT",
        )
    )
    assert not lost(made), lost(made)
    errors = [d for d in parse(made.text).diagnostics if d.severity == "error"]
    assert not errors, errors
    told = " ".join(f.message for f in made.findings)
    assert "pulse" in told and "override" in told and "skip condition" in told
