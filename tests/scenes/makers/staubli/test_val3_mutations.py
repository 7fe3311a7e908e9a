"""Applications of VAL3 that say something else are never taken for the same."""

import re

import numpy as np
import pytest

from tests.scenes.makers.staubli.conftest import pose, says_the_same

POSE = r'x="([-\d.]+)" y="([-\d.]+)" z="([-\d.]+)" rx="([-\d.]+)" ry="([-\d.]+)" rz="([-\d.]+)"'
JOINTS = " ".join(rf'j{n}="([-\d.]+)"' for n in range(1, 7))
KEYS = ("x", "y", "z", "rx", "ry", "rz")


def of_values(pattern: str, names, change, kind: str):
    """A change of the numbers of all values of one variable in the data."""

    def of(text: str, data: str) -> tuple[str, str]:
        head, mark, rest = data.partition(f'name="{kind}"')
        inside, end, behind = rest.partition("</Data>")

        def told(found: re.Match[str]) -> str:
            values = change([float(value) for value in found.groups()])
            pairs = zip(names, values, strict=True)
            return " ".join(f'{name}="{value:.8f}"' for name, value in pairs)

        return text, head + mark + re.sub(pattern, told, inside) + end + behind

    return of


def points(change):
    return of_values(POSE, KEYS, change, "pPoint")


def joints(change):
    return of_values(JOINTS, [f"j{n}" for n in range(1, 7)], change, "jJoint")


def fixed_axes(v: list[float]) -> list[float]:
    """The same orientation, its angles about fixed axes: R = Rz Ry Rx."""
    R = pose(*v)[:3, :3]
    turns = np.arctan2(R[2, 1], R[2, 2]), -np.arcsin(R[2, 0]), np.arctan2(R[1, 0], R[0, 0])
    return [*v[:3], *np.degrees(turns)]


def inverted(v: list[float]) -> list[float]:
    T = np.linalg.inv(pose(*v))
    turns = np.arctan2(-T[1, 2], T[2, 2]), np.arcsin(T[0, 2]), np.arctan2(-T[0, 1], T[0, 0])
    return [*T[:3, 3], *np.degrees(turns)]


def in_data(old: str, new: str):
    return lambda text, data: (text, data.replace(old, new))


def in_text(pattern: str, new: str, count: int = 0):
    return lambda text, data: (re.sub(pattern, new, text, count=count), data)


MUTATIONS = {
    "angles about fixed axes": points(fixed_axes),
    "rx and rz changed over": points(lambda v: [*v[:3], v[5], v[4], v[3]]),
    "angles in another order": points(lambda v: [*v[:3], v[4], v[5], v[3]]),
    "angles the other way": points(lambda v: [*v[:3], *(-a for a in v[3:])]),
    "angles in radians": points(lambda v: [*v[:3], *np.radians(v[3:])]),
    "metres instead of mm": points(lambda v: [*(a / 1000 for a in v[:3]), *v[3:]]),
    "points inverted": points(inverted),
    "heights above the mount": points(lambda v: [*v[:2], v[2] + 375, *v[3:]]),
    "a place moved by 0.01 mm": points(lambda v: [v[0] + 0.01, *v[1:]]),
    "a turn of 0.001 deg": points(lambda v: [*v[:4], v[4] + 0.001, v[5]]),
    "the tool inverted": of_values(POSE, KEYS, inverted, "tTool"),
    "the frame moved": of_values(POSE, KEYS, lambda v: [v[0] + 1, *v[1:]], "fCell"),
    "joints in radians": joints(lambda v: list(np.radians(v))),
    "axis 2 counted from the horizon": joints(lambda v: [v[0], v[1] + 90, *v[2:]]),
    "axis 5 the other way": joints(lambda v: [*v[:4], -v[4], v[5]]),
    "axes 2 and 3 changed over": joints(lambda v: [v[0], v[2], v[1], *v[3:]]),
    "a joint turned by 0.001 deg": joints(lambda v: [*v[:5], v[5] + 0.001]),
    "another shoulder": in_data("lefty", "righty"),
    "another elbow": in_data("epositive", "enegative"),
    "another wrist": in_data("wpositive", "wnegative"),
    "a configuration that is no word": in_data("lefty", "left"),
    "a point in another frame": in_data('fatherId="fCell[0]"', 'fatherId="fOther[0]"'),
    "a frame in itself": in_data('fatherId="world[0]"', 'fatherId="fCell[0]"'),
    "a tool on another tool": in_data('fatherId="flange[0]"', 'fatherId="tTool[0]"'),
    "another speed of a line": in_data('tmax="100"', 'tmax="101"'),
    "cm/s taken for mm/s": in_data('tmax="100"', 'tmax="10"'),
    "a line slowed by its joints": in_data(
        'vel="100" decel="100" tmax="100"', 'vel="5" tmax="100"'
    ),
    "another percent": in_data('vel="40"', 'vel="42"'),
    "a zone that is lost": in_data('blend="joint"', 'blend="off"'),
    "a stop that is lost": in_data('blend="off" leave="0"', 'blend="joint" leave="5"'),
    "a zone of another size": in_data('leave="32" reach="32"', 'leave="33" reach="33"'),
    "a zone that ends elsewhere": in_data('leave="32"', 'leave="5"'),
    "a blend that is no word": in_data('blend="joint"', 'blend="both"'),
    "a line instead of a motion of all joints": in_text(r"movej\((jJoint\[[1-9])", r"movel(\1"),
    "a motion of all joints instead of a line": in_text(r"movel\(", "movej("),
    "a line instead of an arc": in_text(r"movec\(\w+\[\d+\], ", "movel("),
    "an arc the other way": in_text(r"movec\((\w+\[\d+\]), (\w+\[\d+\])", r"movec(\2, \1"),
    "another output": in_text(r"dOut\[2\] = true", "dOut[3] = true"),
    "an output the other way": in_text(r"dOut\[2\] = true", "dOut[2] = false"),
    "an input instead of an output": in_text(r"dOut\[2\]", "dIn[2]"),
    "another input": in_text(r"dIn\[9\]", "dIn[5]"),
    "an input the other way": in_text(r"dIn\[9\] == false", "dIn[9] == true"),
    "a motion left out": in_text(r"movel\(", "// ", 1),
    "a pause that is shorter": in_text(r"delay\(0\.\d+\)", "delay(0.01)"),
    "an output while the arm moves": in_text(r"waitEndMove\(\)", "//"),
    "a point that is not there": in_text(r"pPoint\[\d+\]", "pPoint[999]", 1),
    "a variable of another kind": in_data('type="pointRx"', 'type="trsf"'),
    "a number that is none": in_data('j1="', 'j1="x'),
    "no end": in_text(r"\nend\]\]", "\n]]"),
    "a file that is cut off": lambda text, data: (text, data[: len(data) // 2]),
}


def test_the_application_itself_says_what_the_program_says(with_all) -> None:
    assert says_the_same(*with_all)


@pytest.mark.parametrize("name", MUTATIONS)
def test_files_that_say_something_else_are_never_taken_for_the_same(name, with_all) -> None:
    orders, robot, text, files = with_all
    mutated, data = MUTATIONS[name](text, files["mine.dtx"])
    assert (mutated, data) != (text, files["mine.dtx"]), "the mutation does not meet this text"
    assert not says_the_same(orders, robot, mutated, {**files, "mine.dtx": data})


def test_an_application_in_inches_is_not_taken_for_one_in_mm(with_all) -> None:
    orders, robot, text, files = with_all
    project = files["mine.pjx"].replace('Unit="true"', 'Unit="false"')
    assert project != files["mine.pjx"]
    assert not says_the_same(orders, robot, text, {**files, "mine.pjx": project})
