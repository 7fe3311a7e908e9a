"""The arm as textbooks draw it: links as lines, a cylinder or a box on the axis of every joint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Rgb, Theme, mix, rgb
from app.desktop.view3d.drawing.labels import Label
from app.desktop.view3d.drawing.polydata import (
    colour_points,
    draw_in_front,
    face_actor,
    line_actor,
    polylines,
    segments,
    show_point_colours,
    smooth_surface,
)

if TYPE_CHECKING:
    from app.desktop.runs.arm_lines import SideLines

Array = NDArray[np.float64]

AXIS_COLOURS: tuple[Rgb, Rgb, Rgb] = ((0.93, 0.33, 0.33), (0.42, 0.78, 0.36), (0.36, 0.58, 0.98))
SYMBOL_LENGTH, SYMBOL_RADIUS, AXIS_LENGTH = 0.075, 0.016, 0.07  # shares of the arm's length
TRIAD_LENGTH = 0.11
PASSIVE = 0.5  # of the size of a symbol, for a joint that no motor drives


def symbol_places(points: Array, axes: Array, length: float) -> Array:
    """The place of each joint's symbol, shape (n, 3), mm: on its axis, apart from the others.

    Joints that share a point (a wrist) would be drawn into each other. A joint means the same
    anywhere on its axis, so a symbol whose axis runs along a link slides back along that link.

    points: Link points, shape (k, 3): the base, the n joint origins, then flange and tool.
    axes: Unit joint axes, shape (n, 3).
    """
    return np.array(
        [_place(points, i + 1, len(axes), axis, length) for i, axis in enumerate(axes)]
    ).reshape(-1, 3)


def _place(points: Array, index: int, count: int, axis: Array, length: float) -> Array:
    """The place moved forward of a joint too near before it, or back of one too near after it."""
    here = points[index]
    far = np.linalg.norm(points - here, axis=1) > length
    # Points after the last joint bear no symbol. The base bears none either, but a symbol there
    # would stand half in the floor.
    if not far[:index].all():
        return _slid(here, axis, points[index + 1 :], length)
    if not far[index + 1 : count + 1].all():
        return _slid(here, axis, points[:index][::-1], length)
    return here


def _slid(here: Array, axis: Array, neighbours: Array, length: float) -> Array:
    """The place moved along the axis, towards the next point apart, if the axis runs there."""
    apart = next((p for p in neighbours if np.linalg.norm(p - here) > 0.3 * length), here)
    away = apart - here
    along = float(axis @ away)
    if apart is here or abs(along) < 0.97 * np.linalg.norm(away):
        return here
    return here + np.sign(along) * min(1.5 * length, 0.6 * abs(along)) * axis


class Skeleton:
    """The drawn skeleton of one arm; symbols are built once, then moved."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._renderer = renderer
        self._theme = theme
        self._ratio = 1.0
        self._visible = False
        self._kinds = ""
        self._pose: tuple[Array, Array, str, Array, SideLines | None] | None = None
        self._symbols: list[tuple[Any, vtkMatrix4x4]] = []
        self._labels: list[Label] = []
        self._links = line_actor(front=True)
        self._axes = line_actor(front=True)
        self._hand = line_actor(front=True)
        self._trail = line_actor()
        show_point_colours(self._hand)
        for actor in (self._trail, self._axes, self._links, self._hand):
            actor.VisibilityOff()
            renderer.AddActor(actor)

    def place(
        self,
        points: Array,
        axes: Array,
        kinds: str,
        T_world_tool: Array,
        side: SideLines | None = None,
    ) -> None:
        """Shows the arm in a pose.

        points: Link points in the world, shape (k, 3), mm: base, each joint's origin, tool.
        axes: Unit joint axes in the world, shape (n, 3).
        kinds: A letter for each joint: R revolute, P prismatic, small where it is passive.
        side: What closed loops add.
        """
        self._pose = (points, axes, kinds, T_world_tool, side)
        if self._visible:
            self._draw(*self._pose)

    def _draw(
        self,
        points: Array,
        axes: Array,
        kinds: str,
        T_world_tool: Array,
        side: SideLines | None,
    ) -> None:
        points, axes = np.asarray(points, float), np.asarray(axes, float)
        size = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
        places = symbol_places(points, axes, SYMBOL_LENGTH * size)
        lines, numbers = [points], tuple(range(1, len(kinds) + 1))
        if side is not None:
            kinds, numbers = kinds + side.kinds, side.numbers
            places, axes = np.concatenate([places, side.places]), np.concatenate([axes, side.axes])
            lines += list(side.bars)
        if kinds != self._kinds or not self._symbols:
            self._build(kinds, numbers, size)
        self._links.GetMapper().SetInputDataObject(polylines(lines))
        half = AXIS_LENGTH * size * axes
        ends = np.concatenate([places - half, places + half])
        pairs = np.stack([np.arange(len(axes)), np.arange(len(axes)) + len(axes)], axis=1)
        self._axes.GetMapper().SetInputDataObject(segments(ends, pairs))
        for (_, matrix), place, axis in zip(self._symbols, places, axes, strict=True):
            matrix.DeepCopy(pose_along(place, axis).ravel().tolist())
        for label, joint in zip(self._labels, np.flatnonzero(numbers), strict=True):
            label.move(places[joint])
        self._hand.GetMapper().SetInputDataObject(triad(T_world_tool, TRIAD_LENGTH * size))

    def leave_trail(self, curves: Array | None) -> None:
        """Draws faint copies of the links along a motion, shape (m, k, 3), mm; None clears them."""
        data = polylines(list(curves)) if curves is not None else pv.PolyData()
        self._trail.GetMapper().SetInputDataObject(data)

    def show(self, visible: bool) -> None:
        """Shows or hides the whole skeleton."""
        if visible and not self._visible and self._pose is not None:
            self._draw(*self._pose)
        self._visible = visible
        for actor in (self._trail, self._links, self._axes, self._hand):
            actor.SetVisibility(visible)
        for symbol, _ in self._symbols:
            symbol.SetVisibility(visible)
        for label in self._labels:
            label.show(visible)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        for actor, colour, width, opacity in (
            (self._links, theme.link, 5.0, 1.0),
            (self._axes, theme.joint, 1.3, 1.0),
            (self._hand, theme.link, 3.5, 1.0),
            (self._trail, theme.path, 1.0, 0.28),
        ):
            look = actor.GetProperty()
            look.SetColor(*rgb(colour))
            look.SetLineWidth(width * ratio)
            look.SetOpacity(opacity)
        for symbol, _ in self._symbols:
            symbol.GetProperty().SetColor(*rgb(theme.joint))
        for label in self._labels:
            label.dress(mix(rgb(theme.joint), rgb(theme.label), 0.5), 12, ratio)

    def clear(self) -> None:
        """Removes the symbols, for another arm."""
        for symbol, _ in self._symbols:
            self._renderer.RemoveActor(symbol)
        for label in self._labels:
            label.remove()
        self._symbols, self._labels, self._kinds = [], [], ""
        self._pose = None
        for actor in (self._links, self._axes, self._hand, self._trail):
            actor.GetMapper().SetInputDataObject(pv.PolyData())

    def _build(self, kinds: str, numbers: tuple[int, ...], size: float) -> None:
        self.clear()
        self._kinds = kinds
        for number, kind in zip(numbers, kinds, strict=True):
            actor = face_actor(joint_symbol(kind, size))
            draw_in_front(actor)
            actor.PickableOff()
            matrix = vtkMatrix4x4()
            actor.SetUserMatrix(matrix)
            self._renderer.AddActor(actor)
            self._symbols.append((actor, matrix))
            if number:
                self._labels.append(Label(self._renderer, f"J{number}"))
        self.dress(self._theme, self._ratio)
        self.show(self._visible)


def joint_symbol(kind: str, size: float) -> Any:
    """A cylinder (revolute) or a box (prismatic) along z, for an arm of a size, mm."""
    share = PASSIVE if kind.islower() else 1.0
    length, radius = share * SYMBOL_LENGTH * size, share * SYMBOL_RADIUS * size
    if kind.upper() == "P":
        half = length / 2
        return pv.Box((-radius, radius, -radius, radius, -half, half))
    body = pv.Cylinder(direction=(0, 0, 1), radius=radius, height=length, resolution=40)
    return smooth_surface(body)


def pose_along(place: Array, axis: Array) -> Array:
    """A pose at `place` whose z axis is `axis`."""
    helper = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(helper, axis)
    x /= np.linalg.norm(x)
    T = np.eye(4)
    T[:3] = np.column_stack([x, np.cross(axis, x), axis, place])
    return T


def triad(T_world_frame: Array, length: float) -> Any:
    """Three coloured lines along the axes of a frame: x red, y green, z blue."""
    return triads([T_world_frame], length)


def triads(frames: Sequence[Array], length: float) -> Any:
    """The lines of several frames in one data set, coloured by point."""
    points = [
        point
        for T in frames
        for axis in range(3)
        for point in (T[:3, 3], T[:3, 3] + length * T[:3, axis])
    ]
    pairs = np.arange(len(points)).reshape(-1, 2)
    data = segments(np.array(points).reshape(-1, 3), pairs)
    colours = np.repeat(np.tile(np.array(AXIS_COLOURS), (len(frames), 1)), 2, axis=0)
    colour_points(data, colours)
    return data
