"""CUT and DEFORM in runs: the material removed and left, and the shapes after stepping back."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from geometry import Box, Cylinder, contains, volume
from kinematics import invert, translation
from scenes import Cell, analyse, bodies_of, load_cell, program_path, simulate
from scenes.runs.run import Run
from scenes.world.cell import Body, Part
from scenes.world.placement import bodies_in, placement
from tests.depth import deep_only

pytestmark = pytest.mark.long

# Checked with `listed=0`: no distance is looked at here, and to measure one between a tool and the
# hole that it has left takes as long as the whole check.
PROGRAM = program_path("drill_plate").read_text()


@pytest.fixture(scope="module")
def drilling() -> Cell:
    return load_cell("drilling")


@pytest.fixture(scope="module")
def drilled(drilling: Cell) -> Run:
    return simulate(drilling, PROGRAM)


def plate(run: Run, time: float):
    return bodies_in(run.cell, run.state_at(time))["PLATE"].solid


def step_of(run: Run, shown: str):
    return next(step for step in run.steps if step.statement.shown.startswith(shown))


def test_the_drill_plate_program_leaves_two_holes_and_a_slot(drilling: Cell, drilled: Run) -> None:
    lost = volume(plate(drilled, 0.0)) - volume(plate(drilled, drilled.duration), 0.002)
    tip = pi * 4.0 / 3.0 * (25.0 + 2.5 + 0.25)
    hole = pi * 25.0 * 21.0 + tip
    # The slot is 10 mm deep: volume of its walls, of the cross-section of the tip, of the round
    # ends.
    slot = 60.0 * (10.0 * 6.0 + 5.5 * 4.0) + pi * 25.0 * 6.0 + tip
    assert lost == pytest.approx(2 * hole + slot, rel=2e-3)


def test_going_back_in_time_gives_the_whole_plate_back(drilling: Cell, drilled: Run) -> None:
    untouched = drilling.parts_by_name["PLATE"].solid
    first = step_of(drilled, "MOVES HOLE1")
    assert plate(drilled, first.start_time) is untouched
    assert plate(drilled, drilled.duration) != untouched
    assert plate(drilled, first.start_time) is untouched
    assert drilled.state_at(0.0).shapes == {}


def test_a_hole_deepens_from_stage_to_stage(drilled: Run) -> None:
    step = step_of(drilled, "MOVES HOLE1")
    moments = np.linspace(step.start_time, step.end_time, 15)
    volumes = [volume(plate(drilled, t)) for t in moments]
    assert np.all(np.diff(volumes) <= 1e-6)
    assert len(set(np.round(volumes, 6))) > 5


def test_no_point_of_the_plate_that_the_tool_passed_is_left(drilled: Run) -> None:
    rng = np.random.default_rng(3)
    points = rng.uniform((-80, -60, 0), (80, 60, 30), (4000, 3))
    least = np.full(len(points), np.inf)
    tool = drilled.cell.parts_by_name["SPINDLE"].solid
    for step in drilled.steps:
        if not step.before.cutting:
            continue
        for t in step.trajectory.times:
            poses = placement(drilled.cell, step.state_at(t))
            T_tool_plate = invert(poses["SPINDLE"]) @ poses["PLATE"]
            inside = points @ T_tool_plate[:3, :3].T + T_tool_plate[:3, 3]
            least = np.minimum(least, tool.level(inside))
    kept = contains(plate(drilled, drilled.duration), points)
    assert (least < -0.05).sum() > 20
    assert not kept[least < -0.05].any()
    # The tool moves up to 3 mm between two samples: points farther away than that must be left.
    assert kept[least > 3.0].all()


def test_the_shipped_program_runs_without_a_collision(drilling: Cell) -> None:
    report = analyse(drilling, PROGRAM, listed=0)
    assert report.ok
    assert not report.collisions
    assert ("PLATE", "SPINDLE") in report.excepted


def test_without_cut_the_same_motion_is_a_collision(drilling: Cell) -> None:
    text = "\n".join(line for line in PROGRAM.splitlines() if "CUT" not in line)
    report = analyse(drilling, text, listed=0)
    assert {(c.body_a, c.body_b) for c in report.collisions} == {("SPINDLE", "PLATE")}


@deep_only
def test_the_tool_that_returns_to_its_hole_touches_nothing(blunt_drilling: Cell) -> None:
    # checking/collisions/test_arrivals.py tests the way out of the hole.
    before = PROGRAM.partition("180 ")[0]
    back = "252 APPRO HOLE1, 60\n254 MOVES HOLE1\n260 END\n"
    report = analyse(blunt_drilling, f"{before}250 CUT SPINDLE, PLATE OFF\n{back}", listed=0)
    assert ("PLATE", "SPINDLE") in report.excepted
    (note,) = [p for p in report.run.problems if p.code == "N305"]
    assert note.figures["volume_mm3"] == pytest.approx(pi * 25.0 * 24.0, rel=0.05)
    assert not [c for c in report.collisions if c.volume_mm3 > 0.5]


def test_a_name_may_be_written_in_small_letters(drilling: Cell, drilled: Run) -> None:
    wider = simulate(drilling, PROGRAM.replace("CUT SPINDLE", "CUT spindle"))
    assert wider.end_state.shapes["PLATE"] == drilled.end_state.shapes["PLATE"]


def test_CUT_OFF_reports_the_volume_removed_or_that_the_tool_met_nothing(
    drilling: Cell, drilled: Run
) -> None:
    (note,) = [p for p in drilled.problems if p.code == "N305"]
    assert note.figures["volume_mm3"] == pytest.approx(9038.5, abs=1.0)
    idle = "10 CUT SPINDLE, PLATE ON\n20 CUT SPINDLE, PLATE OFF\n30 CUT SPINDLE, PLATE OFF\n40 END"
    warned = simulate(drilling, idle).problems
    assert [p.code for p in warned] == ["W304", "W304"]
    assert "never met" in warned[0].message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("CUT SPINDEL, PLATE ON", "did you mean SPINDLE"),
        ("CUT SPINDLE, PLAT ON", "did you mean PLATE"),
        ("CUT SPINDLE.TIP, PLATE ON", "SPINDLE has no piece TIP"),
        ("CUT PLATE, PLATE ON", "cannot cut itself"),
        ("CUT table, PLATE ON", None),
        ("DEFORM PLATE.RIB BY NULL", "PLATE has no piece RIB"),
        ("DEFORM PLATE BY NULL", "part.piece"),
    ],
)
def test_a_cut_or_press_that_is_impossible_gives_a_sentence(
    drilling: Cell, line: str, said: str | None
) -> None:
    problems = simulate(drilling, f"10 {line}\n20 END").problems
    assert (said is None) == (not problems)
    if said is not None:
        assert said in problems[0].message
        assert problems[0].code in ("E406", "E407")


def with_part(cell: Cell, name: str, solid) -> Cell:
    parts = tuple(replace(p, solid=solid) if p.name == name else p for p in cell.parts)
    return replace(cell, parts=parts)


def test_a_tool_that_takes_all_of_the_part_is_an_error(drilling: Cell) -> None:
    crumb = Box((4, 4, 4)).moved(translation(-30, -30, 20))
    run = simulate(with_part(drilling, "PLATE", crumb), PROGRAM)
    assert run.steps[-1].failed
    assert "nothing is left" in run.problems[-2].message


def test_a_named_piece_cuts_and_the_rest_of_its_body_does_not(drilling: Cell) -> None:
    bit = Cylinder(5, 56).moved(translation(0, 0, 32)).named("BIT")
    rest = Box((40, 40, 100)).moved(translation(0, 0, 110))
    cell = with_part(drilling, "SPINDLE", bit + rest)
    run = simulate(cell, PROGRAM.replace("CUT SPINDLE,", "CUT SPINDLE.BIT,"))
    gone = volume(plate(run, 0.0)) - volume(plate(run, run.duration), 0.002)
    # The bit begins 4 mm above the origin of the spindle: the holes are 21 and 6 mm deep.
    assert gone == pytest.approx(2 * pi * 25 * 21 + 600 * 6 + pi * 25 * 6, rel=1e-3)


def test_a_held_part_is_cut_by_a_tool_that_stands(drilling: Cell) -> None:
    post = Body("POST", Cylinder(3, 80), translation(650, -340, 600), "#808080")
    block = Part(
        "BLOCK",
        Box((40, 40, 30)).moved(translation(0, 0, 130)),
        translation(520, 50, 500),
        translation(520, 50, 500),
        np.eye(4),
        40.0,
        "#ffffff",
    )
    rest = tuple(p for p in drilling.parts if p.name == "PLATE")
    cell = replace(drilling, fixtures=(*drilling.fixtures, post), parts=(*rest, block))
    text = PROGRAM.replace("CUT SPINDLE, PLATE", "CUT POST, BLOCK")
    run = simulate(cell, text)
    left = bodies_in(cell, run.end_state)["BLOCK"].solid
    assert run.end_state.shapes.keys() == {"BLOCK"}
    # The underside goes down to z = 620 mm; the top of the post is at 640 mm.
    gone = volume(block.solid) - volume(left, 0.002)
    assert gone == pytest.approx(pi * 9 * 20, rel=1e-3)


def test_a_press_moves_the_half_spaces_of_a_named_piece(drilling: Cell) -> None:
    base = Box((160, 120, 20)).moved(translation(0, 0, 10))
    rib = Box((20, 20, 30)).named("rib").moved(translation(10, 0, 35))
    cell = with_part(drilling, "PLATE", base + rib)
    run = simulate(cell, "10 DEFORM PLATE.RIB BY SHIFT(NULL BY 0,0,-5), 1, 2, 0.5\n20 END")
    pressed = bodies_in(cell, run.end_state)["PLATE"].solid
    # Half as high about its middle at 35 mm, then 5 mm down: from 22.5 to 37.5 mm.
    assert contains(pressed, [[10, 19.9, 37.4], [10, 0, 22.6], [10, 0, 10]]).tolist() == [True] * 3
    assert not contains(pressed, [[10, 0, 37.6], [10, 20.1, 30], [10, 0, 22.4]]).any()
    assert bodies_in(cell, run.start_state)["PLATE"].solid == base + rib


def test_pressing_keeps_the_cuts_of_a_part_and_cutting_its_pressed_shape(drilling: Cell) -> None:
    base = Box((160, 120, 20)).moved(translation(0, 0, 10))
    rib = Box((20, 20, 10)).named("rib").moved(translation(60, 40, 25))
    cell = with_part(drilling, "PLATE", base + rib)
    text = PROGRAM.replace(
        "310 READY", "305 DEFORM PLATE.RIB BY SHIFT(NULL BY 0,0,-5), 1, 1, 1\n310 READY"
    )
    end = bodies_in(cell, simulate(cell, text).end_state)["PLATE"].solid
    assert not contains(end, [[-30, -30, 15], [60, 40, 26]]).any()
    assert contains(end, [[60, 40, 24], [0, 0, 10]]).all()


@pytest.mark.parametrize("dialect", ["hokkaido", "val", "vplus"])
def test_a_press_moves_alike_by_trans_without_angles_and_by_a_shift(
    drilling: Cell, dialect: str
) -> None:
    base = Box((160, 120, 20)).moved(translation(0, 0, 10))
    cell = with_part(drilling, "PLATE", base + Box((9, 9, 9)).named("rib"))

    def pressed(by: str) -> object:
        run = simulate(cell, f";! dialect {dialect}\nDEFORM PLATE.RIB BY {by}\nEND")
        assert not run.problems
        return bodies_in(cell, run.end_state)["PLATE"].solid

    assert pressed("TRANS(1, 2, -5)") == pressed("SHIFT(NULL BY 1, 2, -5)")


def test_shapes_travel_to_the_worker_and_back(drilled: Run) -> None:
    import pickle

    back = pickle.loads(pickle.dumps(drilled))
    assert back.end_state.shapes == drilled.end_state.shapes
    assert bodies_of(back.cell)["PLATE"].solid == bodies_of(drilled.cell)["PLATE"].solid


def test_CLEARANCE_and_COLLIDES_use_the_shape_of_the_part_at_that_time(drilling: Cell) -> None:
    asked = PROGRAM.replace(
        "260 MOVE OVER",
        "251 APPRO HOLE1, 60\n252 MOVES HOLE1\n253 X = COLLIDES(SPINDLE, PLATE)\n"
        "254 DEPARTS 60\n260 MOVE OVER",
    )
    assert simulate(drilling, asked).end_state.variables["X"] == 0.0
    uncut = "\n".join(line for line in asked.splitlines() if "CUT" not in line)
    assert simulate(drilling, uncut).end_state.variables["X"] == -1.0  # the value of TRUE in VAL


def test_a_cut_through_a_part_warns_that_it_is_in_two_pieces(drilling: Cell, drilled: Run) -> None:
    thin = replace(
        drilling.parts_by_name["PLATE"], solid=Box((160, 8, 8)).moved(translation(0, -30, 26))
    )
    cell = replace(drilling, parts=tuple(thin if p.name == "PLATE" else p for p in drilling.parts))
    run = simulate(cell, PROGRAM)
    parted = [p for p in run.problems if p.code == "W308"]
    assert [p.severity for p in parted[:1]] == ["warning"]
    assert parted[0].figures == {"part": "PLATE", "pieces": 2}
    assert "2 pieces" in parted[0].message
    assert not [p for p in drilled.problems if p.code == "W308"]
