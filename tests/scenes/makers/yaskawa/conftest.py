"""Yaskawa arms as their pendants count, written out from the description of each arm."""

from pathlib import Path

import numpy as np
import pytest

from scenes import SceneError, load_robot
from scenes.files.robots.robot_writer import robot_text
from scenes.makers.writing.comparison import deviation
from scenes.makers.writing.orders import Go
from scenes.makers.yaskawa.jbi_reader import read_jbi
from scenes.makers.yaskawa.jbi_steps import jbi_sayable
from scenes.makers.yaskawa.jbi_writer import jbi_text
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM, random_program, shifted, turned

ARM = "yaskawa_gp8"
# Made up, but of the size of those of such arms: pulses for a degree of S, L, U, R, B, T.
PULSES = (1341.4, 1306.2, 1297.5, 1000.0, 1011.1, 622.2)


def pose(x: float, y: float, z: float, rx: float, ry: float, rz: float) -> np.ndarray:
    """A pose (4, 4) of a position: turned about z, then the new y, then the new x."""
    return shifted(x, y, z) @ turned("z", rz) @ turned("y", ry) @ turned("x", rx)


# How far the digits of a pose (0.0005 mm, 0.00005 deg) may leave a joint open in these programs.
JOINT_DEG = 0.001
# Height of the robot's frame, which lies in axis L, above the mount of the base, mm.
HEIGHTS = {ARM: 330.0, "yaskawa_hc10": 275.0}


def flange_of_pendant(arm: str, shown_deg) -> np.ndarray:
    """The flange in the robot's frame where the pendant shows S, L, U, R, B, T, degrees."""
    s, low, u, r, b, t = shown_deg
    T = turned("z", s)
    if arm == ARM:
        T = T @ shifted(40, 0, 0) @ turned("y", low) @ shifted(0, 0, 345) @ turned("y", -u)
        T = T @ shifted(340, 0, 40) @ turned("x", -r) @ turned("y", -b) @ turned("x", -t)
        return T @ shifted(80, 0, 0) @ turned("y", -90) @ turned("x", 180)
    T = T @ turned("y", low) @ shifted(0, 0, 700) @ turned("y", -u) @ shifted(0, 0, -500)
    T = T @ turned("z", r) @ shifted(0, 162, 0) @ turned("y", -b) @ turned("z", t)
    return T @ shifted(0, 0, -130) @ turned("x", 180)


def bits_of_pendant(shown_deg) -> list[int]:
    """The six bits of RCONF of the GP8, worked out in the plane of its arm."""
    s, low, u, r, _b, t = np.radians(shown_deg)
    shoulder = np.array([40.0, 0.0])  # to the front, and up
    elbow = shoulder + 345 * np.array([np.sin(low), np.cos(low)])
    lift = u - low  # of the forearm above the horizon
    along, up = np.array([np.cos(lift), np.sin(lift)]), np.array([-np.sin(lift), np.cos(lift)])
    wrist = elbow + 340 * along + 40 * up
    line, bent = wrist - shoulder, elbow - shoulder
    is_above = line[0] * bent[1] - line[1] * bent[0] > 0  # for an arm in front of its axis
    turn = np.degrees(r) % 360
    no_flip = 90 < turn <= 270
    beyond = [abs(np.degrees(v)) > 180 for v in (r, t, s)]
    return [int(v) for v in (no_flip, not is_above, wrist[0] < 0, *beyond)]


@pytest.fixture
def arm_with_pulses(tmp_path):
    """arm_with_pulses(name): a robot file like a shipped one, with pulses per degree of its own."""

    def make(name: str) -> str:
        text = robot_text(load_robot(name))
        own = (
            "controller:\n  language: jbi\n"
            f"  base: {{at: [0, 0, {HEIGHTS[name]}]}}\n"
            f"  pulses_per_degree: {list(PULSES)}\n  source: a test\n"
        )
        if "controller:" in text:
            text = text[: text.index("controller:")] + text[text.index("mechanism:") :]
        path = Path(tmp_path / "own.robot.yaml")
        path.write_text(text.replace("mechanism:", f"{own}mechanism:", 1), encoding="utf-8")
        return str(path)

    return make


def job_text(orders, robot) -> str:
    return jbi_text(orders, robot, robot.controller, "mine")


@pytest.fixture
def job_of(orders_of):
    """job_of(arm, text): the orders of a program as they are said, the arm, and the job."""

    def make(arm: str, text: str):
        run, orders = orders_of(arm, text)
        robot = run.cell.robot
        return jbi_sayable(orders), robot, job_text(orders, robot)

    return make


def says_the_same(orders, robot, text) -> bool:
    """Whether a job is read as the orders it was made of."""
    back = read_jbi(text, robot, robot.controller)
    try:
        found = deviation(orders, back, robot)
    except SceneError:
        return False
    zones = [
        [order.zone_mm for order in each.orders if isinstance(order, Go)] for each in (orders, back)
    ]
    is_near = found.mm < MOST_MM and found.deg < MOST_DEG and found.joint_deg < JOINT_DEG
    return is_near and not back.losses and zones[0] == zones[1]


@pytest.fixture
def text_with_all(job_of):
    """The orders, the arm and the job of a program that meets every mutation."""
    lines = ["ACCURACY 20 ALWAYS", "SPEED 40", "MOVE #P1", "DRAW 0, 0, 30", "ACCURACY 0 ALWAYS"]
    lines += ["SPEED 100 MMPS", "DRAW 0, 10, 0"]
    whole = random_program(ARM, 1).replace("CLOSEI 30", "\n".join([*lines, "CLOSEI 30"]))
    return job_of(ARM, whole)
