"""The six view modes, and the style of a body in each: pure values, no drawing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, Flag, auto
from functools import lru_cache

from app.desktop.looks.theme import Rgb, Theme, mix, rgb


class ViewMode(Enum):
    """A view mode; its value is the word of the command line."""

    SHADED = "shaded"
    HIDDEN = "hidden"
    WIREFRAME = "wireframe"
    SKELETON = "skeleton"
    CONTOURS = "contours"
    COLLISION = "collision"

    @property
    def label(self) -> str:
        """The name in menus."""
        return "Hidden line" if self is ViewMode.HIDDEN else self.value.capitalize()

    @property
    def shortcut(self) -> str:
        """The key of the view: Alt+1 to Alt+6, in the order of the menu."""
        return f"Alt+{list(ViewMode).index(self) + 1}"


class Mark(Flag):
    """The marks of a body: hovered, selected, in a collision, or hidden by the user."""

    NONE = 0
    HOVERED = auto()
    SELECTED = auto()
    HIT_MOVING = auto()
    HIT_STATIC = auto()
    HIDDEN = auto()


@dataclass(frozen=True)
class BodyStyle:
    """The style of one body. Widths are in points of the screen, colours in 0..1."""

    face: Rgb | None  # None: no faces
    line: Rgb
    lit: bool = True
    opacity: float = 1.0
    edges: bool = True
    silhouette: bool = True
    width: float = 1.0
    line_opacity: float = 1.0


@lru_cache(maxsize=1024)  # the bodies of a cell have few looks
def body_style(
    mode: ViewMode, theme: Theme, colour: Rgb, kind: str, mark: Mark, opacity: float = 1.0
) -> BodyStyle:
    """The style of a body of a kind (robot, finger, fixture, part) in a view mode.

    opacity: The opacity that the user has given it. Of a hidden body, at most lines are drawn: in a
    collision, and while the pointer is on its row in the tree.
    """
    style = _marked(_PLAIN[mode](theme, colour, kind), mode, theme, mark)
    if mark & Mark.HIDDEN:
        is_outlined = bool(mark & (Mark.HIT_MOVING | Mark.HIT_STATIC | Mark.HOVERED))
        return replace(style, face=None, edges=is_outlined, silhouette=is_outlined)
    return replace(style, opacity=min(style.opacity, opacity))


def _shaded(theme: Theme, colour: Rgb, kind: str) -> BodyStyle:
    return BodyStyle(face=colour, line=rgb(theme.edge))


def _hidden(theme: Theme, colour: Rgb, kind: str) -> BodyStyle:
    return BodyStyle(face=rgb(theme.paper), line=rgb(theme.line), lit=False)


def _wireframe(theme: Theme, colour: Rgb, kind: str) -> BodyStyle:
    return BodyStyle(face=None, line=mix(rgb(theme.line), colour, 0.35))


def _skeleton(theme: Theme, colour: Rgb, kind: str) -> BodyStyle:
    line = mix(rgb(theme.line), rgb(theme.paper), 0.45)
    if kind in ("robot", "finger"):
        return BodyStyle(face=None, line=line, line_opacity=0.28)
    return BodyStyle(face=mix(colour, rgb(theme.paper), 0.72), line=line, line_opacity=0.5)


def _contours(theme: Theme, colour: Rgb, kind: str) -> BodyStyle:
    line = mix(rgb(theme.paper), rgb(theme.line), 0.8)
    return BodyStyle(face=rgb(theme.paper), line=line, lit=False, edges=False, width=1.6)


def _collision(theme: Theme, colour: Rgb, kind: str) -> BodyStyle:
    grey = sum(colour) / 3
    calm = mix((grey, grey, grey), rgb(theme.sky_top), 0.45)
    return BodyStyle(face=calm, line=rgb(theme.edge), line_opacity=0.7)


_PLAIN = {
    ViewMode.SHADED: _shaded,
    ViewMode.HIDDEN: _hidden,
    ViewMode.WIREFRAME: _wireframe,
    ViewMode.SKELETON: _skeleton,
    ViewMode.CONTOURS: _contours,
    ViewMode.COLLISION: _collision,
}


def _marked(style: BodyStyle, mode: ViewMode, theme: Theme, mark: Mark) -> BodyStyle:
    error = rgb(theme.error)
    if mark & Mark.HIT_MOVING:
        face = None if style.face is None else mix(style.face, error, 0.75)
        see_through = 0.6 if mode is ViewMode.COLLISION else 1.0
        style = replace(style, face=face, opacity=see_through)
    if mark & (Mark.HIT_MOVING | Mark.HIT_STATIC):
        style = replace(style, line=error, width=2.0, line_opacity=1.0, silhouette=True)
    if mark & Mark.SELECTED:
        line = rgb(theme.accent)
        style = replace(style, line=line, width=2.5, line_opacity=1.0, silhouette=True, edges=True)
    elif mark & Mark.HOVERED:
        line = mix(rgb(theme.accent), (1.0, 1.0, 1.0), 0.35)
        style = replace(style, line=line, width=1.8, line_opacity=1.0, silhouette=True)
    return style
