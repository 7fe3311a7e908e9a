"""Which moments a film shows: stretches of a run, or one turn of the camera. No drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, pi
from typing import TYPE_CHECKING, Protocol

from app.desktop.view3d.pictures.easel import Moment
from app.desktop.view3d.pictures.opengl import RenderError

if TYPE_CHECKING:
    from app.desktop.view3d.drawing.camera import Camera
    from scenes.checking.collisions.intervals import Collision
    from scenes.runs.run import Run
    from scenes.world.state import CellState

SLOWEST_FPS, FASTEST_FPS = 1, 100  # frames a second
LEAST_SPEED, MOST_SPEED = 0.01, 100.0
MOST_FRAMES = 100_000
SLACK = 1e-6  # of a frame: a stretch that is whole frames long but for rounding has no frame more
LEFT, RIGHT = "left", "right"


class ReelError(RenderError):
    """A film that cannot be: its times, its speed or its length."""


class Reel(Protocol):
    """The moments of a film."""

    @property
    def fps(self) -> int:
        """Frames a second."""

    @property
    def count(self) -> int:
        """Number of frames."""

    def moments(self) -> Iterator[Moment]:
        """What each frame shows, one after the other."""


@dataclass(frozen=True)
class Stretch:
    """A stretch of a run: its times, s, and how fast the film goes through them.

    speed: Seconds of the run in a second of the film; 1 is real time.
    """

    start: float
    end: float
    fps: int = 25
    speed: float = 1.0

    def __post_init__(self) -> None:
        if not self.end > self.start:
            raise ReelError(
                f"a film from {self.start:g} s to {self.end:g} s shows nothing: the second time "
                "must be the later one"
            )
        if not LEAST_SPEED <= self.speed <= MOST_SPEED:
            raise ReelError(f"the speed must be from {LEAST_SPEED:g} to {MOST_SPEED:g}")
        _require_frames(self.fps, self.count)

    @property
    def count(self) -> int:
        """Number of frames: one at the start, then one every speed/fps s, the last at the end."""
        return 1 + ceil((self.end - self.start) * self.fps / self.speed - SLACK)

    def time(self, frame: int) -> float:
        """The time in the run of a frame from 0, s."""
        return min(self.start + frame * self.speed / self.fps, self.end)


@dataclass(frozen=True)
class Turn:
    """One turn of the camera. seconds: Of the film. direction: Where the cell seems to turn to."""

    seconds: float = 8.0
    fps: int = 25
    direction: str = LEFT

    def __post_init__(self) -> None:
        if not self.seconds > 0.0:
            raise ReelError(f"a turn must take more than 0 s, not {self.seconds:g} s")
        _require_frames(self.fps, self.count)

    @property
    def count(self) -> int:
        """Number of frames; the next one would be the first again."""
        return max(round(self.seconds * self.fps), 1)

    def camera(self, camera: Camera, frame: int) -> Camera:
        """The camera turned about its focus, at a frame from 0."""
        sign = 1.0 if self.direction == LEFT else -1.0
        return replace(camera, azimuth=camera.azimuth + sign * 2.0 * pi * frame / self.count)


@dataclass(frozen=True, eq=False)
class RunReel:
    """A stretch of a run, seen from one place. collisions: Those that its frames mark."""

    run: Run
    stretch: Stretch
    camera: Camera
    collisions: Sequence[Collision] = ()

    @property
    def fps(self) -> int:
        return self.stretch.fps

    @property
    def count(self) -> int:
        return self.stretch.count

    def moments(self) -> Iterator[Moment]:
        """The states of the run at the times of the stretch."""
        for frame in range(self.count):
            yield self.moment(self.stretch.time(frame))

    def moment(self, time: float) -> Moment:
        """What the run shows at a time, s."""
        from app.desktop.view3d.staging import colliding_at

        pairs = tuple(colliding_at(self.collisions, time))
        return Moment(self.run.state_at(time), self.camera, pairs)


@dataclass(frozen=True, eq=False)
class TurnReel:
    """A state that stands still while the camera goes round it. pairs: Bodies that collide."""

    state: CellState
    turn: Turn
    camera: Camera
    pairs: Sequence[tuple[str, str]] = ()

    @property
    def fps(self) -> int:
        return self.turn.fps

    @property
    def count(self) -> int:
        return self.turn.count

    def moments(self) -> Iterator[Moment]:
        """The state from all sides."""
        for frame in range(self.count):
            yield Moment(self.state, self.turn.camera(self.camera, frame), self.pairs)


def _require_frames(fps: int, count: int) -> None:
    if not SLOWEST_FPS <= fps <= FASTEST_FPS:
        raise ReelError(f"a film has {SLOWEST_FPS} to {FASTEST_FPS} frames a second, not {fps}")
    if count > MOST_FRAMES:
        raise ReelError(f"{count:,} frames are too many: {MOST_FRAMES:,} at most")
