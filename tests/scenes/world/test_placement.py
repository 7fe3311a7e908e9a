"""Poses of bodies, compared with the matrix products of the paper's arm."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.errors import SceneError
from scenes.library import load_cell
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.placement import bodies_of, placement, placements
from scenes.world.state import CellState, Held, start_state

ARM = ["B", "J", "AR", "BF", "CP", "DF", "G1", "G2", "G3"]


@pytest.fixture(scope="module")
def cell() -> Cell:
    return load_cell("kakazu1985")


def turn(axis: str, angle: float) -> Array:
    """A rotation (4, 4) about a base axis, written out."""
    c, s = np.cos(angle), np.sin(angle)
    rows = {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }
    T = np.eye(4)
    T[:3, :3] = rows[axis]
    return T


def shift(*xyz: float) -> Array:
    T = np.eye(4)
    T[:3, 3] = xyz
    return T


def by_hand(q: Array, opening: float) -> dict[str, Array]:
    """T_world_body of the arm's bodies from the paper's product, with origins of figure 8."""
    fork = turn("z", q[0])
    upper = fork @ shift(0, 0, 450) @ turn("y", q[1])
    fore = upper @ shift(500, 0, 0) @ turn("y", q[2])
    wrist_fork = fore @ shift(450, 0, 0) @ turn("x", q[3])
    bar = wrist_fork @ turn("y", q[4])
    hand = bar @ turn("x", q[5])
    plate = hand @ shift(100, 0, 0)
    return {
        "B": np.eye(4),
        "J": fork @ shift(0, 0, 300),
        "AR": upper,
        "BF": fore,
        "CP": wrist_fork @ shift(-150, 0, 0),
        "DF": bar,
        "G1": plate,
        "G2": plate @ shift(0, -opening / 2, 0),
        "G3": plate @ shift(0, opening / 2, 0),
    }


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-3, 3), min_size=6, max_size=6), st.floats(0, 120))
def test_the_arm_stands_as_the_product_of_the_paper_says(joints: list[float], gap: float) -> None:
    cell, q = load_cell_once(), np.array(joints)
    poses = placement(cell, CellState(q=q, opening=gap))
    for name, T_world_body in by_hand(q, gap).items():
        np.testing.assert_allclose(poses[f"arm.{name}"], T_world_body, atol=1e-9)


_CELLS: dict[str, Cell] = {}


def load_cell_once() -> Cell:
    if "kakazu1985" not in _CELLS:
        _CELLS["kakazu1985"] = load_cell("kakazu1985")
    return _CELLS["kakazu1985"]


def test_many_states_at_once_are_the_same_as_one_by_one(cell: Cell) -> None:
    rng = np.random.default_rng(20)
    q, opening = rng.uniform(-2, 2, (7, 6)), rng.uniform(0, 120, 7)
    held = Held("WORK", shift(10, 20, 30) @ turn("z", 0.4))
    names, poses = placements(cell, q, opening, held, {"WORK": None, "WORK.2": shift(1, 2, 3)})
    assert poses.shape == (7, len(names), 4, 4)
    for i in range(7):
        parts = {"WORK": None, "WORK.2": shift(1, 2, 3)}
        one = placement(cell, CellState(q=q[i], opening=opening[i], held=held, parts=parts))
        assert tuple(one) == names
        np.testing.assert_allclose(np.stack(list(one.values())), poses[i], atol=1e-12)


def test_a_part_that_waits_for_feed_is_absent(cell: Cell) -> None:
    state = start_state(cell)
    assert set(placement(cell, state)) == {f"arm.{name}" for name in ARM} | {"TR1", "TR2"}
    fed = replace(state, parts={"WORK": cell.parts[0].T_world_feed})
    expected = shift(0, -600, 200) @ turn("z", -np.pi / 2)
    np.testing.assert_allclose(placement(cell, fed)["WORK"], expected, atol=1e-12)


def test_a_part_that_is_there_from_the_start_stands_at_its_frame() -> None:
    bench = load_cell("puma_bench")
    poses = placement(bench, start_state(bench))
    np.testing.assert_allclose(poses["BLOCK"], shift(680, 0, 500), atol=1e-12)
    assert "PEG" not in poses


def test_a_held_part_moves_with_the_flange(cell: Cell) -> None:
    q = np.array([0.3, -1.2, 1.4, 0.5, 0.9, -0.2])
    T_flange_part = turn("y", 0.7) @ shift(0, 5, 0)
    state = CellState(q=q, held=Held("WORK", T_flange_part), parts={"WORK": shift(9, 9, 9)})
    T_world_flange = by_hand(q, 0)["DF"] @ turn("x", q[5]) @ shift(170, 0, 0)
    np.testing.assert_allclose(
        placement(cell, state)["WORK"], T_world_flange @ T_flange_part, atol=1e-9
    )


def test_a_robot_elsewhere_takes_its_bodies_along(cell: Cell) -> None:
    T_world_base = shift(100, -50, 20) @ turn("z", 0.8)
    moved = replace(cell, robot=replace(cell.robot, T_world_base=T_world_base))
    before, after = placement(cell, start_state(cell)), placement(moved, start_state(cell))
    for name in ARM:
        expected = T_world_base @ before[f"arm.{name}"]
        np.testing.assert_allclose(after[f"arm.{name}"], expected, atol=1e-9)
    np.testing.assert_array_equal(after["TR1"], before["TR1"])


def test_bodies_have_a_kind_and_a_link(cell: Cell) -> None:
    bodies = bodies_of(cell)
    assert [bodies[f"arm.{name}"].link for name in ARM] == [0, 1, 2, 3, 4, 5, 6, 6, 6]
    kinds = {name: body.kind for name, body in bodies.items() if body.kind != "robot"}
    fingers = {"arm.G2": "finger", "arm.G3": "finger"}
    assert kinds == {**fingers, "TR1": "fixture", "TR2": "fixture", "WORK": "part"}


def test_copies_of_a_part_share_its_solid_and_unknown_parts_are_refused(cell: Cell) -> None:
    assert bodies_of(cell, ["WORK.2"])["WORK.2"].solid is cell.parts[0].solid
    with pytest.raises(SceneError, match='no part "PIN"'):
        bodies_of(cell, ["PIN"])


def test_an_allowance_counts_for_copies_in_either_order(cell: Cell) -> None:
    allowed = replace(cell, allowed=frozenset({("TR1", "WORK")}))
    assert allowed.allows("WORK.3", "TR1")
    assert allowed.allows("TR1", "WORK")
    assert not allowed.allows("TR2", "WORK.3")


def test_cells_and_states_travel_to_another_process(cell: Cell) -> None:
    state = replace(start_state(cell), held=Held("WORK", np.eye(4)))
    there_cell, there_state = pickle.loads(pickle.dumps((cell, state)))
    before, after = placement(cell, state), placement(there_cell, there_state)
    np.testing.assert_array_equal(np.stack(list(after.values())), np.stack(list(before.values())))
    assert not there_state.q.flags.writeable
    with pytest.raises(TypeError):
        there_state.parts["WORK"] = None
