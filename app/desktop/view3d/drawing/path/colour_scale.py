"""Colours for numbers: one map from dark to light, told apart by the colour-blind too."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from app.desktop.looks.theme import Theme, mix, rgb

Array = NDArray[np.float64]

# The map viridis (van der Walt and Smith 2015) in tenths: even in lightness, from blue to yellow.
COLOURS = (
    *("#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c"),
    *("#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"),
)
MAP = np.array([rgb(colour) for colour in COLOURS])
# The part of the map that stands out from the sky: not its dark end on a dark one, nor its light
# end on a light one.
ON_DARK, ON_LIGHT = (0.45, 1.0), (0.0, 0.85)


def colours_of(shares: ArrayLike, theme: Theme) -> Array:
    """The colours (m, 3), 0..1, of shares (m,) in 0..1; grey for nan, which is not known yet."""
    given = np.asarray(shares, float)
    first, last = ON_DARK if theme.is_dark else ON_LIGHT
    at = first + np.nan_to_num(given) * (last - first)
    tenths = np.linspace(0.0, 1.0, len(MAP))
    found = np.stack([np.interp(at, tenths, MAP[:, k]) for k in range(3)], axis=-1)
    found[np.isnan(given)] = mix(rgb(theme.pending), rgb(theme.sky_bottom), 0.35)
    return found
