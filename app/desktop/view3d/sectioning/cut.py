"""The plane of a section and the side that it keeps, as plain numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
WITHIN = 0.01
"""Mm by which bodies are cut within the side that stays. A face in the plane is then cut away or
covered by a cut face, and does not flicker through it."""
_FLAT = 1e-12  # a line of sight this flat goes along the plane


@dataclass(frozen=True)
class Cut:
    """A cut across a direction: points with a coordinate along it of at most `offset`, mm, stay.

    axis: The world axis 0, 1 or 2 across which the plane stands. flipped: Points beyond the offset
    stay instead. along: A unit vector in place of the axis, for a plane through a face.
    """

    axis: int = 1
    offset: float = 0.0
    flipped: bool = False
    along: tuple[float, float, float] | None = None

    @property
    def way(self) -> Array:
        """The unit vector along which the plane is moved, (3,)."""
        return np.eye(3)[self.axis] if self.along is None else np.array(self.along)

    @property
    def normal(self) -> Array:
        """The unit vector towards the side that stays."""
        return np.asarray((1.0 if self.flipped else -1.0) * self.way)

    @property
    def edge(self) -> Array:
        """A point of the plane where bodies are cut, world, mm, (3,)."""
        return np.asarray(self.offset * self.way + WITHIN * self.normal)

    @property
    def T_world_plane(self) -> Array:
        """A frame in the plane whose z axis points to the side that is cut away, (4, 4)."""
        z = -self.normal
        x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
        x /= np.linalg.norm(x)
        T = np.eye(4)
        T[:3, :3] = np.column_stack([x, np.cross(z, x), z])
        T[:3, 3] = self.offset * self.way
        return T

    def kept_sight(self, origin: Array, direction: Array, reach: float) -> tuple[Array, float]:
        """The point where a line of sight enters the side that stays, and its length there, mm."""
        depth = float(self.normal @ (origin - self.offset * self.way))
        rate = float(self.normal @ direction)
        if abs(rate) < _FLAT:
            return (origin, reach) if depth >= 0.0 else (origin, 0.0)
        crossing = -depth / rate
        if rate < 0.0:  # the line leaves the side that stays
            return origin, min(max(crossing, 0.0), reach)
        start = max(crossing, 0.0)
        return origin + start * direction, max(reach - start, 0.0)
