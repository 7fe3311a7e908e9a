"""The lamp for singular poses against poses that textbooks call singular."""

import numpy as np
import pytest

from app.desktop.runs.posing.singular_pose import FAR, NEAR, SINGULAR, singular_pose
from kinematics import jacobian
from scenes import load_robot, robot_names


def bent(name: str, **degrees: float):
    """The ready pose of an arm with some joints, J1 to J6, at other angles."""
    robot = load_robot(name)
    q = np.array(robot.ready)
    for joint, angle in degrees.items():
        q[int(joint[1]) - 1] = np.radians(angle)
    return robot.mechanism, q


@pytest.mark.parametrize(
    ("angle", "kind"), [(0.0, SINGULAR), (2.0, NEAR), (4.5, NEAR), (20.0, FAR), (60.0, FAR)]
)
def test_a_straight_wrist_is_named_and_so_are_its_neighbours(angle, kind) -> None:
    found = singular_pose(*bent("kuka_kr6_r900_2", J5=angle))
    assert found.kind == kind
    assert found.names == (() if kind == FAR else ("wrist",))


def test_a_stretched_arm_names_its_elbow() -> None:
    mechanism, q = bent("ur5e", J2=-40.0, J3=0.0, J5=70.0)
    found = singular_pose(mechanism, q)
    assert (found.kind, found.names) == (SINGULAR, ("elbow",))
    assert found.words == "Singular: elbow"


@pytest.mark.parametrize("name", [n for n in robot_names() if not n.startswith("textbook")])
def test_every_ready_pose_is_far_from_singular(name) -> None:
    robot = load_robot(name)
    found = singular_pose(robot.mechanism, robot.ready)
    J = jacobian(robot.mechanism, robot.ready)[: robot.mechanism.task_rows]
    assert np.linalg.matrix_rank(J) == min(J.shape)
    assert found.kind == FAR, found


def test_the_distance_grows_with_the_bend_of_the_wrist() -> None:
    bends = (0.0, 1.0, 3.0, 9.0)
    found = [singular_pose(*bent("staubli_tx2_60", J5=bend)).distance for bend in bends]
    assert found == sorted(found)
    assert found[0] == pytest.approx(0.0, abs=1e-12)
