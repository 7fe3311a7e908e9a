"""How fast motions are to go: what SPEED asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Pace:
    """Speeds as SPEED set them; `once` holds for the next motion, `always` from then on.

    Each is a value and whether it is in mm/s (else percent of full speed).
    """

    always: tuple[float, bool] = (100.0, False)
    once: tuple[float, bool] | None = None

    def after_motion(self) -> Pace:
        """What holds once the next motion is done."""
        return self if self.once is None else replace(self, once=None)

    def fraction(self, tool_speed_mm_s: float) -> float:
        """The share of full speed at which the next motion goes."""
        value, in_mm_s = self.once or self.always
        return value / tool_speed_mm_s if in_mm_s else value / 100.0
