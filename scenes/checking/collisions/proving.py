"""A run proven: every motion swept for all pairs, and what stays open looked at in samples.

What is found out about a motion is kept by the content of all that it depends on: the arm, the
bodies, the pairs, and the samples. A statement that an edit leaves as it was costs nothing.

A part that is being cut is first taken as it was before. Only of the pairs that do not keep clear
of that is every stage of the cut looked at, with what is then left of the part.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scenes.checking.collisions.intervals import Hit
from scenes.checking.collisions.motion_look import Found, MotionLook, Stop, joined, opened
from scenes.checking.collisions.proof import Proof, SegmentProof, Standing
from scenes.checking.collisions.sweeping import Open
from scenes.checking.coverage import coverage_of
from scenes.checking.motions.run_motions import Motion, exact_situation, situations
from scenes.checking.motions.situations import Situation
from scenes.runs.run import Run

Tell = Callable[[float, str], None]

# Motions that are kept, and samples that are swept together at most: the way out is asked between.
_MOST_KEPT = 4000
_SAMPLES_AT_ONCE = 2000

_kept: OrderedDict[str, Found] = OrderedDict()


def forget() -> None:
    """Lets go of all that is kept, as benchmarks must."""
    _kept.clear()


def proven(run: Run, tell: Tell, stop: Stop) -> tuple[Proof, list[Hit]]:
    """The proof of a run and the hits in it, but for those at moments when something comes in.

    tell: Told the share done, 0 to 1, and what is going on. stop: Asked now and then; when it
    says yes the proof is not complete.
    """
    todo = list(situations(run))
    total = sum(len(motions) for _, motions in todo)
    known: list[tuple[Motion, Found]] = []
    for situation, motions in todo:
        for motion, found in _answers(situation, motions, stop):
            known.append((motion, found))
            text = f"line {motion.step.line}: looking for collisions"
            tell(len(known) / total, text)
    hits = [_in_run(hit, motion) for motion, found in known for hit in found.hits]
    segments = tuple(_segment(*each) for each in known)
    return Proof(segments, len(known) == total, coverage_of(run.cell)), hits


def _answers(
    situation: Situation, motions: Sequence[Motion], stop: Stop
) -> Iterator[tuple[Motion, Found]]:
    """What is known of each motion, kept or found out now; ends early where it is stopped."""
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
        count += len(motion.step.trajectory.times)
        if count >= _SAMPLES_AT_ONCE:
            yield batch
            batch, count = [], 0
    if batch:
        yield batch


def _look(situation: Situation, motions: Sequence[Motion], stop: Stop) -> Iterator[Found]:
    """What is found of motions that belong to one situation."""
    looks = opened(situation, [motion.step for motion in motions])
    for motion, (look, opens) in zip(motions, looks, strict=True):
        if stop():
            return
        yield _found(situation, motion, look, opens, stop)


def _found(
    situation: Situation, motion: Motion, look: MotionLook, opens: Sequence[Open], stop: Stop
) -> Found:
    """What is found of a motion, of parts that are being cut by what is left of them."""
    whole = look.at([item for item in opens if motion.is_exact(item.pair)], stop)
    cut = frozenset(item.pair for item in opens if not motion.is_exact(item.pair))
    if not cut:
        return whole
    hits, gaps = list(whole.hits), list(whole.gaps)
    for piece, sample in motion.pieces:
        shift = piece.start_time - motion.step.start_time
        exact = exact_situation(situation.cell, piece, cut)
        for own, own_opens in opened(exact, [piece]):
            found = own.at(own_opens, stop)
            hits += [replace(h, time=h.time + shift, sample=h.sample + sample) for h in found.hits]
            gaps += [replace(g, start=g.start + shift, end=g.end + shift) for g in found.gaps]
    return Found(tuple(hits), joined(gaps))


def _in_run(hit: Hit, motion: Motion) -> Hit:
    step = motion.step
    time, sample = hit.time + step.start_time, hit.sample + motion.sample
    return replace(hit, time=time, sample=sample, line=step.line, file=step.file)


def _segment(motion: Motion, found: Found) -> SegmentProof:
    """What is found of a motion in words of the run."""
    step = motion.step
    gaps = tuple(
        replace(
            gap,
            start=gap.start + step.start_time,
            end=gap.end + step.start_time,
            line=step.line,
            file=step.file,
        )
        for gap in found.gaps
    )
    standing = Standing.CONTACT if found.hits else Standing.OPEN if gaps else Standing.FREE
    return SegmentProof(step.line, step.start_time, step.end_time, standing, gaps)
