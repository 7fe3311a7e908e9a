"""Light and shadow once a picture rests: found in a thread, gone as soon as anything moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from time import thread_time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.desktop.view3d.shading.quality import SOFTWARE, Quality
from app.desktop.view3d.shading.seen_scene import (
    DepthReader,
    can_be_shaded,
    fingerprint,
    seen_in,
)
from app.desktop.view3d.shading.shade_actor import ShadeVeil
from app.desktop.view3d.shading.shades import AT_REST, SeenPicture, Shades, shades_of
from geometry.loops.light_kernel import gather_light
from resources.loops.loading import load_ahead

if TYPE_CHECKING:
    from app.desktop.view3d.drawing.scene3d import CellScene

LOOK_MS, LOADED_MS = 15, 200
AUTOMATIC, ON, OFF = "auto", "on", "off"


@dataclass
class Search:
    """Shades that a thread looks for; `seconds` is the processor time it took."""

    seen: SeenPicture
    picture: tuple[object, ...]
    seconds: float = 0.0
    shades: Shades | None = None

    def __post_init__(self) -> None:
        self._unwanted = Event()
        self._thread = Thread(target=self._run, name="light and shadow", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        begun = thread_time()
        self.shades = shades_of(self.seen, AT_REST, lambda: not self._unwanted.is_set())
        self.seconds += thread_time() - begun

    @property
    def is_done(self) -> bool:
        """Whether the thread has ended."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Lets the thread end soon, without a result."""
        self._unwanted.set()

    def join(self) -> None:
        """Waits for the end of the thread, a few milliseconds after `cancel`."""
        self._thread.join()


class RestShading(QObject):
    """Lays light and shadow over a picture at rest, where the machine is quick enough."""

    def __init__(self, parent: QObject, scene: CellScene, redraw: Callable[[], None]) -> None:
        """redraw: Asks for a repaint."""
        super().__init__(parent)
        self._scene, self._redraw = scene, redraw
        self.veil = ShadeVeil(scene.renderer)
        self.wish = AUTOMATIC
        self.cost_ms = 0.0  # of the dearest picture so far, processor time; 0 before
        self._search: Search | None = None
        self._shown: tuple[object, ...] = ()
        self._quality = SOFTWARE
        self._asked: DepthReader | None = None  # of the next frame
        # Called when a picture has cost too much on this machine.
        self.on_refused: Callable[[], object] = lambda: None
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._take)
        # To load machine code holds the window for up to 0.2 s: a thread does it meanwhile.
        self._is_loading = False
        self._loading = QTimer(self, singleShot=True, interval=LOADED_MS)
        self._loading.timeout.connect(lambda: self.begin(self._quality))

    def is_on(self, quality: Quality) -> bool:
        """Whether pictures at rest get light and shadow."""
        if not gather_light.is_ready or self.wish == OFF:
            return False
        limit = quality.slow_shading_ms
        return self.wish == ON or (limit > 0.0 and self.cost_ms <= limit)

    def report(self, quality: Quality) -> str:
        """A line for Help > Graphics information."""
        if not gather_light.is_ready:
            return "Light and shadow at rest: off, as the ready-made loops are not there"
        if not self.cost_ms:
            cost = "not measured yet"
        elif quality.slow_shading_ms < float("inf"):
            cost = f"{self.cost_ms:.0f} ms a picture, limit {quality.slow_shading_ms:.0f} ms"
        else:
            cost = f"{self.cost_ms:.0f} ms a picture"
        is_on = "on" if self.is_on(quality) else "off"
        why = "" if self.wish == AUTOMATIC else ", as chosen in View"
        return f"Light and shadow at rest: {is_on}{why} ({cost})"

    def set_wish(self, wish: str) -> None:
        """Sets "on", "off" or "auto": on unless it costs too much on this machine."""
        self.wish = wish
        self.end()
        self._redraw()

    def begin(self, quality: Quality) -> None:
        """Looks for the shades of the scene, which rests, as soon as the next frame is drawn."""
        self._quality = quality
        if self.wish != OFF and not gather_light.is_known:
            self._load()
            return
        if not self.is_on(quality) or not can_be_shaded(self._scene):
            return
        picture = fingerprint(self._scene)
        is_known = self._search is not None and self._search.picture == picture
        if is_known or (self.veil.is_laid and self._shown == picture):
            return
        self.end()
        self._asked = DepthReader(self._scene)
        self._redraw()

    def _load(self) -> None:
        """Has the machine code loaded, and begins when it is there."""
        if not self._is_loading:
            self._is_loading = True
            load_ahead(gather_light.room)
        self._loading.start()

    def read(self) -> None:
        """Starts the search where one is asked for; call it when a frame has just been drawn."""
        if self._asked is None or self._asked.depths is None:
            return
        depths = self._asked.depths
        self._take_back()
        begun = thread_time()
        picture, seen = fingerprint(self._scene), seen_in(self._scene, depths)
        self._search = Search(seen, picture, seconds=thread_time() - begun)
        self._look.start()

    def follow(self) -> None:
        """Takes the shades away where they are not those of the scene; call it before a frame."""
        if self._search is None and not self.veil.is_laid:
            return
        picture = fingerprint(self._scene)
        if self._search is not None and self._search.picture != picture:
            self._cancel()
        if self.veil.is_laid and self._shown != picture:
            self.veil.lift()

    @property
    def is_busy(self) -> bool:
        """Whether shades are being looked for."""
        is_asked = self._asked is not None or self._loading.isActive()
        return is_asked or self._search is not None

    def end(self) -> None:
        """Gives up a search, and takes the shades away."""
        self._cancel()
        self.veil.lift()

    def close(self) -> None:
        """Ends the thread, before the view goes."""
        self._loading.stop()
        search = self._search
        self.end()
        if search is not None:
            search.join()

    def _cancel(self) -> None:
        self._look.stop()
        self._take_back()
        if self._search is not None:
            self._search.cancel()
            self._search = None

    def _take_back(self) -> None:
        if self._asked is not None:
            self._asked.close()
            self._asked = None

    def _take(self) -> None:
        search = self._search
        if search is None or not search.is_done:
            return
        self._look.stop()
        self._search = None
        if search.shades is None:
            return
        self.cost_ms = max(self.cost_ms, 1000.0 * search.seconds)
        if not self.is_on(self._quality):
            self.on_refused()
            return
        self._shown = search.picture
        self.veil.lay(search.shades)
        self._redraw()


def graphics_report(capabilities: str, quality: Quality, shading: RestShading) -> str:
    """The lines of Help > Graphics information: quality, light and shadow, and the driver."""
    lines = [line for line in capabilities.splitlines() if line.startswith("OpenGL")][:4]
    return "\n".join([f"Quality: {quality.name}", shading.report(quality), *lines])
