"""Singular loops, by name.

A loop is singular where its passive joints can move while the driven ones stand (two bars in
line: the drives have no hold on them), or where driven joints beside the chain can move while the
chain stands (a crank at its dead centre). Either shows as a direction of joint rates that the
closings do not feel.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.closed.closing_steps import Step, flat_loops
from kinematics.closed.linkage import Linkage
from kinematics.poses.transforms import Array
from kinematics.tolerances import NAMES_A_SINGULARITY

TAKES_PART = 0.1  # of the largest: a joint that moves this little is no part of what is loose


def hold(linkage: Linkage, y: Array, places: tuple[int, ...]) -> Array:
    """The least that the closings feel of a unit of motion of some joints at y (N, J), (N,).

    Metres per rad or per metre: 0 where these joints can move while the others stand.
    """
    if not places:
        return np.full(len(y), np.inf)
    G = linkage.gap_rates(linkage.frames(y))[..., list(places)]
    return np.asarray(np.linalg.svd(G, compute_uv=False)[:, -1] * linkage.size * 1e-3)


def loose_loops(
    linkage: Linkage, y: Array, places: tuple[int, ...], steps: tuple[Step, ...] | None
) -> tuple[str, ...]:
    """The names of the loops at y (J,) in which some joints can move while the others stand.

    steps: the triangles that tell these joints from the others, where there are such: then the
    flat ones, and not the loops behind them that move along.
    """
    if not places:
        return ()
    if steps is not None:
        return flat_loops(linkage, steps, y)
    G = linkage.gap_rates(linkage.frames(y))[..., list(places)]
    _, values, directions = np.linalg.svd(G)
    found: NDArray[np.bool_] = np.zeros(len(places), bool)
    for value, direction in zip(values, directions, strict=False):
        if value < NAMES_A_SINGULARITY * values[0]:
            found |= np.abs(direction) > TAKES_PART * np.abs(direction).max()
    loose = {place for place, is_loose in zip(places, found, strict=True) if is_loose}
    return tuple(c.name for c in linkage.closings if loose & set(linkage.loop_of(c)))
