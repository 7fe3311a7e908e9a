"""Motions of URScript: what a controller does is what the run does."""

from dataclasses import replace

import numpy as np
import pytest

from scenes import load_robot
from scenes.makers.urscript.poses import pose_of_values, written_pose
from scenes.makers.urscript.translation.script_translation import urscript_translated
from scenes.makers.urscript.urscript_writer import urscript_text
from scenes.makers.writing.orders import Await, Go, Stand, Switch
from scenes.makers.writing.unrolled import unrolled
from tests.depth import cases
from tests.scenes.makers.conftest import assert_same_motions, random_program
from tests.scenes.makers.urscript.conftest import (
    ARM,
    DOWN,
    HOME,
    lost,
    script,
    shown_pose,
    tool_at,
    translate,
)

ARMS = ["ur3e", "ur5e", "ur10e"]
HOME_SHOWN = [0, -1.57, 1.57, -1.57, -1.57, 0]


@pytest.mark.parametrize("seed", range(cases(30, 3)))
@pytest.mark.parametrize("arm", ARMS)
def test_an_exported_program_comes_back_as_the_same_motions(arm, seed, orders_of, run_on) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    robot = run.cell.robot
    text = urscript_text(orders, robot, robot.controller, "mine")
    made = urscript_translated(text, (), robot, robot.controller)
    assert not lost(made)
    back = unrolled(run_on(arm, made.text), hand_output=99)
    # The text begins with a motion to the joint values at which the run starts, to 7 digits.
    first = next(order for order in back.orders if isinstance(order, Go))
    back = replace(back, orders=tuple(order for order in back.orders if order is not first))
    for a, b in assert_same_motions(orders, back):
        assert a.T_base_tool[:3, 3] == pytest.approx(b.T_base_tool[:3, 3], abs=1e-3)
        assert np.degrees(a.q) == pytest.approx(np.degrees(b.q), abs=1e-3)
        assert a.zone_mm == pytest.approx(b.zone_mm, abs=1e-3)
    others = (Switch, Await, Stand)
    kept = [[type(o) for o in each.orders if isinstance(o, others)] for each in (orders, back)]
    assert kept[0] == kept[1]


def test_a_pose_is_that_of_the_tool_in_the_base_of_the_pendant(goes_of) -> None:
    values = [-0.4, -0.2, 0.3, 1.2, -2.2, 0.4]
    (go,) = goes_of(f"movel(p{values}, v=0.15)")
    assert shown_pose(go) == pytest.approx(pose_of_values(values), abs=1e-4)
    assert go.mm_s == 150 and go.way.value == "straight"
    T_flange = shown_pose(go) @ np.linalg.inv(pose_of_values([0, 0, 0.1, 0, 0, 0]))
    assert shown_pose(go) != pytest.approx(T_flange, abs=1.0)


def test_rotation_vectors_that_differ_by_a_whole_turn_are_one_turn(goes_of) -> None:
    vector = np.array([0.3, 3.0, 0.2])
    longer = vector * (1 - 2 * np.pi / np.linalg.norm(vector))
    goes = goes_of(
        f"movel(p[-0.4,-0.2,0.3,{','.join(map(str, vector))}])",
        f"movel(p[-0.4,-0.2,0.35,{','.join(map(str, longer))}])",
    )
    assert goes[0].T_base_tool[:3, :3] == pytest.approx(goes[1].T_base_tool[:3, :3], abs=1e-7)


def test_movej_goes_to_joint_values_as_the_pendant_shows_them(goes_of) -> None:
    shown = [0.2, -1.4, 1.5, -1.6, -1.5, 0.3]
    robot = load_robot(ARM)
    for go in goes_of(f"movej({shown}, v=0.5)", f"q = {shown}\nmovej({HOME})\nmovej(q, v=0.5)")[
        ::2
    ]:
        assert robot.controller.shown(go.q) == pytest.approx(shown, abs=1e-7)
        # v is the speed of the joint that turns farthest: all joints of this arm make 180 deg/s.
        assert go.percent == pytest.approx(100 * 0.5 / np.pi, abs=0.01)


def test_movej_to_a_pose_takes_the_joint_values_near_the_present_ones(goes_of) -> None:
    (go,) = goes_of(f"movej({DOWN})")
    assert shown_pose(go)[:3, 3] == pytest.approx([-400, -200, 300], abs=1e-3)
    assert go.way.value == "joints"
    assert np.abs(np.degrees(load_robot(ARM).controller.shown(go.q) - HOME_SHOWN)).max() < 90


def test_get_inverse_kin_takes_the_joint_values_nearest_to_qnear(goes_of) -> None:
    far = [0.2, -1.4, 1.5, -1.6, -1.5, 0.3 - 2 * np.pi]
    T = tool_at(far)
    pose = written_pose(T)
    lines = f"global W_p={pose}\nglobal W_q={far}\nmovej(get_inverse_kin(W_p, qnear=W_q), v=1)"
    (go,) = goes_of(lines)
    assert load_robot(ARM).controller.shown(go.q) == pytest.approx(far, abs=1e-5)


def test_the_time_of_a_motion_overrides_its_speed(goes_of) -> None:
    near, far = [0.1, -1.57, 1.57, -1.57, -1.57, 0], [0.6, -1.57, 1.57, -1.57, -1.57, 0]
    goes = goes_of(
        f"movej({near})",
        f"movej({far}, a=9, v=3, t=4)",
        f"movel({DOWN})",
        "movel(p[-0.4,-0.1,0.3,0,3.14159265359,0], a=9, v=3, t=2)",
        "movel(p[-0.4,0,0.3,0,3.14159265359,0], v=0.3, t=0)",
    )
    assert goes[1].percent == pytest.approx(100 * (0.5 / 4) / np.pi, rel=1e-4)
    assert goes[3].mm_s == pytest.approx(50, rel=1e-6)
    assert goes[4].mm_s == pytest.approx(300)


def test_r_is_the_corner_in_metres_and_is_dropped_before_a_pose_is_read(goes_of) -> None:
    over = "movel(p[-0.4,-0.1,0.3,0,3.14159265359,0])"
    there = f"movel({DOWN}, v=0.25, r=0.02)"
    rounded, _ = goes_of("movel(p[-0.4,-0.2,0.2,0,3.14159265359,0])", there, over)[1:]
    assert rounded.zone_mm == pytest.approx(20)
    for reads in ("x = get_actual_tcp_pose()", "sleep(0.1)", "q = get_actual_joint_positions()"):
        sharp, _ = goes_of(there, reads, over)
        assert sharp.zone_mm == 0


def test_an_arc_goes_through_its_via_point(goes_of) -> None:
    goes = goes_of(
        f"movel({DOWN})",
        "movec(p[-0.4,-0.15,0.35,0,3.14159265359,0], p[-0.4,-0.1,0.3,0,3.14159265359,0], v=0.1)",
    )
    assert goes[1].way.value == "arc" and goes[1].mm_s == pytest.approx(100)
    own = load_robot(ARM).controller.T_base_controller
    via = np.linalg.inv(own) @ goes[1].T_via
    assert via[:3, 3] == pytest.approx([-400, -150, 350], abs=1e-3)


def test_defaults_are_those_of_the_controller(goes_of) -> None:
    joints, line = goes_of(f"movej({[0.2, *HOME_SHOWN[1:]]})", f"movel({DOWN})")
    assert joints.percent == pytest.approx(100 * 1.05 / np.pi, rel=1e-5)
    assert line.mm_s == pytest.approx(250)


def test_the_leading_joint_has_the_speed_where_joints_are_not_equally_fast(run_of) -> None:
    robot = load_robot("ur3e")  # its wrist turns twice as fast as its shoulder
    start = [0, -1.57, 1.57, -1.57, -1.57, 0]
    text = f"def a():\nmovej({start})\nmovej({[0.1, *start[1:5], 2.0]}, v=1.5)\nend\n"
    orders = unrolled(run_of(text, arm="ur3e")).orders
    go = [order for order in orders if isinstance(order, Go)][1]
    seconds = 2.0 / 1.5
    assert go.percent == pytest.approx(100 * (2.0 / robot.mechanism.speed[5]) / seconds, rel=1e-4)


def test_a_motion_to_a_name_without_a_value_is_told_and_not_carried_out(run_of) -> None:
    text = script("movel(somewhere)", f"movel({DOWN})")
    made = translate(text)
    assert [(f.code, f.line) for f in made.findings] == [("E701", 4), ("N703", 5)]
    assert made.coverage.not_understood == 1 and made.coverage.assumed == 1
    goes = [o for o in unrolled(run_of(text)).orders if isinstance(o, Go)]
    assert [go.line for go in goes] == [3, 5]


def test_a_speed_that_servos_the_arm_makes_later_motions_assumed() -> None:
    made = translate(script("speedl([0,0,0.1,0,0,0], 0.5, 1)", f"movel({DOWN})"))
    assert [(f.code, f.line) for f in made.findings] == [("W702", 4), ("N703", 5)]


def test_joint_values_as_the_goal_of_a_line_and_of_all_joints_that_a_run_makes(goes_of) -> None:
    shown = [0.2, -1.4, 1.5, -1.6, -1.5, 0.3]
    line, joints = goes_of(
        f"movel({shown})",
        "q = get_actual_joint_positions()",
        "q[0] = q[0] + 0.1",
        "q[5] = 0.25",
        "movej(q)",
    )
    assert shown_pose(line) == pytest.approx(tool_at(shown), abs=1e-4)
    now = load_robot(ARM).controller.shown(joints.q)
    assert now == pytest.approx([0.3, *shown[1:5], 0.25], abs=1e-6)
    assert HOME in script()
