"""Settings of motions: speed (SPEED), corner zones (ACCURACY, COARSE, FINE, NULL, NONULL), and what
lines do beside singular poses (SINGULAR)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kinematics.motion.singular.manner import SLOW, Singular


@dataclass(frozen=True)
class Pace:
    """Speeds set by SPEED: `once` holds for the next motion, `always` for all others.

    Each is a value and whether it is in mm/s; otherwise it is percent of full speed.
    """

    always: tuple[float, bool] = (100.0, False)
    once: tuple[float, bool] | None = None

    def after_motion(self) -> Pace:
        """What holds once the next motion is done."""
        return self if self.once is None else replace(self, once=None)

    def fraction(self, tool_speed_mm_s: float) -> float:
        """The share of full speed for the next motion."""
        value, in_mm_s = self.once or self.always
        return value / tool_speed_mm_s if in_mm_s else value / 100.0


@dataclass(frozen=True)
class Zone:
    """Corner zones in mm, 0 for a stop, and whether NULL asks for a stop with any zone.

    As in `Pace`, `once` and `null_once` hold for the next motion, the others for all others.
    """

    always: float = 0.0
    once: float | None = None
    null_always: bool = False
    null_once: bool | None = None

    @property
    def size(self) -> float:
        """Distance from the end of the next motion at which the tool may leave its path, mm."""
        null = self.null_always if self.null_once is None else self.null_once
        return 0.0 if null else self.always if self.once is None else self.once

    def after_motion(self) -> Zone:
        """What holds once the next motion is done."""
        is_same = self.once is None and self.null_once is None
        return self if is_same else replace(self, once=None, null_once=None)

    def with_zone(self, size: float, always: bool) -> Zone:
        """The zone after ACCURACY, COARSE or FINE; size in mm."""
        return replace(self, always=size, once=None) if always else replace(self, once=size)

    def with_null(self, null: bool, always: bool) -> Zone:
        """The zone after NULL (True) or NONULL (False)."""
        if always:
            return replace(self, null_always=null, null_once=None)
        return replace(self, null_once=null)


@dataclass(frozen=True)
class Beside:
    """What straight lines and arcs do beside a singular pose; `once` and `always` as in `Pace`."""

    always: Singular = SLOW
    once: Singular | None = None

    @property
    def singular(self) -> Singular:
        """What holds for the next motion."""
        return self.once or self.always

    def after_motion(self) -> Beside:
        """What holds once the next motion is done."""
        return self if self.once is None else replace(self, once=None)
