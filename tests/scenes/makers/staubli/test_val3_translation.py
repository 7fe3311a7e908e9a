"""Programs of VAL3 in our language: the run goes where the controller goes."""

import numpy as np
import pytest

from kinematics import forward
from kinematics.families.posture import posture_of
from scenes import load_robot, simulate
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.staubli.translation.val3_motions import posture_letters
from scenes.makers.staubli.val3_configuration import WORDS, Configuration, configuration_of
from scenes.makers.staubli.val3_files import variable_text
from scenes.makers.staubli.val3_poses import pose_values
from scenes.makers.staubli.val3_writer import val3_sayable
from scenes.makers.writing.orders import Await, Stand, Switch, Way
from scenes.makers.writing.unrolled import unrolled
from scenes.makers.written_program import written
from tests.depth import cases
from tests.scenes.makers.conftest import assert_same_motions, random_program
from tests.scenes.makers.staubli.conftest import (
    ARM,
    ARMS,
    DATA,
    FLOW,
    GRIP,
    HEIGHTS,
    J0,
    J1,
    KEYS,
    P0,
    P1,
    TOOL,
    flange_of_pendant,
    goes_of,
    in_base,
    pose,
    program,
    told,
    translate,
)


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize("seed", range(cases(40, 2)))
def test_an_application_that_was_written_is_read_as_the_same_motions(arm, seed, orders_of) -> None:
    run, orders = orders_of(arm, random_program(arm, seed + 50))
    made = written(orders, run.cell.robot, "val3", "mine")
    foreign = program_of_foreign(ForeignText(made.text, "val3", made.files), run.cell.robot)
    again = simulate(run.cell, foreign)
    assert not [p for p in again.problems if p.severity == "error"], again.problems
    pairs = assert_same_motions(val3_sayable(orders), unrolled(again))
    assert len(pairs) >= 12
    for ours, theirs in pairs:
        assert theirs.zone_mm == pytest.approx(ours.zone_mm, abs=1e-6)


def test_start_calls_the_program_of_an_exported_application(orders_of) -> None:
    text = "FOR I = 1 TO 3\nDRAW 0, 0, -20\nDRAW 0, 0, 20\nEND\nSIGNAL 4\nEND\n"
    run, orders = orders_of(ARM, f";! dialect val\n;! language 2\n{text}")
    made = written(orders, run.cell.robot, "val3", "mine")
    files = dict(made.files)
    start = files.pop("start.pgx")
    data = (*files.items(), ("mine.pgx", made.text))
    foreign = program_of_foreign(ForeignText(start, "val3", data), run.cell.robot)
    again = simulate(run.cell, foreign)
    ways = [order.way for order in goes_of(unrolled(again).orders)]
    assert ways == [Way.STRAIGHT] * 6 and again.steps[-1].after.signals == {4: True}


@pytest.mark.parametrize("arm", ARMS)
def test_joint_values_are_those_that_the_pendant_shows(arm, orders_in) -> None:
    (go,) = goes_of(orders_in("movej(jHome[1], tTool, mFast)", arm=arm))
    T = pose(0, 0, HEIGHTS[arm]) @ flange_of_pendant(arm, J1) @ pose(*TOOL)
    assert go.way is Way.JOINTS and go.percent == 100.0
    assert go.T_base_tool == pytest.approx(T, abs=1e-5)


def test_a_point_lies_in_its_frames_and_a_tool_on_its_tools(orders_in) -> None:
    goes = goes_of(orders_in("movej(pPick[0], tGrip, mFast)", "movel(pPick[1], tGrip, mSlow)"))
    for go, values in zip(goes, (P0, P1), strict=True):
        assert go.T_base_tool == pytest.approx(in_base(values), abs=1e-5)
        shown = np.degrees(load_robot(ARM).controller.shown(go.q))
        T = pose(0, 0, HEIGHTS[ARM]) @ flange_of_pendant(ARM, shown) @ pose(*TOOL) @ pose(*GRIP)
        assert pytest.approx(T, abs=1e-5) == go.T_base_tool
    assert [go.way for go in goes] == [Way.JOINTS, Way.STRAIGHT]
    assert goes[1].mm_s == pytest.approx(80.0)


@pytest.mark.parametrize("arm", ARMS)
def test_the_posture_of_ours_is_that_of_the_configuration(arm) -> None:
    robot = load_robot(arm)
    rng = np.random.default_rng(13)
    for q in np.radians(rng.uniform(-115, 115, (200, 6))):
        wanted = configuration_of(robot.mechanism, robot.controller, q)
        letters = posture_letters(robot.mechanism, robot.controller, wanted)
        found = posture_of(robot.mechanism, q)
        parts = (found.shoulder, found.elbow, found.wrist)
        assert letters == "".join(part.value[0] for part in parts)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("lefty", "epositive", "wpositive"), (20, 60, 90, 10, 45, 0)),
        (("lefty", "epositive", "wnegative"), (20, 60, 90, 160, -45, 100)),
        (("lefty", "enegative", "wpositive"), (10, 110, -60, 0, 40, -30)),
        (("lefty", "enegative", "wnegative"), (10, 110, -60, 20, -40, 0)),
        (("righty", "epositive", "wpositive"), (-30, -110, 50, 20, 60, 0)),
        (("righty", "enegative", "wnegative"), (30, -50, -80, 200, -35, 0)),
    ],
)
def test_a_motion_of_all_joints_ends_in_the_configuration_of_its_point(
    words, shown, orders_in
) -> None:
    place = pose_values(flange_of_pendant(ARM, shown))
    more = told(WORDS, words, 'fatherId="world[0]"')
    own = variable_text("pOwn", "pointRx", [told(KEYS, [f"{v:.9f}" for v in place], more)])
    data = [("app.dtx", DATA[0][1].replace("  </Datas>", f"{own}\n  </Datas>"))]
    (go,) = goes_of(orders_in("movej(pOwn, flange, mFast)", data=data))
    found = np.degrees(load_robot(ARM).controller.shown(go.q))
    turned = (found - shown + 180) % 360 - 180  # axes 4 and 6 take the nearest turn
    assert turned == pytest.approx(np.zeros(6), abs=1e-4)


def test_words_that_leave_a_side_open_ask_for_none() -> None:
    robot = load_robot(ARM)
    letters = posture_letters(robot.mechanism, robot.controller, Configuration())
    assert letters == "---"
    only = posture_letters(robot.mechanism, robot.controller, Configuration(wrist="wnegative"))
    assert only == "--F" and all(len(words) == 4 for words in WORDS.values())


SHIFT = pose(0, 0, -50)
PLACES = {
    "movel(appro(pPick[0], trUp), tTool, mFast)": pose(*P0) @ SHIFT,
    "movel(appro(pPick[0], {0, 0, -50, 0, 0, 0}), tTool, mFast)": pose(*P0) @ SHIFT,
    "movel(appro(pPick[0], trUp * {0, 5, 0, 0, 0, 10}), tTool, mFast)": pose(*P0)
    @ SHIFT
    @ pose(0, 5, 0, 0, 0, 10),
    "movel(appro(pPick[0], !{0, 0, 50, 0, 0, 0}), tTool, mFast)": pose(*P0) @ SHIFT,
    "movel(compose(pPick[0], fTray, {0, 0, 20, 0, 0, 15}), tTool, mFast)": pose(0, 0, 20, 0, 0, 15)
    @ pose(*P0),
}


@pytest.mark.parametrize("line", PLACES)
def test_a_place_that_is_worked_out_is_that_of_the_controller(line, orders_in) -> None:
    goes = goes_of(orders_in("movej(pPick[0], tTool, mFast)", line))
    assert goes[1].T_base_tool == pytest.approx(in_base((0,) * 6) @ PLACES[line], abs=1e-5)


def test_places_that_change_in_a_run_are_followed(orders_in) -> None:
    goes = goes_of(
        orders_in(
            "movej(pPick[0], tTool, mFast)",
            "nI = 10",
            "pPick[1] = appro(pPick[0], {0, nI, -20, 8, 0, nI + 5})",
            "movel(pPick[1], tTool, mFast)",
            "pPick[1].trsf.z = pPick[1].trsf.z + 5",
            "pPick[1].trsf.rz = pPick[1].trsf.rz - 3",
            "movel(pPick[1], tTool, mFast)",
            "trUp.x = 2 * nI",
            "movel(appro(pPick[1], trUp), tTool, mFast)",
        )
    )
    first = pose(*P0) @ pose(0, 10, -20, 8, 0, 15)
    R = first[:3, :3]
    turns = [np.arctan2(-R[1, 2], R[2, 2]), np.arcsin(R[0, 2]), np.arctan2(-R[0, 1], R[0, 0])]
    x, y, z, rx, ry, rz = *first[:3, 3], *np.degrees(turns)
    second = pose(x, y, z + 5, rx, ry, rz - 3)
    third = second @ pose(20, 0, -50)
    for go, T in zip(goes[1:], (first, second, third), strict=True):
        assert go.T_base_tool == pytest.approx(in_base((0,) * 6) @ T, abs=1e-5)


def test_joint_values_that_change_in_a_run_are_followed(orders_in) -> None:
    goes = goes_of(
        orders_in(
            "for nI = 0 to 1",
            "movej(jHome[nI], flange, mFast)",
            "endFor",
            "jHome[0].j1 = jHome[1].j1 + 5",
            "movej(jHome[0], flange, mFast)",
            "movej({1, 58, 88, 0, 44, 0}, flange, mFast)",
        )
    )
    wanted = [J1, (J1[0] + 5, *J0[1:]), (1, 58, 88, 0, 44, 0)]
    own = load_robot(ARM).controller
    assert [np.degrees(own.shown(go.q)) for go in goes] == [pytest.approx(w) for w in wanted]


def test_speeds_and_corners_are_those_of_the_descriptor(orders_in) -> None:
    goes = goes_of(
        orders_in(
            "movej(jHome[1], tTool, mSlow)",
            "movel(pPick[0], tTool, mSlow)",
            "movel(pPick[1], tTool, mSlow)",
            "waitEndMove()",
            "movel(pPick[0], tTool, mFast)",
        )
    )
    assert goes[0].percent == 50.0 and goes[1].mm_s == goes[2].mm_s == pytest.approx(80)
    assert [go.zone_mm for go in goes[1:]] == [5.0, 0.0, 0.0]
    assert goes[3].mm_s == load_robot(ARM).tool_speed_mm_s


def test_a_descriptor_that_changes_is_followed(orders_in) -> None:
    goes = goes_of(
        orders_in(
            "mFast.tvel = 120",
            "mFast.vel = 60",
            "mFast.blend = joint",
            "mFast.leave = 6",
            "mFast.reach = 6",
            "movej(pPick[0], tTool, mFast)",
            "movel(pPick[1], tTool, mFast)",
            "movel(pPick[0], tTool, mFast)",
            "waitEndMove()",
            "mFast = mSlow",
            "movel(pPick[1], tTool, mFast)",
        )
    )
    assert goes[0].percent == pytest.approx(60) and goes[1].mm_s == pytest.approx(120)
    assert goes[1].zone_mm == 6.0 and goes[3].mm_s == pytest.approx(80)


def test_arcs_pauses_outputs_and_waits_are_carried_out(orders_in) -> None:
    orders = orders_in(
        "movej(pPick[0], tTool, mFast)",
        "movec(appro(pPick[0], {10, 10, 0, 0, 0, 0}), appro(pPick[0], {0, 20, 0, 0, 0, 0}), tTool, "
        "mFast)",
        "waitEndMove()",
        "dValve[1] = true",
        "delay(0.5)",
        "wait(dSensor == false)",
        "dValve[1] = bGo and nCount[1] < 3",
    )
    way = goes_of(orders)[1]
    assert way.way is Way.ARC
    assert way.T_via == pytest.approx(in_base(P0) @ pose(10, 10, 0), abs=1e-5)
    switched = [order for order in orders if isinstance(order, Switch)]
    assert [(each.output, each.on) for each in switched] == [(2002, True), (2002, False)]
    assert [order.seconds for order in orders if isinstance(order, Stand)] == [0.5]
    (wait,) = [order for order in orders if isinstance(order, Await)]
    assert (wait.input, wait.on) == (2003, False)


def test_blocks_and_numbers_are_those_of_the_controller(orders_in) -> None:
    # By hand: 1 + 10 + 100 = 111, 333, 999, 2997, then by 400 down to 197, and 7 % 4 = 3.
    (stand,) = [
        o for o in orders_in(*FLOW[:-5], *FLOW[-4:-1], "delay(0.2)") if isinstance(o, Stand)
    ]
    assert stand.seconds == 0.2
    lines = [line.replace("case 199", "case 197") for line in FLOW]
    (stand,) = [order for order in orders_in(*lines) if isinstance(order, Stand)]
    assert stand.seconds == pytest.approx((197 + 3) / 1000)


PICK = """<?xml version="1.0"?>
<Programs><Program name="pick"><Parameters>
<Parameter name="x_pAt" type="pointRx" xsi:type="element" xmlns:xsi="x"/>
<Parameter name="x_nUp" type="num" xsi:type="element" xmlns:xsi="x"/>
<Parameter name="x_nDone" type="num" xsi:type="element" use="reference" xmlns:xsi="x"/>
</Parameters><Code><![CDATA[begin
  x_nUp = x_nUp + 10
  movel(appro(x_pAt, {0, 0, -x_nUp, 0, 0, 0}), tTool, mFast)
  x_nDone = x_nDone + x_nUp
end]]></Code></Program></Programs>"""


def test_programs_are_called_with_points_numbers_and_references(orders_in) -> None:
    lines = ["movej(pPick[0], tTool, mFast)", "nI = 20", "call pick(pPick[0], nI, nSum)"]
    lines += ["call pick(pPick[1], 30, nSum)", "delay(nSum / 100 + nI / 1000)"]
    orders = orders_in(*lines, data=[*DATA, ("pick.pgx", PICK)])
    goes = goes_of(orders)
    for go, values, up in zip(goes[1:], (P0, P1), (30, 40), strict=True):
        assert go.T_base_tool == pytest.approx(in_base(values) @ pose(0, 0, -up), abs=1e-5)
    (stand,) = [order for order in orders if isinstance(order, Stand)]
    assert stand.seconds == pytest.approx(0.7 + 0.02)  # nI itself is not changed


def test_local_variables_begin_anew_with_each_call(orders_in) -> None:
    lines = ["nCount[0] = nCount[0] + 1", "nI = nI + nCount[0]", "delay(nI / 100)"]
    own = program(*lines, name="count", numbers=["nI"])
    orders = orders_in("call count()", "call count()", data=[*DATA, ("count.pgx", own)])
    seconds = [order.seconds for order in orders if isinstance(order, Stand)]
    assert seconds == pytest.approx([0.04, 0.05])


def test_a_corner_at_a_point_in_a_configuration_is_rounded(orders_in) -> None:
    wide = 'leave="20" reach="20"'
    data = [(name, text.replace('leave="5" reach="8"', wide)) for name, text in DATA]
    lines = ["movej(pPick[0], tTool, mSlow)", "movej(pPick[1], tTool, mFast)"]
    goes = goes_of(orders_in("movej(jHome[1], tTool, mFast)", *lines, data=data))
    assert [go.zone_mm for go in goes] == [0.0, 20.0, 0.0]


def test_a_run_ends_where_the_formulas_of_the_pendant_say(run_on) -> None:
    source = program(
        "movej(jHome[1], flange, mFast)", "waitEndMove()", "movej(jHome[0], flange, mFast)"
    )
    run = run_on(ARM, translate(source).text)
    robot = run.cell.robot
    T = pose(0, 0, HEIGHTS[ARM]) @ flange_of_pendant(ARM, J0)
    assert forward(robot.mechanism, run.steps[-1].after.q) == pytest.approx(T, abs=1e-5)
