"""The inverse through the legs against a search from many starts, which knows nothing of legs."""

import numpy as np
import pytest

from kinematics import forward, inverse
from kinematics.closed.assembly import closed_by
from kinematics.poses.angles import wrapped
from tests.depth import cases

STARTS = 1500


def searched(arm, T, q_planted, rng):
    """Driven values (k, n) at which the loops close with the hand where the chain has it.

    The chain of these arms has one or more roots; each is held while the joints beside it start
    anywhere. What belongs to another assembly is told by forward kinematics.
    """
    linkage, beside = arm.linkage, list(arm.beside)
    found = []
    for on_chain in inverse(arm.chain, T).q:
        y = np.zeros((STARTS, linkage.count))
        y[:, list(arm.chain_places)] = on_chain
        far = np.where(linkage.revolute > 0.0, np.pi, 900.0)
        y[:, beside] = rng.uniform(-far, far, y.shape)[:, beside]
        for _ in range(3):  # a dozen rounds each
            y, left = closed_by(linkage, y, beside)
        q = y[left < 1e-11][:, list(arm.assembly.driven)]
        q = np.where(arm.revolute > 0.0, wrapped(q), q)
        for row in q:
            gaps = [np.abs(wrapped((row - other) / arm_units(arm))).max() for other in found]
            if not gaps or min(gaps) > 1e-6:
                found.append(row)
    own = [row for row in found if arm.closes(row) and np.abs(forward(arm, row) - T).max() < 1e-6]
    return np.array(own)


def arm_units(arm):
    return arm.linkage.units[list(arm.assembly.driven)]


@pytest.mark.parametrize("name", ["five_bar", "delta", "slide_delta"])
def test_legs_give_the_roots_of_a_search_from_many_starts(name, request, rng):
    arm = request.getfixturevalue(name)
    far = np.where(arm.revolute > 0.0, 0.4, 100.0)
    for q in rng.uniform(-far, far, (cases(6, 2), arm.n)):
        T = forward(arm, q)
        expected = searched(arm, T, q, rng)
        found = inverse(arm, T)
        assert len(found) == len(expected) >= 2
        for row in expected:
            gap = np.abs(wrapped((found.q - row) / arm_units(arm))).max(axis=1)
            assert gap.min() < 1e-7


def test_roots_nearer_than_a_ten_thousandth_count_as_one_and_say_so(five_bar, rng):
    """Beside a dead centre a planted root may be off by up to the width of such a pair."""
    long, fore, zero = np.hypot(200, 250), np.hypot(300, 250), np.arctan2(250, 200)
    merged, apart = 0, 0
    for lean in (1e-5, 4e-5, 1e-4, 1e-3, 1e-2):
        # the right leg bent by a little: its crank has two values that are near each other
        angle = np.pi / 2 + 0.2
        right = angle - zero
        tip = np.array([100.0, 0.0]) + long * np.array([np.cos(angle), np.sin(angle)])
        tip += fore * np.array([np.cos(angle + lean), np.sin(angle + lean)])
        gap = tip - [-100.0, 0.0]
        far = np.hypot(*gap)
        bend = np.arccos((long**2 + far**2 - fore**2) / (2 * long * far))
        q = np.array([np.arctan2(gap[1], gap[0]) + bend - (np.pi - zero), right, 0.0, 0.0])
        if not five_bar.closes(q) or abs(forward(five_bar, q)[:2, 3] - tip).max() > 1e-6:
            continue
        found = inverse(five_bar, forward(five_bar, q))
        miss = np.abs(wrapped(found.q - q)).max(axis=1)
        near = int(np.argmin(miss))
        is_double = found.multiplicity[near] > 1
        assert found.complete
        assert miss[near] < (1e-4 if is_double else 1e-7)
        merged, apart = merged + is_double, apart + (not is_double)
        # the two values of the crank, from the triangle of its leg
        reach = np.hypot(*(tip - [100.0, 0.0]))
        pair = 2 * np.arccos((long**2 + reach**2 - fore**2) / (2 * long * reach))
        assert is_double == (pair < 1e-4)
    assert merged >= 1
    assert apart >= 2


def test_a_pose_without_root_is_told_by_the_loop_that_does_not_reach(delta, five_bar):
    low = np.array(forward(delta, np.zeros(4)))
    low[2, 3] -= 900.0
    assert inverse(delta, low).reason.startswith("loop rod0a does not close there")
    far = np.array(forward(five_bar, np.zeros(4)))
    far[:2, 3] = [-500.0, 480.0]  # 612 mm from the left crank, 768 mm from the right one: too far
    assert inverse(five_bar, far).reason.startswith("loop tip does not close there")
    above = inverse(delta, forward(delta.assembled("-"), np.zeros(4)))
    assert not len(above)
    assert above.reason == "the arm reaches it only in another way of assembly"
