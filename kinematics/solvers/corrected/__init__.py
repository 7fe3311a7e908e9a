"""Arms that miss their family a little: roots of the nominal arm, corrected to the arm itself.

In reading order: chord_newton, edges, named_slots, file_digits, corrected_roots.
"""

from kinematics.solvers.corrected.corrected_roots import PARALLEL_SOLVER, SPHERICAL_SOLVER

__all__ = ["PARALLEL_SOLVER", "SPHERICAL_SOLVER"]
