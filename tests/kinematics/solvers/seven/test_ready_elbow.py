"""The shipped loops for seven axes: their roots are those of the solvers in NumPy, and roots at
all; what they leave to these solvers is all that is singular."""

import numpy as np
import pytest

from kinematics import Mechanism, forward, sweep, translation
from kinematics.arm.residuals import misses
from kinematics.families.seven_axis import recognise_seven
from kinematics.loops.elbow_kernel import solve_elbows
from kinematics.loops.offset_elbow_kernel import solve_offset_elbows
from kinematics.poses.angles import wrapped
from kinematics.solvers.seven import offset_elbow, point_elbow, ready_elbow
from resources.loops.loop import Loop, plain

ANGLES = np.linspace(-np.pi, np.pi, 36, endpoint=False)[None]
HELD = np.zeros((1, 7))
Z, Y, BACK = [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]


def made(offset, bulge, axes=(Z, Y, Z, Y, Z, Y, Z), upper=540.0, lower=500.0):
    """An arm with a shoulder offset, and with axis 4 off the line of axis 3 by `bulge`, mm."""
    points = [
        [0, 0, 0],
        *[[offset, 0, 400]] * 2,
        [offset + bulge, 0, 400 + upper],
        *[[offset, 0, 400 + upper + lower]] * 3,
    ]
    tool = translation(offset, 0, 400 + upper + lower + 130)
    return Mechanism.from_axes(axes=axes, points=points, T_base_flange_zero=tool)


POINT_ARMS = {
    "plain": made(0.0, 0.0),
    "elbow offset": made(0.0, 45.0),
    "turned axes": made(0.0, 20.0, (Z, BACK, Z, Y, Z, BACK, Z), 300.0, 620.0),
}
OFFSET_ARMS = {
    "large offset": made(145.0, 0.0),
    "small offset": made(20.0, 0.0, upper=310.0, lower=470.0),
    "turned axes": made(90.0, 0.0, (Z, BACK, Z, Y, Z, BACK, Z)),
}
ALL_ARMS = [
    *((arm, point_elbow.point_shoulder, 8) for arm in POINT_ARMS.values()),
    *((arm, offset_elbow.offset_shoulder, 16) for arm in OFFSET_ARMS.values()),
]


def geometry(arm):
    found = recognise_seven(arm)
    assert not isinstance(found, str), found
    return found


def by_size(q, valid):
    """The valid roots of one row, sorted, so that the order of slots does not matter."""
    rows = wrapped(q[valid] - 1e-9)
    return rows[np.lexsort(np.round(rows, 6).T)]


@pytest.fixture(autouse=True)
def any_size(monkeypatch):
    """The loop takes batches of any size."""
    monkeypatch.setattr(ready_elbow, "FEW", 10**9)


@pytest.mark.parametrize(("arm", "in_numpy", "slots"), ALL_ARMS)
def test_the_loop_gives_the_roots_of_the_solver_in_numpy(arm, in_numpy, slots, rng):
    Ts = forward(arm, rng.uniform(-3, 3, (60, 7)))
    ours = ready_elbow.ready_roots(geometry(arm), Ts, ANGLES, HELD)
    theirs = in_numpy(geometry(arm), Ts, ANGLES, HELD)
    assert ours.q.shape == (60 * 36, slots, 7)
    np.testing.assert_array_equal(ours.valid.sum(axis=1), theirs.valid.sum(axis=1))
    np.testing.assert_array_equal(ours.free, theirs.free)
    for row in range(len(ours.q)):
        found = by_size(ours.q[row], ours.valid[row])
        expected = by_size(theirs.q[row], theirs.valid[row])
        np.testing.assert_allclose(wrapped(found - expected), 0.0, atol=1e-9)


@pytest.mark.parametrize(("arm", "in_numpy", "slots"), ALL_ARMS)
def test_every_root_of_the_loop_reaches_its_pose(arm, in_numpy, slots, rng):
    Ts = forward(arm, rng.uniform(-3, 3, (40, 7)))
    roots = ready_elbow.ready_roots(geometry(arm), Ts, ANGLES, HELD)
    row, slot = np.nonzero(roots.valid)
    off_mm, off_rad = misses(arm, roots.q[row, slot], Ts[row // ANGLES.shape[1]])
    assert off_mm.max() < 1e-9
    assert off_rad.max() < 1e-11


@pytest.mark.parametrize(("arm", "in_numpy", "slots"), ALL_ARMS)
def test_no_singular_pose_is_solved_by_the_loop(arm, in_numpy, slots, rng):
    """Where the solver in NumPy finds free joints or merges roots, the loop leaves the pair."""
    Ts = forward(arm, rng.choice([0.0, np.pi / 2, -np.pi / 2, 0.7], (80, 7)))
    by_loop = ready_elbow._point_roots if slots == 8 else ready_elbow._offset_roots
    for angles in (ANGLES, rng.uniform(-3, 3, (80, 1))):
        ours, left = by_loop(geometry(arm), Ts, angles)
        theirs = in_numpy(geometry(arm), Ts, angles, HELD)
        solved = np.setdiff1d(np.arange(len(ours.q)), left)
        assert len(left)
        assert not theirs.free[solved].any()
        assert not theirs.doubled[solved].any()
        np.testing.assert_array_equal(
            ours.valid[solved].sum(axis=1), theirs.valid[solved].sum(axis=1)
        )


def test_held_values_belong_to_their_rows(rng):
    arm = POINT_ARMS["plain"]
    q = rng.uniform(-1, 1, (5, 7))
    q[2:4, 5] = 0.0  # a straight wrist: axis 5 is free
    held = q + np.array([0.0, 0, 0, 0, 0.3, 0, 0])
    psi = rng.uniform(-1, 1, (5, 1))
    ours = ready_elbow.ready_roots(geometry(arm), forward(arm, q), psi, held)
    theirs = point_elbow.point_shoulder(geometry(arm), forward(arm, q), psi, held)
    np.testing.assert_allclose(
        np.where(ours.valid[..., None], ours.q - theirs.q, 0.0), 0, atol=1e-9
    )


@pytest.mark.parametrize("arm", [POINT_ARMS["elbow offset"], OFFSET_ARMS["large offset"]])
def test_a_sweep_is_the_same_without_machine_code(arm, rng, monkeypatch):
    T = forward(arm, rng.uniform(-2, 2, 7))
    with_loop = sweep(arm, T, ANGLES[0])
    monkeypatch.setattr(Loop, "is_ready", property(lambda self: False))
    without = sweep(arm, T, ANGLES[0])
    np.testing.assert_array_equal(with_loop.count, without.count)
    for row, count in enumerate(without.count.tolist()):
        every = np.ones(count, bool)
        found = by_size(with_loop.q[row, :count], every)
        expected = by_size(without.q[row, :count], every)
        np.testing.assert_allclose(wrapped(found - expected), 0.0, atol=1e-9)


@pytest.mark.parametrize("loop", [solve_elbows, solve_offset_elbows])
def test_machine_code_computes_what_its_source_says_bit_for_bit(loop, rng, monkeypatch):
    arms, slots = (POINT_ARMS, 8) if loop is solve_elbows else (OFFSET_ARMS, 16)
    calls, run = [], Loop.__call__

    def both(called, *arguments):
        result = run(called, *arguments)
        given = plain(arguments)
        own = np.zeros_like(given[3])
        marks = tuple(np.zeros_like(mark) for mark in given[4])
        assert called.python(*given[:3], own, marks, given[5]) == result
        np.testing.assert_array_equal(marks[0], given[4][0])
        assert np.where(marks[0][..., None], own, 0.0).tobytes() == (
            np.where(marks[0][..., None], given[3], 0.0).tobytes()
        )
        calls.append(called.name)
        return result

    monkeypatch.setattr(Loop, "__call__", both)
    for arm in arms.values():
        Ts = forward(arm, rng.uniform(-3, 3, (6, 7)))
        roots = ready_elbow.ready_roots(geometry(arm), Ts, ANGLES[:, ::6].copy(), HELD)
        assert roots.q.shape[1] == slots
    assert calls == [loop.name] * len(arms)
