"""An arm that takes its loops from a similar arm, which differs in the length of a link or two.

Which loops are regular depends on the zeros and right angles of an arm and hardly on its other
lengths and angles, so that the loops of one arm mostly suit a similar arm. Only the second stage
has to be computed again, a few products of constant matrices. Roots are certified as always.
"""

from dataclasses import replace
from functools import lru_cache

from kinematics.arm.mechanism import Mechanism
from kinematics.solvers.elimination.arm import EliminationArm, assembled
from kinematics.solvers.elimination.loops import chain_of
from kinematics.solvers.elimination.stages import U_COLUMNS, stage_two

MOST = 2  # loops taken from the other arm: one for all poses, and one for a second opinion


@lru_cache(maxsize=64)
def relinked(pattern: EliminationArm, mechanism: Mechanism) -> EliminationArm | None:
    """The set-up of a mechanism with the loops of `pattern`; None if the first is singular."""
    chain = chain_of(mechanism)
    loops = tuple(
        replace(verdict, stage=stage_two(chain, verdict.stage.loop))
        for verdict in pattern.loops[:MOST]
    )
    if loops[0].stage.rank < U_COLUMNS:
        return None
    regular = tuple(verdict for verdict in loops if verdict.stage.rank == U_COLUMNS)
    return assembled(mechanism, chain, regular, {})
