"""The loops that suit an arm, found by trying all of them on poses that the arm surely reaches.

1. Forward kinematics of random joint values gives probe poses. Every admissible loop solves them.
   All roots that any loop finds, and the joint values themselves, are the reference.
2. Loops are ordered by the number of roots that they miss, then by quality: the median residual
   before the polish, in decades. A loop whose U does not depend on the pose is faster by a fifth
   and comes first among loops of nearly the same quality; a loop with eigenvalues that belong to
   no root comes after one without. The median is used rather than a high quantile, because a loop
   that is slightly rough at few poses can be the better one (measured on arms with offsets near 0).
3. If fewer than two loops find every root, those that find some roots are tried again with
   coinciding eigenvalues separated (clusters.py).
4. The first loop solves every pose; others, if possible with another middle joint, only solve
   poses at which the first is in doubt.
"""

from dataclasses import dataclass

import numpy as np

from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.attempt import Attempt, attempted, closeness
from kinematics.solvers.elimination.loops import LOOPS, Chain, Loop
from kinematics.solvers.elimination.polish import Affine, joint_frames
from kinematics.solvers.elimination.root_count import Tally, tallied, united
from kinematics.solvers.elimination.stages import U_COLUMNS, StageTwo, stage_two

BEST_RAW = 1e-15  # residual before the polish: loops below this are equally good

PROBES = 24  # probe poses
NOISE = 0.1  # share of probe poses with a real eigenvalue that is no root: more makes a loop noisy
CHEAP = 1.5  # decades of residual by which a loop with a constant U may be worse
PROMISING = 0.5  # roots per pose from which separating the eigenvalues of a loop is tried
FIT = 0.6  # share of the known roots that a loop must find to be used


@dataclass(frozen=True, eq=False)
class Probed:
    """A loop with the result of its probing.

    known: number of roots of the probe poses. missed: how many of them it did not find. noisy:
    whether it has real eigenvalues that are no roots. quality: log10 of a residual, smaller is
    better. split: whether its eigenvalues coincide and must be separated (clusters.py).
    """

    stage: StageTwo
    missed: int
    known: int
    noisy: bool
    quality: float
    split: bool = False

    @property
    def sound(self) -> bool:
        """Whether it found all roots, without noise and without separating eigenvalues."""
        return self.missed == 0 and not self.noisy and not self.split

    @property
    def fit(self) -> bool:
        """Whether it finds enough roots to be used."""
        return self.missed <= (1.0 - FIT) * self.known


def admissible(chain: Chain, loop: Loop) -> bool:
    """Whether the joints in places 1 to 3 are revolute, as they must be."""
    return all(chain.kinds[joint] == "R" for joint in loop.order[1:4])


def probe_joints(chain: Chain, seed: int = 20) -> Array:
    """Random joint values (PROBES, 6): any angle, and slides within the length of the links."""
    values = np.random.default_rng(seed).uniform(-1.0, 1.0, (PROBES, 6))
    turning = chain.turning
    return values * np.where(turning, np.pi, 0.5 * chain.extent + 1e-3)


def probed(chain: Chain, arm: Affine, loops: tuple[Loop, ...] = LOOPS) -> tuple[Probed, ...]:
    """The admissible loops with their results, the best first."""
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
    """Loops that find only some of the roots, tried again with eigenvalues separated.

    None are tried if two loops find every root without it.
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
    """At most `most` fit loops, in the order of use: loops with different middle joints first."""
    fit = [verdict for verdict in verdicts if verdict.fit]
    middles: set[int] = set()
    fresh: list[Probed] = []
    again: list[Probed] = []
    for verdict in fit:
        middle = verdict.stage.loop.middle
        (again if middle in middles else fresh).append(verdict)
        middles.add(middle)
    return tuple((fresh + again)[:most])
