"""The choice of the solver of a mechanism: the first in the list that recognises it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.structure import structural_fault
from kinematics.errors import UnsolvableMechanism
from kinematics.families.family_names import family_of
from kinematics.solvers import SOLVERS, Solver
from kinematics.solvers import position_arms as position


@dataclass(frozen=True, eq=False)
class Choice:
    """The solver of a mechanism with its geometry.

    refusals: what each solver before it said against the mechanism; without a solver, what all
    said.
    """

    solver: Solver | None
    geometry: Any
    refusals: tuple[str, ...]


@lru_cache(maxsize=256)
def chosen(mechanism: Mechanism) -> Choice:
    """The first solver that recognises the mechanism, and the refusals of those before it."""
    fault = structural_fault(mechanism)
    if fault:
        return Choice(None, None, (fault,))
    refusals: list[str] = []
    for solver in (position.SOLVER,) if mechanism.position_only else SOLVERS:
        geometry = solver.recognise(mechanism)
        if not isinstance(geometry, str):
            return Choice(solver, geometry, tuple(refusals))
        if geometry not in refusals:
            refusals.append(geometry)
    return Choice(None, None, tuple(refusals))


def solver_of(mechanism: Mechanism) -> tuple[Solver, Any]:
    """The solver of a mechanism and its geometry; UnsolvableMechanism if there is none."""
    choice = chosen(mechanism)
    if choice.solver is None:
        name = mechanism.name or "this arm"
        raise UnsolvableMechanism(
            f"{name} is {family_of(mechanism)} and cannot be solved: {'; '.join(choice.refusals)}"
        )
    return choice.solver, choice.geometry
