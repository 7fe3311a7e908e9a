"""Whether see-through faces must be put in the order of their distance, which VTK does in a pass of
its own.

That pass takes a quarter of a frame where drawing is by software. See-through lines, such as those
of the floor, are drawn well without it: what lies behind a line is hardly covered by it.
"""

from __future__ import annotations

from typing import Any


def put_in_order(renderer: Any) -> None:
    """Sets the pass for the actors that are visible now, before a frame is drawn."""
    is_needed = any(_has_see_through_faces(prop) for prop in renderer.GetViewProps())
    if is_needed != bool(renderer.GetUseOIT()):
        renderer.SetUseOIT(is_needed)


def _has_see_through_faces(prop: Any) -> bool:
    """Whether a prop is visible and has faces that do not cover all behind them."""
    if not prop.GetVisibility() or not prop.IsA("vtkActor"):
        return False
    data = prop.GetMapper().GetInput() if prop.GetMapper() is not None else None
    if data is None or not data.GetNumberOfPolys() + data.GetNumberOfStrips():
        return False
    return bool(prop.HasTranslucentPolygonalGeometry())
