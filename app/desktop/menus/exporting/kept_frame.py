"""The last choice of a picture as words of the settings, and back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from app.desktop.view3d.pictures.shot import (
    LARGEST,
    SMALLEST,
    THEME,
    TRANSPARENT,
    WHITE,
    Frame,
)

BACKGROUNDS = {THEME: "As in the view", WHITE: "White", TRANSPARENT: "Transparent"}
FLAGS = ("has_path", "has_labels", "is_fine")


def words_of(frame: Frame) -> tuple[str, ...]:
    """The words to be kept: size, background, and what is on."""
    width, height = frame.size
    return (f"{width}x{height}", frame.background, *(f for f in FLAGS if getattr(frame, f)))


def frame_of(words: Sequence[str]) -> Frame:
    """The choice that was kept; the default for words that are none."""
    if len(words) < 2 or words[1] not in BACKGROUNDS:
        return Frame()
    with suppress(ValueError):
        width, height = (int(number) for number in words[0].split("x"))
        if min(width, height) >= SMALLEST and max(width, height) <= LARGEST:
            has_path, has_labels, is_fine = (flag in words for flag in FLAGS)
            return Frame((width, height), words[1], has_path, has_labels, is_fine)
    return Frame()
