"""The choice of the solver of a mechanism: the first in the list that recognises it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kinematics.arm.mechanism import Mechanism
from kinematics.closed.closed_chain import ClosedChain
from kinematics.differential.structure import structural_fault
from kinematics.errors import UnsolvableMechanism
from kinematics.families.family_names import family_of
from kinematics.solvers import SOLVERS, Solver
from kinematics.solvers import position_arms as position
from kinematics.solvers.through_loops import through_loops


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
    if isinstance(mechanism, ClosedChain):
        return _of_loops(mechanism)
    fault = structural_fault(mechanism)
    if fault:
        return Choice(None, None, (fault,))
    refusals: list[str] = []
    for solver in (position.SOLVER,) if mechanism.position_only else SOLVERS:
        geometry = solver.recognise(mechanism)
        if not isinstance(geometry, str):
            return Choice(solver.titled(geometry), geometry, tuple(refusals))
        if geometry not in refusals:
            refusals.append(geometry)
    return Choice(None, None, tuple(refusals))


def _of_loops(mechanism: ClosedChain) -> Choice:
    """The solver of an arm with closed loops, by way of that of its chain."""
    chain = chosen(mechanism.chain)
    if chain.solver is None:
        return Choice(None, None, tuple(f"from base to flange, {r}" for r in chain.refusals))
    solver, geometry = through_loops(mechanism, chain.solver, chain.geometry)
    return Choice(solver, geometry, ())


def solver_of(mechanism: Mechanism) -> tuple[Solver, Any]:
    """The solver of a mechanism and its geometry; UnsolvableMechanism if there is none."""
    choice = chosen(mechanism)
    if choice.solver is None:
        name = mechanism.name or "this arm"
        raise UnsolvableMechanism(
            f"{name} is {family_of(mechanism)} and cannot be solved: {'; '.join(choice.refusals)}"
        )
    return choice.solver, choice.geometry
