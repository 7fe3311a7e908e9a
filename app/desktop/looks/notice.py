"""Small values that travel through the window: a message, and what is selected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

BODY, LOCATION, JOINT = "body", "location", "joint"


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
    """The selection of all panels: a body, a location or a joint; empty means nothing."""

    kind: str = ""
    name: str = ""
