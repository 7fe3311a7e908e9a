"""Programs from templates: their numbers are those of the orders; what is missing is refused."""

import re
from dataclasses import replace

import numpy as np
import pytest

from kinematics import forward
from scenes import load_robot
from scenes.errors import SceneError
from scenes.makers.own.templates import FIELDS, POSE, Templates, text_by
from scenes.makers.writing.orders import Await, Go, Say, Stand, Switch, TakeTool, Way
from scenes.makers.writing.unrolled import Orders

NUMBERS = "{x:.9f} {y:.9f} {z:.9f} {rx:.9f} {ry:.9f} {rz:.9f} "
NUMBERS += "{qw:.12f} {qx:.12f} {qy:.12f} {qz:.12f}"
VIA = re.sub(r"{(\w+)", r"{via_\1", NUMBERS)
ALL = Templates(
    first="BEGIN {name}",
    joints="J {j1:.9f} {j2:.9f} {j3:.9f} {j4:.9f} {j5:.9f} {j6:.9f} {percent:g}{corner}{remark}",
    straight=f"L {NUMBERS} {{mm_s:g}}{{corner}}{{remark}}",
    arc=f"C {VIA} {NUMBERS}{{corner}}",
    tool=f"T {NUMBERS}",
    on="ON {output}{remark}",
    off="OFF {output}",
    await_on="WAIT {input}",
    await_off="WAIT NOT {input}",
    stand="PAUSE {seconds:.2f}",
    corner=" R{zone:g}",
    stop=" STOP",
    last="END",
    remark_sign="#",
)


def turned(rx: float, ry: float, rz: float) -> np.ndarray:
    """Rz Ry Rx of degrees, written out."""
    (ca, cb, cc), (sa, sb, sc) = (f(np.radians([rx, ry, rz])) for f in (np.cos, np.sin))
    x = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
    y = np.array([[cb, 0, sb], [0, 1, 0], [-sb, 0, cb]])
    z = np.array([[cc, -sc, 0], [sc, cc, 0], [0, 0, 1]])
    return z @ y @ x


def of_quaternion(w: float, x: float, y: float, z: float) -> np.ndarray:
    """The rotation of a unit quaternion."""
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def poses_in(words: list[str]) -> np.ndarray:
    """The pose of ten words; both forms of its turn must say the same."""
    values = [float(word) for word in words]
    T = np.eye(4)
    T[:3, 3], T[:3, :3] = values[:3], turned(*values[3:6])
    assert np.allclose(T[:3, :3], of_quaternion(*values[6:10]), atol=1e-9)
    return T


@pytest.fixture
def arm():
    """An arm whose controller counts otherwise than the model: signs, zeros, frames."""
    robot = load_robot("abb_irb120")
    base, flange = np.eye(4), np.eye(4)
    base[:3, :3], base[:3, 3] = turned(10.0, -20.0, 30.0), [1.0, 2.0, 3.0]
    flange[:3, :3], flange[:3, 3] = turned(-5.0, 15.0, 25.0), [4.0, 5.0, 6.0]
    controller = replace(
        robot.controller,
        signs=np.array([1, -1, 1, -1, 1, 1]),
        zeros=np.radians([0.0, 90.0, -10.0, 0.0, 5.0, 180.0]),
        T_base_controller=base,
        T_flange_controller=flange,
    )
    return robot, controller


def orders_of(robot, seed: int) -> Orders:
    rng = np.random.default_rng(seed)
    q = robot.ready + rng.uniform(-0.3, 0.3, (4, 6))
    tool = np.eye(4)
    tool[:3, :3], tool[:3, 3] = turned(*rng.uniform(-80, 80, 3)), rng.uniform(-90, 90, 3)
    T = [forward(robot.mechanism, each) @ tool for each in q]
    return Orders(
        robot.ready,
        (
            TakeTool(1, tool),
            Go(2, Way.JOINTS, T[0], q[0], percent=30.0, text="MOVE A"),
            Go(3, Way.STRAIGHT, T[1], q[1], mm_s=120.0, zone_mm=7.5, text="MOVES B"),
            Go(4, Way.ARC, T[3], q[3], T_via=T[2]),
            Switch(5, 12, True, "SIGNAL 12"),
            Switch(6, 12, False),
            Await(7, 3, True),
            Await(8, 4, False),
            Stand(9, 0.5),
            Say(10, "TYPE hello"),
        ),
        (),
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_numbers_are_those_of_the_orders_as_the_controller_counts(arm, seed) -> None:
    robot, controller = arm
    orders = orders_of(robot, seed)
    tool, a, b, c = orders.orders[:4]
    lines = text_by(ALL)(orders, robot, controller, "one").splitlines()
    kinds = [line.split()[0] for line in lines]
    assert kinds == [
        "BEGIN",
        "T",
        "J",
        "J",
        "L",
        "C",
        "ON",
        "OFF",
        "WAIT",
        "WAIT",
        "PAUSE",
        "#",
        "END",
    ]
    # A controller frame K in ours, F of the flange: T_K_tool = inv(T_base_K) T_base_tool.
    shown = [np.array(line.split()[1:7], dtype=float) for line in lines if line.startswith("J")]
    for given, q in zip(shown, (orders.start, a.q), strict=True):
        assert np.allclose(given, np.degrees(q * controller.signs + controller.zeros), atol=1e-8)
    T_flange = controller.T_flange_controller @ poses_in(lines[1].split()[1:11])
    assert np.allclose(T_flange, tool.T_flange_tool, atol=1e-7)
    T_line = controller.T_base_controller @ poses_in(lines[4].split()[1:11])
    assert np.allclose(T_line, b.T_base_tool, atol=1e-6)
    words = lines[5].split()
    assert np.allclose(controller.T_base_controller @ poses_in(words[1:11]), c.T_via, atol=1e-6)
    end = controller.T_base_controller @ poses_in(words[11:21])
    assert np.allclose(end, c.T_base_tool, atol=1e-6)
    assert lines[3].endswith("30 STOP # 2: MOVE A") and lines[4].endswith("120 R7.5 # 3: MOVES B")
    assert lines[6:11] == ["ON 12 # 5: SIGNAL 12", "OFF 12", "WAIT 3", "WAIT NOT 4", "PAUSE 0.50"]


def test_the_pose_of_the_start_is_that_of_its_joints(arm) -> None:
    robot, controller = arm
    orders = Orders(robot.ready, (), ())
    text = text_by(replace(ALL, joints=f"J {NUMBERS}"))(orders, robot, controller, "one")
    T = controller.T_base_controller @ poses_in(text.splitlines()[1].split()[1:11])
    assert np.allclose(T, forward(robot.mechanism, robot.ready) @ robot.T_flange_tool, atol=1e-6)


@pytest.mark.parametrize(
    ("template", "line", "what"),
    [
        ("straight", 3, "a line"),
        ("arc", 4, "an arc"),
        ("tool", 1, "a tool frame"),
        ("off", 6, "an output that goes off"),
        ("await_on", 7, "a wait for an input that is on"),
        ("stand", 9, "a pause"),
    ],
)
def test_an_order_without_a_template_is_refused_with_its_line(arm, template, line, what) -> None:
    robot, controller = arm
    write = text_by(replace(ALL, **{template: None}))
    with pytest.raises(SceneError, match=f"line {line}: this language has no template for {what}"):
        write(orders_of(robot, 1), robot, controller, "one")


def test_a_joint_that_the_arm_does_not_have_is_refused(arm) -> None:
    robot, controller = arm
    write = text_by(replace(ALL, joints="J {j7:.3f}"))
    with pytest.raises(SceneError, match="the template `joints` names j7"):
        write(orders_of(robot, 1), robot, controller, "one")


@pytest.mark.parametrize("name", FIELDS)
def test_a_template_may_have_its_fields_and_no_other(name: str) -> None:
    Templates(**{name: " ".join(f"{{{field}}}" for field in FIELDS[name])})
    with pytest.raises(SceneError, match=rf"`{name}` has no field {{speed}}; its fields: \w+"):
        Templates(**{name: "{speed}"})
    with pytest.raises(SceneError, match=f"the template `{name}` cannot be filled in"):
        Templates(**{name: "{"})


def test_a_number_is_not_written_as_a_text() -> None:
    with pytest.raises(SceneError, match="the template `stand` cannot be filled in"):
        Templates(stand="PAUSE {seconds:d}")
    assert set(POSE) < set(FIELDS["joints"])
