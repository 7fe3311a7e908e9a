import numpy as np
import pytest

from kinematics import (
    Elbow,
    Mechanism,
    Posture,
    Shoulder,
    Wrist,
    forward,
    inverse_batch,
    link_poses,
    posture_of,
    postures_of,
    translation,
)
from kinematics.families.posture import POSTURES


def elbow_height(arm, q):
    """Height of axis 3 over the line from shoulder to wrist, mm, from link poses alone (z up)."""
    links = link_poses(arm, q)
    shoulder, elbow, wrist = links[2, :3, 3], links[3, :3, 3], links[6, :3, 3]
    lateral = links[2, :3, 2]
    shoulder, elbow, wrist = (p - lateral * (p @ lateral) for p in (shoulder, elbow, wrist))
    along = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
    off = (elbow - shoulder) - along * ((elbow - shoulder) @ along)
    return off[2]


def wrist_x(arm, q):
    """x of the wrist centre in link 1, mm."""
    links = link_poses(arm, q)
    return links[1, :3, 0] @ (links[6, :3, 3] - links[1, :3, 3])


def test_posture_is_what_the_positions_of_elbow_and_wrist_say(arm, rng):
    for q in rng.uniform(-np.pi, np.pi, (300, 6)):
        posture = posture_of(arm, q)
        assert (posture.elbow is Elbow.ABOVE) == (elbow_height(arm, q) > 0)
        assert (posture.shoulder is Shoulder.RIGHTY) == (wrist_x(arm, q) > 0)
        assert (posture.wrist is Wrist.NOFLIP) == (q[4] >= 0)


def test_with_axis_1_downwards_and_the_shoulder_offset_above_is_still_up(rng):
    arm = Mechanism.from_axes(
        axes=[[0, 0, -1], [0, 1, 0], [0, 1, 0], [-1, 0, 0], [0, 1, 0], [-1, 0, 0]],
        points=[[0, 0, 0], [25, 0, 400], [25, 0, 855]] + [[445, 0, 890]] * 3,
        T_base_flange_zero=translation(525, 0, 890),
    )
    counted = 0
    for q in rng.uniform(-np.pi, np.pi, (300, 6)):
        x, posture = wrist_x(arm, q), posture_of(arm, q)
        assert (posture.shoulder is Shoulder.RIGHTY) == (x > 0)
        if not 0 <= x <= 25:  # with the wrist between axis 1 and shoulder the line leans backwards
            counted += 1
            assert (posture.elbow is Elbow.ABOVE) == (elbow_height(arm, q) > 0)
    assert counted > 250


def test_the_eight_solutions_of_a_pose_have_eight_postures(arm, rng):
    batch = inverse_batch(arm, forward(arm, rng.uniform(-3, 3, (500, 6))))
    assert (batch.count == 8).all()
    for q, branch in zip(batch.q, batch.branch, strict=True):
        assert postures_of(arm, q) == POSTURES
        assert list(branch) == list(range(8))


def test_on_the_1985_arm_above_is_a_positive_joint_3_in_front(hokkaido, rng):
    for q in rng.uniform(-np.pi, np.pi, (200, 6)):
        posture = posture_of(hokkaido, q)
        if posture.shoulder is Shoulder.RIGHTY:
            assert (posture.elbow is Elbow.ABOVE) == (q[2] > 0)


def test_whole_turns_do_not_change_the_posture(arm, rng):
    q = rng.uniform(-3, 3, 6)
    assert posture_of(arm, q) == posture_of(arm, q + 2 * np.pi * np.array([1, -1, 1, 2, -1, 0]))


@pytest.mark.parametrize("part", [Shoulder.LEFTY, Elbow.BELOW, Wrist.FLIP])
def test_a_part_left_open_matches_both_choices(part):
    full = Posture(Shoulder.LEFTY, Elbow.BELOW, Wrist.FLIP)
    name = {Shoulder: "shoulder", Elbow: "elbow", Wrist: "wrist"}[type(part)]
    assert Posture(**{name: part}).matches(full)
    other = next(choice for choice in type(part) if choice is not part)
    assert not Posture(**{name: other}).matches(full)
    assert Posture().matches(full)


def test_a_posture_reads_as_words():
    assert str(Posture(Shoulder.RIGHTY, Elbow.ABOVE, Wrist.NOFLIP)) == "RIGHTY ABOVE NOFLIP"
    assert str(Posture(elbow=Elbow.BELOW)) == "BELOW"
    assert str(Posture()) == "any"


def test_an_arm_without_elbow_has_an_open_posture(odd_arms):
    assert posture_of(odd_arms[0], np.zeros(4)) == Posture()


def ur_elbow_height(arm, q):
    """Height of axis 3 over the line from axis 2 to axis 4, mm, from link poses alone (z up)."""
    links = link_poses(arm, q)
    across = links[2, :3, 2]
    shoulder, elbow, wrist = (
        links[i, :3, 3] - across * (links[i, :3, 3] @ across) for i in (2, 3, 4)
    )
    along = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
    return ((elbow - shoulder) - along * ((elbow - shoulder) @ along))[2]


def test_the_posture_of_a_ur_is_what_its_link_poses_say(ur5e, rng):
    counted = 0
    for q in rng.uniform(-np.pi, np.pi, (400, 6)):
        links, posture = link_poses(ur5e, q), posture_of(ur5e, q)
        centre, base = links[5, :3, 3], links[1]  # axes 5 and 6 meet there
        x = base[:3, 0] @ (centre - base[:3, 3])
        assert (posture.shoulder is Shoulder.RIGHTY) == (x > 0)
        assert (posture.wrist is Wrist.NOFLIP) == (q[4] >= 0)
        axis_4 = base[:3, 0] @ (links[4, :3, 3] - links[2, :3, 3])
        if axis_4 * x > 0:  # otherwise axis 4 and the wrist centre are on different sides of axis 1
            counted += 1
            assert (posture.elbow is Elbow.ABOVE) == (ur_elbow_height(ur5e, q) > 0)
    assert counted > 200


def test_the_solutions_of_a_ur_have_different_postures_and_eight_have_all(ur5e, rng):
    batch = inverse_batch(ur5e, forward(ur5e, rng.uniform(-3, 3, (1000, 6))))
    full = 0
    for q, branch, count in zip(batch.q, batch.branch, batch.count, strict=True):
        assert postures_of(ur5e, q[:count]) == tuple(POSTURES[slot] for slot in branch[:count])
        full += set(postures_of(ur5e, q[:count])) == set(POSTURES)
    assert full > 400
    assert full == (batch.count == 8).sum()


@pytest.mark.parametrize(("joint", "part"), [(2, "elbow"), (4, "wrist")])
def test_a_ur_changes_only_the_part_of_its_posture_that_is_singular(ur5e, joint, part):
    rows = np.tile(np.radians([20.0, -70, 95, -60, 80, 15]), (2, 1))
    rows[:, joint] = -1e-9, 1e-9
    before, after = postures_of(ur5e, rows)
    for name in ("shoulder", "elbow", "wrist"):
        assert (getattr(before, name) is getattr(after, name)) == (name != part)


def test_a_ur_that_reaches_over_its_back_is_lefty_with_its_elbow_named_from_there(ur5e):
    rows = np.tile(np.radians([20.0, -70, 95, -60, 80, 15]), (3601, 1))
    rows[:, 1] = np.radians(np.linspace(-180, 180, 3601))
    links = link_poses(ur5e, rows)
    x = ((links[:, 5, :3, 3] - links[:, 1, :3, 3]) * links[:, 1, :3, 0]).sum(axis=1)
    over = int(np.flatnonzero(np.diff(np.sign(x)))[0])
    before, after = postures_of(ur5e, rows[over : over + 2])
    assert before.shoulder is not after.shoulder
    assert before.elbow is not after.elbow  # as on an arm with a spherical wrist
    assert before.wrist is after.wrist
