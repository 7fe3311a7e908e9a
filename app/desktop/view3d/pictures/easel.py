"""A scene that is drawn off screen, for one picture or for the many of a film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import Theme
from app.desktop.view3d.pictures.opengl import require_opengl
from app.desktop.view3d.views import ViewMode

if TYPE_CHECKING:
    from app.desktop.view3d.drawing.camera import Camera
    from app.desktop.view3d.shading.shades import Effort
    from scenes.world.cell import Cell
    from scenes.world.state import CellState

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Moment:
    """What one picture shows: a state, the pairs of bodies that collide in it, and from where."""

    state: CellState
    camera: Camera
    pairs: Sequence[tuple[str, str]] = ()


class Easel:
    """A cell in an off-screen scene. A picture does not depend on those drawn before it.

    size: Width and height of the pictures, pixels. finer: Drawn so many times larger, and averaged.
    ratio: Pixels a point: lines and letters are so much larger.
    """

    def __init__(
        self, cell: Cell, mode: ViewMode, theme: Theme, size: tuple[int, int], finer: int,
        ratio: float,
    ) -> None:  # fmt: skip
        require_opengl()
        import pyvista

        self.cell, self.size, self._finer = cell, size, finer
        self.plotter: Any = pyvista.Plotter(
            off_screen=True, window_size=(size[0] * finer, size[1] * finer)
        )
        try:
            self._build(mode, theme, ratio)
        except BaseException:
            self.plotter.close()
            raise

    def _build(self, mode: ViewMode, theme: Theme, ratio: float) -> None:
        from app.desktop.view3d import staging
        from app.desktop.view3d.drawing.scene3d import CellScene
        from app.desktop.view3d.shading.shade_actor import ShadeVeil
        from scenes.world.state import start_state

        window = self.plotter.render_window
        window.SetMultiSamples(0)
        window.SetDPI(round(72 * ratio))
        self.scene = CellScene(self.plotter, theme)
        self.scene.set_pixel_ratio(ratio)
        self._veil = ShadeVeil(self.scene.renderer)
        self.scene.show_cell(self.cell)
        self.scene.set_mode(mode)
        # The floor is laid around the first state that is shown: the same one for each picture.
        staging.show_state(self.scene, self.cell, start_state(self.cell))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.plotter.close()

    def pixels(
        self, moment: Moment, shading: Effort | None = None, is_clear: bool = False
    ) -> Pixels:
        """The picture of a moment, shape (height, width, 3), or 4 with a clear background.

        shading: How finely light and shadow are found (`shades_of`); None for none.
        """
        from app.desktop.view3d import staging

        scene, cell = self.scene, self.cell
        self._veil.lift()
        staging.show_state(scene, cell, moment.state)
        staging.show_collisions(scene, cell, moment.state, moment.pairs)
        scene.look(moment.camera)
        scene.prepare_frame()
        if shading is None:
            self.plotter.render_window.Render()
        else:
            self._shade(shading)
        large = self.plotter.screenshot(None, return_img=True, transparent_background=is_clear)
        return averaged(np.asarray(large), self._finer)

    def _shade(self, shading: Effort) -> None:
        from app.desktop.view3d.shading.seen_scene import DepthReader, can_be_shaded, seen_in
        from app.desktop.view3d.shading.shades import shades_of

        reader = DepthReader(self.scene)
        self.plotter.render_window.Render()
        reader.close()
        if not can_be_shaded(self.scene):
            return
        assert reader.depths is not None
        shades = shades_of(seen_in(self.scene, reader.depths), shading)
        assert shades is not None
        self._veil.lay(shades)
        self.plotter.render_window.Render()


def averaged(pixels: Pixels, finer: int) -> Pixels:
    """Each square of pixels as one pixel.

    Colours under a transparent background count as much as they cover.
    """
    height, width, channels = (pixels.shape[0] // finer, pixels.shape[1] // finer, pixels.shape[2])
    small = np.empty((height, width, channels), np.uint8)
    for row in range(height):  # a picture of 8192 pixels as real numbers would take gigabytes
        squares = pixels[row * finer : (row + 1) * finer].reshape(finer, width, finer, channels)
        mean = squares.mean(axis=(0, 2))
        if channels == 4:
            mean[:, :3] /= np.maximum(mean[:, 3:], 1.0) / 255.0
        small[row] = np.rint(np.clip(mean, 0.0, 255.0))
    return small
