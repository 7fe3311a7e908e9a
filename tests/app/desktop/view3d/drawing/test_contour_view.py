"""Contours of the view: bodies of many triangles are sliced beside the event loop."""

import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pyvista")

from app.desktop.looks.theme import DARK
from app.desktop.view3d.drawing import contour_view
from app.desktop.view3d.drawing.contour_view import MANY_TRIANGLES, ContourView
from geometry import Box
from kinematics import translation


def body(triangles: int, z: float = 0.0) -> SimpleNamespace:
    """A box of 100 mm that says how many triangles it has."""
    T = translation(0.0, 0.0, z)
    shape = SimpleNamespace(solid=Box((100, 100, 100)), colour="#808080", chord=0.1)
    corners = np.array([[x, y, h + z] for x in (-50, 50) for y in (-50, 50) for h in (-50, 50)])
    return SimpleNamespace(
        shape=shape, T_world_body=T, triangles=triangles, corners=lambda: corners
    )


@pytest.fixture
def view(monkeypatch):
    """view.made is a shown contour view; view.threads lists who sliced how many bodies."""
    made = ContourView(SimpleNamespace(AddActor=lambda actor: None), DARK)
    made.in_steps = True
    made.show(True)
    threads = []

    def watched(solids, *given):
        threads.append((threading.current_thread() is threading.main_thread(), len(solids)))
        return own(solids, *given)

    own = contour_view.contours
    monkeypatch.setattr(contour_view, "contours", watched)
    return SimpleNamespace(made=made, threads=threads)


def settle(view, bodies) -> int:
    """Refreshes until nothing waits; gives the number of points of the lines."""
    end = time.monotonic() + 60.0
    view.made.refresh(bodies)
    while view.made.are_waiting:
        assert time.monotonic() < end
        time.sleep(0.002)
        view.made.refresh(bodies)
    return view.made.actor.GetMapper().GetInput().GetNumberOfPoints()


def test_a_large_body_is_sliced_in_a_thread_and_has_the_same_contours(view) -> None:
    small = settle(view, {"a": body(12)})
    assert view.threads == [(True, 1)]
    view.made.clear()
    view.threads.clear()
    assert settle(view, {"a": body(MANY_TRIANGLES + 1)}) == small
    assert view.threads == [(False, 1)]


def test_small_bodies_do_not_wait_for_a_large_one(view) -> None:
    bodies = {"large": body(MANY_TRIANGLES + 1, 200.0), "small": body(12)}
    view.made.refresh(bodies)
    assert (True, 1) in view.threads
    first = view.made.actor.GetMapper().GetInput().GetNumberOfPoints()
    assert settle(view, bodies) == 2 * first > 0


def test_a_body_that_goes_while_it_is_sliced_is_waited_for_no_more(view) -> None:
    view.made.refresh({"large": body(MANY_TRIANGLES + 1), "small": body(12, 200.0)})
    settle(view, {"small": body(12, 200.0)})
    assert not view.made.are_waiting


def test_a_picture_that_is_drawn_at_once_slices_at_once(view) -> None:
    view.made.in_steps = False
    view.made.refresh({"a": body(MANY_TRIANGLES + 1)})
    assert not view.made.are_waiting and view.threads == [(True, 1)]


def test_only_a_body_whose_own_levels_change_is_sliced_again(view) -> None:
    low, high = body(12), body(12, 200.0)
    view.made.set_spacing(10.0)
    settle(view, {"low": low, "high": high})
    view.threads.clear()
    higher = body(12, 430.0)  # more levels over the cell, those of `low` stay
    many = settle(view, {"low": low, "high": higher})
    assert view.threads == [(True, 1)]
    view.made.clear()
    anew = settle(view, {"low": low, "high": higher})
    assert anew == many > 0


def test_lines_that_stay_the_same_are_drawn_once(view, monkeypatch) -> None:
    drawn = []
    monkeypatch.setattr(view.made, "_draw", drawn.append)
    bodies = {"low": body(12), "high": body(12, 200.0)}
    for _ in range(5):
        settle(view, bodies)
    assert len(drawn) == 1
    settle(view, bodies | {"high": body(12, 300.0)})
    assert len(drawn) == 2
