"""The families of mechanisms with a known inverse; the first that recognises one is used."""

from kinematics.solvers import spherical_wrist
from kinematics.solvers.solver import Roots, Solver

SOLVERS: tuple[Solver, ...] = (spherical_wrist.SOLVER,)

__all__ = ["SOLVERS", "Roots", "Solver"]
