"""The stretch of a run that the time line shows, and the place of a time in it; no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

SHORTEST = 0.01  # s


@dataclass(frozen=True)
class TimeView:
    """A stretch of time over a width.

    Attributes:
        whole: The time that can be shown, s.
        first, last: The stretch that is shown, s; last is None for the whole.
        left, width: Its place in the widget, px.
    """

    whole: float = 0.0
    first: float = 0.0
    last: float | None = None
    left: float = 0.0
    width: float = 1.0

    @property
    def is_zoomed(self) -> bool:
        """Whether less than the whole is shown."""
        return self.last is not None

    @property
    def end(self) -> float:
        """The end of the stretch, s."""
        return self.whole if self.last is None else self.last

    @property
    def seconds_a_pixel(self) -> float:
        """The time that a pixel stands for, s."""
        return (self.end - self.first) / max(self.width, 1.0)

    def x(self, time: float) -> float:
        """The place of a time, px; times before and behind the stretch lie at its ends."""
        length = self.end - self.first
        share = (time - self.first) / length if length > 0.0 else 0.0
        return self.left + min(max(share, 0.0), 1.0) * self.width

    def time(self, x: float) -> float:
        """The time at a place, s, within the stretch."""
        share = min(max((x - self.left) / max(self.width, 1.0), 0.0), 1.0)
        return self.first + share * (self.end - self.first)

    def shows(self, start: float, end: float) -> bool:
        """Whether a part of a span of time, s, is in the stretch."""
        return end >= self.first and start <= self.end

    def fitted(self, whole: float, left: float, width: float) -> TimeView:
        """The view over another width, or of a run of another length."""
        if self.last is None or self.first >= whole - SHORTEST:
            return TimeView(whole, left=left, width=width)
        return replace(self, whole=whole, left=left, width=width)._within(self.first, self.last)

    def zoomed(self, factor: float, about: float) -> TimeView:
        """A stretch shorter by a factor, in which a time, s, stays at its place."""
        length = max((self.end - self.first) / factor, min(SHORTEST, self.whole))
        ratio = length / max(self.end - self.first, 1e-12)
        first = about - (about - self.first) * ratio
        return self._within(first, first + length)

    def moved(self, by: float) -> TimeView:
        """The stretch `by` seconds later."""
        return self._within(self.first + by, self.end + by) if self.is_zoomed else self

    def showing(self, time: float) -> TimeView:
        """The stretch itself if a time is in it, else one of the same length that begins there."""
        if not self.is_zoomed or self.first <= time <= self.end:
            return self
        return self.moved(time - self.first)

    def _within(self, first: float, last: float) -> TimeView:
        length = last - first
        if length >= self.whole * (1.0 - 1e-9):
            return replace(self, first=0.0, last=None)
        first = min(max(first, 0.0), self.whole - length)
        return replace(self, first=first, last=first + length)
