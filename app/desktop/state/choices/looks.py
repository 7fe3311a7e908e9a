"""How the user wants to see the things of a cell: hidden, faded, locked. No part of the cell file.

The choices belong to the user and not to the cell: a hidden body still counts in the check, and a
colleague who opens the same cell sees all of it. So they are kept in the settings, for each cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QObject

from app.desktop.state.choices.kept_choices import KeptChoices
from app.desktop.state.choices.things import Key


class Looks(KeptChoices):
    """The hidden, faded and locked things of the shown cell.

    hidden: Bodies and frames that are not drawn. locked: Things that mouse and keys cannot change.
    opacity: Of each faded body, by its name; 1 is solid.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hidden: frozenset[Key] = frozenset()
        self.locked: frozenset[Key] = frozenset()
        self.opacity: dict[str, float] = {}
        self._before: frozenset[Key] | None = None  # hidden before one thing was isolated

    def _read(self, kept: dict[str, Any]) -> None:
        self.hidden, self.locked = keys_in(kept.get("hidden")), keys_in(kept.get("locked"))
        before = kept.get("before")
        self._before = None if before is None else keys_in(before)
        self.opacity = opacities_in(kept.get("opacity"))

    @property
    def is_isolated(self) -> bool:
        """Whether the other bodies are hidden until the isolated ones are left."""
        return self._before is not None

    def hide(self, keys: Iterable[Key]) -> None:
        """Hides these bodies and frames."""
        self.hidden |= frozenset(keys)
        self._keep_all()

    def show(self, keys: Iterable[Key]) -> None:
        """Shows these bodies and frames."""
        self.hidden -= frozenset(keys)
        self._keep_all()

    def show_all(self) -> None:
        """Shows everything, and ends an isolation."""
        self.hidden, self._before = frozenset(), None
        self._keep_all()

    def isolate(self, others: Iterable[Key]) -> None:
        """Hides all other bodies, until `end_isolation` shows again what was shown before."""
        if self._before is None:
            self._before = self.hidden
        self.hidden = frozenset(others)
        self._keep_all()

    def end_isolation(self) -> None:
        """Shows what was shown before `isolate`."""
        if self._before is not None:
            self.hidden, self._before = self._before, None
            self._keep_all()

    def fade(self, bodies: Iterable[str], opacity: float) -> None:
        """Sets the opacity of bodies: 1 is solid, 0.25 shows a quarter of their colour."""
        for name in bodies:
            self.opacity.pop(name, None)
            if opacity < 1.0:
                self.opacity[name] = opacity
        self._keep_all()

    def lock(self, keys: Iterable[Key], is_locked: bool) -> None:
        """Locks things against mouse and keys, or unlocks them."""
        changed = frozenset(keys)
        self.locked = self.locked | changed if is_locked else self.locked - changed
        self._keep_all()

    def take_names(self, renamed: Mapping[Key, Key]) -> None:
        """Keeps the choices for renamed things."""
        self.hidden = _renamed(self.hidden, renamed)
        self.locked = _renamed(self.locked, renamed)
        self._before = None if self._before is None else _renamed(self._before, renamed)
        names = {old: new for (_, old), (_, new) in renamed.items()}
        self.opacity = {names.get(name, name): share for name, share in self.opacity.items()}
        self._keep_all()

    def _keep_all(self) -> None:
        before = None if self._before is None else sorted(self._before)
        self._keep(
            {
                "hidden": sorted(self.hidden),
                "locked": sorted(self.locked),
                "opacity": self.opacity,
                "before": before,
            }
        )


def keys_in(kept: object) -> frozenset[Key]:
    """The kinds and names in stored data; whatever has another form is left out."""
    rows = kept if isinstance(kept, list) else []
    pairs = [row for row in rows if isinstance(row, list) and len(row) == 2]
    return frozenset((str(kind), str(name)) for kind, name in pairs)


def opacities_in(kept: object) -> dict[str, float]:
    """The opacities by name in stored data; whatever has another form is left out."""
    rows = kept if isinstance(kept, dict) else {}
    return {
        str(name): float(share)
        for name, share in rows.items()
        if isinstance(share, int | float) and 0.0 < share < 1.0
    }


def _renamed(keys: Collection[Key], renamed: Mapping[Key, Key]) -> frozenset[Key]:
    return frozenset(renamed.get(key, key) for key in keys)
