"""The families of mechanisms with a known inverse; the first that recognises one is used."""

from kinematics.solvers import decoupled, scara, spherical_wrist, three_parallel
from kinematics.solvers.mirrored import mirrored
from kinematics.solvers.solver import Roots, Solver

# Closed forms before numeric methods, the fast and specific before the slow and general.
SOLVERS: tuple[Solver, ...] = (
    spherical_wrist.SOLVER,
    scara.SOLVER,
    three_parallel.SOLVER,
    decoupled.SOLVER,
    mirrored(spherical_wrist.SOLVER, "spherical shoulder"),
    mirrored(three_parallel.SOLVER, "three parallel axes, from the flange"),
    mirrored(decoupled.SOLVER, "decoupled shoulder"),
)

__all__ = ["SOLVERS", "Roots", "Solver"]
