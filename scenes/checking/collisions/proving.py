"""Makes the proof of a run: sweeps every motion for all pairs, and tests open pairs at moments.

The result for a motion is kept under a digest of everything that it depends on: the arm, the
bodies, the pairs and the path. So statements that an edit does not change cost nothing, and neither
does a change of speed.

A part that is being cut is first taken as before the cut. Pairs that are not free of the uncut
part are then tested in every stage of the cut, with the part as it is in that stage.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scenes.checking.collisions.intervals import Collision
from scenes.checking.collisions.motion_look import (
    Contact,
    Found,
    MotionLook,
    Stop,
    Unproven,
    opened,
)
from scenes.checking.collisions.proof import Gap, Proof, SegmentProof, Standing, joined
from scenes.checking.collisions.sweeping import Open
from scenes.checking.coverage import coverage_of
from scenes.checking.motions.run_motions import Motion, Stage, exact_situation, situations
from scenes.checking.motions.situations import Situation
from scenes.runs.run import Run

Tell = Callable[[float, str], None]

# Greatest number of results kept, and of pieces swept between two calls of `stop`.
_MOST_KEPT = 4000
_PIECES_AT_ONCE = 1000

_kept: OrderedDict[str, Found] = OrderedDict()


def forget() -> None:
    """Forgets all kept results, so that a benchmark measures the whole work."""
    _kept.clear()


def proven(run: Run, tell: Tell, stop: Stop) -> tuple[Proof, list[Collision]]:
    """The proof of a run and the contacts of its motions, without those where a body comes in.

    tell: Called with the share done, 0 to 1, and a text for the user. stop: Called now and then; if
    it returns True the proof stays incomplete.
    """
    todo = list(situations(run))
    total = sum(len(motions) for _, motions in todo)
    known: list[tuple[Motion, Found]] = []
    for situation, motions in todo:
        for motion, found in _answers(situation, motions, stop):
            known.append((motion, found))
            text = f"line {motion.step.line}: looking for collisions"
            tell(len(known) / total, text)
    contacts = [_in_run(each, motion) for motion, found in known for each in found.contacts]
    segments = tuple(_segment(*each) for each in known)
    return Proof(segments, len(known) == total, coverage_of(run.cell)), contacts


def _answers(
    situation: Situation, motions: Sequence[Motion], stop: Stop
) -> Iterator[tuple[Motion, Found]]:
    """The result for each motion, kept or new; ends early if `stop` returns True."""
    for batch in _batches(motions):
        if stop():
            return
        fresh = list({m.key: m for m in batch if m.key not in _kept}.values())
        found = dict(zip((m.key for m in fresh), _look(situation, fresh, stop), strict=False))
        for motion in batch:
            if motion.key not in found and motion.key not in _kept:
                return
            answer = found[motion.key] if motion.key in found else _kept[motion.key]
            _keep(motion.key, answer)
            yield motion, answer


def _keep(key: str, answer: Found) -> None:
    _kept[key] = answer
    _kept.move_to_end(key)
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)


def _batches(motions: Sequence[Motion]) -> Iterator[list[Motion]]:
    batch: list[Motion] = []
    count = 0
    for motion in motions:
        batch.append(motion)
        count += 1 if motion.key in _kept else len(motion.course.pieces)
        if count >= _PIECES_AT_ONCE:
            yield batch
            batch, count = [], 0
    if batch:
        yield batch


def _look(situation: Situation, motions: Sequence[Motion], stop: Stop) -> Iterator[Found]:
    """The results for motions that belong to one situation."""
    looks = opened(situation, [motion.course for motion in motions])
    for motion, (look, opens) in zip(motions, looks, strict=True):
        if stop():
            return
        yield _found(situation, motion, look, opens, stop)


def _found(
    situation: Situation, motion: Motion, look: MotionLook, opens: Sequence[Open], stop: Stop
) -> Found:
    """The result for one motion; parts that are being cut are taken stage by stage where needed."""
    whole = look.at([item for item in opens if motion.is_exact(item.pair)], stop)
    cut = frozenset(item.pair for item in opens if not motion.is_exact(item.pair))
    if not cut:
        return whole
    contacts, gaps = list(whole.contacts), list(whole.gaps)
    for stage in motion.stages:
        exact = exact_situation(situation.cell, stage.step, cut)
        for own, own_opens in opened(exact, [stage.course]):
            found = own.at(own_opens, stop)
            contacts += [_in_whole(contact, stage) for contact in found.contacts]
            at = stage.place_in_whole
            gaps += [replace(g, start=at(g.start), end=at(g.end)) for g in found.gaps]
    return Found(tuple(contacts), tuple(gaps))


def _in_whole(contact: Contact, stage: Stage) -> Contact:
    """A contact of a stage as a contact of the whole step."""
    at = stage.place_in_whole
    peak = replace(contact.peak, place=at(contact.peak.place))
    return replace(contact, start=at(contact.start), end=at(contact.end), peak=peak)


def _in_run(contact: Contact, motion: Motion) -> Collision:
    """A contact with times and line of the run."""
    step, peak = motion.step, contact.peak
    return Collision(
        time=motion.time_at(contact.start),
        time_end=motion.end_at(contact.end),
        line=step.line,
        body_a=contact.body_a,
        body_b=contact.body_b,
        volume_mm3=peak.volume_mm3,
        centroid=peak.centroid,
        peak_time=motion.time_at(peak.place),
        file=step.file,
        depth_mm=peak.depth_mm,
    )


def _segment(motion: Motion, found: Found) -> SegmentProof:
    """The result for a motion with times and line of the run."""
    step = motion.step
    gaps = joined([_gap(gap, motion) for gap in found.gaps])
    standing = Standing.CONTACT if found.contacts else Standing.OPEN if gaps else Standing.FREE
    return SegmentProof(step.line, step.start_time, step.end_time, standing, gaps)


def _gap(gap: Unproven, motion: Motion) -> Gap:
    start, end = motion.time_at(gap.start), motion.end_at(gap.end)
    step = motion.step
    return Gap(start, end, step.line, gap.body_a, gap.body_b, gap.reason, step.file)
