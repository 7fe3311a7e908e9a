"""What is known of a controller that runs AS or V+, and of the values in a backup of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Shown = Callable[[int, str], str]
DEFAULT_SPEEDS = (10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0)  # %
DEFAULT_ZONES = (1.0, 10.0, 50.0, 100.0, 1.0)  # mm, of ACCU1 to ACCU4 and ACCU0
DEFAULT_TIMES = tuple(i / 10 for i in range(10))  # s


@dataclass(frozen=True)
class Facts:
    """Facts of a controller.

    of_joint: The joint value here for what the controller shows, in our words; None where the robot
    file does not say. shown: What it shows for a joint value here. signs: Of its joints, empty
    where not known. base: Its base in that of the arm, six numbers of ZYZ, "" where they are one.
    flange: Its flange seen from the tool of the robot file, "" where they are one. zone: Corner of
    all motions at the start, mm; None for that of the cell. speeds, zones, times, tools: Tables of
    pendant-made steps. homes: Joint values by number, degrees.
    """

    of_joint: Shown | None = None
    shown: Shown | None = None
    signs: tuple[int, ...] = ()
    base: str = ""
    flange: str = ""
    zone: float | None = 1.0
    speeds: tuple[float, ...] = DEFAULT_SPEEDS
    zones: tuple[float, ...] = DEFAULT_ZONES
    times: tuple[float, ...] = DEFAULT_TIMES
    tools: Mapping[str, str] = field(default_factory=dict)
    homes: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
