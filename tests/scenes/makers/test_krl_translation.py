"""KRL programs in our language: the run of an exported program, and pendant-made programs."""

import re

import numpy as np
import pytest

from kinematics import forward
from language import parse
from language.foreign.reading import ASSUMED
from scenes import load_robot, simulate
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.makers.krl.krl_data import Declarations
from scenes.makers.krl.krl_expressions import Names
from scenes.makers.krl.krl_frames import pose_of_frame
from scenes.makers.krl.krl_translation import krl_translated
from scenes.makers.krl.krl_writer import krl_text
from scenes.makers.krl.motions.krl_posture import joints_of_point, status_of, turn_of
from scenes.makers.krl.terms.krl_types import Types
from scenes.makers.krl.terms.krl_values import NotSaidError, Values
from scenes.makers.orders import Go
from scenes.makers.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.conftest import random_program

ARMS = ["kuka_kr6_r900_2", "kuka_kr10_r1100_sixx"]
CONFIG = """
TOOL_DATA[1]={X 0.0,Y 0.0,Z 142.0,A 0.0,B 0.0,C 0.0}
BASE_DATA[1]={X 0.0,Y 0.0,Z 50.0,A 0.0,B 0.0,C 0.0}
DECL E6AXIS XHOME={A1 0.0,A2 -90.0,A3 90.0,A4 0.0,A5 60.0,A6 0.0,E1 0.0}
DECL FDAT FHOME={TOOL_NO 1,BASE_NO 0,IPO_FRAME #BASE}
DECL PDAT PDEFAULT={VEL 100.0,ACC 100.0,APO_DIST 100.0}
SIGNAL LAMP $OUT[12]
"""
DATA = """
DEFDAT WELD
DECL INT COUNT=0
DECL E6POS XP1={X 500.0,Y -100.0,Z 300.0,A 0.0,B 180.0,C 0.0,S 2,T 2,E1 0.0,E2 0.0}
DECL FDAT FP1={TOOL_NO 1,BASE_NO 1,IPO_FRAME #BASE,POINT2[] " "}
DECL PDAT PPDAT1={VEL 50.0,ACC 100.0,APO_DIST 40.0}
DECL E6POS XP2={X 500.0,Y -100.0,Z 200.0,A 0.0,B 180.0,C 0.0,S 2,T 2}
DECL LDAT LCPDAT1={VEL 0.2,ACC 100.0,APO_DIST 15.0,APO_FAC 50.0,ORI_TYP #VAR}
ENDDAT
"""


GOAL = "LIN {X 500,Y 0,Z 100,A 0,B 180,C 0}"


def translate(source: str, *data: str, robot=None):
    robot = robot or load_robot(ARMS[0])
    files = [(f"{number}.dat", text) for number, text in enumerate(data or (CONFIG, DATA))]
    return krl_translated(source, files, robot, robot.controller)


def lost(made) -> list:
    """What is not understood; motions that are only assumed for it are left out."""
    return [found for found in made.findings if found.code != ASSUMED]


def said(krl: str, *codes: str) -> str | None:
    """A value in our words, with declarations; None where ours cannot say it."""
    types = Types()
    types.read(codes)
    raw = "{0[1][X]:g}".format
    values = Values(
        types, Names({}), Declarations(), frozenset(), lambda *given: raw(given), lambda: ""
    )
    try:
        text = values.text(krl)
    except NotSaidError:
        return None
    return "; ".join([*values.before, text])


def program(*lines: str) -> str:
    head = ["DEF A( )", "BAS(#INITMOV,0)", "$BASE=$NULLFRAME", "$TOOL={X 0,Y 0,Z 142}"]
    return "\n".join([*head, "PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}", *lines, "END", ""])


@pytest.mark.parametrize("seed", range(cases(30, 6)))
@pytest.mark.parametrize("arm", ARMS)
def test_an_exported_program_comes_back_as_the_same_motions(arm, seed, orders_of, run_on) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    robot = run.cell.robot
    made = krl_translated(
        krl_text(orders, robot, robot.controller, "A"), (), robot, robot.controller
    )
    assert not lost(made)
    back = unrolled(run_on(arm, made.text), hand_output=2)
    ours, theirs = ([o for o in each.orders if isinstance(o, Go)] for each in (orders, back))
    # The text begins with a motion to where the arm stands: it has none in the run.
    assert [go.way for go in ours] == [go.way for go in theirs]
    for a, b in zip(ours, theirs, strict=True):
        assert a.T_base_tool == pytest.approx(b.T_base_tool, abs=2e-3)
        assert np.degrees(a.q) == pytest.approx(np.degrees(b.q), abs=2e-3)
        assert a.mm_s == pytest.approx(b.mm_s, rel=1e-3) or a.way.value == "joints"
        assert a.percent == pytest.approx(b.percent, abs=1.0) or a.way.value != "joints"


@pytest.mark.parametrize("seed", range(cases(60, 15)))
@pytest.mark.parametrize("arm", ARMS)
def test_status_and_turn_name_one_set_of_joint_values(arm, seed) -> None:
    robot = load_robot(arm)
    mechanism, own = robot.mechanism, robot.controller
    rng = np.random.default_rng(seed)
    q = rng.uniform(0.95 * mechanism.lower, 0.95 * mechanism.upper)
    T = forward(mechanism, q)
    found = joints_of_point(mechanism, own, T, status_of(mechanism, own, q), turn_of(own, q))
    assert found is not None
    # The same posture; an axis that can turn further than 360 deg may be there in two ways.
    off = np.degrees(found - q)
    assert off == pytest.approx(360 * np.round(off / 360), abs=1e-6)
    assert status_of(mechanism, own, found) == status_of(mechanism, own, q)


def test_the_home_position_has_the_status_that_pendants_show() -> None:
    robot = load_robot(ARMS[0])
    home = np.radians([0.0, -90, 90, 0, 30, 0])
    assert status_of(robot.mechanism, robot.controller, home) == 0b010
    assert turn_of(robot.controller, home) == 0b000010
    bent = np.radians([0.0, -90, 90, 0, -30, -10])
    assert status_of(robot.mechanism, robot.controller, bent) == 0b110
    assert turn_of(robot.controller, bent) == 0b110010
    behind = np.radians([0.0, -150, -60, 0, 30, 0])
    assert status_of(robot.mechanism, robot.controller, behind) & 0b001


PENDANT = """&ACCESS RVP
DEF weld( )
;FOLD INI
BAS(#INITMOV,0)
;ENDFOLD (INI)
; Two passes over the seam
$BWDSTART = FALSE
PDAT_ACT=PDEFAULT
FDAT_ACT=FHOME
BAS(#PTP_PARAMS,100)
PTP XHOME
FOR I=1 TO 2
  ;FOLD PTP P1 CONT Vel=50 % PDAT1 Tool[1] Base[1]
  PDAT_ACT=PPDAT1
  FDAT_ACT=FP1
  BAS(#PTP_PARAMS,50)
  PTP XP1 C_PTP
  ;ENDFOLD
  LDAT_ACT=LCPDAT1
  BAS(#CP_PARAMS,0.2)
  LIN XP2 C_DIS
  CONTINUE
  $OUT[2]=TRUE
  LIN_REL {X 0,Y 60,Z 0} C_DIS
  $OUT[2]=FALSE
  IF $IN[3] AND NOT (COUNT==4) THEN
    COUNT=COUNT+1
    TRACK()
  ENDIF
ENDFOR
LAMP=TRUE
PTP XHOME
END
DEF TRACK()
  WAIT FOR $IN[7] OR $IN[8]
  WAIT SEC 0.25
END
"""


def test_a_pendant_made_program_is_run_as_its_controller_runs_it(run_on) -> None:
    made = translate(PENDANT, robot=run_on(ARMS[0], "END\n").cell.robot)
    assert not lost(made)
    assert not parse(made.text).diagnostics
    events = (SignalEvent(1.0, 3, True), SignalEvent(2.0, 7, True))
    run = run_on(ARMS[0], made.text, scenario=Scenario(events=events))
    orders = unrolled(run, hand_output=9)
    goes = [order for order in orders.orders if isinstance(order, Go)]
    at = np.array([go.T_base_tool[:3, 3] for go in goes])
    seam = [[500, -100, 350], [500, -100, 250], [500, -40, 250]]
    assert at[:6] == pytest.approx(np.array(seam * 2), abs=1e-3)
    assert [round(go.zone_mm) for go in goes[1:3]] == [15, 0]
    assert made.text.count("ACCURACY") == 2  # of PTP XP1 C_PTP and of LIN XP2 C_DIS
    assert goes[1].mm_s == 200 and goes[0].percent == 50
    assert run.end_state.signals[12] and not run.end_state.signals[2]
    assert run.end_state.variables["COUNT"] == 2
    assert "; Two passes over the seam" in made.text and "; PTP P1 CONT" in made.text


def test_an_output_without_continue_stops_the_arm_before_it() -> None:
    rounded = translate(
        program("$APO.CDIS=10", "LIN {Z 700} C_DIS", "CONTINUE", "$OUT[1]=TRUE", "LIN {Z 600}")
    )
    stopped = translate(program("$APO.CDIS=10", "LIN {Z 700} C_DIS", "$OUT[1]=TRUE", "LIN {Z 600}"))
    assert "ACCURACY 10" in rounded.text and "ACCURACY" not in stopped.text


SPLINE = "SPTP XP1 WITH $VEL_AXIS[1] = SVEL_JOINT(30.0), $TOOL = STOOL2(FP1), "
SPLINE += "$BASE = SBASE(FP1.BASE_NO), $LOAD = SLOAD(FP1.TOOL_NO), $APO = SAPO_PTP(PPDAT1)"


def test_settings_of_a_spline_motion_hold_for_it_alone(run_on) -> None:
    lines = (SPLINE, "SLIN {Z 250} WITH $VEL = SVEL_CP(0.1, , LCPDAT1) C_SPL", "SLIN {Z 300}")
    made = translate(program("$VEL.CP=0.2", *lines), robot=run_on(ARMS[0], "END\n").cell.robot)
    assert not lost(made)
    orders = unrolled(run_on(ARMS[0], made.text), hand_output=9)
    goes = [order for order in orders.orders if isinstance(order, Go)]
    # XP1 stands in base 1, 50 mm up; the lines behind it in the base of the program.
    heights = [float(go.T_base_tool[2, 3]) for go in goes]
    assert heights == pytest.approx([350, 250, 300], abs=1e-3)
    assert goes[0].percent == 30 and [go.mm_s for go in goes[1:]] == [100, 200]


@pytest.mark.parametrize(
    ("words", "why"),
    [("$FOO = 3", "not read here"), ("$TOOL = STOOL2(FP9)", "no value"), ("SVEL", "not a setting")],
)
def test_settings_that_are_not_known_are_told(words, why) -> None:
    made = translate(program(f"SPTP XP1 WITH {words}"))
    assert [loss.line for loss in lost(made)] == [6] and why in lost(made)[0].message


def test_enumerations_are_numbers_that_differ_and_messages_are_typed(run_on) -> None:
    lines = ("STATE=#IDLE", "IF STATE==#BUSY THEN", "HALT", "ENDIF", 'MsgNotify("all well")')
    made = translate(program(*lines))
    assert not lost(made) and 'TYPE "all well"' in made.text
    run = run_on(ARMS[0], made.text)
    assert "PAUSE" not in {step.statement.name for step in run.steps}


def test_a_function_gives_its_value_and_changes_no_value_of_its_caller(run_on) -> None:
    text = program("N=2", "WAIT SEC F(N)+F(1)/2", "IF F(N)==5 THEN", "WAIT SEC N", "ENDIF")
    text += "DEFFCT INT F(A:IN)\nDECL INT A,I\nI=A*A\nA=I+1\nRETURN A\nENDFCT\n"
    made = translate(text)
    assert not lost(made)
    # F(2) = 5 and F(1) = 2: 5 + 2 / 2 s, then N, which is still 2.
    assert run_on(ARMS[0], made.text).duration == pytest.approx(8.0)


def test_structures_are_kept_field_by_field(run_on) -> None:
    data = "STRUC PILE INT FILL,FRAME TOP\nDECL PILE A={FILL 3,TOP {X 1,Y 2,Z 3,A 0,B 0,C 0}}\n"
    lines = ("B=A", "B.FILL=B.FILL+1", "B.TOP.Z=B.TOP.Z+7", "C[2]=B.FILL/3", "UP(B)")
    text = "DEF A1( )\nDECL PILE B\nDECL INT C[3]\n" + "\n".join(lines)
    text += "\nWAIT SEC B.FILL+C[2]\nWAIT SEC B.TOP.Z+A.TOP.Z\nEND\n"
    text += "DEF UP(P:OUT)\nDECL PILE P\nP.FILL=P.FILL+5\nEND\n"
    made = translate(text, data)
    assert not lost(made)
    # B.FILL = 3 + 1 + 5 and C[2] = 4 / 3 of whole numbers; B.TOP.Z = 10 and A.TOP.Z stays 3.
    assert run_on(ARMS[0], made.text).duration == pytest.approx(9 + 1 + 10 + 3)


@pytest.mark.parametrize("angles", [(10, 20, 30), (-150, 70, 5), (0, 0, 0), (33, -88, -170)])
def test_a_product_of_frames_is_that_of_their_matrices(angles, run_on) -> None:
    a, b, c = angles
    lines = (f"G={{X 20,Y 30,Z 40,A {a},B {b},C {c}}}", "G.X=G.X+5", "G.A=G.A+4", "H=P:G")
    text = program("DECL FRAME P,G,H", "P={X 30,Y 0,Z 60,A 7,B 170,C 11}", *lines)
    waits = "".join(f"WAIT SEC H.{key}+1000\n" for key in "XYZABC")
    made = translate(text.replace("END\n", f"{waits}END\n"))
    assert not lost(made)
    run = run_on(ARMS[0], made.text)
    told = [step.duration - 1000 for step in run.steps if step.statement.name == "DELAY"]
    P, G, H = (
        pose_of_frame(dict(zip("XYZABC", values, strict=True)))
        for values in ((30, 0, 60, 7, 170, 11), (25, 30, 40, a + 4, b, c), told)
    )
    assert pytest.approx(P @ G, abs=1e-6) == H


def test_inputs_and_outputs_of_one_number_are_kept_apart() -> None:
    made = translate(program("$OUT[1]=TRUE", "WAIT FOR $IN[1]"))
    assert "SIGNAL 1" in made.text and "WAIT SIG(1001)" in made.text
    apart = translate(program("$OUT[1]=TRUE", "WAIT FOR $IN[2]"))
    assert "WAIT SIG(2)" in apart.text


@pytest.mark.parametrize(
    ("krl", "ours"),
    [
        ("A==1 AND B<>2", "A == 1 AND B <> 2"),
        ("NOT $IN[3]", "NOT SIG(3)"),
        ("-X*(2.5+Y[I])", "-X * (2.5 + Y[I])"),
        ("ABS(A)/SQRT(2)", "ABS(A) / SQRT(2)"),
        ("ATAN2(1,2) > 45", "ATAN2(1, 2) > 45"),
        ("A EXOR TRUE", "A XOR TRUE"),
        ("'B0101'", "5"),
        ("$POS_ACT.X > 3", "SET KRL.HERE = HERE; DX(KRL.HERE) > 3"),
        ("F(2)", None),
        ("P.X", "DX(P)"),
        ("$STOPMESS", None),
        ("B B_AND 3", None),
        ("7 / 2", "INT(7 / 2)"),
        ("7 / 2.0", "7 / 2.0"),
        ("A - (B - C)", "A - (B - C)"),
        ("NOT (A == B) OR C", "NOT (A == B) OR C"),
        ("1e999", None),
        ("#ON == S", "1 == S"),
        ("A[1", None),
    ],
)
def test_expressions(krl, ours) -> None:
    assert said(krl) == ours


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("WEIGH_IT", "not understood"),
        ("PTP XP9", "no value"),
        ("$TOOL=TOOL_DATA[7]", "no value"),
        ("BAS(#FOO,1)", "not known"),
        ("LIN {A1 0}", "axis values"),
        ("PTP {X 500,Y 0,Z 300,A 0,B 180,C 0,S 5,T 2}", "cannot be at"),
        ("LIN_REL {A 5}", "only shifts"),
        ("X=INVERSE(XP1)", "not in this file"),
        ("$FLAG[1]=TRUE", "not set here"),
        ("TRIGGER WHEN PATH=20 DELAY=0 DO $OUT[1]=TRUE", "another place"),
        ("H50(GRP,1,1,GCONT)", "technology"),
        ("INTERRUPT DECL 4 WHEN $IN[1] DO UP()", "not understood"),
        ("ENDIF", "no IF is open"),
        ("LIN {X 1e999,Y 0,Z 0,A 0,B 0,C 0}", "no number|no value"),
        ("$VEL.CP=1e999", "no number"),
        ("FOR I=1 TO N[", "loop"),
    ],
)
def test_what_is_not_understood_is_told_and_stays_as_a_remark(code, why) -> None:
    made = translate(program(code))
    assert lost(made)[0].line == 6 and re.search(why, lost(made)[0].message)
    assert f"; KRL 6: {' '.join(code.split())}" in made.text
    assert made.coverage.lines == 7 and "not understood" in made.coverage.words


def test_a_block_whose_condition_is_not_read_is_never_run(run_on) -> None:
    made = translate(program("IF $FLAG[1] THEN", GOAL, "ENDIF", "WAIT SEC 1"))
    assert [loss.line for loss in lost(made)] == [6]
    run = simulate(run_on(ARMS[0], "END\n").cell, made.text)
    assert "MOVES" not in {step.statement.name for step in run.steps}
    assert run.duration == pytest.approx(1.0)


@pytest.mark.parametrize(
    "lines",
    [
        ("IF $FLAG[1] THEN", "WAIT SEC 2", "ELSE", "WAIT SEC 4", "ENDIF"),
        ("SWITCH $STOPMESS", "CASE 0", "WAIT SEC 2", "DEFAULT", "WAIT SEC 4", "ENDSWITCH"),
        ("N=3", "SWITCH N", "CASE 3", "WAIT SEC 0", "CASE $STOPMESS", "WAIT SEC 4", "ENDSWITCH"),
        ("WHILE $FLAG[1]", "WAIT SEC 2", "ENDWHILE"),
        ("FOR I=1 TO $N", "WAIT SEC 2", "ENDFOR"),
    ],
)
def test_no_part_of_a_block_that_is_not_read_is_run(lines, run_on) -> None:
    made = translate(program(*lines, "WAIT SEC 1"))
    assert len(lost(made)) == 1
    assert run_on(ARMS[0], made.text).duration == pytest.approx(1.0)


def test_components_that_are_left_out_are_those_of_the_run(run_on) -> None:
    lines = ("PTP {A1 20}", "TRACK()", "PTP {A1 -20,A2 -80}", "TRACK()")
    text = program(*lines) + "DEF TRACK( )\nPTP {A6 10}\nLIN {Z 400}\nEND\n"
    made = translate(text)
    assert not lost(made)
    run = run_on(ARMS[0], made.text)
    ends = [s.trajectory.q[-1] for s in run.steps if s.statement.instruction.moves]
    mechanism = run.cell.robot.mechanism
    assert len(ends) == 7
    for start, turned, lifted in ((1, 2, 3), (4, 5, 6)):
        assert np.degrees(ends[turned][5]) == pytest.approx(10.0)
        assert ends[turned][:5] == pytest.approx(ends[start][:5])
        T_before, T_after = forward(mechanism, ends[turned]), forward(mechanism, ends[lifted])
        tool = np.array([0.0, 0.0, 142.0, 1.0])
        assert (T_after @ tool)[:2] == pytest.approx((T_before @ tool)[:2], abs=1e-6)
        assert T_after[:3, :3] == pytest.approx(T_before[:3, :3], abs=1e-9)


@pytest.mark.parametrize("seed", range(cases(40, 6)))
def test_a_damaged_program_is_read_or_told_and_never_raises(seed) -> None:
    rng = np.random.default_rng(seed)
    letters = list("{}[]()=,.;:#$'\"ABXYZ019 -+*/<>\n\x00\u00fc")
    robot = load_robot(ARMS[0])
    for _ in range(25):
        texts = []
        for text in (PENDANT + SPLINE + "\n", CONFIG, DATA):
            damaged = list(text)
            for _ in range(rng.integers(1, 12)):
                at = int(rng.integers(0, len(damaged)))
                damaged[at] = str(rng.choice(letters)) * int(rng.integers(0, 3))
            texts.append("".join(damaged))
        files = [(f"{number}.dat", text) for number, text in enumerate(texts[1:])]
        made = krl_translated(texts[0], files, robot, robot.controller)
        parse(made.text)
        assert made.coverage.ignored + len(lost(made)) <= made.coverage.lines


@pytest.mark.parametrize(
    "code",
    [
        "PTP {A1 0,A2 -90",
        "N=" + "(" * 5000 + "1",
        "LIN " + " C_DIS" * 300 + "x",
        "TRIGGER WHEN " + "DISTANCE=1 DO " * 100,
        "PTP {" + "A1 1," * 3000 + "A2 3}",
        "MSG(" + '"' * 1900,
    ],
)
def test_a_damaged_or_hostile_line_is_told_once(code) -> None:
    made = translate(program(code, "WAIT SEC 1"))
    assert [loss.line for loss in lost(made)] == [6] and len(lost(made)[0].message) < 200


@pytest.mark.parametrize("mask", [0b01000, 0b10000, 0b11000])
def test_the_bits_of_status_that_name_no_posture_are_left_out(mask) -> None:
    goal = "PTP {{X 500,Y -100,Z 300,A 0,B 180,C 0,S {0},T 2}}"
    plain, masked = (translate(program(goal.format(status))) for status in (2, 2 | mask))
    assert not lost(masked) and masked.text == plain.text


def test_lin_rel_is_in_the_base_and_in_the_tool_where_it_says_so(run_on) -> None:
    base = "$BASE={X 10,Y 20,Z 30,A 90,B 0,C 0}"
    goal = "LIN {X 0,Y -450,Z 250,A 0,B 180,C 0}"
    made = translate(program(base, goal, "LIN_REL {X 30}", "LIN_REL {Z 20} #TOOL"))
    assert not lost(made)
    run = run_on(ARMS[0], made.text)
    tool = np.array([0.0, 0.0, 142.0, 1.0])
    ends = [s.trajectory.q[-1] for s in run.steps if s.statement.instruction.moves]
    at = [(forward(run.cell.robot.mechanism, q) @ tool)[:3] for q in ends[-3:]]
    # The base is turned by 90 deg about z: its x axis is y of the arm. The tool points down.
    assert at[1] - at[0] == pytest.approx([0.0, 30.0, 0.0], abs=1e-6)
    assert at[2] - at[1] == pytest.approx([0.0, 0.0, -20.0], abs=1e-6)


def test_a_speed_of_a_set_above_that_of_the_controller_is_cut(run_on) -> None:
    data = "DEF_VEL_CP=0.1\nDECL LDAT LFAST={VEL 3.0,ACC 100.0}\n"
    made = translate(program("LDAT_ACT=LFAST", "BAS(#CP_DAT)", GOAL), data)
    assert not lost(made) and "SPEED 100 MMPS" in made.text
