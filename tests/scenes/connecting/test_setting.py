"""The bodies of a search stand where the placement of the cell puts them, the held part too."""

import numpy as np
import pytest

from scenes import load_cell, placements, program_path, simulate
from scenes.connecting.setting import setting_of


@pytest.mark.parametrize(
    ("name", "program"), [("kakazu1985", "pick_place"), ("puma_bench", "puma_pick")]
)
def test_bodies_and_the_held_part_stand_as_in_the_cell(name, program):
    cell = load_cell(name)
    run = simulate(cell, program_path(program))
    held = [step for step in run.moving_steps if step.before.held is not None and step.branch]
    assert held
    step, checked = held[0], 0
    setting = setting_of(cell, step.before, step.before.opening)
    assert step.before.held.part in setting.names
    q = step.motion.at(np.linspace(0.0, step.duration, 5))
    state = step.before
    names, T = placements(cell, q, np.full(5, state.opening), state.held, state.parts)
    for i, body in enumerate(setting.names):
        if body in names:
            np.testing.assert_allclose(setting.poses(q)[:, i], T[:, names.index(body)], atol=1e-9)
            checked += 1
    assert checked > 3
