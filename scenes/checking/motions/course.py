"""The course of a step: its joints and its hand in short pieces, and the times of its places.

The check of a motion needs its path and not its speed, as long as nothing else moves meanwhile: the
pieces are then parts of the path, and a proof holds for every time law on it. A place is the number
of a piece plus a share of it; the law of the motion tells at which time it comes there.

Where the hand moves as well, the pieces are even in time if the arm stands, or if the parameter of
its path is the time; else arm and hand have two laws: see `pieces`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache
from hashlib import sha256

import numpy as np

from kinematics import Mechanism
from kinematics.motion.laws.time_law import Even
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import DEGREE
from kinematics.poses.bernstein import divided
from scenes.checking.motions.pieces import Pieces, TimedPieces, in_pairs
from scenes.runs.step import Step
from scenes.world.frozen import Array

# Rad: greatest turn of all joints together in one piece; bounds on longer pieces are loose.
PIECE_TURN = 0.2
# Decimals of joint values, and binary digits of the lengths of pieces, to which a path is rounded
# before it is checked: so a leg of a chain is the same path wherever it begins in the chain. 1e-12
# rad move no point of an arm by more than 1e-8 mm, far below TOUCH_TOLERANCE.
DECIMALS, DIGITS = 12, 36
# Share of the length of a path: a knot as near as this to the start or the end of a motion on it is
# the start or the end; times of a law give values of the parameter with such errors.
_SAME_VALUE = 1e-12
# Share of the travel of a motion that counts for a piece in which it stands.
_LEAST_TRAVEL = 1e-6
# Number of equal parts of the time in which a hand moves with the arm; an end of a part that is
# nearer than this share of it to the end of a piece is left out.
HAND_PARTS, _SAME_SHARE = 32, 1e-2


@dataclass(frozen=True, eq=False)
class Outline:
    """The pieces of the path that a motion passes, rounded, before they are divided.

    controls: (m, 6, n). widths: (m,), shares of the whole. ends: Values of the path's parameter,
    (m + 1,); all equal where the arm stands.
    """

    controls: Array
    widths: Array
    ends: Array

    @classmethod
    def of(cls, motion: Motion) -> Outline:
        """The outline of a motion."""
        path, law = motion.path, motion.law
        span = law.at(np.array([motion.begin, motion.begin + motion.duration]))[0]
        start, end = (float(s) for s in np.clip(span, 0.0, path.length))
        least = _SAME_VALUE * path.length
        if end - start <= least:
            q = np.round(path.at(start), DECIMALS) + 0.0
            return cls(np.tile(q, (1, DEGREE + 1, 1)), np.ones(1), np.array([start, start]))
        inner = path.knots[(path.knots > start + least) & (path.knots < end - least)]
        ends = np.concatenate([[start], inner, [end]])
        controls = np.round(path.cut(ends), DECIMALS) + 0.0
        return cls(controls, _short(np.diff(ends) / (end - start)), ends)

    @property
    def is_still(self) -> bool:
        """Whether the arm stands."""
        return bool(self.ends[0] == self.ends[-1])

    @property
    def key(self) -> bytes:
        """Equal for motions on equal paths, whatever their laws."""
        return self.controls.tobytes() + self.widths.tobytes()

    def refined(self, mechanism: Mechanism) -> Outline:
        """The same path in pieces on which the joints turn by no more than PIECE_TURN."""
        turning = np.array([kind == "R" for kind in mechanism.kinds])
        turns = np.ptp(self.controls[:, :, turning], axis=1).sum(axis=1)
        parts = np.maximum(np.ceil(turns / PIECE_TURN), 1.0).astype(np.int64)
        owner = np.repeat(np.arange(len(parts)), parts)
        share = np.arange(len(owner)) - np.repeat(np.cumsum(parts) - parts, parts)
        share = share / parts[owner]
        ends = self.ends[owner] * (1.0 - share) + self.ends[owner + 1] * share
        widths = (self.widths / parts)[owner]
        controls = self.controls[owner]
        for count in np.unique(parts[parts > 1]).tolist():
            controls[parts[owner] == count] = divided(self.controls[parts == count], count)
        return Outline(controls, widths, np.append(ends, self.ends[-1]))


@dataclass(frozen=True, eq=False)
class Course:
    """A step in m pieces, and the times of its places.

    motion: Of the arm. ends: Ends of the pieces, (m + 1,): times since the start of the step, s, if
    `by_time`, else values of the parameter of the path.
    """

    pieces: Pieces
    motion: Motion
    ends: Array
    by_time: bool

    def time_at(self, place: float) -> float:
        """The time, s since the start of the step, at which the step comes to a place."""
        if place <= 0.0:
            return 0.0
        piece = min(int(place), len(self.pieces) - 1)
        share = min(place - piece, 1.0)
        value = self.ends[piece] * (1.0 - share) + self.ends[piece + 1] * share
        if not self.by_time:
            value = self.motion.law.time_at(np.array([value]))[0] - self.motion.begin
        return float(np.clip(value, 0.0, self.motion.duration))

    def end_at(self, place: float) -> float:
        """The time, s since the start of the step, at which the step leaves a place.

        The arm may rest at the end of its path before the step ends.
        """
        return self.motion.duration if place >= len(self.pieces) else self.time_at(place)

    def place_at(self, time: float) -> float:
        """The place at a time, s since the start of the step."""
        value = min(max(time, 0.0), self.motion.duration)
        if not self.by_time:
            value = float(self.motion.law.at(np.array([self.motion.begin + value]))[0, 0])
        return float(np.interp(value, self.ends, np.arange(len(self.ends))))


def course_key(motion: Motion, hand: tuple[float, float]) -> bytes:
    """Equal for steps with equal courses: the law counts only where the hand moves with the arm.

    hand: The openings, mm, of the hand at the start and at the end of the step.
    """
    key, is_still = _outline_key(_Marked(motion.mark, motion))
    is_timed = hand[0] != hand[1] and not is_still
    return key + np.array(hand).tobytes() + (timed_key(motion) if is_timed else b"")


@dataclass(frozen=True)
class _Marked:
    """A motion that is equal to others by its mark."""

    mark: tuple[object, ...]
    motion: Motion = field(compare=False)


@lru_cache(maxsize=4000)
def _outline_key(marked: _Marked) -> tuple[bytes, bool]:
    """A digest of the outline of a motion, and whether the arm stands."""
    outline = Outline.of(marked.motion)
    return sha256(outline.key).digest(), outline.is_still


def timed_key(motion: Motion) -> bytes:
    """Equal for motions with equal laws in equal windows of time."""
    return _numbers_of(motion.law) + repr((motion.begin, motion.duration)).encode()


def _numbers_of(value: object) -> bytes:
    """The names and numbers of a law, and of laws in it."""
    if isinstance(value, np.ndarray):
        return repr(value.shape).encode() + value.tobytes()
    if is_dataclass(value):
        own = [_numbers_of(getattr(value, each.name)) for each in fields(value)]
        return b"|".join([type(value).__name__.encode(), *own])
    return repr(value).encode()


def course_of(step: Step, mechanism: Mechanism) -> Course:
    """The course of a step."""
    motion, outline = step.motion, Outline.of(step.motion)
    if outline.is_still:
        openings = np.array([[step.opening_start, step.opening_end]])
        times = np.array([0.0, motion.duration])
        return Course(Pieces(outline.controls, np.ones(1), openings), motion, times, True)
    fine = outline.refined(mechanism)
    if isinstance(motion.law, Even):
        times = fine.ends - motion.begin
        # Samples that are read linearly start slowly from rest; by their travel they do not.
        is_alone = step.opening_start == step.opening_end
        widths = _travels(fine.controls) if is_alone else fine.widths
        return Course(Pieces(fine.controls, widths, _openings(step, times)), motion, times, True)
    if step.opening_start == step.opening_end:
        pieces = Pieces(fine.controls, fine.widths, _openings(step, np.zeros(len(fine.ends))))
        return Course(pieces, motion, fine.ends, False)
    return _by_two_laws(step, fine.ends)


def _by_two_laws(step: Step, ends: Array) -> Course:
    """The course of a step whose arm and hand move by two laws."""
    motion = step.motion
    passed = np.clip(motion.law.time_at(ends) - motion.begin, 0.0, motion.duration)
    grid = np.linspace(0.0, motion.duration, HAND_PARTS + 1)
    nearest = np.abs(grid[:, None] - passed).min(axis=1)
    is_apart = nearest > _SAME_SHARE * motion.duration / HAND_PARTS
    is_apart[[0, -1]] = True
    times = np.unique(np.concatenate([passed, grid[is_apart]]))
    values = np.clip(motion.law.at(motion.begin + times)[0], ends[0], ends[-1])
    values = np.maximum.accumulate(values)
    pieces = Pieces(
        motion.path.cut(values),
        np.diff(times),
        _openings(step, times),
        ((0, TimedPieces(motion, times, values)),),
    )
    return Course(pieces, motion, times, True)


def _travels(controls: Array) -> Array:
    """How far the joints go in each piece, as shares of the whole; a little where they stand."""
    ways = np.abs(np.diff(controls, axis=1)).sum(axis=(1, 2))
    ways = np.maximum(ways, _LEAST_TRAVEL * max(float(ways.sum()), 1.0))
    return np.asarray(ways / ways.sum())


def _openings(step: Step, times: Array) -> Array:
    """Openings of the hand at the ends of pieces at times (m + 1,), (m, 2), mm."""
    return in_pairs(step.openings(times))


def _short(figures: Array) -> Array:
    """Positive numbers rounded to DIGITS binary digits."""
    mantissa, exponent = np.frexp(figures)
    return np.asarray(np.ldexp(np.round(np.ldexp(mantissa, DIGITS)), exponent - DIGITS))
