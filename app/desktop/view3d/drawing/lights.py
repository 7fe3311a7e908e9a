"""Four lights that move with the camera: faces towards the viewer are never black."""

from __future__ import annotations

from typing import Any

from vtkmodules.vtkRenderingCore import vtkLight

# The place of each lamp in the camera's axes (the focus is the origin, the eye at z = 1), and its
# brightness: a key light from the upper left, a soft fill light from the right, a little from the
# eye, and a rim light from behind, which sets bodies off from the background.
LAMPS = (
    ((-0.6, 1.1, 0.8), 0.78),
    ((1.1, 0.1, 0.5), 0.32),
    ((0.0, 0.0, 1.0), 0.38),
    ((0.7, 0.9, -1.0), 0.45),
)


def hang_lights(renderer: Any) -> None:
    """Replaces the lights of a renderer by these lamps."""
    renderer.remove_all_lights()
    for place, brightness in LAMPS:
        lamp = vtkLight()
        lamp.SetLightTypeToCameraLight()
        lamp.SetPosition(*place)
        lamp.SetFocalPoint(0.0, 0.0, 0.0)
        lamp.SetIntensity(brightness)
        renderer.AddLight(lamp)
