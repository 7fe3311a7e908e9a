"""ROS trajectories lead the joints as the run does, for a reader that knows ROS alone.

The reader takes the message as YAML 1.1 and joins its points as joint_trajectory_controller does:
by the polynomial of degree 5 that has position, velocity and acceleration of both ends.
"""

import numpy as np
import pytest
from ruamel.yaml import YAML

from scenes import SceneError, load_cell, load_robot, simulate
from scenes.files.loader import robot_from_document
from scenes.files.robots.robot_writer import robot_text
from scenes.files.text.documents import parse_document
from scenes.library import program_path
from scenes.makers.ros.ros_losses import ros_losses
from scenes.makers.ros.ros_names import counted_as_the_model
from scenes.makers.ros.ros_points import BETWEEN, ros_points
from scenes.makers.ros.ros_text import FORMS, ros_text
from scenes.world.robot import RosJoints
from tests.depth import cases
from tests.scenes.makers.conftest import random_program


def read(text: str, form: str = "ros"):
    """Times (k,) and positions, velocities, accelerations (3, k, n) of a message, and its names."""
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 1)
    message = reader.load(text)
    message = message["trajectory"] if form == "ros-goal" else message
    assert message["header"]["stamp"] == {"sec": 0, "nanosec": 0}
    points = message["points"]
    for point in points:
        assert 0 <= point["time_from_start"]["nanosec"] < 10**9
        for key in ("positions", "velocities", "accelerations"):
            assert all(type(value) is float for value in point[key]), point[key]
    times = [p["time_from_start"]["sec"] + p["time_from_start"]["nanosec"] * 1e-9 for p in points]
    values = [[p[key] for p in points] for key in ("positions", "velocities", "accelerations")]
    return np.array(times), np.array(values), message["joint_names"]


def interpolated(times, values, when) -> np.ndarray:
    """Positions at times by the polynomials of degree 5 through the points, solved as equations."""
    found = []
    for t in when:
        at = min(max(int(np.searchsorted(times, t)) - 1, 0), len(times) - 2)
        h = times[at + 1] - times[at]
        powers = np.arange(6)
        rows = []
        for u in (0.0, h):
            rows.append(u**powers)
            rows.append(powers * u ** np.maximum(powers - 1, 0))
            rows.append(powers * (powers - 1) * u ** np.maximum(powers - 2, 0))
        known = np.concatenate([values[:, at], values[:, at + 1]])
        found.append((t - times[at]) ** powers @ np.linalg.solve(np.array(rows), known))
    return np.array(found)


def joints_of(run) -> RosJoints:
    names = tuple(joint.name for joint in run.cell.robot.mechanism.joints)
    return counted_as_the_model(names, "a test")


def assert_same_motion(run, text: str, form: str = "ros") -> None:
    times, values, _ = read(text, form)
    assert times[0] == 0.0 and times[-1] == pytest.approx(run.duration, abs=1e-9)
    assert (np.diff(times) > 0).all()
    assert not values[1:, [0, -1]].any()  # it stands at both ends
    rng = np.random.default_rng(7)
    when = np.sort(rng.uniform(0.0, times[-1], 400))
    kinds = run.cell.robot.mechanism.kinds
    unit = np.array([1.0 if kind == "R" else 1000.0 for kind in kinds])
    off = np.abs(interpolated(times, values, when) - run.motion_at(when)[0] / unit)
    assert off.max() < 2 * BETWEEN


@pytest.mark.parametrize("name", ["ur_pick_place", "scara_assembly", "tight_place", "paint_booth"])
def test_shipped_programs_move_the_joints_as_the_run_does(name) -> None:
    run = simulate(load_cell(name), program_path(name).read_text("utf-8"))
    points = ros_points(run, joints_of(run))
    assert points.gap < 2 * BETWEEN and len(points) < 30 * run.duration
    text = ros_text(points, joints_of(run).names, FORMS["ros-goal"], "a.yaml", ["of a test"])
    assert_same_motion(run, text, "ros-goal")


@pytest.mark.parametrize("seed", range(cases(30, 3)))
def test_generated_programs_move_the_joints_as_the_run_does(seed, run_on) -> None:
    run = run_on("ur5e", random_program("ur5e", seed))
    text = ros_text(ros_points(run, joints_of(run)), joints_of(run).names, FORMS["ros"], "a", ())
    assert_same_motion(run, text)


MUTATIONS = {
    "degrees": lambda run, p: p.positions * 180 / np.pi,
    "a joint turned the other way": lambda run, p: p.positions * [1, -1, 1, 1, 1, 1],
    "two joints changed over": lambda run, p: p.positions[:, [1, 0, 2, 3, 4, 5]],
}


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_message_that_says_something_else_is_not_the_motion(mutation, run_on) -> None:
    run = run_on("ur5e", random_program("ur5e", 1))
    points = ros_points(run, joints_of(run))
    object.__setattr__(points, "positions", MUTATIONS[mutation](run, points))
    text = ros_text(points, joints_of(run).names, FORMS["ros"], "a", ())
    with pytest.raises(AssertionError):
        assert_same_motion(run, text)


@pytest.mark.parametrize("column", [1, 2])
def test_speeds_and_accelerations_are_needed_as_they_are(column, run_on) -> None:
    run = run_on("ur5e", "DRAW 0, 0, -60\nDRIVE 1, 30\nEND\n")
    points = ros_points(run, joints_of(run))
    name = ("", "velocities", "accelerations")[column]
    object.__setattr__(points, name, getattr(points, name) * 0.9)
    text = ros_text(points, joints_of(run).names, FORMS["ros"], "a", ())
    with pytest.raises(AssertionError):
        assert_same_motion(run, text)


def test_signs_and_zeros_of_the_robot_file_are_those_of_the_message(run_on) -> None:
    run = run_on("ur5e", "DRIVE 2, 10\nEND\n")
    own = joints_of(run)
    signs, zeros = np.array([1, -1, 1, 1, 1, 1.0]), np.radians([0, 90, 0, 0, 0, 5.0])
    turned = RosJoints(own.names, signs, zeros, "a test")
    plain, other = ros_points(run, own), ros_points(run, turned)
    assert other.positions[-1] == pytest.approx(plain.positions[-1] * signs + zeros, abs=1e-12)
    assert other.velocities.min(axis=0)[1] == pytest.approx(-plain.velocities.max(axis=0)[1])


def test_what_a_trajectory_leaves_out_is_told_by_line(run_on) -> None:
    text = (
        "OPENI 60\nSIGNAL 4\nTYPE 5\nWAIT SIG(-3)\nDRAW 0, 0, -20\nIFSIG 3 THEN 50\n50 READY\nEND\n"
    )
    run = run_on("ur5e", text)
    told = {loss.line: loss.message for loss in ros_losses(run)}
    for line, words in {1: "no hand", 2: "no output", 3: "no message", 4: "for nothing"}.items():
        assert words in told[line]
    assert "decide here" in told[6] and not {5, 7} & set(told)


def test_a_run_without_a_motion_gives_no_message(run_on) -> None:
    with pytest.raises(SceneError, match="nothing moves"):
        run = run_on("ur5e", "DELAY 1\nEND\n")
        ros_points(run, joints_of(run))


def test_names_signs_and_zeros_are_read_and_written(tmp_path) -> None:
    text = robot_text(load_robot("ur5e"))
    assert load_robot("ur5e").ros.names[2] == "elbow_joint"
    head, _, rest = text.partition("ros:\n")
    rest = rest[rest.index("mechanism:") :]
    own = (
        "ros:\n  joints: [a, b, c, d, e, f]\n  sign: [1, -1, 1, 1, 1, 1]\n"
        "  zero: [0, 90, 0, 0, 0, 0]\n  source: a test\n"
    )
    document = parse_document(tmp_path / "a.robot.yaml", head + own + rest, "robot")
    robot = robot_from_document(document)
    again = parse_document(tmp_path / "b.robot.yaml", robot_text(robot), "robot")
    for each in (robot.ros, robot_from_document(again).ros):
        assert each.names == ("a", "b", "c", "d", "e", "f") and each.source == "a test"
        assert each.signs.tolist() == [1, -1, 1, 1, 1, 1]
        assert np.degrees(each.zeros) == pytest.approx([0, 90, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("line", "told"),
    [("joints: [a, b]", "needs 6 values"), ("joints: [a, b, c, d, e, a]", "another joint too")],
)
def test_wrong_names_are_told_at_their_place(line, told, tmp_path) -> None:
    text = robot_text(load_robot("ur5e"))
    head, _, rest = text.partition("ros:\n")
    text = f"{head}ros:\n  {line}\n  source: a test\n{rest[rest.index('mechanism:') :]}"
    number = text[: text.index(line)].count("\n") + 1
    with pytest.raises(SceneError, match=rf"a\.robot\.yaml:{number}:.*{told}"):
        robot_from_document(parse_document(tmp_path / "a.robot.yaml", text, "robot"))
