"""KRL programs in our language: the run of an exported program, and pendant-made programs."""

import re

import numpy as np
import pytest

from kinematics import forward
from language import parse
from scenes import load_robot, simulate
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.makers.krl.krl_translation import krl_translated
from scenes.makers.krl.krl_writer import krl_text
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.conftest import assert_same_motions, random_program
from tests.scenes.makers.krl.conftest import ARMS, CONFIG, DATA, lost, program, translate

GOAL = "LIN {X 500,Y 0,Z 100,A 0,B 180,C 0}"


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
    # The text begins with a motion to where the arm stands: it has none in the run.
    assert_same_motions(orders, back)


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


def test_inputs_and_outputs_of_one_number_are_kept_apart() -> None:
    made = translate(program("$OUT[1]=TRUE", "WAIT FOR $IN[1]"))
    assert "SIGNAL 1" in made.text and "WAIT SIG(1001)" in made.text
    apart = translate(program("$OUT[1]=TRUE", "WAIT FOR $IN[2]"))
    assert "WAIT SIG(2)" in apart.text


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("WEIGH_IT", "not understood"),
        ("PTP XP9", "no value"),
        ("$TOOL=TOOL_DATA[7]", "no value"),
        ("BAS(#FOO,1)", "not known"),
        ("LIN {A1 0}", "axis values"),
        ("LIN {A1 N}", "axis values"),
        ("CIRC {Y 20},{A1 0}", "axis values"),
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


@pytest.mark.parametrize(("number", "seconds"), [(1, 2), (2, 2), (7, 4), (8, 4), (3, 8)])
def test_a_case_of_several_values_is_run_for_each_of_them(number, seconds, run_on) -> None:
    cases = ("CASE 1,2", "WAIT SEC 2", "CASE 6+1 , 8,9", "WAIT SEC 4", "DEFAULT", "WAIT SEC 8")
    made = translate(program(f"N={number}", "SWITCH N", *cases, "ENDSWITCH"))
    assert not lost(made)
    assert run_on(ARMS[0], made.text).duration == pytest.approx(seconds)


def test_a_case_with_a_value_that_is_not_read_is_told_and_not_run(run_on) -> None:
    cases = ("CASE 1,$STOPMESS", "WAIT SEC 2", "CASE 2,", "WAIT SEC 4", "DEFAULT", "WAIT SEC 8")
    made = translate(program("N=1", "SWITCH N", *cases, "ENDSWITCH"))
    assert [(loss.line, loss.message[:25]) for loss in lost(made)] == [
        (8, "these values are not read"),
        (10, "these values are not read"),
    ]
    assert run_on(ARMS[0], made.text).duration == pytest.approx(8.0)


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


def test_a_relative_turn_by_a_sum_is_one_by_the_whole_sum(run_on) -> None:
    made = translate(program("N=5", "PTP_REL {A1 N+1}", "PTP_REL {A1 -3}", "PTP_REL {A1 N-7,A6 4}"))
    assert not lost(made)
    run = run_on(ARMS[0], made.text)
    ends = [s.trajectory.q[-1] for s in run.steps if s.statement.instruction.moves]
    shown = [np.degrees(run.cell.robot.controller.shown(q)) for q in ends[1:]]
    assert [each[0] for each in shown] == pytest.approx([6, 3, 1])
    assert shown[-1][5] == pytest.approx(4)


def test_a_speed_of_a_set_above_that_of_the_controller_is_cut(run_on) -> None:
    data = "DEF_VEL_CP=0.1\nDECL LDAT LFAST={VEL 3.0,ACC 100.0}\n"
    made = translate(program("LDAT_ACT=LFAST", "BAS(#CP_DAT)", GOAL), data)
    assert not lost(made) and "SPEED 100 MMPS" in made.text
