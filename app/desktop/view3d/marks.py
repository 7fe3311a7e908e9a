"""Which bodies of the scene are marked: selected, under the pointer, in a collision."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from app.desktop.view3d.views import Mark


class Marks:
    """The marked bodies; each change gives the names whose looks have changed."""

    def __init__(self) -> None:
        self.selected: frozenset[str] = frozenset()
        self.hovered: str | None = None
        self.hits: dict[str, Mark] = {}

    def of(self, name: str) -> Mark:
        """All marks of one body."""
        mark = self.hits.get(name, Mark.NONE)
        if name in self.selected:
            mark |= Mark.SELECTED
        return mark | Mark.HOVERED if name == self.hovered else mark

    def begin(self, names: Collection[str]) -> set[str]:
        """Keeps the selection among the bodies of a new cell, and no other mark."""
        changed = set(self.hits) | ({self.hovered} if self.hovered is not None else set())
        self.selected &= frozenset(names)
        self.hovered, self.hits = None, {}
        return changed

    def select(self, names: Iterable[str]) -> frozenset[str]:
        """Selects these bodies and no other."""
        before, self.selected = self.selected, frozenset(names)
        return before ^ self.selected

    def hover(self, name: str | None) -> set[str]:
        """Sets the body under the pointer; None for none."""
        before, self.hovered = self.hovered, name
        return {body for body in (before, name) if body is not None} if before != name else set()

    def hit(self, pairs: Sequence[tuple[str, str]], known: Collection[str]) -> set[str]:
        """Marks the pairs (the body that moves, the one it meets) of which both are known."""
        changed = set(self.hits)
        self.hits = {}
        for a, b in pairs:
            if a not in known or b not in known:
                continue
            for name, mark in ((a, Mark.HIT_MOVING), (b, Mark.HIT_STATIC)):
                self.hits[name] = self.hits.get(name, Mark.NONE) | mark
        return changed | set(self.hits)
