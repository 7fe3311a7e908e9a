"""Motions of FANUC programs in our language: the run goes where the controller goes."""

import numpy as np
import pytest

from kinematics import forward
from scenes import load_robot
from scenes.makers.fanuc.ls_configuration import configuration_of
from scenes.makers.fanuc.ls_writer import ls_sayable, ls_text
from scenes.makers.writing.orders import Await, Stand, Switch, Way
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.conftest import assert_same_motions, random_program
from tests.scenes.makers.fanuc.conftest import (
    ARM,
    ARMS,
    DOWN,
    FRAME,
    HEIGHT,
    P1,
    TOOL,
    flange_of_pendant,
    joint_rows,
    lost,
    pose_rows,
    shifted,
    translate,
    wpr,
)


def in_world(T: np.ndarray) -> np.ndarray:
    """A pose of the world frame in the base of the arm."""
    return shifted(0, 0, HEIGHT) @ T


@pytest.mark.parametrize("seed", range(cases(30, 3)))
@pytest.mark.parametrize("arm", ARMS)
def test_an_exported_program_comes_back_as_the_same_motions(arm, seed, orders_of, run_on) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    robot = run.cell.robot
    made = translate(ls_text(orders, robot, robot.controller, "mine"), (), robot)
    assert not lost(made)
    back = unrolled(run_on(arm, made.text), hand_output=99)
    assert_same_motions(orders, back)
    others = (Switch, Await, Stand)
    ours = [order for order in ls_sayable(orders).orders if isinstance(order, others)]
    theirs = [order for order in back.orders if isinstance(order, others)]
    assert [type(order) for order in ours] == [type(order) for order in theirs]
    for a, b in zip(ours, theirs, strict=True):
        if isinstance(a, Switch):
            assert (a.output, a.on) == (b.output, b.on)


def test_a_point_lies_in_its_user_frame_and_is_reached_by_its_tool(goes_of) -> None:
    goes = goes_of("L P[1] 100mm/sec FINE")
    assert len(goes) == 1 and goes[0].way is Way.STRAIGHT
    assert goes[0].T_base_tool == pytest.approx(in_world(wpr(FRAME) @ wpr(P1)), abs=1e-3)
    assert goes[0].mm_s == pytest.approx(100.0)
    flange = forward(load_robot(ARM).mechanism, goes[0].q)
    assert np.linalg.inv(flange) @ goes[0].T_base_tool == pytest.approx(wpr(TOOL), abs=1e-3)


def test_an_offset_is_one_in_the_user_frame_and_a_tool_offset_one_in_the_tool(goes_of) -> None:
    given = (10.0, 20.0, 30.0, 5.0, -4.0, 15.0)
    fill = [f"  PR[5,{at}]={f'({v})' if v < 0 else v}" for at, v in enumerate(given, start=1)]
    goes = goes_of(
        *fill,
        "L P[1] 100mm/sec FINE Offset,PR[5]",
        "L P[1] 100mm/sec FINE Tool_Offset,PR[5]",
        "  OFFSET CONDITION PR[5]",
        "L P[1] 100mm/sec FINE Offset",
    )
    first, second, third = (go.T_base_tool for go in goes)
    assert first == pytest.approx(in_world(wpr(FRAME) @ wpr(given) @ wpr(P1)), abs=1e-3)
    assert second == pytest.approx(in_world(wpr(FRAME) @ wpr(P1) @ wpr(given)), abs=1e-3)
    assert third == pytest.approx(first, abs=1e-6)


def test_registers_are_added_number_by_number_and_become_places(goes_of) -> None:
    goes = goes_of(
        "  PR[1]=P[1]",
        "  PR[2]=P[1]",
        "  PR[2,3]=PR[2,3]+(2*10)",
        "  PR[2,6]=40",
        "L PR[2] 100mm/sec FINE",
        "  PR[3]=PR[1]",
        "  PR[3,1]=PR[3,1]-50",
        "L PR[3] 100mm/sec FINE",
    )
    raised = (P1[0], P1[1], P1[2] + 20, 180.0, 0.0, 40.0)
    nearer = (P1[0] - 50, *P1[1:])
    assert goes[0].T_base_tool == pytest.approx(in_world(wpr(FRAME) @ wpr(raised)), abs=1e-3)
    assert goes[1].T_base_tool == pytest.approx(in_world(wpr(FRAME) @ wpr(nearer)), abs=1e-3)


def test_joint_values_of_points_and_registers_count_axis_3_from_the_horizon(goes_of) -> None:
    shown = [10.0, 25.0, -20.0, 5.0, -70.0, 30.0]
    goes = goes_of(
        "J P[2] 50% FINE",
        "  PR[4]=JPOS",
        "  PR[4,2]=PR[4,2]-15",
        "J PR[4] 50% FINE",
        points={2: joint_rows(shown)},
    )
    assert goes[0].percent == pytest.approx(50.0)
    for go, lean in zip(goes, (25.0, 10.0), strict=True):
        expected = in_world(flange_of_pendant(ARM, [shown[0], lean, *shown[2:]]) @ wpr(TOOL))
        assert go.T_base_tool == pytest.approx(expected, abs=1e-3)


def test_the_present_place_is_read_in_the_user_frame_with_the_tool(goes_of) -> None:
    tilted = (80.0, -40.0, 160.0, 170.0, 12.0, 25.0)
    goes = goes_of(
        "L P[2] 100mm/sec FINE",
        "  PR[7]=LPOS",
        "  PR[7,3]=PR[7,3]+30",
        "L PR[7] 80mm/sec FINE",
        points={2: pose_rows(tilted)},
    )
    raised = (*tilted[:2], tilted[2] + 30.0, *tilted[3:])
    assert goes[1].T_base_tool == pytest.approx(in_world(wpr(FRAME) @ wpr(raised)), abs=1e-3)


@pytest.mark.parametrize(
    "shown", [[10, 20, -15, 30, -60, 40], [10, 20, -15, 30, 60, 40], [10, 20, -15, -150, 60, -200]]
)
def test_a_motion_of_all_joints_goes_to_the_joints_of_the_configuration(shown, goes_of) -> None:
    robot = load_robot(ARM)
    q = robot.controller.q_of(np.radians(np.array(shown, dtype=float)))
    conf = configuration_of(robot.mechanism, robot.controller, q).text
    T = np.linalg.inv(wpr(FRAME)) @ flange_of_pendant(ARM, shown) @ wpr(TOOL)
    w = np.degrees(np.arctan2(T[2, 1], T[2, 2]))
    p = np.degrees(np.arcsin(-T[2, 0]))
    r = np.degrees(np.arctan2(T[1, 0], T[0, 0]))
    goes = goes_of("J P[2] 30% FINE", points={2: pose_rows((*T[:3, 3], w, p, r), conf)})
    assert np.degrees(robot.controller.shown(goes[0].q)) == pytest.approx(shown, abs=0.01)


def test_an_arc_stands_in_two_rows_and_relative_motions_add_to_the_present_place(goes_of) -> None:
    via, goal = (120.0, -20.0, 170.0, *DOWN), (140.0, -60.0, 150.0, *DOWN)
    goes = goes_of(
        "L P[1] 100mm/sec FINE",
        "C P[2]    \n    :  P[3] 50mm/sec CNT50",
        "L P[4] 50mm/sec FINE INC",
        points={2: pose_rows(via), 3: pose_rows(goal), 4: pose_rows((0, 0, 25, 0, 0, 0))},
    )
    assert [go.way for go in goes] == [Way.STRAIGHT, Way.ARC, Way.STRAIGHT]
    assert goes[1].T_via[:3, 3] == pytest.approx(in_world(wpr(FRAME) @ wpr(via))[:3, 3], abs=1e-3)
    above = in_world(wpr(FRAME) @ shifted(0, 0, 25) @ wpr(goal))
    assert goes[2].T_base_tool == pytest.approx(above, abs=1e-3)


def test_speeds_are_mm_a_second_whatever_their_unit(goes_of) -> None:
    goes = goes_of(
        "L P[1] 60cm/min FINE",
        "L P[2] 20inch/min FINE",
        "  R[3:pace]=40",
        "L P[1] R[3:pace]mm/sec FINE",
        points={2: pose_rows((P1[0], P1[1], P1[2] + 30, *DOWN))},
    )
    assert [go.mm_s for go in goes] == pytest.approx([10.0, 20 * 25.4 / 60, 40.0], rel=1e-4)
