"""Certificates of a run: evidence for every claim of its proof, checked independently.

The certificates cover what `proving` covers: each pair over each motion, and the moments at which a
body comes in. A part that is cut counts as before the cut; a pair that is not free then is taken
stage by stage. A gap of the proof is not a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kinematics.motion.laws.time_law import Even
from scenes.checking.certificates.evidence import Shown, shown_at, shown_over
from scenes.checking.certificates.own_bounds import OwnBounds
from scenes.checking.collisions.arrivals import Stretch, moments
from scenes.checking.collisions.proving import Tell
from scenes.checking.collisions.sweeping import sweep_track
from scenes.checking.motions.course import Course
from scenes.checking.motions.run_motions import Motion, exact_situation, situations
from scenes.checking.motions.situations import Situation
from scenes.checking.motions.track import Chunk, Pair
from scenes.runs.run import Run
from scenes.runs.step import ERROR, Problem, Step
from scenes.world.allowed_contacts import bodies_of_pair, checked_bodies
from scenes.world.cell import Cell
from scenes.world.frozen import Frozen
from scenes.world.placement import bodies_in, placements


@dataclass(frozen=True)
class Fault:
    """A pair of bodies with claims that the check does not accept, and why."""

    body_a: str
    body_b: str
    claims: int
    accepted: int
    reason: str


@dataclass(frozen=True, eq=False)
class Certificate(Frozen):
    """Numbers of claims about a motion, or about a moment at which a body comes in.

    start, end: s. pairs: Number of pairs. claims: Claims about all pairs. accepted: Claims whose
    evidence the check accepts. missing: Claims without evidence.
    """

    line: int
    start: float
    end: float
    pairs: int
    claims: int
    accepted: int
    missing: int
    faults: tuple[Fault, ...] = ()
    file: str = ""


@dataclass(frozen=True, eq=False)
class Certificates(Frozen):
    """The certificates of a run in order of time.

    complete: Whether they cover the whole run.
    """

    motions: tuple[Certificate, ...]
    complete: bool = True

    @property
    def claims(self) -> int:
        """Number of all claims."""
        return sum(motion.claims for motion in self.motions)

    @property
    def accepted(self) -> int:
        """Number of claims whose evidence the check accepts."""
        return sum(motion.accepted for motion in self.motions)

    @property
    def missing(self) -> int:
        """Number of claims for which no evidence was found."""
        return sum(motion.missing for motion in self.motions)

    @property
    def is_accepted(self) -> bool:
        """Whether every claim has evidence that the check accepts."""
        return self.complete and self.accepted == self.claims

    @property
    def problems(self) -> tuple[Problem, ...]:
        """A problem E502 for each pair with a claim that is not accepted."""
        return tuple(_problem(m, fault) for m in self.motions for fault in m.faults)


def certificates(
    run: Run, tell: Tell = lambda share, text: None, stop: Callable[[], bool] = lambda: False
) -> Certificates:
    """Checked evidence for the proof of a run; `tell` and `stop` are those of `proven`."""
    arrivals, todo = moments(run), list(situations(run))
    total = len(arrivals) + sum(len(motions) for _, motions in todo)
    found: list[Certificate] = []
    for certificate in _each(run.cell, arrivals, todo):
        found.append(certificate)
        tell(len(found) / total, f"line {certificate.line}: certificates")
        if stop():
            break
    found.sort(key=lambda each: (each.start, each.end))
    return Certificates(tuple(found), len(found) == total)


def _each(
    cell: Cell, arrivals: tuple[Stretch, ...], todo: list[tuple[Situation, list[Motion]]]
) -> Iterator[Certificate]:
    for moment in arrivals:
        time, line = float(moment.times[0]), int(moment.lines[0])
        shown = list(_of_moment(cell, moment))
        yield _certificate(line, time, time, moment.file, shown)
    for situation, motions in todo:
        for motion in motions:
            step = motion.step
            shown = list(_of_motion(situation, motion))
            yield _certificate(step.line, step.start_time, step.end_time, step.file, shown)


def _of_moment(cell: Cell, moment: Stretch) -> Iterator[tuple[Pair, Shown]]:
    """Every pair that is checked at a moment when a body comes in, with its evidence."""
    state = moment.state
    names, poses = placements(cell, moment.q, moment.openings, state.held, state.parts)
    known = bodies_in(cell, state)
    checked = checked_bodies(names, [known[name].solid for name in names], moment.pairs)
    for i, j in checked.pairs:
        a, b = checked.solids[i], checked.solids[j]
        shown = shown_at(a, b, poses[0, checked.rows[i]], poses[0, checked.rows[j]])
        yield (checked.bodies[i], checked.bodies[j]), shown


def _of_motion(situation: Situation, motion: Motion) -> Iterator[tuple[Pair, Shown]]:
    """Every pair that is swept in a motion, with its evidence.

    Pairs with a part that is being cut are taken stage by stage where the uncut part is not free.
    """
    track, chunk = situation.track([motion.course]), _whole(motion.course)
    less = [(names, pair) for names, pair in situation.swept if not motion.is_exact(pair)]
    opens = {item.pair for item in sweep_track(track, [chunk], [names for names, _ in less])}
    cut = frozenset(pair for names, pair in less if names in opens)
    own = own_bounds_of(situation, motion.step)
    for names, pair in situation.swept:
        if pair not in cut:
            yield pair, shown_over(track, chunk, names, own)
    for stage in motion.stages if cut else ():
        exact = exact_situation(situation.cell, stage.step, cut)
        parts, own = exact.track([stage.course]), own_bounds_of(exact, stage.step)
        for names, pair in exact.swept:
            yield pair, shown_over(parts, _whole(stage.course), names, own)


def own_bounds_of(situation: Situation, step: Step) -> OwnBounds | None:
    """The check's own bounds on the motion of a step; None where it takes those of the proof: where
    the arm has closed loops, the hand moves, or the motion is one of samples."""
    robot, is_sampled = situation.cell.robot, isinstance(step.motion.law, Even)
    if robot.mechanism.has_loops or is_sampled or step.opening_start != step.opening_end:
        return None
    own = OwnBounds(robot, step.motion, step.opening_start, situation.state.held)
    return own if own.span[0] < own.span[1] else None


def _whole(course: Course) -> Chunk:
    return Chunk(0, len(course.pieces))


def _certificate(
    line: int, start: float, end: float, file: str, shown: list[tuple[Pair, Shown]]
) -> Certificate:
    faults = tuple(
        Fault(*bodies_of_pair(pair), own.claims, own.accepted, own.fault)
        for pair, own in shown
        if own.fault
    )
    claims, accepted = sum(own.claims for _, own in shown), sum(own.accepted for _, own in shown)
    missing = sum(own.missing for _, own in shown)
    return Certificate(line, start, end, len(shown), claims, accepted, missing, faults, file)


def _problem(motion: Certificate, fault: Fault) -> Problem:
    rest = fault.claims - fault.accepted
    amount = "1 claim" if rest == 1 else f"{rest} claims"
    message = (
        f"{amount} of the proof for {fault.body_a} and {fault.body_b} from {motion.start:.3f} to "
        f"{motion.end:.3f} s without accepted evidence: {fault.reason}"
    )
    figures: dict[str, float | int | str]
    figures = {"body_a": fault.body_a, "body_b": fault.body_b, "claims": rest}
    return Problem("E502", ERROR, motion.line, message, figures, motion.start, motion.file)
