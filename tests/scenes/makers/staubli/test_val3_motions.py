"""Corners of VAL3: `joint` and `Cartesian` leave the line at the distance of the descriptor."""

import numpy as np
import pytest

from kinematics import forward
from language.foreign.reading import DIFFERS
from scenes.makers.staubli.translation.val3_motions import CARTESIAN_JOINTS, UNEQUAL, UNKNOWN_BLEND
from scenes.makers.staubli.val3_files import variable_text
from scenes.makers.staubli.val3_reader import read_val3
from scenes.makers.writing.orders import Go
from scenes.makers.written_program import written
from scenes.world.tool_frame import tool_frame
from tests.scenes.makers.staubli.conftest import (
    ARM,
    DATA,
    P0,
    goes_of,
    in_base,
    pose,
    program,
    translate,
)

ZONE = 20.0
# Down to a point and away from it to the side, and how far the tool comes from and goes, mm.
FROM, TO = pose(0, 0, -50), pose(60, 0, 0)
TO_CORNER = ["movej(jHome[1], tTool, mFast)", "movel(appro(pPick[0], trUp), tTool, mFast)"]
TO_CORNER += ["waitEndMove()", "movel(pPick[0], tTool, mSlow)"]
AWAY = "movel(appro(pPick[0], trSide), tTool, mSlow)"
SIDE = variable_text("trSide", "trsf", ['x="60"'])


def data_with(blend: str, leave: float = ZONE, reach: float = ZONE):
    """The data of the tests with another corner of mSlow, and with the way to the side."""
    words = f'blend="{blend}" leave="{leave}" reach="{reach}"'
    changes = (('blend="joint" leave="5" reach="8"', words), ("</Datas>", f"{SIDE}</Datas>"))
    data = []
    for name, text in DATA:
        for old, new in changes:
            text = text.replace(old, new)
        data.append((name, text))
    return data


def differences(source: str, data) -> list[str]:
    return [found.message for found in translate(source, data).findings if found.code == DIFFERS]


def way_of(run) -> np.ndarray:
    """The places of the tool over the time of a run, mm, (k, 3)."""
    robot = run.cell.robot
    T_tool = tool_frame(robot, run.steps[-1].after.tool)
    q = run.motion_at(np.linspace(0.0, run.duration, 4001))[0]
    return (forward(robot.mechanism, q) @ T_tool)[:, :3, 3]


def off_the_lines(places: np.ndarray, corner, ends) -> np.ndarray:
    """The distances of places from the nearer of two lines that meet in a corner, mm."""
    found = []
    for end in ends:
        along = end - corner
        share = np.clip((places - corner) @ along / (along @ along), 0.0, 1.0)
        found.append(np.linalg.norm(places - corner - share[:, None] * along, axis=1))
    return np.min(found, axis=0)


@pytest.mark.parametrize("blend", ["joint", "Cartesian", "cartesian"])
def test_a_corner_of_two_lines_is_left_at_the_distance_of_the_descriptor(blend, run_on) -> None:
    run = run_on(ARM, translate(program(*TO_CORNER, AWAY), data_with(blend)).text)
    corner, start, end = ((in_base(P0) @ T)[:3, 3] for T in (np.eye(4), FROM, TO))
    places = way_of(run)
    places = places[np.linalg.norm(places - start, axis=1).argmin() :]
    away, off = np.linalg.norm(places - corner, axis=1), off_the_lines(places, corner, (start, end))
    assert 1.0 < away.min() < ZONE and off.max() > 1.0
    assert off[away > ZONE].max() < 1e-3
    # It is left at that distance, and not later.
    assert ZONE - 2.0 < away[off > 1e-3].max() <= ZONE


def test_no_blend_and_an_unknown_one_stop_at_the_point(orders_in) -> None:
    for blend in ("off", "both"):
        goes = goes_of(orders_in(*TO_CORNER, AWAY, data=data_with(blend)))
        assert [go.zone_mm for go in goes] == [0.0] * 4
    source = program(*TO_CORNER, AWAY)
    assert UNKNOWN_BLEND in differences(source, data_with("both"))
    assert UNKNOWN_BLEND not in differences(source, data_with("Cartesian"))


def test_a_corner_that_ends_farther_than_it_begins_is_the_smaller_one_and_told(orders_in) -> None:
    data = data_with("Cartesian", 7, 9)
    assert [go.zone_mm for go in goes_of(orders_in(*TO_CORNER, AWAY, data=data))][-2] == 7.0
    assert UNEQUAL in differences(program(*TO_CORNER, AWAY), data)
    assert UNEQUAL not in differences(program(*TO_CORNER, AWAY), data_with("Cartesian"))


def test_a_cartesian_corner_of_a_motion_of_all_joints_is_told() -> None:
    lines = ["movej(jHome[1], tTool, mFast)", "movej(pPick[0], tTool, mSlow)", AWAY]
    for blend, expected in (("Cartesian", 1), ("joint", 0), ("off", 0)):
        assert differences(program(*lines), data_with(blend)).count(CARTESIAN_JOINTS) == expected


def test_a_descriptor_that_becomes_cartesian_rounds_the_corner(orders_in) -> None:
    lines = ["mFast.blend = Cartesian", "mFast.leave = 6", "mFast.reach = 6", "mFast.tvel = 80"]
    lines += [line.replace("mSlow", "mFast") for line in TO_CORNER]
    goes = goes_of(orders_in(*lines, AWAY, data=data_with("off")))
    assert [go.zone_mm for go in goes] == [0.0, 0.0, 6.0, 0.0]


def test_an_export_with_cartesian_corners_is_read_back_with_them(orders_of) -> None:
    text = ";! dialect val\n;! language 2\nACCURACY 30 ALWAYS\nDRAW 0, 0, -80\nDRAW 0, 90, 0\nEND\n"
    run, orders = orders_of(ARM, text)
    robot = run.cell.robot
    made = written(orders, robot, "val3", "mine")
    for word in ("joint", "Cartesian"):
        files = [(name, told.replace('"joint"', f'"{word}"')) for name, told in made.files]
        back = read_val3(made.text, files, robot, robot.controller)
        assert back.losses == ()
        assert [go.zone_mm for go in back.orders if isinstance(go, Go)] == [30.0, 0.0]
