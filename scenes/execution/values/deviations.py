"""Deviations: how far locations are from what the program says, in one run of a study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scenes.world.frozen import Array


@dataclass(frozen=True)
class Deviations:
    """What POINT with numbers adds to the pose of a location. Equal ones compare as equal.

    rows: Pairs of a name in capitals and the bytes of two poses (2, 4, 4): a motion of the axes of
    the locations, and a motion in the location's own axes. A location T becomes motion @ T @ own.
    """

    rows: tuple[tuple[str, bytes], ...] = ()

    @classmethod
    def of(cls, poses: Mapping[str, tuple[Array, Array]]) -> Deviations:
        """The deviations of locations by name: the motion of the axes and that in its own axes."""
        pairs = ((name, np.stack(pair).astype(float).tobytes()) for name, pair in poses.items())
        return cls(tuple(sorted(pairs)))

    @cached_property
    def _poses(self) -> Mapping[str, Array]:
        return {name: np.frombuffer(data).reshape(2, 4, 4) for name, data in self.rows}

    def deviating(self, name: str, T_axes_tool: Array) -> Array:
        """The pose (4, 4) of a location that the program puts at T_axes_tool."""
        pair = self._poses.get(name)
        return T_axes_tool if pair is None else np.asarray(pair[0] @ T_axes_tool @ pair[1])


NONE = Deviations()
