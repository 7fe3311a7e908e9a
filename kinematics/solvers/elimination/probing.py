"""Which loops suit an arm, found by trying all of them on poses the arm is known to reach.

1. Random joint values give probe poses by forward kinematics. Every admissible loop solves them;
   all that any loop finds, and the joint values themselves, make the reference.
2. Loops are ordered by the roots they miss, then by quality: the median residual before the polish,
   in decades. A loop whose U is constant over poses is cheaper by a fifth and is preferred among
   loops of nearly the same quality; one with eigenvalues that belong to no root comes after one
   without. The median, not a high quantile: a loop that is slightly rough at few poses can be
   the better one (measured on arms with almost zero offsets).
3. If fewer than two loops are without fault, those that find some roots are tried again with
   coinciding eigenvalues told apart (clusters.py).
4. The first is used always; others, of another middle joint if possible, only at poses where the
   first is in doubt.
"""

from dataclasses import dataclass

import numpy as np

from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.attempt import Attempt, attempted, closeness
from kinematics.solvers.elimination.loops import LOOPS, Chain, Loop
from kinematics.solvers.elimination.polish import Affine, joint_frames
from kinematics.solvers.elimination.root_count import Tally, tallied, united
from kinematics.solvers.elimination.stages import U_COLUMNS, StageTwo, stage_two

BEST_RAW = 1e-15  # residual before the polish below which no order of joints is better than another

PROBES = 24
NOISE = 0.1  # share of probe poses with a real eigenvalue that is no root
CHEAP = 1.5  # decades of residual that a constant U may cost
PROMISING = 0.5  # roots a pose, from which telling eigenvalues apart may help
FIT = 0.6  # share of the known roots a loop must find to be used at all


@dataclass(frozen=True, eq=False)
class Probed:
    """A loop with its verdict. missed: roots not found at the probe poses, of `known`.

    split: whether its eigenvalues coincide and must be told apart, see clusters.py.
    """

    stage: StageTwo
    missed: int
    known: int
    noisy: bool
    quality: float
    split: bool = False

    @property
    def sound(self) -> bool:
        """Whether it missed nothing, and without help."""
        return self.missed == 0 and not self.noisy and not self.split

    @property
    def fit(self) -> bool:
        """Whether it finds enough to be of use."""
        return self.missed <= (1.0 - FIT) * self.known


def admissible(chain: Chain, loop: Loop) -> bool:
    """Whether the places that must turn, 1 to 3, do."""
    return all(chain.kinds[joint] == "R" for joint in loop.order[1:4])


def probe_joints(chain: Chain, seed: int = 20) -> Array:
    """Joint values (PROBES, 6) anywhere in their turn, slides within the links' length."""
    values = np.random.default_rng(seed).uniform(-1.0, 1.0, (PROBES, 6))
    turning = chain.turning
    return values * np.where(turning, np.pi, 0.5 * chain.extent + 1e-3)


def probed(chain: Chain, arm: Affine, loops: tuple[Loop, ...] = LOOPS) -> tuple[Probed, ...]:
    """The admissible loops, best first."""
    q = probe_joints(chain)
    S = np.tile(np.eye(4), (PROBES, 1, 1))
    S[:, :3] = np.moveaxis(joint_frames(arm, q)[-1], -1, 0)
    stages = [stage_two(chain, loop) for loop in loops if admissible(chain, loop)]
    stages = [stage for stage in stages if stage.rank == U_COLUMNS]
    tries = [(stage, attempted(chain, arm, stage, S, thorough=False), False) for stage in stages]
    tries += _split_tries(chain, arm, S, tries)
    close = closeness(chain)
    reference = tallied(PROBES, np.arange(PROBES), q, np.ones(PROBES, np.int64), close)
    for _, attempt, _ in tries:
        reference = united(reference, attempt.tally, close)
    verdicts = [_verdict(*one, reference) for one in tries]
    return tuple(sorted(verdicts, key=_rank))


def _split_tries(
    chain: Chain, arm: Affine, S: Array, tries: list[tuple[StageTwo, Attempt, bool]]
) -> list[tuple[StageTwo, Attempt, bool]]:
    """Loops that find some roots only, tried again with coinciding eigenvalues told apart.

    Nothing where two loops do well without.
    """
    sound = [bool((attempt.failed == 0).all()) for _, attempt, _ in tries]
    if sum(sound) > 1:
        return []
    return [
        (stage, attempted(chain, arm, stage, S, split=True, thorough=False), True)
        for (stage, attempt, _), good in zip(tries, sound, strict=True)
        if not good and attempt.tally.count.sum() >= PROMISING * PROBES
    ]


def _verdict(stage: StageTwo, attempt: Attempt, split: bool, reference: Tally) -> Probed:
    known = int(reference.count.sum())
    missed = known - int(attempt.tally.count.sum())
    noisy = float((attempt.failed > 0).mean()) > NOISE
    raw = float(np.median(attempt.raw)) if len(attempt.raw) else 1.0
    dear = 0.0 if stage.pencil.size else CHEAP
    quality = float(np.log10(max(raw, BEST_RAW))) + dear
    return Probed(stage, missed, known, noisy, quality, split)


def _rank(verdict: Probed) -> tuple[float, ...]:
    return (verdict.missed, verdict.noisy, verdict.split, verdict.quality)


def chosen(verdicts: tuple[Probed, ...], most: int = 3) -> tuple[Probed, ...]:
    """The loops to use, in order: of different middle joints first."""
    fit = [verdict for verdict in verdicts if verdict.fit]
    middles: set[int] = set()
    fresh: list[Probed] = []
    again: list[Probed] = []
    for verdict in fit:
        middle = verdict.stage.loop.middle
        (again if middle in middles else fresh).append(verdict)
        middles.add(middle)
    return tuple((fresh + again)[:most])
