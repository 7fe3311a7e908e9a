"""Grips on the copies of a shape: the pitch, the number of copies, the turn, and the mirror.

They stand in the frame in which the shape is placed, because the copies do.
"""

from __future__ import annotations

from math import degrees, radians

import numpy as np

from app.desktop.modelling.steps.grips import (
    COUNT,
    DEG,
    LEAST,
    Grip,
    reader,
    tidy_list,
    with_number,
)
from app.desktop.modelling.steps.step_places import (
    Shape,
    is_full_turn,
    map_of_copy,
    pitch_deg,
    pose_of_shape,
    turned_about,
    unit,
)
from scenes.world.frozen import Array

MOST_COPIES = 1000  # a pull makes no more
LEAST_TURN, MOST_TURN = 0.1, 359.9  # degrees; all round is typed, as it places the copies otherwise


def pattern_grips(shape: Shape) -> list[Grip]:
    """The grips on mirror and repetition of a shape."""
    repeat = shape.get("repeat")
    found = [] if shape.get("mirror") is None else [_mirror(shape)]
    if repeat is None:
        return found
    if repeat.get("step") is not None:
        return [*found, *_in_a_row(shape, repeat)]
    return [*found, *_round_an_axis(shape, repeat)]


def _first(shape: Shape) -> Array:
    """The origin of the first copy, (3,), mm."""
    return np.asarray((map_of_copy(shape, 0) @ pose_of_shape(shape))[:3, 3])


def _mirror(shape: Shape) -> Grip:
    normal, offset = unit(shape["mirror"]["normal"]), float(shape["mirror"].get("offset", 0.0))
    origin = pose_of_shape(shape)[:3, 3]

    def change(pull: float, both: bool) -> Shape:
        return with_number(shape, ("mirror", "offset"), offset + pull)

    def read(of: Shape) -> float:
        return float(of["mirror"].get("offset", 0.0))

    point = origin - (float(normal @ origin) - offset) * normal
    return Grip("mirror.offset", "Mirror at", point, normal, read, 1.0, change)


def _in_a_row(shape: Shape, repeat: Shape) -> list[Grip]:
    """Pitch, at the second copy, and count, half a pitch beyond the last one."""
    step = np.asarray(repeat["step"], float)
    pitch, count = float(np.linalg.norm(step)), int(repeat["n"])
    if pitch == 0.0:
        return []
    way, first = step / pitch, _first(shape)

    def stretched(pull: float, both: bool) -> Shape:
        new = tidy_list(max(pitch + pull, LEAST) * way)
        return {**shape, "repeat": {**repeat, "step": new}}

    def read(of: Shape) -> float:
        return float(np.linalg.norm(of["repeat"]["step"]))

    def counted(pull: float, both: bool) -> Shape:
        return _with_count(shape, count + round(pull / pitch))

    grips = [Grip("repeat.step", "Pitch", first + step, way, read, 1.0, stretched)]
    end = first + (count - 0.5) * step
    number = reader("repeat", "n")
    return [*grips, Grip("repeat.n", "Copies", end, way, number, 1.0 / pitch, counted, COUNT)]


def _with_count(shape: Shape, count: int) -> Shape:
    return with_number(shape, ("repeat", "n"), min(max(count, 1), MOST_COPIES))


def _round_an_axis(shape: Shape, repeat: Shape) -> list[Grip]:
    """Count, half a pitch beyond the last copy, and the turn, at the last copy; pulls go along the
    circle on which the origins of the copies stand."""
    axis, about = (
        unit(repeat.get("axis", (0.0, 0.0, 1.0))),
        np.asarray(repeat.get("about", (0, 0, 0))),
    )
    away = _first(shape) - about
    radius = float(np.linalg.norm(away - float(away @ axis) * axis))
    turn, count = float(repeat["turn"]), int(repeat["n"])
    pitch = pitch_deg(repeat)
    if radius < LEAST or pitch == 0.0:
        return []
    arc = radius * radians(abs(pitch))

    def at(angle_deg: float) -> tuple[Array, Array]:
        """The point of the circle at an angle from the first copy, and the way on."""
        one = turned_about(repeat, angle_deg)
        point = one[:3, :3] @ _first(shape) + one[:3, 3]
        return point, unit(np.sign(pitch) * np.cross(axis, point - about))

    def counted(pull: float, both: bool) -> Shape:
        wanted = min(max(count + round(pull / arc), 1), MOST_COPIES)
        if is_full_turn(repeat) or wanted == 1:
            return _with_count(shape, wanted)
        wanted = min(wanted, 1 + int(MOST_TURN / abs(pitch)))
        changed = _with_count(shape, wanted)
        return with_number(changed, ("repeat", "turn"), pitch * max(wanted - 1, 1))

    def turned(pull: float, both: bool) -> Shape:
        new = abs(turn) + degrees(pull / radius)
        limited = np.sign(turn) * min(max(new, LEAST_TURN), MOST_TURN)
        return with_number(shape, ("repeat", "turn"), limited)

    number, angle = reader("repeat", "n"), reader("repeat", "turn")
    beyond = 0.5 * pitch if is_full_turn(repeat) else pitch * (count - 0.5)
    found = [Grip("repeat.n", "Copies", *at(beyond), number, 1.0 / arc, counted, COUNT)]
    if count > 1 and not is_full_turn(repeat):
        gain = float(np.sign(turn)) * degrees(1.0 / radius)
        found.append(Grip("repeat.turn", "Over", *at(turn), angle, gain, turned, DEG))
    return found
