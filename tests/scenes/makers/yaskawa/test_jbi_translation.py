"""Jobs of Yaskawa in our language: the run goes where the controller goes."""

from dataclasses import replace

import numpy as np
import pytest

from language.foreign.reading import ASSUMED, DIFFERS, NOT_CARRIED_OUT, NOT_UNDERSTOOD, UNREADABLE
from scenes import load_robot
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.writing.orders import Await, Go, Stand, Switch, Way
from scenes.makers.writing.unrolled import unrolled
from scenes.makers.yaskawa.translation.jbi_translation import jbi_translated
from tests.depth import cases
from tests.scenes.makers.conftest import assert_same_motions, lost, random_program
from tests.scenes.makers.yaskawa.conftest import (
    ARM,
    HEIGHTS,
    PULSES,
    flange_of_pendant,
    pose,
    shifted,
)

TOOL = (5.0, -10.0, 120.0, 0.0, 10.0, 30.0)
FRAME = (260.0, 40.0, -150.0, 0.0, 0.0, 30.0)
CND = (
    "//TOOL 2\n///NAME GRIPPER\n"
    + ",".join(f"{v:.3f}" for v in TOOL)
    + "\n0.000,0.000,0.000\n0.000\n"
)
FRAMES = (
    "//UFRAME 3\n///NAME TABLE\n///TOOL 0\n///GROUP 1,0,0\n///PULSE\n////ORG\nC000=1,2,3,4,5,6\n"
)
FRAMES += f"////BUSER {','.join(f'{v:.4f}' for v in FRAME)}\n"
DATA = [("TOOL.CND", CND), ("UFRAME.CND", FRAMES)]
UP = "0,0,0,0,0,0"
HEADER = f"///TOOL 2\n///POSTYPE ROBOT\n///RECTAN\n///RCONF {UP}\n"
P1 = (300.0, 50.0, -80.0, 180.0, 0.0, 10.0)
P2 = (320.0, -60.0, -60.0, 175.0, 5.0, -20.0)
ROWS = [HEADER + f"C00000={','.join(map(str, P1))}", f"C00001={','.join(map(str, P2))}"]


def job(*codes: str, rows=ROWS, name: str = "MAIN") -> str:
    """A job with instructions between NOP and END."""
    listed = "\n".join(["/JOB", f"//NAME {name}", "//POS", "///NPOS 2,0,0,0,0,0", *rows])
    head = ["//INST", "///DATE 2020/02/02 02:02", "///ATTR SC,RW", "///GROUP1 RB1", "NOP"]
    return "\n".join([listed, *head, *codes, "END", ""])


def translate(source: str, data=DATA, robot=None):
    robot = robot or load_robot(ARM)
    return jbi_translated(source, data, robot, robot.controller)


@pytest.fixture
def orders_in(run_on):
    """orders_in(codes..): what a job does, without faults."""

    def orders(*codes: str, rows=ROWS, data=DATA, arm=ARM, **given):
        robot = run_on(arm, "END\n").cell.robot
        made = translate(job(*codes, rows=rows), data, robot)
        assert not lost(made), lost(made)
        return unrolled(run_on(arm, made.text, **given), hand_output=99).orders

    return orders


@pytest.fixture
def goes_of(orders_in):
    def goes(*codes: str, **given) -> list[Go]:
        return [order for order in orders_in(*codes, **given) if isinstance(order, Go)]

    return goes


def in_base(T: np.ndarray) -> np.ndarray:
    return shifted(0, 0, HEIGHTS[ARM]) @ T


@pytest.mark.parametrize("seed", range(cases(200, 4)))
def test_an_exported_program_comes_back_as_the_same_motions(seed, job_of, run_on) -> None:
    orders, robot, text = job_of(ARM, random_program(ARM, seed))
    made = translate(text.replace("\r\n", "\n"), (), robot)
    assert not lost(made)
    back = unrolled(run_on(ARM, made.text), hand_output=99)
    # The first step goes to the start, up to the digits of its pose.
    start = next(order for order in back.orders if isinstance(order, Go))
    assert start.q == pytest.approx(orders.start, abs=1e-5)
    behind = replace(back, orders=tuple(order for order in back.orders if order is not start))
    pairs = assert_same_motions(orders, behind)
    # Corners are levels in the text; the run uses them where they save time.
    assert all(b.zone_mm in (0.0, a.zone_mm) for a, b in pairs)
    others = (Switch, Await, Stand)
    ours = [order for order in orders.orders if isinstance(order, others)]
    theirs = [order for order in back.orders if isinstance(order, others)]
    assert [type(order) for order in ours] == [type(order) for order in theirs]
    for a, b in zip(ours, theirs, strict=True):
        if isinstance(a, Switch):
            assert (a.output, a.on) == (b.output, b.on)


def test_a_job_of_pulses_comes_back_as_the_same_motions(arm_with_pulses, job_of, run_on) -> None:
    arm = arm_with_pulses(ARM)
    orders, robot, text = job_of(arm, random_program(ARM, 1))
    made = translate(text.replace("\r\n", "\n"), (), robot)
    assert not lost(made)
    back = unrolled(run_on(arm, made.text), hand_output=99)
    ours, theirs = (
        [order for order in each.orders if isinstance(order, Go)] for each in (orders, back)
    )
    for a, b in zip(ours, theirs[-len(ours) :], strict=True):
        assert a.way is b.way
        assert a.q == pytest.approx(b.q, abs=np.radians(0.6 / min(PULSES)))
        assert a.T_base_tool == pytest.approx(b.T_base_tool, abs=0.03)


def test_a_position_lies_in_the_robot_frame_and_is_reached_by_its_tool(goes_of) -> None:
    first, second = goes_of("MOVJ C00000 VJ=40.00 PL=0", "MOVL C00001 V=120.0 PL=0")
    assert (first.way, second.way) == (Way.JOINTS, Way.STRAIGHT)
    assert first.percent == pytest.approx(40.0) and second.mm_s == pytest.approx(120.0)
    for go, values in ((first, P1), (second, P2)):
        shown = np.degrees(load_robot(ARM).controller.shown(go.q))
        reached = flange_of_pendant(ARM, shown) @ pose(*TOOL)
        assert reached == pytest.approx(pose(*values), abs=1e-3)
        assert go.T_base_tool == pytest.approx(in_base(reached), abs=1e-3)


def test_a_user_frame_is_that_of_the_controller(goes_of) -> None:
    values = (40.0, -30.0, 60.0, 180.0, 0.0, 0.0)
    head = f"///USER 3\n///TOOL 2\n///POSTYPE USER\n///RECTAN\n///RCONF {UP}\n"
    rows = [head + f"C00000={','.join(map(str, values))}"]
    (go,) = goes_of("MOVL C00000 V=100.0 PL=0", rows=rows)
    assert go.T_base_tool == pytest.approx(in_base(pose(*FRAME) @ pose(*values)), abs=1e-3)


def test_pulses_are_joint_values_by_the_gears_of_the_robot_file(arm_with_pulses, goes_of) -> None:
    shown = np.array([10.0, 25.0, -20.0, 5.0, -40.0, 30.0])
    pulses = np.round(shown * PULSES)
    rows = ["///TOOL 2\n///POSTYPE PULSE\n///PULSE\nC00000=" + ",".join(f"{v:.0f}" for v in pulses)]
    (go,) = goes_of("MOVJ C00000 VJ=10.00", rows=rows, arm=arm_with_pulses(ARM))
    expected = flange_of_pendant(ARM, pulses / PULSES) @ pose(*TOOL)
    assert go.T_base_tool == pytest.approx(in_base(expected), abs=1e-3)


def test_pulses_without_gears_are_not_carried_out_and_never_zero() -> None:
    rows = ["///TOOL 2\n///POSTYPE PULSE\n///PULSE\nC00000=0,0,0,0,0,0"]
    made = translate(job("MOVJ C00000 VJ=10.00", rows=rows))
    (found,) = [f for f in made.findings if f.code == NOT_CARRIED_OUT]
    assert "pulses_per_degree" in found.message and found.line == 14
    assert "MOVE" not in made.text.replace("; JBI 14: MOVJ", "")


@pytest.mark.parametrize(
    ("shown", "bits"),
    [([10, 20, 0, 5, -60, 20], "0,0,0,0,0,0"), ([10, 20, 0, 185, 60, 20], "1,0,0,1,0,0"),
     ([10, 20, 0, -175, 60, 20], "1,0,0,0,0,0"), ([10, 80, 120, 10, 40, 20], "0,1,0,0,0,0"),
     ([10, 20, 0, 5, -60, 250], "0,0,0,0,1,0")],
)  # fmt: skip
def test_a_motion_of_all_joints_goes_to_the_joints_of_the_configuration(
    shown, bits, goes_of
) -> None:
    T = flange_of_pendant(ARM, shown) @ pose(*TOOL)
    ry = np.degrees(np.arctan2(-T[2, 0], np.hypot(T[0, 0], T[1, 0])))
    rx, rz = np.degrees([np.arctan2(T[2, 1], T[2, 2]), np.arctan2(T[1, 0], T[0, 0])])
    values = [*T[:3, 3], rx, ry, rz]
    head = f"///TOOL 2\n///POSTYPE ROBOT\n///RECTAN\n///RCONF {bits}\n"
    rows = [head + "C00000=" + ",".join(f"{v:.7f}" for v in values)]
    (go,) = goes_of("MOVJ C00000 VJ=10.00 PL=0", rows=rows)
    assert np.degrees(load_robot(ARM).controller.shown(go.q)) == pytest.approx(shown, abs=1e-4)


def test_an_arc_has_three_steps_of_which_a_line_leads_to_the_first(goes_of) -> None:
    via, end = (330.0, 0.0, -50.0, *P1[3:]), (300.0, -50.0, -80.0, *P1[3:])
    near = (300.0, 50.0, -60.0, *P1[3:])
    rows = [HEADER + "\n".join(
        f"C{at:05}={','.join(map(str, v))}" for at, v in enumerate((near, P1, via, end))
    )]  # fmt: skip
    codes = ["MOVJ C00000 VJ=50.00 PL=0", "MOVC C00001 V=80.0 PL=0", "MOVC C00002 V=90.0 PL=0"]
    _start, line, arc = goes_of(*codes, "MOVC C00003 V=70.0 PL=0", rows=rows)
    assert (line.way, arc.way) == (Way.STRAIGHT, Way.ARC)
    assert line.T_base_tool == pytest.approx(in_base(pose(*P1)), abs=1e-3)
    assert arc.T_via == pytest.approx(in_base(pose(*via)), abs=1e-3)
    assert arc.T_base_tool == pytest.approx(in_base(pose(*end)), abs=1e-3)
    assert (line.mm_s, arc.mm_s) == (pytest.approx(80.0), pytest.approx(70.0))


def test_an_arc_of_two_steps_is_told_and_not_driven() -> None:
    made = translate(job("MOVJ C00000 VJ=50 PL=0", "MOVC C00000 V=80", "MOVC C00001 V=80"))
    assert "three steps" in lost(made)[0] and "C2MOVE" not in made.text


def test_position_variables_are_copied_shifted_and_read(goes_of) -> None:
    rows = [*ROWS, HEADER + "P00010=" + ",".join(map(str, P1)), "P00011=0,0,25.5,0,0,0"]
    codes = ["SET P012 P010", "ADD P012 P011", "MOVJ C00000 VJ=50.00 PL=0"]
    codes += ["MOVL P012 V=100.0 PL=0", "SUB P012 P011", "MOVL P012 V=100.0 PL=0"]
    codes += ["IMOV P011 V=50.0 RF", "IMOV P011 V=50.0 TF"]
    rows += ["P00012=" + ",".join(map(str, P2))]
    _start, lifted, back, higher, along = goes_of(*codes, rows=rows)
    raised = (*P1[:2], P1[2] + 25.5, *P1[3:])
    assert lifted.T_base_tool == pytest.approx(in_base(pose(*raised)), abs=1e-3)
    assert back.T_base_tool == pytest.approx(in_base(pose(*P1)), abs=1e-3)
    assert higher.T_base_tool == pytest.approx(in_base(pose(*raised)), abs=1e-3)
    expected = in_base(pose(*raised)) @ shifted(0, 0, 25.5)
    assert along.T_base_tool == pytest.approx(expected, abs=1e-3)


def outputs(orders) -> list[tuple[int, bool]]:
    return [(order.output, order.on) for order in orders if isinstance(order, Switch)]


def test_blocks_jumps_and_sums_run_as_on_the_controller(orders_in) -> None:
    found = orders_in(
        "SET B000 0",
        "*AGAIN",
        "INC B000",
        "IFTHENEXP B000=1",
        "DOUT OT#(1) ON",
        "ELSEIFEXP B000=2",
        "DOUT OT#(2) ON",
        "ELSE",
        "DOUT OT#(3) ON",
        "ENDIF",
        "JUMP *AGAIN IF B000<3",
        "SET I001 EXPRESS B000 * 2 + 1",
        "DIV I001 2",
        "FOR B002 START=1 TO I001",
        "DOUT OT#(4) ON",
        "NEXT B002",
        "WHILEEXP I001>1 AND OT#(4)=ON",
        "DEC I001",
        "DOUT OT#(5) OFF",
        "ENDWHILE",
        "SWITCH I001",
        "CASE 1",
        "DOUT OT#(6) ON",
        "DEFAULT",
        "DOUT OT#(7) ON",
        "ENDSWITCH",
        "DOUT OG#(2) I001 + 4",
        "JUMP *OUT IF OG#(2)=5",
        "DOUT OT#(8) ON",
        "*OUT",
        "TIMER T=0.50",
    )
    expected = [(1, True), (2, True), (3, True), *[(4, True)] * 3, *[(5, False)] * 2, (6, True)]
    assert outputs(found) == expected
    assert [order.seconds for order in found if isinstance(order, Stand)] == [0.5]


def test_a_variable_counts_hundredths_of_a_second_and_a_label_may_have_a_remark(orders_in) -> None:
    codes = ["SET I004 25", "JUMP *ON", "TIMER T=9.00", "*ON 'go on here", "TIMER T=I004"]
    found = orders_in(*codes)
    assert [order.seconds for order in found if isinstance(order, Stand)] == [0.25]


def test_a_called_job_is_read_from_the_file_beside_it(orders_in) -> None:
    other = job("DOUT OT#(9) ON", "RET IF B000=1", "DOUT OT#(10) ON", name="OTHER")
    data = [*DATA, ("OTHER.JBI", other)]
    found = orders_in("SET B000 1", "CALL JOB:OTHER", "CALL JOB:OTHER IF B000=2", data=data)
    assert outputs(found) == [(9, True)]
    missing = translate(job("CALL JOB:NONE"))
    assert "NONE is not among the files" in lost(missing)[0]


def test_a_called_job_takes_its_arguments(orders_in) -> None:
    body = ["GETARG LB000 IARG#(1)", "GETARG LB001 IARG#(2)", "SET LB002 EXPRESS LB000 + LB001"]
    other = job(*body, "IFTHENEXP LB002=7", "DOUT OT#(9) ON", "ENDIF", name="OTHER")
    data = [*DATA, ("OTHER.JBI", other)]
    found = orders_in("SET B003 4", "CALL JOB:OTHER ARGFB003 ARGF3", data=data)
    assert outputs(found) == [(9, True)]
    made = translate(job("CALL JOB:OTHER ARGF3"), data)
    assert "OTHER takes 2 arguments, not 1" in lost(made)[0]


def test_inputs_are_apart_from_outputs_of_the_same_number() -> None:
    made = translate(job("WAIT IN#(3)=ON", "DOUT OT#(3) OFF"))
    assert "WAIT SIG(20003)" in made.text and "SIGNAL -3" in made.text
    alone = translate(job("WAIT IN#(3)=OFF T=2.50"))
    assert "WAIT (NOT SIG(3)) OR TIMER(99) >= 2.50" in alone.text


def test_what_is_not_understood_is_told_at_its_place_and_motions_behind_are_assumed() -> None:
    source = job("MOVJ C00000 VJ=50.00 PL=0", "  SFTON P001", "MOVL C00001 V=100.0 PL=0")
    made = translate(source)
    codes = {found.code: found for found in made.findings if found.code != DIFFERS}
    line = source.split("\n").index("  SFTON P001") + 1
    unknown = codes[NOT_UNDERSTOOD]
    assert (unknown.line, unknown.column, unknown.end_column) == (line, 3, 13)
    assert codes[ASSUMED].line == line + 1
    assert made.coverage.not_understood == 1 and made.coverage.assumed == 1


def test_what_stands_beside_positions_and_instructions_is_passed_over() -> None:
    told = "//ARGINFO\n///ARGTYPE B,,,,,,,\n///COMMENT\nTOOL NUMBER\n//INST"
    made = translate(job("DOUT OT#(1) ON").replace("//INST", told))
    assert not lost(made) and made.coverage.lines == 3
    broken = translate(job("DOUT OT#(1) ON", rows=["C00000=1,2,3"]))
    assert [f.line for f in broken.findings if f.code == NOT_UNDERSTOOD] == [5]


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (("MOVJ C00007 VJ=50.00",), "the position has no value"),
        (("MOVS C00000 V=10",), "splines are not read"),
        (("MOVL C00000 V=10 ODD=3",), "ODD=3 is not understood"),
        (("IFTHENEXP SIN#(1)=ON", "DOUT OT#(1) ON", "ENDIF"), "the block is not run"),
        (("JUMP *NOWHERE",), "the label *NOWHERE is not there"),
        (("ENDIF",), "no IF is open here"),
        (("WHILE B000=1",), "a block has no end"),
        (("SETTOOL TL#(4) P009",), "the numbers of P009 are not known"),
    ],
)
def test_what_is_not_carried_out_is_said(codes, said) -> None:
    made = translate(job(*codes))
    assert any(said in message for message in lost(made)), lost(made)


def test_a_tool_that_one_branch_fills_is_told() -> None:
    rows = [*ROWS, "P00001=0,0,100,0,0,0"]
    fill = "SETTOOL TL#(2) P001"
    go = "MOVL C00001 V=100.0 PL=0"
    branches = ["IFTHENEXP B001=1", fill, "ENDIF", go]
    told = lost(translate(job(*branches, rows=rows)))
    assert any("only a run knows TL#(2) here" in each for each in told), told
    both = ["IFTHENEXP B001=1", fill, "ELSE", fill, "ENDIF", go]
    assert not lost(translate(job(*both, rows=rows)))
    turn = ["SETTOOL TL#(2) P001", "*TURN", go, "SETTOOL TL#(2) P002", "JUMP *TURN"]
    rows.append("P00002=0,0,150,0,0,0")
    told = lost(translate(job(*turn, rows=rows)))
    assert any("only a run knows TL#(2) here" in each for each in told), told


def test_a_motion_without_a_goal_is_one_that_is_not_carried_out() -> None:
    made = translate(job("MOVJ", "MOVL C00001 V=100.0 PL=0"))
    assert [f.code for f in made.findings if f.code != DIFFERS] == [NOT_CARRIED_OUT, ASSUMED]


def test_only_motions_that_end_are_told_to_stop_without_a_level() -> None:
    start = ["MOVJ C00000 VJ=50.00 PL=0", "MOVC C00000 V=80.0 PL=0"]
    rows = [*ROWS, "C00002=300,-50,-80,180,0,10"]
    via = translate(job(*start, "MOVC C00001 V=80.0", "MOVC C00002 V=80.0 PL=0", rows=rows))
    end = translate(job(*start, "MOVC C00001 V=80.0", "MOVC C00002 V=80.0", rows=rows))
    told = ["without PL is taken" in " ".join(f.message for f in m.findings) for m in (via, end)]
    assert told == [False, True]


def test_an_arm_over_its_back_and_an_unknown_frame_are_not_carried_out() -> None:
    rear = [HEADER.replace(UP, "0,0,1,0,0,0") + "C00000=" + ",".join(map(str, P1))]
    assert "over its back" in lost(translate(job("MOVJ C00000 VJ=5", rows=rear)))[0]
    user = ["///USER 5\n" + HEADER.replace("ROBOT", "USER") + "C00000=" + ",".join(map(str, P1))]
    told = lost(translate(job("MOVL C00000 V=5", rows=user)))[0]
    assert "UF#(5) has no value: give UFRAME.CND" in told


HOSTILE = {
    "empty": "",
    "no instructions": "/JOB\n//NAME A\n//POS\nC00000=1,2,3\n",
    "cut off": job("MOVJ C00000 VJ=50.00 PL=0")[:-5],
    "a position cut off": "/JOB\n//NAME A\n//POS\nC00000=1,2\n//INST\nNOP\nEND\n",
    "numbers that are none": "/JOB\n//POS\nC00000=nan,inf,1e999,x,,\n//INST\nMOVJ C00000\nEND\n",
    "parentheses": job(f"SET B000 {'(' * 9000}", f"WAIT {'(' * 250}1"),
    "words": job("MOVL " * 900, "IFTHENEXP " + "NOT " * 400, "A" * 3000),
    "blocks": job(*["IFTHENEXP B000=1"] * 600),
    "a job that calls itself": job("CALL JOB:MAIN"),
    "a label in quotes": job("*N'EXT", "JUMP *N'EXT", "*A B", "*"),
    "signs": job("\u00e4\u00f6\u00fc \ufffd", "MOVJ C\u0661 VJ=\u0661"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_that_is_no_job_is_told_and_never_a_fault(name) -> None:
    program = program_of_foreign(ForeignText(HOSTILE[name], "jbi"), load_robot(ARM))
    if name != "a job that calls itself":
        assert program.diagnostics
    if name in ("empty", "no instructions"):
        (found,) = program.diagnostics
        assert found.code == UNREADABLE and "//INST is missing" in found.message
