"""The solvers of the inverse problem; the first that recognises a mechanism is used."""

from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers import (
    corrected,
    decoupled,
    general,
    multi_start,
    scara,
    spherical_wrist,
    three_parallel,
    three_slides,
)
from kinematics.solvers.extended import extended
from kinematics.solvers.mirrored import mirrored
from kinematics.solvers.seven import elbow
from kinematics.solvers.seven.corrected_elbow import corrected_elbow
from kinematics.solvers.seven.elbow_angles import with_ends_locked

# Solvers of six-joint arms: fast ones for special families first, then slow and general ones.
SIX_JOINTS: tuple[Solver, ...] = (
    spherical_wrist.SOLVER,
    three_parallel.SOLVER,
    decoupled.SOLVER,
    mirrored(spherical_wrist.SOLVER, "spherical shoulder"),
    mirrored(three_parallel.SOLVER, "three parallel axes, from the flange"),
    mirrored(decoupled.SOLVER, "decoupled shoulder"),
    three_slides.SOLVER,
    general.SOLVER,
)
# An arm that misses a closed form with named postures by little is nearest to that one.
CORRECTED: tuple[Solver, ...] = (corrected.SPHERICAL_SOLVER, corrected.PARALLEL_SOLVER)
ENDS_LOCKED = with_ends_locked(SIX_JOINTS)
SOLVERS: tuple[Solver, ...] = (
    *SIX_JOINTS[:2],
    *CORRECTED,
    *SIX_JOINTS[2:],
    scara.SOLVER,
    extended(SIX_JOINTS),
    elbow.SOLVER,
    corrected_elbow(ENDS_LOCKED),
    ENDS_LOCKED,
    multi_start.SOLVER,
)

__all__ = ["SIX_JOINTS", "SOLVERS", "Roots", "Solver", "general"]
