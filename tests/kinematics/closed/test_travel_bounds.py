"""Bounds on the ways of passive joints against the ways that they are seen to go."""

import numpy as np
import pytest

from kinematics.motion.paths.joint_path import JointPath


def pieces(arm, rng, count, largest):
    """Samples in pairs, at which the loops close."""
    low = np.array([-0.9, -0.9, -50.0, -3.0])
    start = rng.uniform(low, -low, (8 * count, 4))
    end = start + largest * rng.uniform(-1.0, 1.0, start.shape)
    fine = (arm.loop_hold(start) > 0.05) & (arm.loop_hold(end) > 0.05)
    closes = arm.closes(start) & arm.closes(end) & fine
    return start[closes][:count], end[closes][:count]


@pytest.mark.parametrize("largest", [0.01, 0.05, 0.2])
def test_no_joint_goes_farther_than_its_bound(five_bar, rng, largest):
    share = np.linspace(0.0, 1.0, 2001)[:, None]
    for start, end in zip(*pieces(five_bar, rng, 8, largest), strict=True):
        ways, bends = five_bar.link_travels(np.stack([[start, end]]))
        y = five_bar.all_joints(start + share * (end - start))
        gone = np.abs(np.diff(y, axis=0)).sum(axis=0)
        assert np.isfinite(ways).all()
        assert (gone <= ways[0] + 1e-9).all()
        change = np.abs(np.diff(y, 2, axis=0)).max(axis=0) * 2000.0**2
        assert (change <= bends[0] + 1e-4).all()


def test_the_bound_of_a_short_piece_is_little_more_than_the_way(five_bar, rng):
    start, end = pieces(five_bar, rng, 15, 2e-4)
    for a, b in zip(start, end, strict=True):
        ways, _ = five_bar.link_travels(np.stack([[a, b]]))
        gone = np.abs(np.diff(five_bar.all_joints(np.stack([a, b])), axis=0))[0]
        assert (ways[0] <= 1.2 * gone + 1e-4).all()


def test_nothing_is_claimed_of_a_piece_that_passes_a_singular_loop(five_bar):
    """Both cranks turn outwards till the forearms are in one line and part."""
    apart = np.stack([np.zeros(4), np.array([0.9, -0.9, 0.0, 0.0])])
    assert not five_bar.closes(apart)[1]
    assert np.isinf(five_bar.link_travels(apart[None])[0]).any()


def test_parallelograms_go_by_their_ratios_and_need_no_bound(palletiser, rng):
    q = rng.uniform(-0.5, 0.5, (6, 4))
    ways, bends = palletiser.link_travels(np.stack([q[:-1], q[1:]], axis=1))
    gone = np.abs(np.diff(palletiser.all_joints(q), axis=0))
    assert np.abs(ways - gone).max() < 1e-12
    assert bends.max() == 0.0


def bent_pieces(arm, rng, count, largest):
    """Quintic pieces, (1, 6, 4) each, along which the loops close and hold."""
    starts, ends = pieces(arm, rng, 4 * count, largest)
    found = []
    for start, end in zip(starts, ends, strict=True):
        controls = np.linspace(start, end, 6)
        controls[1:5] += 0.3 * largest * rng.uniform(-1.0, 1.0, (4, 4))
        path = JointPath(np.array([0.0, 1.0]), controls[None])
        q = path.at(np.linspace(0.0, 1.0, 60))
        if arm.closes(q).all() and (arm.loop_hold(q) > 0.05).all():
            found.append(path)
    assert len(found) >= count
    return found[:count]


@pytest.mark.parametrize("name", ["five_bar", "palletiser"])
@pytest.mark.parametrize("largest", [0.01, 0.05, 0.2])
def test_no_joint_is_faster_or_changes_its_rate_more_on_a_curved_piece(name, largest, rng, request):
    arm, fine = request.getfixturevalue(name), 2000
    for path in bent_pieces(arm, rng, 8, largest):
        rates, changes = arm.link_travels(path.controls)
        y = arm.all_joints(path.at(np.linspace(0.0, 1.0, fine + 1)))
        assert np.isfinite(rates).all()
        assert (np.abs(np.diff(y, axis=0)).max(axis=0) * fine <= rates[0] * (1 + 1e-9)).all()
        assert (np.abs(np.diff(y, 2, axis=0)).max(axis=0) * fine**2 <= changes[0] + 1e-4).all()


def test_the_bounds_of_a_long_piece_hold_on_each_of_its_parts(five_bar, rng):
    """A piece that is halved until its bound is found has the rate of its fastest part."""
    halved = 0
    for path in bent_pieces(five_bar, rng, 12, 0.6):
        rates, _ = five_bar.link_travels(path.controls)
        y = five_bar.all_joints(path.at(np.linspace(0.0, 1.0, 4001)))
        steps = np.abs(np.diff(y, axis=0))
        assert (steps.max(axis=0) * 4000 <= rates[0] * (1 + 1e-9)).all()
        halved += bool((steps.max(axis=0) * 4000 > 1.05 * steps.sum(axis=0)).any())
    assert halved
