"""A 3D view of its own, without the window around it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMainWindow


@pytest.fixture
def shown_view(qtbot) -> Iterator[Callable]:
    """shown_view(width, height, is_calm): an empty 3D view on the screen; its camera does not fly.

    is_calm: Whether a picture stays as it is when the view rests.
    """
    from app.desktop.view3d.viewport import Viewport

    kept = []  # Qt's helper holds windows weakly

    def make(width: int = 700, height: int = 500, is_calm: bool = False) -> Viewport:
        main = QMainWindow()
        kept.append(main)
        main.resize(width, height)
        viewport = Viewport(main)
        viewport.flight_ms = 0
        if is_calm:
            calm = replace(viewport.quality, smooth_at_rest=False, slow_shading_ms=0.0)
            viewport.quality = calm
        main.setCentralWidget(viewport)
        # Closed before its window, as the window does it.
        qtbot.addWidget(main, before_close_func=lambda _: viewport.close())
        with qtbot.waitExposed(main):
            main.show()
        return viewport

    yield make
