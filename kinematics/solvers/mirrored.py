"""A family seen from the flange: the chain walked backwards is an arm too.

T_base_flange(q) inverted is the pose of a chain whose base is the flange, its joints in reverse
order (`rerooted`). So whoever solves an arm with a spherical wrist also solves one with a spherical
shoulder, such as a leg with a ball hip.
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
    """solver and geometry of the chain seen from its flange."""

    solver: Solver
    geometry: Any


def mirrored(solver: Solver, name: str) -> Solver:
    """The solver of the same family seen from the flange; its slots are no postures."""

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
