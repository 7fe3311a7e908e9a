"""The loop table of an arm of six joints: the twelve ways to read the chain that a pose closes.

The general solver cuts the ring of links before any joint and reads it in either sense (see
`solvers/elimination/loops.py`). This table says of each of the twelve loops what it eliminates, how
it does on probe poses, and which ones the arm uses, in the order of use.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.structure import structural_fault
from kinematics.errors import UnsolvableMechanism
from kinematics.solvers.elimination.arm import forced_loops, six_joints_fault
from kinematics.solvers.elimination.loops import LOOPS, Chain, Loop, chain_of
from kinematics.solvers.elimination.polish import affine
from kinematics.solvers.elimination.probing import CHEAP, Probed, admissible, chosen, probed
from kinematics.solvers.elimination.stages import U_COLUMNS, stage_two


@dataclass(frozen=True, eq=False)
class LoopRow:
    """A loop, and how it does on the probe poses of an arm.

    number: from 1. refusal: why it cannot be used at all, or "". rank: of the matrix U with its 16
    columns, None where there is no U. result: on the probe poses, None where it is refused. turn: 1
    for the loop that solves every pose, 2 and 3 for those that solve poses in doubt, 0 for one that
    is not used.
    """

    number: int
    loop: Loop
    refusal: str
    rank: int | None
    result: Probed | None
    turn: int

    @property
    def constant_u(self) -> bool:
        """Whether U depends on the arm alone, so that stage 3 is one product of matrices."""
        return self.result is not None and self.result.stage.pencil.size > 0

    @property
    def residual(self) -> float | None:
        """Median residual of its roots before the polish, of the size; None where it has none."""
        if self.result is None or self.result.missed == self.result.known:
            return None
        return float(10.0 ** (self.result.quality - (0.0 if self.constant_u else CHEAP)))

    @property
    def far_pair(self) -> tuple[int, int]:
        """The two joints (from 0) that are eliminated dialytically."""
        return self.loop.order[4], self.loop.order[5]

    @property
    def near_pair(self) -> tuple[int, int]:
        """The two joints (from 0) that are eliminated linearly."""
        return self.loop.order[1], self.loop.order[2]


@dataclass(frozen=True, eq=False)
class LoopTable:
    """The twelve rows of an arm. forced: the number of the loop for each pair of the patent that
    `--eliminate` can ask for; a pair whose loops are singular is missing."""

    mechanism: Mechanism
    rows: tuple[LoopRow, ...]
    forced: Mapping[str, int]

    @property
    def used(self) -> tuple[LoopRow, ...]:
        """The loops that the arm uses, in the order of use."""
        return tuple(sorted((row for row in self.rows if row.turn), key=lambda row: row.turn))


def loop_table(mechanism: Mechanism) -> LoopTable:
    """The loop table of a mechanism; UnsolvableMechanism says why it has none."""
    fault = six_joints_fault(mechanism) or structural_fault(mechanism)
    if fault:
        name = mechanism.name or "this arm"
        raise UnsolvableMechanism(f"{name} has no loop table: {fault}")
    chain = chain_of(mechanism)
    verdicts = probed(chain, affine(chain))
    results = {each.stage.loop: each for each in verdicts}
    turns = {each.stage.loop: turn for turn, each in enumerate(chosen(verdicts), start=1)}
    rows = tuple(
        _row(chain, number, loop, results.get(loop), turns.get(loop, 0))
        for number, loop in enumerate(LOOPS, start=1)
    )
    numbers = {row.loop: row.number for row in rows}
    forced = {pair: numbers[one.stage.loop] for pair, one in forced_loops(verdicts).items()}
    return LoopTable(mechanism, rows, forced)


def _row(chain: Chain, number: int, loop: Loop, result: Probed | None, turn: int) -> LoopRow:
    if not admissible(chain, loop):
        sliding = [joint + 1 for joint in loop.order[1:4] if chain.kinds[joint] == "P"]
        refusal = f"joint {sliding[0]} slides where a turning one is needed"
        return LoopRow(number, loop, refusal, None, None, turn)
    if result is None:
        rank = stage_two(chain, loop).rank
        refusal = f"singular: U has the rank {rank} of {U_COLUMNS} at every pose"
        return LoopRow(number, loop, refusal, rank, None, turn)
    return LoopRow(number, loop, "", result.stage.rank, result, turn)
