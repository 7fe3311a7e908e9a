"""Lengths of the links of a linkage, from their joint to what they carry."""

import numpy as np
import pytest

from kinematics import forward, inverse_batch
from scenes.library import load_robot


def test_the_links_of_a_delta_are_as_long_as_its_cranks_and_rods():
    linkage = load_robot("textbook_delta").mechanism.linkage
    names = [joint.name for joint in linkage.joints]
    lengths = {name: linkage.length_of(place + 1) for place, name in enumerate(names)}
    half = 50.0  # of the distance between two rods of a pair
    for leg in "123":
        assert lengths[f"crank{leg}"] == pytest.approx(np.hypot(235.0, half))
        for side in "ab":
            assert lengths[f"swing{leg}{side}"] == pytest.approx(0.0, abs=1e-9)
            assert lengths[f"lean{leg}{side}"] == pytest.approx(650.0)


@pytest.mark.parametrize("name", ["textbook_palletiser", "textbook_five_bar", "textbook_delta"])
def test_a_batch_of_poses_beyond_the_reach_has_no_solution_and_no_fault(name):
    arm = load_robot(name).mechanism
    Ts = forward(arm, np.zeros((3, arm.n)))
    Ts[:, :3, 3] += 1e5
    assert (inverse_batch(arm, Ts).count == 0).all()
