"""The menu View > Colour of the path: by time, or by a value along the path."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QAction

from app.desktop.menus.action import Menu, Tick
from app.desktop.runs.lines.path_values import PathColour
from app.desktop.window_parts import WindowParts

ICONS = {
    PathColour.TIME: "mdi6.clock-outline",
    PathColour.SPEED: "mdi6.speedometer",
    PathColour.CLEARANCE: "mdi6.arrow-expand-horizontal",
    PathColour.MANIPULABILITY: "mdi6.ellipse-outline",
}
TIPS = {
    PathColour.TIME: "Brighten the path from the start of the run to its end",
    PathColour.SPEED: "Colour the path by the speed of the tool point",
    PathColour.CLEARANCE: "Colour the path by the distance of moving bodies from standing ones",
    PathColour.MANIPULABILITY: "Colour the path by how far the arm is from singular poses",
}


def colour_action(colour: PathColour) -> Tick:
    """The action of a colour of the path; one of them is always ticked."""

    def choose(parts: WindowParts, _is_on: bool) -> None:
        parts.view.colour_path(colour)

    key, text = f"path_{colour.value}", f"Path by {colour.value}"
    return Tick(key, text, "", TIPS[colour], ICONS[colour], choose)


def tick_colour(actions: Mapping[str, QAction], chosen: PathColour) -> None:
    """Ticks the action of the colour that the path has."""
    for colour in PathColour:
        actions[f"path_{colour.value}"].setChecked(colour is chosen)


PATH = Menu(
    "Colour of the path", tuple(colour_action(colour) for colour in PathColour), "mdi6.palette"
)
