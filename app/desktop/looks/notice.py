"""Small values that travel through the window: a message, and what is selected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

# Kinds of selected things. A body is a fixture, a part, or a body of the robot's links and hand.
BODY, LOCATION, JOINT = "body", "location", "joint"
FRAME, ROBOT, TOOL = "frame", "robot", "tool"


@dataclass(frozen=True)
class Offer:
    """A button of a message."""

    text: str
    action: Callable[[], None]


@dataclass(frozen=True)
class Notice:
    """A message for the bar above the 3D view. severity: "error", "warning" or "note"."""

    text: str
    severity: str = "note"
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True)
class Selection:
    """The selection of all panels; an empty kind means that nothing is selected.

    kind, name: The thing whose properties and handles are shown: BODY, LOCATION, ...
    others: Kind and name of every further thing that is selected with it.
    """

    kind: str = ""
    name: str = ""
    others: tuple[tuple[str, str], ...] = ()

    @property
    def all(self) -> tuple[tuple[str, str], ...]:
        """Kind and name of everything that is selected, the first thing first."""
        return ((self.kind, self.name), *self.others) if self.kind else ()
