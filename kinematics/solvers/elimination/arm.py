"""Set-up of an arm: whether the general solver handles it, and with which loops."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kinematics.arm.axes import parallel
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.loops import JOINTS, Chain, chain_of
from kinematics.solvers.elimination.polish import (
    Affine,
    affine,
    jacobian_of,
    joint_frames,
)
from kinematics.solvers.elimination.probing import Probed, chosen, probe_joints, probed

# The pairs of joints (from 0) that the patent eliminates, by the name of the choice.
PAIRS: Mapping[str, frozenset[int]] = {"12": frozenset((0, 1)), "45": frozenset((3, 4))}
SINGULAR = 1e-10  # smallest / largest singular value of J below which J is singular
MOST_SLIDES = 2


@dataclass(frozen=True, eq=False)
class EliminationArm:
    """An arm that is set up: the ring of its links, and the loops that suit it.

    affine: the tight chain. loops: in the order of use. forced: the loop for each key of PAIRS that
    is regular for the arm.
    """

    mechanism: Mechanism
    chain: Chain
    affine: Affine
    loops: tuple[Probed, ...]
    forced: Mapping[str, Probed]

    def loops_for(self, eliminate: str | None) -> tuple[Probed, ...]:
        """The loops to use: all, or the one that eliminates the pair `eliminate` ("12" or "45").

        Raises KinematicsError for another pair, and if the loop of the pair is singular.
        """
        if eliminate is None:
            return self.loops
        if eliminate not in PAIRS:
            known = " and ".join(repr(pair) for pair in PAIRS)
            raise KinematicsError(
                f"pairs of joints that can be eliminated are {known}, not {eliminate!r}"
            )
        if eliminate not in self.forced:
            name = self.mechanism.name or "this arm"
            raise KinematicsError(
                f"eliminating joints {eliminate[0]} and {eliminate[1]} is singular for {name}: "
                + "".join(f"eliminate {pair[0]} and {pair[1]}, or " for pair in self.forced)
                + "let the solver choose the loop"
            )
        return (self.forced[eliminate],)


@lru_cache(maxsize=64)
def recognise(mechanism: Mechanism) -> EliminationArm | str:
    """The set-up of a mechanism, or a clause that says why the general solver cannot handle it."""
    fault = six_joints_fault(mechanism)
    if fault:
        return fault
    chain = chain_of(mechanism)
    arm = affine(chain)
    fault = structural_fault(chain, arm)
    if fault:
        return fault
    verdicts = probed(chain, arm)
    loops = chosen(verdicts)
    if not loops:
        return "every elimination is singular for it"
    return assembled(mechanism, chain, loops, forced_loops(verdicts))


def six_joints_fault(mechanism: Mechanism) -> str:
    """A clause that says why the joints are not six of which four turn; "" if they are."""
    if mechanism.n == JOINTS and mechanism.kinds.count("P") <= MOST_SLIDES:
        return ""
    return (
        f"it has the joints {mechanism.kinds} where six are needed, "
        f"at most {MOST_SLIDES} of them prismatic"
    )


def assembled(
    mechanism: Mechanism, chain: Chain, loops: tuple[Probed, ...], forced: Mapping[str, Probed]
) -> EliminationArm:
    """The set-up of a mechanism with loops that are known to suit it."""
    return EliminationArm(mechanism, chain, affine(chain), loops, forced)


def structural_fault(chain: Chain, arm: Affine) -> str:
    """A clause that says why the Jacobian is singular in every pose; "" if it is not."""
    frames = joint_frames(arm, probe_joints(chain))
    sizes = np.linalg.svd(jacobian_of(arm, frames), compute_uv=False)
    ranks = (sizes > SINGULAR * sizes[:, :1]).sum(axis=1)
    rank = int(ranks.max())
    if rank == JOINTS:
        return ""
    axes = _parallel_axes(frames[:JOINTS, :, 2, 0], arm)
    why = f" (axes {axes} are parallel)" if axes else ""
    return f"its six joints move the flange in only {rank} independent ways, in any posture{why}"


def _parallel_axes(z: Array, arm: Affine) -> str:
    """The largest set of at least four parallel revolute axes as text ("1, 2, 3 and 4"), or ""."""
    turning = np.flatnonzero(arm.revolute > 0.0)
    sets = [[int(j) + 1 for j in turning if parallel(z[i], z[j])] for i in turning]
    largest = max(sets, key=len, default=[])
    if len(largest) < 4:
        return ""
    return ", ".join(str(j) for j in largest[:-1]) + f" and {largest[-1]}"


def forced_loops(verdicts: tuple[Probed, ...]) -> dict[str, Probed]:
    """The best fit loop for each key of PAIRS that has one."""
    forced: dict[str, Probed] = {}
    for name, pair in PAIRS.items():
        fit = [v for v in verdicts if v.stage.loop.eliminated == pair and v.fit]
        if fit:
            forced[name] = fit[0]
    return forced
