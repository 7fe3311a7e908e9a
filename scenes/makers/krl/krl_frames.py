"""Frames of KRL: X Y Z in mm and A B C in degrees, R = Rz(A) Ry(B) Rx(C)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scenes.files.file_poses import pose_of, rpy_of
from scenes.world.frozen import Array

FRAME_KEYS = ("X", "Y", "Z", "A", "B", "C")
MM_DIGITS, DEG_DIGITS = 4, 5
KEPT_DIGITS = 9  # decimals of mm and degrees


def frame_values(T: Array) -> dict[str, float]:
    """The components of a pose (4, 4), mm and degrees."""
    roll, pitch, yaw = rpy_of(T)
    return dict(zip(FRAME_KEYS, (*map(float, T[:3, 3]), yaw, pitch, roll), strict=True))


def kept_values(T: Array) -> dict[str, float]:
    """The components of a pose (4, 4), mm and degrees, without the last digits of its matrix.

    Components that are taken from a pose and made a pose again and again stay the same.
    """
    return {key: round(value, KEPT_DIGITS) + 0.0 for key, value in frame_values(T).items()}


def pose_of_frame(values: Mapping[str, float]) -> Array:
    """The pose (4, 4) of all six components, mm and degrees."""
    x, y, z, a, b, c = (values[key] for key in FRAME_KEYS)
    return pose_of((x, y, z), (c, b, a))


def written_frame(T: Array) -> str:
    """A pose as a KRL aggregate: `{X 1.5,Y 0,Z 0,A 0,B 90,C 0}`."""
    return aggregate(frame_values(T))


def written_axes(shown: Array, in_mm: Array) -> str:
    """Axis values as a KRL aggregate.

    shown: What the controller shows, (n,), rad or mm. in_mm: (n,), whether an axis slides.
    """
    values = np.where(in_mm, shown, np.degrees(shown))
    return aggregate({f"A{i}": float(value) for i, value in enumerate(values, start=1)})


def aggregate(values: Mapping[str, float]) -> str:
    """Components with their values between braces."""
    return "{" + ",".join(f"{key} {number(key, value)}" for key, value in values.items()) + "}"


def number(key: str, value: float) -> str:
    """A value with the digits of its component: 4 of a mm, 5 of a degree; no needless zeros."""
    digits = MM_DIGITS if key in "XYZ" else DEG_DIGITS
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
