"""An arm set up by the loops of another that differs from it in the length of a link or two.

Which loops are regular depends on where the arm has zeros and right angles, not on its lengths and
angles elsewhere; so the loops of one arm mostly suit another of the same build. What changes is
the second stage, a few products of constant matrices. The certificate stays what it is.
"""

from dataclasses import replace
from functools import lru_cache

from kinematics.arm.mechanism import Mechanism
from kinematics.solvers.elimination.arm import EliminationArm, assembled
from kinematics.solvers.elimination.loops import chain_of
from kinematics.solvers.elimination.stages import U_COLUMNS, stage_two

MOST = 2  # loops that are taken over: the one for all poses, and one for a second opinion


@lru_cache(maxsize=64)
def relinked(pattern: EliminationArm, mechanism: Mechanism) -> EliminationArm | None:
    """The set-up of a mechanism by the loops of `pattern`; None where its first is singular."""
    chain = chain_of(mechanism)
    loops = tuple(
        replace(verdict, stage=stage_two(chain, verdict.stage.loop))
        for verdict in pattern.loops[:MOST]
    )
    if loops[0].stage.rank < U_COLUMNS:
        return None
    regular = tuple(verdict for verdict in loops if verdict.stage.rank == U_COLUMNS)
    return assembled(mechanism, chain, regular, {})
