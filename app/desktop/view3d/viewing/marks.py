"""Which bodies of the scene are marked: selected, under the pointer, in a collision."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from app.desktop.view3d.views import Mark
from scenes.world.cell import COPY_SUFFIX


class Marks:
    """The marked bodies; each change gives the names whose looks have changed."""

    def __init__(self) -> None:
        self.selected: frozenset[str] = frozenset()
        self.hovered: str | None = None
        self.pointed: frozenset[str] = frozenset()  # under the pointer in the tree
        self.hits: dict[str, Mark] = {}
        self.hidden: frozenset[str] = frozenset()
        self.opacities: Mapping[str, float] = {}

    def of(self, name: str) -> Mark:
        """All marks of one body."""
        mark = self.hits.get(name, Mark.NONE)
        if self.is_hidden(name):
            mark |= Mark.HIDDEN
        if name in self.selected:
            mark |= Mark.SELECTED
        is_hovered = name == self.hovered or name in self.pointed
        return mark | Mark.HOVERED if is_hovered else mark

    def is_hidden(self, name: str) -> bool:
        """Whether the user has hidden a body; a copy of a part is hidden with its part."""
        return name in self.hidden or COPY_SUFFIX.sub("", name) in self.hidden

    def opacity(self, name: str) -> float:
        """The opacity that the user has given a body: 1 is solid."""
        return self.opacities.get(name, self.opacities.get(COPY_SUFFIX.sub("", name), 1.0))

    def point_out(self, names: Iterable[str]) -> frozenset[str]:
        """Sets the bodies of the row under the pointer in the tree."""
        before, self.pointed = self.pointed, frozenset(names)
        return before ^ self.pointed

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
