"""Things placed in frames, grouped and ungrouped, stay where they stand in the world."""

import random

import numpy as np
import pytest

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.edits.placing import move_to, placed_in
from app.desktop.modelling.entries.framing import (
    corners,
    group,
    set_frames,
    standing_in,
    ungroup,
    within,
)
from app.desktop.modelling.entries.ordering import move_before, move_by

EVERY = [(BODY, "table"), (BODY, "socket"), (BODY, "BLOCK"), (FRAME, "rack"), (ROBOT, "puma")]


def places(document):
    cell = document.cell
    found = {body.name: body.T_world_body for body in (*cell.fixtures,)}
    found |= {part.name: part.T_world_feed for part in cell.parts}
    found |= {f"frame {name}": T for name, T in cell.frames.items()}
    return found | {"robot": cell.robot.T_world_base}


@pytest.mark.parametrize("seed", range(4))
def test_grouped_things_stay_and_move_with_their_frame(opened, seed) -> None:
    rng, document = random.Random(seed), opened()
    keys = rng.sample(EVERY, rng.randint(1, 4))
    text, before = document.cell_file.text, places(document)
    low = corners(document.cell, document.cell_file, keys).min(axis=0)
    name = group(document, keys)
    assert set(standing_in(document.cell_file, name)) == set(keys)
    after = places(document)
    assert all(after[k] == pytest.approx(before[k], abs=1e-6) for k in before)
    origin = document.cell.frames[name][:3, 3]
    assert origin[2] == pytest.approx(low[2], abs=0.5 + 1e-9)
    file = document.cell_file
    inside = set(within(file, name))
    at = placed_in(file, name, FRAME).at
    move_to(document, name, [at[0] + 100, at[1], at[2]], [0, 0, 0], FRAME)
    moved = places(document)
    for kind, thing in inside:
        shown = {FRAME: f"frame {thing}", ROBOT: "robot"}.get(kind, thing)
        shift = np.linalg.norm((moved[shown] - after[shown])[:3, 3])
        assert shift == pytest.approx(100, abs=1e-6)
    document.cell_commands.undo()
    assert set(ungroup(document, name)) == set(keys)
    assert all(places(document)[k] == pytest.approx(before[k], abs=1e-6) for k in before)
    assert name not in document.cell.frames
    while document.cell_commands.canUndo():
        document.cell_commands.undo()
    assert document.cell_file.text == text


def test_a_group_of_things_in_one_frame_stays_in_it(opened) -> None:
    document = opened()
    name = group(document, [(BODY, "table"), (BODY, "BLOCK")])
    assert placed_in(document.cell_file, name, FRAME).frame == "bench"
    line = next(x for x in document.cell_file.text.splitlines() if x.startswith(f"  {name}"))
    assert line == "  group1: {in: bench, at: [0, 0, -500]}"


def test_dropped_things_stay_or_take_their_numbers_along(opened) -> None:
    document = opened()
    before = places(document)
    set_frames(document, [(BODY, "table"), (BODY, "BLOCK")], "world")
    assert document.cell_commands.count() == 1
    assert places(document)["table"] == pytest.approx(before["table"])
    document.cell_commands.undo()
    numbers = placed_in(document.cell_file, "BLOCK")
    set_frames(document, [(BODY, "BLOCK")], "rack", keeps_numbers=True)
    place = placed_in(document.cell_file, "BLOCK")
    assert (place.frame, place.at, place.rpy) == ("rack", numbers.at, numbers.rpy)
    shift = document.cell.frames["rack"] - document.cell.frames["bench"]
    assert places(document)["BLOCK"] - before["BLOCK"] == pytest.approx(shift)


def test_the_order_changes_in_the_file_and_nothing_else(opened) -> None:
    document = opened()
    before = places(document)
    move_before(document, [(BODY, "socket")], "table")
    assert list(document.cell_file.data["fixtures"]) == ["socket", "table", "feeder"]
    move_by(document, [(BODY, "socket"), (BODY, "table")], 1)
    assert list(document.cell_file.data["fixtures"]) == ["feeder", "socket", "table"]
    move_by(document, [(BODY, "feeder")], -1)  # it is the first one already
    assert document.cell_commands.count() == 2
    move_before(document, [(BODY, "feeder"), (BODY, "socket")], "")
    assert list(document.cell_file.data["fixtures"]) == ["table", "feeder", "socket"]
    assert "  feeder: # a rack with three holes" in document.cell_file.text
    assert all(places(document)[k] == pytest.approx(before[k]) for k in before)
    move_before(document, [(BODY, "table"), (FRAME, "rack")], "")  # of two sections: nothing
    assert document.cell_commands.count() == 3
