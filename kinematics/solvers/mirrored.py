"""Families seen from the flange: a chain with base and flange swapped is an arm, too.

The inverse of T_base_flange(q) is the pose of the chain whose base is the flange and whose joints
have the reverse order (`rerooted`). So a solver of arms with a spherical wrist also solves arms
with a spherical shoulder, such as a leg with a ball hip.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.rerooting import rerooted
from kinematics.poses.transforms import Array, inverted
from kinematics.solutions.solver import Roots, Solver


@dataclass(frozen=True, eq=False)
class Mirrored:
    """The chain seen from its flange: its solver, and its geometry for that solver."""

    solver: Solver
    geometry: Any


def mirrored(solver: Solver, name: str) -> Solver:
    """The solver of arms that belong to the family of `solver` when seen from the flange.

    Its slots have no postures.
    """

    @lru_cache(maxsize=256)
    def recognise(mechanism: Mechanism) -> Mirrored | str:
        geometry = solver.recognise(rerooted(mechanism))
        if isinstance(geometry, str):
            return f"seen from the flange, {geometry}"
        return Mirrored(solver, geometry)

    return Solver(name, recognise, _solve, _explain, complete=solver.complete)


def _solve(arm: Mirrored, Ts: Array, held: Array | None = None) -> Roots:
    back = None if held is None else held[:, ::-1]
    roots = arm.solver.solve(arm.geometry, inverted(Ts), back)
    return replace(roots, q=roots.q[..., ::-1], free=roots.free[:, ::-1])


def _explain(arm: Mirrored, T: Array) -> str:
    return f"seen from the flange, {arm.solver.explain(arm.geometry, inverted(T))}"
