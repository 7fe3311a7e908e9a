"""Data that every ABB controller has: speeds, zones, the null tool and the null work object.

Source: Technical reference manual, RAPID instructions, functions and data types: speeddata,
zonedata, tooldata, wobjdata.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TURN_DEG_S, EXTERNAL_MM_S, EXTERNAL_DEG_S = 500.0, 5000.0, 1000.0
FULL_MM_S = 5000.0  # of vmax, on most arms
SPEEDS: tuple[int, ...] = (
    5,
    10,
    20,
    30,
    40,
    50,
    60,
    80,
    100,
    150,
    200,
    300,
    400,
    500,
    600,
    800,
    1000,
    1500,
    2000,
)
SPEEDS += (2500, 3000, 4000, 5000, 6000, 7000)
# Of each zone: its size for the tool, for its turn and external axes (mm), for the turn (degrees).
ZONES = {0: (0.3, 0.3, 0.03), 1: (1, 1, 0.1), 5: (5, 8, 0.8), 10: (10, 15, 1.5)}
ZONES |= {15: (15, 23, 2.3), 20: (20, 30, 3), 30: (30, 45, 4.5), 40: (40, 60, 6)}
ZONES |= {50: (50, 75, 7.5), 60: (60, 90, 9), 80: (80, 120, 12), 100: (100, 150, 15)}
ZONES |= {150: (150, 225, 23), 200: (200, 300, 30)}
NO_TURN = [1.0, 0.0, 0.0, 0.0]
NO_POSE = [[0.0, 0.0, 0.0], NO_TURN]
NO_LOAD = [0.001, [0.0, 0.0, 0.001], NO_TURN, 0.0, 0.0, 0.0]


def _values() -> dict[str, object]:
    """Values by their names in capitals."""
    found: dict[str, object] = {}
    for speed in (1, 2, *SPEEDS):
        found[f"V{speed}"] = [float(speed), TURN_DEG_S, EXTERNAL_MM_S, EXTERNAL_DEG_S]
    found["VMAX"] = [FULL_MM_S, TURN_DEG_S, EXTERNAL_MM_S, EXTERNAL_DEG_S]
    for size, (tool, turn, degrees) in ZONES.items():
        zone = [False, tool, turn, turn, degrees, turn, degrees]
        found[f"Z{size}"] = [part if part is False else float(part) for part in zone]
    found["FINE"] = [True, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    found["LOAD0"] = NO_LOAD
    found["TOOL0"] = [True, NO_POSE, NO_LOAD]
    found["WOBJ0"] = [False, True, "", NO_POSE, NO_POSE]
    return found | {"HIGH": 1.0, "LOW": 0.0, "TRUE": True, "FALSE": False, "PI": 3.141592653589793}


PREDEFINED: Mapping[str, object] = MappingProxyType(_values())
