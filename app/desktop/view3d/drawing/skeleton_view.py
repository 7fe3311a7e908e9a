"""The arm as textbooks draw it in an oblique view: links as lines, a symbol on every joint axis.

A joint that twists is a cylinder in two halves, one behind the other on the axis; one that bends
is a barrel between two discs. A sleeve is a box that a rod passes, a carriage a plate on its rail,
a telescope a box that runs out of a wider one, and a ball a ball. Passive joints are drawn small.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Rgb, Theme, mix, rgb
from app.desktop.view3d.drawing.labels.label import Label
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
from kinematics.poses.transforms import pose_along
from scenes.world.arm_drawing.joint_symbols import Form
from scenes.world.arm_drawing.line_drawing import LineDrawing

if TYPE_CHECKING:
    from app.desktop.runs.lines.arm_lines import ArmLines

Array = NDArray[np.float64]
Forms = tuple[tuple[Form, int], ...]

AXIS_COLOURS: tuple[Rgb, Rgb, Rgb] = ((0.93, 0.33, 0.33), (0.42, 0.78, 0.36), (0.36, 0.58, 0.98))
# Of the length of a symbol: its radius, and how far its axis is drawn to either side.
RADIUS, AXIS_LENGTH = 0.21, 0.95
TRIAD_LENGTH = 0.11  # of the length of the arm
PASSIVE = 0.5  # of the size of a symbol, for a joint that no motor drives


class Skeleton:
    """The drawn skeleton of one arm; symbols are built once, then moved."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._renderer = renderer
        self._theme = theme
        self._ratio = 1.0
        self._visible = False
        self._forms: Forms = ()
        self._arm: ArmLines | None = None
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

    def place(self, arm: ArmLines) -> None:
        """Shows the arm in a pose."""
        self._arm = arm
        if self._visible:
            self._draw(arm)

    def _draw(self, arm: ArmLines) -> None:
        drawing = arm.drawing
        forms = tuple((symbol.form, symbol.number) for symbol in drawing.symbols)
        if forms != self._forms or not self._symbols:
            self._build(forms, drawing.length)
        self._links.GetMapper().SetInputDataObject(polylines([*drawing.paths, arm.tool]))
        ends = axis_ends(drawing)
        pairs = np.arange(2 * len(ends)).reshape(-1, 2)
        self._axes.GetMapper().SetInputDataObject(segments(ends.reshape(-1, 3), pairs))
        for (_, matrix), symbol in zip(self._symbols, drawing.symbols, strict=True):
            matrix.DeepCopy(pose_along(symbol.place, symbol.axis).ravel().tolist())
        driven = [symbol for symbol in drawing.symbols if symbol.number]
        for label, symbol in zip(self._labels, driven, strict=True):
            label.move(symbol.place)
        hand = triad(arm.T_world_tool, TRIAD_LENGTH * drawing.size)
        self._hand.GetMapper().SetInputDataObject(hand)

    def leave_trail(self, curves: Array | None) -> None:
        """Draws faint copies of the links along a motion, shape (m, k, 3), mm; None clears them."""
        data = polylines(list(curves)) if curves is not None else pv.PolyData()
        self._trail.GetMapper().SetInputDataObject(data)

    def show(self, visible: bool) -> None:
        """Shows or hides the whole skeleton."""
        if visible and not self._visible and self._arm is not None:
            self._draw(self._arm)
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
        self._symbols, self._labels, self._forms = [], [], ()
        self._arm = None
        for actor in (self._links, self._axes, self._hand, self._trail):
            actor.GetMapper().SetInputDataObject(pv.PolyData())

    def _build(self, forms: Forms, length: float) -> None:
        arm = self._arm
        self.clear()
        self._arm, self._forms = arm, forms
        sized = [(form, length * (1.0 if number else PASSIVE)) for form, number in forms]
        meshes = {kind: joint_symbol(*kind) for kind in dict.fromkeys(sized)}
        for (_, number), kind in zip(forms, sized, strict=True):
            actor = face_actor(meshes[kind])
            draw_in_front(actor)
            actor.PickableOff()
            matrix = vtkMatrix4x4()
            actor.SetUserMatrix(matrix)
            self._renderer.AddActor(actor)
            self._symbols.append((actor, matrix))
            if number:
                self._labels.append(Label(self._renderer, f"J{number}", is_name=True))
        self.dress(self._theme, self._ratio)
        self.show(self._visible)


def axis_ends(drawing: LineDrawing) -> Array:
    """The ends (k, 2, 3) of the lines along the joint axes, mm: on to where an axis meets another.

    A ball has no axis.
    """
    ends = []
    for symbol in drawing.symbols:
        if symbol.form is Form.BALL:
            continue
        half = AXIS_LENGTH * drawing.length
        back, ahead = -half, half
        if symbol.meeting is not None:
            along = float((symbol.meeting - symbol.place) @ symbol.axis)
            past = 0.5 * half if along > 0.0 else -0.5 * half
            back, ahead = min(back, along + past), max(ahead, along + past)
        ends.append(symbol.place + np.outer([back, ahead], symbol.axis))
    return np.array(ends).reshape(-1, 2, 3)


def joint_symbol(form: Form, length: float) -> Any:
    """The symbol of a joint along z, of a length in mm."""
    r = RADIUS * length
    if form is Form.BALL:
        return smooth_surface(pv.Sphere(radius=1.2 * r, theta_resolution=40, phi_resolution=40))
    if form is Form.SLEEVE:
        parts = [_box(r, -0.5 * length, 0.5 * length)]
    elif form is Form.RAIL:
        parts = [_box(1.7 * r, -0.3 * length, 0.3 * length)]
    elif form is Form.TELESCOPE:
        parts = [_box(r, -0.5 * length, 0.1 * length), _box(0.6 * r, 0.1 * length, 0.5 * length)]
    elif form is Form.TWIST:
        parts = [_drum(r, end * 0.29 * length, 0.42 * length) for end in (-1.0, 1.0)]
        parts.append(_drum(0.55 * r, 0.0, 0.2 * length))
    else:
        parts = [_drum(1.3 * r, end * 0.4 * length, 0.1 * length) for end in (-1.0, 1.0)]
        parts.append(_drum(0.9 * r, 0.0, 0.72 * length))
    return smooth_surface(parts[0].append_polydata(*parts[1:]) if len(parts) > 1 else parts[0])


def _drum(radius: float, middle: float, height: float) -> Any:
    """A cylinder about z, mm."""
    drum = _unit_drum().copy()
    drum.points = drum.points * (radius, radius, height) + (0.0, 0.0, middle)
    return drum


@lru_cache(maxsize=1)
def _unit_drum() -> Any:
    """A cylinder about z, of radius and height 1 mm. To make each one anew is slow."""
    return pv.Cylinder(center=(0, 0, 0), direction=(0, 0, 1), radius=1.0, height=1.0, resolution=40)


def _box(half: float, low: float, high: float) -> Any:
    """A square box along z, mm."""
    return pv.Box((-half, half, -half, half, low, high))


def triad(T_world_frame: Array, length: float) -> Any:
    """Three coloured lines along the axes of a frame: x red, y green, z blue."""
    return triads([T_world_frame], np.array([length]))


def triads(frames: Sequence[Array], lengths: Array) -> Any:
    """The lines of several frames, each of its length, mm, in one data set, coloured by point."""
    points = [
        point
        for T, length in zip(frames, lengths, strict=True)
        for axis in range(3)
        for point in (T[:3, 3], T[:3, 3] + length * T[:3, axis])
    ]
    pairs = np.arange(len(points)).reshape(-1, 2)
    data = segments(np.array(points).reshape(-1, 3), pairs)
    colours = np.repeat(np.tile(np.array(AXIS_COLOURS), (len(frames), 1)), 2, axis=0)
    colour_points(data, colours)
    return data
