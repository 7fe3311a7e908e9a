"""The lines of arms with closed loops: bars end where joints are, passive joints have no number."""

import numpy as np

from app.desktop.runs.arm_lines import arm_curves, arm_lines
from kinematics import forward
from scenes import load_robot


def test_the_lines_of_a_palletiser_show_driven_joints_by_their_numbers_and_passive_ones_small() -> (
    None
):
    robot = load_robot("textbook_palletiser")
    q = np.array([0.4, 0.3, -0.2, -0.3, 1.0])
    lines = arm_lines(robot, q)
    assert lines.kinds == "RRrrR"
    assert lines.side is not None
    assert lines.side.kinds == "RrRrrr" + "rrr"
    assert lines.side.numbers == (1, 2, 0, 0, 5, 3, 0, 4, 0, 0, 0, 0, 0, 0)
    tool = forward(robot.mechanism, q) @ robot.T_flange_tool
    assert np.abs(lines.points[-1] - tool[:3, 3]).max() < 1e-9
    assert arm_curves(robot, q[None]).shape == (1, 8, 3)


def test_opposite_bars_of_a_parallelogram_stay_as_long_and_parallel() -> None:
    """The tie rod runs from the crank to the forearm, along the upper arm."""
    robot = load_robot("textbook_palletiser")
    for q in ([0.0] * 5, [0.4, 0.3, -0.2, -0.3, 1.0]):
        lines = arm_lines(robot, np.array(q))
        assert lines.side is not None
        upper_arm = lines.points[3] - lines.points[2]
        tie = next(bar for bar in lines.side.bars if np.allclose(bar[0], lines.side.places[1]))
        assert np.abs(tie[1] - tie[0] - upper_arm).max() < 1e-9
