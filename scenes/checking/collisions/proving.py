"""Makes the proof of a run: sweeps every motion for all pairs, and tests open pairs at samples.

The result for a motion is kept under a digest of everything that it depends on: the arm, the
bodies, the pairs and the samples. So statements that an edit does not change cost nothing.

A part that is being cut is first taken as before the cut. Pairs that are not free of the uncut
part are then tested in every stage of the cut, with the part as it is in that stage.
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

# Greatest number of results kept, and of samples swept between two calls of `stop`.
_MOST_KEPT = 4000
_SAMPLES_AT_ONCE = 2000

_kept: OrderedDict[str, Found] = OrderedDict()


def forget() -> None:
    """Forgets all kept results, so that a benchmark measures the whole work."""
    _kept.clear()


def proven(run: Run, tell: Tell, stop: Stop) -> tuple[Proof, list[Hit]]:
    """The proof of a run and the hits of its motions, without those where a body comes in.

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
    hits = [_in_run(hit, motion) for motion, found in known for hit in found.hits]
    segments = tuple(_segment(*each) for each in known)
    return Proof(segments, len(known) == total, coverage_of(run.cell)), hits


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
        count += len(motion.step.trajectory.times)
        if count >= _SAMPLES_AT_ONCE:
            yield batch
            batch, count = [], 0
    if batch:
        yield batch


def _look(situation: Situation, motions: Sequence[Motion], stop: Stop) -> Iterator[Found]:
    """The results for motions that belong to one situation."""
    looks = opened(situation, [motion.step for motion in motions])
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
    """The result for a motion with times and line of the run."""
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
