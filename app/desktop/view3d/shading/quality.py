"""How much a frame may cost: little under software OpenGL, more with a graphics card."""

from __future__ import annotations

import re
from dataclasses import dataclass

SOFTWARE_DRIVERS = re.compile(
    r"llvmpipe|softpipe|swiftshader|software rasterizer|gdi generic", re.I
)


@dataclass(frozen=True)
class Quality:
    """The cost that a kind of graphics can afford.

    multi_samples: Samples per pixel in every frame; under software OpenGL they triple its cost.
    smooth_at_rest: Whether edges are smoothed once the picture rests.
    title: Its name in the settings.
    slow_frame_ms: A frame that took longer than this is not drawn a second time at rest.
    slow_shading_ms: Pictures at rest get no light and shadow where these cost more; 0 means none.
    """

    name: str
    multi_samples: int
    smooth_at_rest: bool
    slow_frame_ms: float
    title: str = ""
    slow_shading_ms: float = 300.0


SOFTWARE = Quality(
    "software", multi_samples=0, smooth_at_rest=True, slow_frame_ms=400.0, title="Quick"
)
GRAPHICS_CARD = Quality(
    "graphics card",
    multi_samples=8,
    smooth_at_rest=False,
    slow_frame_ms=0.0,
    title="Smooth",
    slow_shading_ms=float("inf"),
)
AUTOMATIC = Quality("automatic", 0, True, 400.0, "As this computer can")
# The choices of the user. "automatic" stands for the one that fits the driver.
QUALITIES = {"automatic": AUTOMATIC, "quick": SOFTWARE, "smooth": GRAPHICS_CARD}


def quality_for(capabilities: str) -> Quality:
    """The quality for the report of `vtkRenderWindow.ReportCapabilities()`.

    An unknown driver counts as software.
    """
    if not capabilities.strip() or SOFTWARE_DRIVERS.search(capabilities):
        return SOFTWARE
    return GRAPHICS_CARD
