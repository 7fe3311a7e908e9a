"""Materials of bodies: how their faces reflect light, chosen by kind and colour of the body."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from app.desktop.looks.theme import Rgb, mix

DARK, GREY = 0.32, 0.16  # brightness below which plastic is likely; saturation below which metal is


@dataclass(frozen=True)
class Material:
    """Shares of the light that a face reflects.

    ambient, diffuse: Light from everywhere, and light spread to all sides.
    specular, power: Strength of the highlight, and its sharpness.
    tint: Share of the body's own colour in the highlight: metals colour it, paints do not.
    """

    ambient: float
    diffuse: float
    specular: float
    power: float
    tint: float = 0.0

    def highlight(self, colour: Rgb) -> Rgb:
        """The colour of the highlight on a body of a colour."""
        return mix((1.0, 1.0, 1.0), colour, self.tint)


PAINTED = Material(ambient=0.16, diffuse=0.86, specular=0.24, power=34.0)
METAL = Material(ambient=0.12, diffuse=0.72, specular=0.62, power=14.0, tint=0.45)
PLASTIC = Material(ambient=0.22, diffuse=0.92, specular=0.10, power=9.0)


@lru_cache(maxsize=1024)
def material_of(kind: str, colour: Rgb) -> Material:
    """The material of a body: plastic or rubber where it is dark, metal where it is grey.

    kind: "robot", "finger", "fixture" or "part". Grey arms and fixtures are painted.
    """
    brightness = max(colour)
    if brightness < DARK:
        return PLASTIC
    is_grey = brightness - min(colour) < GREY * brightness
    return METAL if is_grey and kind in ("finger", "part") else PAINTED
