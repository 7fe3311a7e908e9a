"""Grips on the numbers of a shape: where each one is, and what the shape becomes when it is pulled.

A grip lies on a face and is pulled along the outward direction. A pull by d mm moves that face by d
mm; the face across keeps its place, as the middle of the shape moves by d/2. Pulled on both sides,
the middle stays and both faces move. A diameter keeps its axis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.desktop.modelling.steps.step_places import Shape, pose_of_shape
from scenes.world.frozen import Array

Change = Callable[[float, bool], Shape]
Read = Callable[[Shape], float]
LEAST = 0.01  # mm: no face is pulled nearer to the one across
DIGITS = 6  # decimals of a dragged length, mm
X, Y, Z = np.eye(3)
MM, COUNT, DEG = "mm", "", "°"


@dataclass(frozen=True, eq=False)
class Grip:
    """A grip in the frame of its shape (of a pattern: in the frame in which its shape is placed).

    key: Its own name among the grips of a shape. words: The number it changes: "Width".
    point: On the face, (3,), mm. way: Unit vector of a pull outward, (3,).
    read: The number, in `unit`. gain: Change of the number for 1 mm of pull.
    change: The shape after a pull, mm; the switch pulls the face across too.
    """

    key: str
    words: str
    point: Array
    way: Array
    read: Read
    gain: float
    change: Change
    unit: str = MM

    def pull_for(self, shape: Shape, number: float, both: bool = False) -> float:
        """The pull, mm, that gives the shape this number."""
        gain = 2.0 * self.gain if both and self.has_face_across else self.gain
        return (number - self.read(shape)) / gain

    @property
    def has_face_across(self) -> bool:
        """Whether the grip can pull two faces: those of a length, not those of a diameter."""
        return self.key[-1] in "+-"


def tidy(value: float) -> float:
    """A figure of a file: rounded, and a whole number without a point."""
    rounded = round(float(value), DIGITS) + 0.0
    return int(rounded) if rounded.is_integer() else rounded


def tidy_list(values: Sequence[float] | Array) -> list[float]:
    """Figures of a file."""
    return [tidy(value) for value in values]


def shifted(shape: Shape, shift: Array) -> Shape:
    """The shape moved by a vector of its own frame, (3,), mm."""
    if not np.any(shift):
        return shape
    T = pose_of_shape(shape)
    return {**shape, "at": tidy_list(T[:3, 3] + T[:3, :3] @ shift)}


def with_number(shape: Shape, keys: Sequence[str | int], value: float) -> Shape:
    """The shape with another number at a place inside it."""
    return dict(_replaced(shape, tuple(keys), tidy(value)))


def _replaced(value: Any, keys: tuple[str | int, ...], number: Any) -> Any:
    if not keys:
        return number
    here, *rest = keys
    if isinstance(value, Mapping):
        return {**value, str(here): _replaced(value.get(str(here)), tuple(rest), number)}
    items = list(value)
    items[int(here)] = _replaced(items[int(here)], tuple(rest), number)
    return items


def reader(*keys: str | int) -> Read:
    """A function that reads a number inside a shape."""

    def read(shape: Shape) -> float:
        value: Any = shape
        for key in keys:
            value = value[key]
        return float(value)

    return read


def length_grips(
    shape: Shape, keys: tuple[str | int, ...], axis: Array, words: str, beyond: float = 0.0
) -> list[Grip]:
    """The grips on the two faces across an axis, through which the shape is centred.

    beyond: How far the ends lie outside the length, mm, as the caps of a capsule do.
    """
    read = reader(*keys)
    length = read(shape)

    def grip(sign: float) -> Grip:
        def change(pull: float, both: bool) -> Shape:
            new = max(length + (2.0 * pull if both else pull), LEAST)
            changed = with_number(shape, keys, new)
            grown = read(changed) - length
            return changed if both else shifted(changed, 0.5 * sign * grown * axis)

        name = f"{'.'.join(map(str, keys))}{'+' if sign > 0 else '-'}"
        point = sign * (length / 2.0 + beyond) * axis
        return Grip(name, words, point, sign * axis, read, 1.0, change)

    return [grip(1.0), grip(-1.0)]


def diameter_grip(
    shape: Shape,
    keys: tuple[str | int, ...],
    words: str,
    point: Array,
    way: Array = X,
    least: float = LEAST,
    most: float = np.inf,
) -> Grip:
    """The grip on a round face: a pull by d makes the diameter 2 d larger; its axis stays."""
    read = reader(*keys)
    diameter = read(shape) if _has(shape, keys) else 0.0

    def change(pull: float, both: bool) -> Shape:
        return with_number(shape, keys, float(np.clip(diameter + 2.0 * pull, least, most)))

    def number(of: Shape) -> float:
        return read(of) if _has(of, keys) else 0.0

    return Grip(".".join(map(str, keys)), words, point, way, number, 2.0, change)


def _has(shape: Shape, keys: Sequence[str | int]) -> bool:
    value: Any = shape
    for key in keys:
        if isinstance(value, Mapping) and key not in value:
            return False
        value = value[key]
    return True
