"""The values of the curves at a time, in words for the list beside the plots; no Qt."""

from __future__ import annotations

from collections.abc import Collection
from math import isfinite

from app.desktop.panels.plotting.plot_kinds import (
    FIGURES,
    Figures,
    PlotData,
    clearance_at,
    joint_values,
)
from app.desktop.runs.motion_curves import REACHED, Reading
from kinematics import Mechanism


def joint_word(data: PlotData, key: str, reading: Reading, joint: int) -> tuple[str, bool]:
    """The value of a joint in a plot of joints, and whether it is at its limit.

    A dash stands where the joint has no limit to compare with.
    """
    if key == "joints":
        return f"{round(reading.joints[joint], 2) + 0.0:.2f} {data.curves.units[joint]}", False
    percent = float(getattr(reading, key)[joint])
    if not isfinite(percent):
        return "–", False
    return f"{round(percent) + 0:d}", abs(percent) >= REACHED


def arm_words(
    data: PlotData, choices: Collection[str], reading: Reading, time: float, mechanism: Mechanism
) -> dict[str, str]:
    """The values of the plots of the whole arm, of those that are chosen, by their keys."""
    found = {"tool": f"{reading.tool_speed:.1f} mm/s"} if "tool" in choices else {}
    if "clearance" in choices:
        found["clearance"] = _clearance_word(data, time)
    if not {*FIGURES}.isdisjoint(choices):
        figures = Figures.of(mechanism, joint_values(mechanism, reading.joints[None]))
        found["manipulability"] = f"{figures.manipulability[0]:.4f}"
        found["singular"] = f"{figures.singular[0]:.4f}"
    return found


def _clearance_word(data: PlotData, time: float) -> str:
    known = clearance_at(data, time)
    if known is None:
        return "not yet"
    distance, is_bound = known
    if not isfinite(distance):
        return "no pair"
    return f"{'≥ ' if is_bound else ''}{distance:.2f} mm"
