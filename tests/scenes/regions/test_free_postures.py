"""Many postures at once have the verdicts of the exact check of each pair in each posture."""

import numpy as np
import pytest

from geometry import VerdictKind, check_pair
from scenes import Cell, CellState, load_cell, program_path, simulate, start_state
from scenes.checking.motions.interference import moving_pairs
from scenes.regions.free_postures import are_free
from scenes.regions.reach_grid import random_joints
from scenes.world.allowed_contacts import checked_bodies
from scenes.world.placement import bodies_in, placements
from tests.depth import cases, share

ROOM = """\
cell: 1
robots: {arm: {use: ROBOT}}
fixtures:
  BIN:
    at: [350, 150, 200]
    solid: [{add: {box: [200, 200, 160]}}, {cut: {cylinder: {d: 170, h: 140}, at: [0, 0, 30]}}]
  POST:
    at: [-300, 250, 300]
    solid: [{add: {cylinder: {d: 90, h: 600}}}]
"""


def met(cell: Cell, state: CellState, q: np.ndarray) -> np.ndarray:
    """Whether a pair of bodies shares volume in each posture, by the exact check of the pair."""
    names, poses = placements(cell, q, np.full(len(q), state.opening), state.held, state.parts)
    known = bodies_in(cell, state)
    solids = [known[name].solid for name in names]
    bodies = checked_bodies(names, solids, moving_pairs(cell, state))
    found = np.zeros(len(q), bool)
    for row, T in enumerate(poses[:, bodies.rows]):
        for a, b in bodies.pairs:
            verdict = check_pair(bodies.solids[a], T[a], bodies.solids[b], T[b], cell.chord)
            if verdict.kind is VerdictKind.HIT:
                found[row] = True
                break
    return found


@pytest.mark.parametrize(
    "robot", share(["abb_irb120", "kuka_kr6_r900_2", "franka_panda", "adept_cobra600"], 2)
)
def test_postures_of_an_arm_are_free_exactly_where_no_pair_shares_volume(tmp_path, robot):
    path = tmp_path / "room.cell.yaml"
    path.write_text(ROOM.replace("ROBOT", robot), encoding="utf-8")
    cell = load_cell(path)
    state = start_state(cell)
    q = random_joints(cell, cases(200, 2), 11)
    assert (are_free(cell, state, q) == ~met(cell, state, q)).all()


def test_a_held_part_counts_as_part_of_the_arm():
    cell = load_cell("puma_bench")
    run = simulate(cell, program_path("puma_pick"))
    state = next(step.before for step in run.moving_steps if step.before.held is not None)
    q = np.concatenate([random_joints(cell, cases(5, 2), 12), state.q[None]])
    free = are_free(cell, state, q)
    assert (free == ~met(cell, state, q)).all()
    assert 0 < free.sum() < len(q)


def test_no_posture_is_free_where_the_base_stands_in_a_fixture(tmp_path):
    path = tmp_path / "base.cell.yaml"
    text = ROOM.replace("ROBOT", "ur3e").replace("[-300, 250, 300]", "[40, 0, 20]")
    path.write_text(text, encoding="utf-8")
    cell = load_cell(path)
    assert not are_free(cell, start_state(cell), random_joints(cell, 40, 13)).any()
