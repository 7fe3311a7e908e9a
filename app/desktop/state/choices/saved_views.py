"""Views that the user has named: places of the camera, kept in the settings for each cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any

from PySide6.QtCore import QObject

from app.desktop.state.choices.kept_choices import KeptChoices

VIEWS = "views"  # the key of the views among what is kept of a cell


@dataclass(frozen=True)
class SavedView:
    """A named place of the camera.

    focus: The point looked at, world, mm. azimuth, elevation: Of the eye about the focus, rad.
    distance: From eye to focus, mm. parallel: Whether it is drawn without perspective.
    """

    name: str
    focus: tuple[float, float, float]
    azimuth: float
    elevation: float
    distance: float
    parallel: bool = False


class SavedViews(KeptChoices):
    """The named views of the shown cell, in the order in which they were saved."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.all: tuple[SavedView, ...] = ()

    def _read(self, kept: dict[str, Any]) -> None:
        self.all = views_in(kept.get(VIEWS))

    def named(self, name: str) -> SavedView | None:
        """The view of a name; None where there is none."""
        return next((view for view in self.all if view.name == name), None)

    def free_name(self) -> str:
        """A name that no view has yet: `View 1`, `View 2`."""
        number = len(self.all) + 1
        while self.named(f"View {number}") is not None:
            number += 1
        return f"View {number}"

    def save(self, view: SavedView) -> None:
        """Saves a view, in the place of one with the same name."""
        if self.named(view.name) is None:
            self.take((*self.all, view))
        else:
            self.take(view if old.name == view.name else old for old in self.all)

    def rename(self, name: str, new: str) -> bool:
        """Gives a view another name; False where another view has that name."""
        if new != name and self.named(new) is not None:
            return False
        self.take(replace(view, name=new) if view.name == name else view for view in self.all)
        return True

    def delete(self, name: str) -> None:
        """Deletes the view of a name."""
        self.take(view for view in self.all if view.name != name)

    def take(self, views: Iterable[SavedView]) -> None:
        """Keeps these views in place of all others."""
        self.all = tuple(views)
        self._keep({VIEWS: [asdict(view) for view in self.all]})


def views_in(kept: object) -> tuple[SavedView, ...]:
    """The views in stored data, one a name; whatever has another form is left out."""
    rows = kept if isinstance(kept, list) else []
    found = [view for row in rows if (view := _view_in(row)) is not None]
    return tuple({view.name: view for view in found}.values())


def _view_in(row: Any) -> SavedView | None:
    try:
        x, y, z = (float(number) for number in row["focus"])
        azimuth, elevation, distance = (
            float(row[key]) for key in ("azimuth", "elevation", "distance")
        )
        name, parallel = str(row["name"]).strip(), bool(row.get("parallel", False))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    sound = all(map(isfinite, (x, y, z, azimuth, elevation, distance))) and distance > 0.0
    if not name or not sound:
        return None
    return SavedView(name, (x, y, z), azimuth, elevation, distance, parallel)
