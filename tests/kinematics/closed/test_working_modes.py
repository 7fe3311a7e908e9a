"""Working modes against the sides of legs, each computed by hand from its bars."""

import numpy as np

from kinematics import forward, inverse, posture_of

Z = np.array([0.0, 0.0, 1.0])


def side(hip, knee, foot, axis):
    """The side on which a leg stands: the sign of axis . (crank x bar)."""
    return np.sign(np.cross(knee - hip, foot - knee) @ axis)


def test_solutions_of_a_five_bar_have_a_sign_for_each_crank(five_bar, rng):
    hips = np.array([[-100.0, 0.0, 0.0], [100.0, 0.0, 0.0]])
    zero = np.pi - np.arctan2(250, 200), np.arctan2(250, 200)

    def sides(q, tip):
        found = []
        for hip, angle, value in zip(hips, zero, q, strict=False):
            knee = hip + np.hypot(200, 250) * np.array(
                [np.cos(angle + value), np.sin(angle + value), 0.0]
            )
            found.append(side(hip, knee, tip * [1, 1, 0], Z))
        return np.array(found)

    drawn = sides(np.zeros(4), forward(five_bar, np.zeros(4))[:3, 3])
    seen = set()
    for q in rng.uniform([-0.3] * 4, [0.3] * 4, (20, 4)):
        T = forward(five_bar, q)
        found = inverse(five_bar, T)
        words = [str(posture.mode.signs) for posture in found.postures]
        assert len(set(words)) == len(words)
        for row, word in zip(found.q, words, strict=True):
            signs = sides(row, T[:3, 3]) * drawn
            assert word == "".join("+" if sign > 0.0 else "-" for sign in signs)
        seen |= set(words)
    assert seen >= {"++", "+-", "-+"}


def test_solutions_of_a_delta_have_a_sign_for_each_crank_that_a_path_keeps(delta):
    """Each crank by hand: it bends outwards (+) or inwards."""
    T = forward(delta, [0.1, 0.2, -0.1, 0.0])
    found = inverse(delta, T)
    for row, posture in zip(found.q, found.postures, strict=True):
        y = delta.all_joints(row)
        frames = delta.linkage.frames(y)
        names = [joint.name for joint in delta.linkage.joints]
        signs = ""
        for leg in range(3):
            hip = frames[names.index(f"drive{leg}") + 1]
            knee = frames[names.index(f"swing{leg}a") + 1, :3, 3]
            closing = next(c for c in delta.linkage.closings if c.name == f"rod{leg}a")
            foot = frames[closing.links[1], :3, :3] @ closing.points[1]
            foot = foot + frames[closing.links[1], :3, 3]
            is_out = side(hip[:3, 3], knee, foot, hip[:3, 2]) > 0.0
            signs += "+" if is_out else "-"
        assert str(posture) == f"mode {signs}"
    assert len({str(posture) for posture in found.postures}) == len(found)


def test_a_palletiser_whose_parallelograms_leave_no_choice_has_no_mode(palletiser):
    assert palletiser.legs == ()
    assert posture_of(palletiser, np.zeros(4)).mode is None
