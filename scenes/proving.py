"""A run proven: every motion swept for all pairs, and what stays open looked at in samples.

What is found out about a motion is kept by the content of all that it depends on: the arm, the
bodies, the pairs, and the samples. A statement that an edit leaves as it was costs nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from geometry.check import colliding_pairs
from geometry.sweep import RESOLUTION
from geometry.warmth import warm_up
from scenes.collisions import Hit
from scenes.contacts import bodies_of_pair
from scenes.frozen import Array
from scenes.proof import Gap, Proof, SegmentProof, Standing
from scenes.run import Run
from scenes.situations import Motion, Situation, situations
from scenes.sweeping import Chunk, Open, Pair, Track, chunks_of, sweep_track

Stop = Callable[[], bool]
Tell = Callable[[float, str], None]

# Motions that are kept, and samples that are swept together at most: the way out is asked between.
_MOST_KEPT = 4000
_SAMPLES_AT_ONCE = 2000
_PATIENCE_S = 20.0
_SAME_TIME = 1e-9
# Behind a first contact between two samples so many moments are looked at for its volume.
_MOMENTS = 24

TOO_NEAR = f"they pass within {RESOLUTION:g} mm of each other"
TOO_LONG = "they are near each other for so long that the search was given up"
GRAZE = "they touch, and share no volume that can be told"


@dataclass(frozen=True, eq=False)
class _Found:
    """What is known of one motion, its times from its own start: hits, and gaps as they stand."""

    hits: tuple[Hit, ...]
    gaps: tuple[Gap, ...]


_kept: OrderedDict[str, _Found] = OrderedDict()


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
    known: list[tuple[Motion, _Found]] = []
    for situation, motions in todo:
        for motion, found in _answers(situation, motions, stop):
            known.append((motion, found))
            text = f"line {motion.step.line}: looking for collisions"
            tell(len(known) / total, text)
    hits = [_in_run(hit, motion) for motion, found in known for hit in found.hits]
    return Proof(tuple(_segments(known)), len(known) == total), hits


def _answers(
    situation: Situation, motions: Sequence[Motion], stop: Stop
) -> Iterator[tuple[Motion, _Found]]:
    """What is known of each motion, kept or found out now; ends early where it is stopped."""
    for batch in _batches(motions):
        if stop():
            return
        fresh = list({m.key: m for m in batch if m.key not in _kept}.values())
        if fresh:
            # Without the compiled loops a proof takes many times as long as waiting for them.
            warm_up(wait=True, patience=_PATIENCE_S)
        found = dict(zip((m.key for m in fresh), _look(situation, fresh, stop), strict=False))
        for motion in batch:
            if motion.key not in found and motion.key not in _kept:
                return
            answer = found[motion.key] if motion.key in found else _kept[motion.key]
            _keep(motion.key, answer)
            yield motion, answer


def _keep(key: str, answer: _Found) -> None:
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


def _look(situation: Situation, motions: Sequence[Motion], stop: Stop) -> Iterator[_Found]:
    """Sweeps motions that belong to one situation."""
    if not motions:
        return
    track = situation.track([motion.step for motion in motions])
    first, chunks, owner = 0, list[Chunk](), list[int]()
    starts: list[int] = []
    for number, motion in enumerate(motions):
        last = first + len(motion.step.trajectory.times) - 1
        own = chunks_of(first, last)
        chunks += own
        owner += [number] * len(own)
        starts.append(first)
        first = last + 1
    named = situation.swept
    found = sweep_track(track, chunks, [names for names, _ in named])
    whole = dict(named)
    opens = [replace(item, pair=whole[item.pair]) for item in found]
    for number, motion in enumerate(motions):
        if stop():
            return
        own_opens = [item for item in opens if owner[item.chunk] == number]
        look = _Look(track, chunks, situation.cell.chord, starts[number], motion.step.line, stop)
        yield look.at(own_opens)


@dataclass(frozen=True, eq=False)
class _Look:
    """Looks at one motion where its pairs are not proven free."""

    track: Track
    chunks: Sequence[Chunk]
    chord: float
    first: int
    line: int
    stop: Stop

    def at(self, opens: Sequence[Open]) -> _Found:
        """Hits at the samples, and the gaps that are left."""
        hits: list[Hit] = []
        gaps: list[Gap] = []
        ordered = sorted(opens, key=lambda item: (item.pair, item.chunk))
        for pair, group in groupby(ordered, key=lambda item: item.pair):
            own = list(group)
            found = self._hits(pair, self._places(own))
            for item in own:
                found, gap = self._judged(item, found)
                gaps += [] if gap is None else [gap]
            hits += found
            gaps = [gap for gap in gaps if not _is_nearing(gap, found)]
        return _Found(tuple(hits), tuple(sorted(_joined(gaps), key=lambda gap: gap.start)))

    def _places(self, opens: Sequence[Open]) -> Array:
        """Samples of the chunks in which a pair is open, and moments behind its contacts."""
        places: list[Array] = []
        for item in opens:
            chunk = self.chunks[item.chunk]
            places.append(np.arange(chunk.first, chunk.last + 1, dtype=float))
            if item.is_contact and not item.is_still:
                left = min(np.floor(item.start) + 1.0, chunk.last) - item.start
                places.append(item.start + left * np.linspace(0.0, 1.0, _MOMENTS) ** 3)
        return np.unique(np.concatenate(places))

    def _hits(self, pair: Pair, places: Array) -> list[Hit]:
        piece = np.minimum(places.astype(int), len(self.track.times) - 2)
        poses = [self.track.poses_of(name, piece, places - piece) for name in pair]
        solids = [self.track.bodies[name][0] for name in pair]
        found = colliding_pairs(
            solids, np.stack(poses, axis=1), [(0, 1)], self.chord, stop=self.stop
        )
        return [
            self._hit(float(places[hit.sample_index]), pair, hit.volume_mm3, hit.centroid)
            for hit in found
        ]

    def _hit(self, place: float, pair: Pair, volume: float, centroid: Array) -> Hit:
        time = self.track.time_at(place)
        return Hit(place - self.first, time, self.line, *bodies_of_pair(pair), volume, centroid)

    def _judged(self, item: Open, hits: list[Hit]) -> tuple[list[Hit], Gap | None]:
        """The hits with the first contact, and the gap that is left of what was open."""
        if not item.is_contact:
            # What keeps its distance and is not in contact now rests: it never will be.
            return hits, None if item.is_still else self._gap(item, item.start, item.end)
        chunk = self.chunks[item.chunk]
        start, end = item.start - self.first, chunk.last - self.first
        behind = next((hit for hit in hits if start <= hit.sample <= end), None)
        if behind is None:
            return hits, None if item.is_still else self._gap(item, item.start, end + self.first)
        if behind.sample > start:
            contact = self._hit(item.start, item.pair, 0.0, behind.centroid)
            hits = sorted([*hits, contact], key=lambda hit: hit.sample)
        return hits, None

    def _gap(self, item: Open, start: float, end: float) -> Gap:
        reason = GRAZE if item.is_contact else TOO_LONG if item.given_up else TOO_NEAR
        times = self.track.time_at(start), self.track.time_at(end)
        return Gap(*times, self.line, *bodies_of_pair(item.pair), reason)


def _is_nearing(gap: Gap, hits: Sequence[Hit]) -> bool:
    """Whether a gap is but the last stretch before a contact of the same two bodies."""
    pair = gap.body_a, gap.body_b
    return gap.reason == TOO_NEAR and any(
        (hit.body_a, hit.body_b) == pair and abs(hit.time - gap.end) < _SAME_TIME for hit in hits
    )


def _joined(gaps: Sequence[Gap]) -> list[Gap]:
    """The gaps of a pair that adjoin as one."""
    found: list[Gap] = []
    for gap in sorted(gaps, key=lambda g: (g.body_a, g.body_b, g.reason, g.start)):
        last = found[-1] if found else None
        if last is not None and gap.start <= last.end + _SAME_TIME and _names(gap) == _names(last):
            found[-1] = replace(last, end=max(last.end, gap.end))
        else:
            found.append(gap)
    return found


def _names(gap: Gap) -> tuple[str, str, str]:
    return gap.body_a, gap.body_b, gap.reason


def _in_run(hit: Hit, motion: Motion) -> Hit:
    step = motion.step
    time, sample = hit.time + step.start_time, hit.sample + motion.sample
    return replace(hit, time=time, sample=sample, line=step.line, file=step.file)


def _segments(known: Sequence[tuple[Motion, _Found]]) -> Iterator[SegmentProof]:
    """One for each step of the run, whose pieces follow each other."""
    for _, group in groupby(known, key=lambda item: id(item[0].whole)):
        pieces = list(group)
        first, last = pieces[0][0].step, pieces[-1][0].step
        gaps = [
            replace(
                gap,
                start=gap.start + motion.step.start_time,
                end=gap.end + motion.step.start_time,
                line=first.line,
                file=first.file,
            )
            for motion, found in pieces
            for gap in found.gaps
        ]
        told = tuple(sorted(_joined(gaps), key=lambda gap: gap.start))
        in_contact = any(found.hits for _, found in pieces)
        standing = Standing.CONTACT if in_contact else Standing.OPEN if gaps else Standing.FREE
        yield SegmentProof(first.line, first.start_time, last.end_time, standing, told)
