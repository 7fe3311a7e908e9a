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
from kinematics.posture import POSTURES


def elbow_height(arm, q):
    """Height of axis 3 over the line shoulder to wrist, from link poses alone (base z up)."""
    links = link_poses(arm, q)
    shoulder, elbow, wrist = links[2, :3, 3], links[3, :3, 3], links[6, :3, 3]
    lateral = links[2, :3, 2]
    shoulder, elbow, wrist = (p - lateral * (p @ lateral) for p in (shoulder, elbow, wrist))
    along = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
    off = (elbow - shoulder) - along * ((elbow - shoulder) @ along)
    return off[2]


def wrist_x(arm, q):
    """x of the wrist centre in link 1."""
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
        if not 0 <= x <= 25:  # between axis 1 and the shoulder the line leans backwards
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
