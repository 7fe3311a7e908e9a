"""What the user chooses of a film, kept as words of the settings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite

from app.desktop.view3d.pictures.reel import (
    FASTEST_FPS,
    LEAST_SPEED,
    LEFT,
    MOST_SPEED,
    RIGHT,
    SLOWEST_FPS,
)
from app.desktop.view3d.pictures.shot import LARGEST, SMALLEST, Frame

LEAST_TURN_S, MOST_TURN_S = 0.5, 120.0
FLAGS = ("is_fine", "has_path", "has_labels")


@dataclass(frozen=True)
class FilmChoice:
    """Size, times and look of a film.

    suffix: Of its file, "" for a folder of pictures; None where the user has chosen none yet.
    speed: Seconds of the run in a second of the film. seconds, direction: Of a turntable.
    """

    suffix: str | None = None
    size: tuple[int, int] = (1280, 720)
    fps: int = 25
    speed: float = 1.0
    seconds: float = 8.0
    direction: str = LEFT
    is_fine: bool = False
    has_path: bool = True
    has_labels: bool = False

    @property
    def frame(self) -> Frame:
        """The choices of each of its pictures."""
        return Frame(
            self.size,
            has_path=self.has_path,
            has_labels=self.has_labels,
            is_fine=self.is_fine,
        )


def words_of(choice: FilmChoice) -> tuple[str, ...]:
    """The words to be kept."""
    width, height = choice.size
    numbers = (f"{width}x{height}", str(choice.fps), repr(choice.speed), repr(choice.seconds))
    flags = (flag for flag in FLAGS if getattr(choice, flag))
    return (choice.suffix or "", *numbers, choice.direction, *flags)


def choice_of(words: Sequence[str]) -> FilmChoice:
    """The choice that was kept; the default for words that are none."""
    default = FilmChoice()
    if len(words) < 6 or words[5] not in (LEFT, RIGHT):
        return default
    with suppress(ValueError):
        width, height = (int(number) for number in words[1].split("x"))
        fps, speed, seconds = int(words[2]), float(words[3]), float(words[4])
        is_sound = (
            min(width, height) >= SMALLEST
            and max(width, height) <= LARGEST
            and SLOWEST_FPS <= fps <= FASTEST_FPS
            and LEAST_SPEED <= speed <= MOST_SPEED
            and LEAST_TURN_S <= seconds <= MOST_TURN_S
            and isfinite(speed + seconds)
        )
        if is_sound:
            look = (flag in words[6:] for flag in FLAGS)
            return FilmChoice(words[0], (width, height), fps, speed, seconds, words[5], *look)
    return default
