"""The contacts of moved bodies are those that a check of every pair finds."""

from itertools import combinations

import numpy as np
import pytest

from geometry import VerdictKind, check_pair
from scenes import load_cell, start_state
from scenes.files.file_poses import pose_of
from scenes.rearranging.contacts import contacts_of
from scenes.rearranging.moved_cell import moved_cell
from scenes.rearranging.standing_together import Together
from scenes.world.placement import bodies_of, placement


@pytest.mark.parametrize("seed", range(6))
def test_contacts_are_those_of_all_pairs_with_one_moved_body(seed) -> None:
    cell, rng = load_cell("puma_bench"), np.random.default_rng(seed)
    feeder = Together(bodies=frozenset({"feeder"}))
    cell = moved_cell(cell, feeder, pose_of(rng.uniform(-250, 250, 3), (0, 0, 40)))
    state = start_state(cell)
    poses, solids = placement(cell, state), bodies_of(cell)
    expected = set()
    for a, b in combinations(poses, 2):
        if "feeder" not in (a, b) or cell.allows(a, b):
            continue
        verdict = check_pair(solids[a].solid, poses[a], solids[b].solid, poses[b], cell.chord)
        if verdict.kind is VerdictKind.HIT:
            expected.add(("feeder", b if a == "feeder" else a))
    assert set(contacts_of(cell, state, {"feeder"})) == expected


def test_bodies_that_stay_are_not_looked_at() -> None:
    cell = load_cell("puma_bench")
    assert contacts_of(cell, start_state(cell), set()) == ()
