"""A mechanism as the shipped loops take it."""

from functools import lru_cache

from kinematics.arm.mechanism import Mechanism
from kinematics.loops.chain_kernel import CHAIN
from resources.loops import Block, block_of


@lru_cache(maxsize=256)
def chain_of(mechanism: Mechanism) -> Block:
    """The joints of a mechanism without closed loops as a chain; see `chain_kernel.py`."""
    return block_of(CHAIN, (mechanism.T_link_joint, mechanism.T_last_flange, mechanism.revolute))
