"""Joint values at the end of an arm's reach, in its posture: stretched out or folded up.

In any singular pose the Jacobian loses a direction. With a straight wrist, or with the hand above
the base, joints can turn against each other without moving the flange, and after such a turn the
arm can move in the lost direction. At the end of the reach the flange moves to the same side
whichever way the joints turn, and only another posture leads further. So the second derivative
decides, taken along the joint rates that move nothing to first order: if for some lost direction it
has one sign for all these rates, the arm is at the end of its reach. The test needs only the
Jacobian and holds for any arm, with offsets and redundant joints.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from kinematics import Mechanism
from kinematics.motion.singular.nearness import NEAR_SINGULAR, joint_units, scaled_jacobians
from scenes.world.frozen import Array

# M per rad2: up to this second derivative joints count as turning against each other in place. Two
# links a, b that stretch out give about ab / (a + b) / 2: 0.025 for links of 0.1 m. A nearly
# straight wrist gives as much as its smallest singular value, which is below 0.02 here.
IN_PLACE = 0.022
# Ratio of the smaller to the larger side of a form up to which the form has one sign: the pose is
# only near the end of the reach.
ONE_SIDED = 0.1
STEP = 1e-3  # step of the differences, rad: it makes errors of 1e-6
# Rad: an exactly singular arm of fewer than six joints loses many directions at once; this far
# beside the pose it loses only the one that matters.
BESIDE = 1e-6
ANGLES = 12  # directions tried between each two lost directions


def is_at_full_stretch(mechanism: Mechanism, q: Array) -> bool:
    """Whether the arm at q (n,) is at the end of its reach, with the threshold of W301.

    So is an arm with closed loops where a loop opens beside q.
    """
    units = joint_units(mechanism)
    beside = q + BESIDE * units * np.cos(np.arange(mechanism.n))
    if not mechanism.closes(beside):
        return True
    ways, sizes, rates = np.linalg.svd(scaled_jacobians(mechanism, beside[None])[0])
    lost = ways[:, : len(sizes)][:, sizes < NEAR_SINGULAR]
    if not lost.shape[1]:
        return False
    still = rates[np.append(sizes, np.zeros(len(rates) - len(sizes))) < NEAR_SINGULAR]
    nearby = np.concatenate([q + STEP * still * units, q - STEP * still * units])
    if not mechanism.closes(nearby).all():
        return True
    ahead, behind = np.split(scaled_jacobians(mechanism, nearby), 2)
    # Form k: component of the second derivative, along rates i and j, in lost direction k.
    forms = np.einsum("rk,irn,jn->kij", lost, (ahead - behind) / (2.0 * STEP), still)
    return any(_has_one_sign(form) for form in _mixtures(forms))


def _mixtures(forms: Array) -> Iterator[Array]:
    """The forms (m, m) of each lost direction, and of directions between each two."""
    yield from forms
    for a, b in combinations(forms, 2):
        for angle in np.linspace(0.0, np.pi, ANGLES, endpoint=False)[1:]:
            yield np.cos(angle) * a + np.sin(angle) * b


def _has_one_sign(form: Array) -> bool:
    """Whether a quadratic form (m, m) clearly has one sign."""
    bends = np.linalg.eigvalsh(0.5 * (form + form.T))
    least, most = sorted((abs(min(bends[0], 0.0)), max(bends[-1], 0.0)))
    return bool(most > IN_PLACE and least <= ONE_SIDED * most)
