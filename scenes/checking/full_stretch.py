"""Joint values at the end of an arm's reach: stretched out or folded up, in the posture it is in.

In any singular pose the Jacobian loses a direction. With a straight wrist, or the hand above the
base, joints can turn against each other and leave the flange where it is, and after such a turn the
arm goes on in that direction. At the end of the reach the flange comes back on the same side, which
ever way the joints turn, and only another posture leads on. So the second derivative decides, along
the joint rates that to first order move nothing: where it has one sign for all of them in some lost
direction, the arm is at the end of its reach. This needs the Jacobian alone, and holds for any arm,
offsets and spare joints included.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from kinematics import Mechanism
from scenes.world.frozen import Array
from scenes.world.robot_measures import NEAR_SINGULAR, joint_units, scaled_jacobians

# Second derivative, m for a radian each, up to which joints turn against each other in place. Two
# links a, b that stretch out give about ab / (a + b) / 2: 0.025 for links of 0.1 m. A wrist near
# straight gives as much as its smallest singular value, which is below 0.02 here.
IN_PLACE = 0.022
# A form that is so much smaller on the other side has one sign: the pose is but near the end.
ONE_SIDED = 0.1
STEP = 1e-3  # of the differences, rad: errors of 1e-6
# An arm of less than six joints that is exactly singular loses many directions at once; beside it
# (rad) there is one, the one that it has otherwise.
BESIDE = 1e-6
ANGLES = 12  # of each two lost directions, when more than one is lost


def is_at_full_stretch(mechanism: Mechanism, q: Array) -> bool:
    """Whether the arm at q (n,) is at the end of its reach, as near as W301 takes for singular."""
    units = joint_units(mechanism)
    beside = q + BESIDE * units * np.cos(np.arange(mechanism.n))
    ways, sizes, rates = np.linalg.svd(scaled_jacobians(mechanism, beside[None])[0])
    lost = ways[:, : len(sizes)][:, sizes < NEAR_SINGULAR]
    if not lost.shape[1]:
        return False
    still = rates[np.append(sizes, np.zeros(len(rates) - len(sizes))) < NEAR_SINGULAR]
    around = np.concatenate([q + STEP * still * units, q - STEP * still * units])
    ahead, behind = np.split(scaled_jacobians(mechanism, around), 2)
    # Form k: the lost direction k of the second derivative along rates i and j.
    forms = np.einsum("rk,irn,jn->kij", lost, (ahead - behind) / (2.0 * STEP), still)
    return any(_has_one_sign(form) for form in _mixtures(forms))


def _mixtures(forms: Array) -> Iterator[Array]:
    """The forms (k, m, m) of each lost direction, and of directions between each two."""
    yield from forms
    for a, b in combinations(forms, 2):
        for angle in np.linspace(0.0, np.pi, ANGLES, endpoint=False)[1:]:
            yield np.cos(angle) * a + np.sin(angle) * b


def _has_one_sign(form: Array) -> bool:
    """Whether a quadratic form (m, m) bends one way alone, and does so clearly."""
    bends = np.linalg.eigvalsh(0.5 * (form + form.T))
    least, most = sorted((abs(min(bends[0], 0.0)), max(bends[-1], 0.0)))
    return bool(most > IN_PLACE and least <= ONE_SIDED * most)
