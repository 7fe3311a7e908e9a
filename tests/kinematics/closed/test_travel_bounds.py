"""Bounds on the ways of passive joints against the ways that they are seen to go."""

import numpy as np
import pytest


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
        ways, bends = five_bar.link_travels(np.stack([start, end]))
        y = five_bar.all_joints(start + share * (end - start))
        gone = np.abs(np.diff(y, axis=0)).sum(axis=0)
        assert np.isfinite(ways).all()
        assert (gone <= ways[0] + 1e-9).all()
        change = np.abs(np.diff(y, 2, axis=0)).max(axis=0) * 2000.0**2
        assert (change <= bends[0] + 1e-4).all()


def test_the_bound_of_a_short_piece_is_little_more_than_the_way(five_bar, rng):
    start, end = pieces(five_bar, rng, 15, 2e-4)
    for a, b in zip(start, end, strict=True):
        ways, _ = five_bar.link_travels(np.stack([a, b]))
        gone = np.abs(np.diff(five_bar.all_joints(np.stack([a, b])), axis=0))[0]
        assert (ways[0] <= 1.2 * gone + 1e-4).all()


def test_nothing_is_claimed_of_a_piece_that_passes_a_singular_loop(five_bar):
    """Both cranks turn outwards till the forearms are in one line and part."""
    apart = np.stack([np.zeros(4), np.array([0.9, -0.9, 0.0, 0.0])])
    assert not five_bar.closes(apart)[1]
    assert np.isinf(five_bar.link_travels(apart)[0]).any()


def test_parallelograms_go_by_their_ratios_and_need_no_bound(palletiser, rng):
    q = rng.uniform(-0.5, 0.5, (6, 4))
    ways, bends = palletiser.link_travels(q)
    gone = np.abs(np.diff(palletiser.all_joints(q), axis=0))
    assert np.abs(ways - gone).max() < 1e-12
    assert bends.max() == 0.0
