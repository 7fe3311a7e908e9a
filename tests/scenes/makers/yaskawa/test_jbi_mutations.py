"""Jobs of Yaskawa that say something else are never taken for the same."""

import re

import numpy as np
import pytest

from scenes.makers.writing.comparison import deviation
from scenes.makers.yaskawa.jbi_reader import read_jbi
from tests.scenes.makers.conftest import random_program
from tests.scenes.makers.yaskawa.conftest import ARM, PULSES, pose, says_the_same


def in_positions(text: str, pattern: str, change) -> str:
    """The text with what a pattern finds in its positions changed."""
    head, mark, rest = text.partition("//INST")
    return re.sub(pattern, change, head) + mark + rest


VALUES = r"(?m)^C(\d{5})=([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+)"


def rewritten(change):
    """A change of the six values of all positions."""

    def of(found: re.Match[str]) -> str:
        values = change([float(value) for value in found.groups()[1:]])
        return f"C{found[1]}=" + ",".join(f"{value:.7f}" for value in values)

    return lambda text: in_positions(text, VALUES, of)


def inverted(values: list[float]) -> list[float]:
    """The values of the inverse pose: the robot's frame in the tool."""
    T = np.linalg.inv(pose(*values))
    ry = np.degrees(np.arctan2(-T[2, 0], np.hypot(T[0, 0], T[1, 0])))
    rx, rz = np.degrees([np.arctan2(T[2, 1], T[2, 2]), np.arctan2(T[1, 0], T[0, 0])])
    return [*T[:3, 3], rx, ry, rz]


def bit(number: int):
    """A change of a bit of all configurations."""

    def of(found: re.Match[str]) -> str:
        bits = found[1].split(",")
        bits[number] = "10"[int(bits[number])]
        return f"///RCONF {','.join(bits)}"

    return lambda text: in_positions(text, r"///RCONF ([01,]+)", of)


MUTATIONS = {
    "angles in another order": rewritten(lambda v: [*v[:3], v[5], v[3], v[4]]),
    "Rx and Rz changed over": rewritten(lambda v: [*v[:3], v[5], v[4], v[3]]),
    "angles the other way": rewritten(lambda v: [*v[:3], *(-a for a in v[3:])]),
    "angles in radians": rewritten(lambda v: [*v[:3], *(np.radians(v[3:]))]),
    "metres instead of mm": rewritten(lambda v: [*(x / 1000 for x in v[:3]), *v[3:]]),
    "the frame inverted": rewritten(inverted),
    "heights above the mount": rewritten(lambda v: [*v[:2], v[2] + 330, *v[3:]]),
    "a place moved by 0.01 mm": rewritten(lambda v: [v[0] + 0.01, *v[1:]]),
    "a turn of 0.001 deg": rewritten(lambda v: [*v[:4], v[4] + 0.001, v[5]]),
    "another wrist": bit(0),
    "another elbow": bit(1),
    "another shoulder": bit(2),
    "another turn of R": bit(3),
    "another turn of T": bit(4),
    "another turn of S": bit(5),
    "positions of another tool": lambda t: t.replace("///TOOL 9", "///TOOL 8"),
    "positions in a user frame": lambda t: t.replace("///POSTYPE ROBOT", "///POSTYPE USER"),
    "poses as pulses": lambda t: t.replace("///RECTAN", "///PULSE"),
    "a tool of another length": lambda t: t.replace("P00000=0.000,0.000,142", "P00000=0,0,124"),
    "a tool that is not filled": lambda t: t.replace("SETTOOL TL#(9) P000", "'"),
    "another tool is filled": lambda t: t.replace("SETTOOL TL#(9)", "SETTOOL TL#(8)"),
    "another speed of a line": lambda t: t.replace("V=100.0 ", "V=101.0 "),
    "mm/s taken for cm/min": lambda t: t.replace("V=100.0 ", "V=600.0 "),
    "another percent": lambda t: t.replace("VJ=40.00", "VJ=42.00"),
    "a zone that is lost": lambda t: re.sub(r"PL=[1-8]", "PL=0", t),
    "a stop that is lost": lambda t: t.replace("PL=0", "PL=2"),
    "a line instead of a motion of all joints": lambda t: re.sub(
        r"MOVJ (C\d{4}[1-9]) VJ=[\d.]+", r"MOVL \1 V=250.0", t
    ),
    "a motion of all joints instead of a line": lambda t: re.sub(
        r"MOVL (C\d{5}) V=[\d.]+", r"MOVJ \1 VJ=100.00", t
    ),
    "another output": lambda t: t.replace("OT#(2) ON", "OT#(3) ON"),
    "an output the other way": lambda t: t.replace("OT#(2) ON", "OT#(2) OFF"),
    "an input instead": lambda t: t.replace("DOUT OT#(2)", "DOUT IN#(2)"),
    "a motion left out": lambda t: re.sub(r"MOVL C", "'", t, count=1),
    "a pause that is shorter": lambda t: t.replace("T=0.25", "T=0.15"),
    "an arc the other way": lambda t: re.sub(
        r"MOVC (C\d+)( .*\r\n)MOVC (C\d+)( .*\r\n)MOVC (C\d+)", r"MOVC \1\2MOVC \5\4MOVC \3", t
    ),
    "an arc without its first step": lambda t: re.sub(r"MOVC C.*\r\n(?=MOVC)", "", t, count=1),
    "a position that is missing": lambda t: t.replace("C00003=", "C00993="),
    "no end": lambda t: t.replace("\r\nEND\r\n", "\r\n"),
}


def test_the_text_itself_says_what_the_program_says(text_with_all) -> None:
    assert says_the_same(*text_with_all)


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_job_that_says_something_else_is_never_taken_for_the_same(name, text_with_all) -> None:
    orders, robot, text = text_with_all
    mutated = MUTATIONS[name](text)
    assert mutated != text, "the mutation does not meet this text"
    assert not says_the_same(orders, robot, mutated)


PULSE_MUTATIONS = {
    "an axis turned the other way": rewritten(lambda v: [-v[0], *v[1:]]),
    "L and U changed over": rewritten(lambda v: [v[0], v[2], v[1], *v[3:]]),
    "degrees instead of pulses": rewritten(lambda v: [x / 1000 for x in v]),
    "R of another gear": rewritten(lambda v: [*v[:3], v[3] * 1.01, *v[4:]]),
    "five pulses more": rewritten(lambda v: [*v[:5], v[5] + 5]),
}


@pytest.mark.parametrize("name", PULSE_MUTATIONS)
def test_other_pulses_are_never_taken_for_the_same(name, job_of, arm_with_pulses) -> None:
    orders, robot, text = job_of(arm_with_pulses(ARM), random_program(ARM, 6))
    least = 0.5 / min(PULSES) + 1e-9
    back = read_jbi(text, robot, robot.controller)
    assert deviation(orders, back, robot).joint_deg < least and not back.losses
    mutated = read_jbi(PULSE_MUTATIONS[name](text), robot, robot.controller)
    assert mutated.losses or deviation(orders, mutated, robot).joint_deg > least
