"""The general solver: all real solutions of any six-joint arm, by elimination and eigenvalues.

recognise(mechanism) sets an arm up once; solve(arm, Ts) then solves poses. The modules in reading
order: representation, loops, stages, reduction, clusters, recovery, polish, root_count, attempt,
probing, arm, relinked, continuation (a package), singular, solve, storage.
"""

from kinematics.solvers.elimination.arm import EliminationArm, recognise
from kinematics.solvers.elimination.solve import EliminationRoots, solve
from kinematics.solvers.elimination.stages import stage_one, stage_two
from kinematics.solvers.elimination.storage import (
    load_arm,
    load_stage_one,
    save_arm,
    save_stage_one,
)

__all__ = [
    "EliminationArm",
    "EliminationRoots",
    "load_arm",
    "load_stage_one",
    "recognise",
    "save_arm",
    "save_stage_one",
    "solve",
    "stage_one",
    "stage_two",
]
