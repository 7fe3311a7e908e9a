"""The colours of a scale: lighter with the value, apart from the sky, grey where not known."""

import numpy as np
import pytest

from app.desktop.looks.theme import DARK, LIGHT, rgb
from app.desktop.view3d.drawing.path.colour_scale import colours_of

# Relative luminance of linear red, green and blue (ITU-R BT.709).
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def lightness(colours) -> np.ndarray:
    return np.asarray(colours) ** 2.2 @ LUMINANCE


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_a_higher_value_is_always_lighter_so_that_hue_is_not_needed(theme) -> None:
    assert np.all(np.diff(lightness(colours_of(np.linspace(0, 1, 40), theme))) > 0.0)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_colour_of_the_scale_stands_out_from_the_sky_behind_it(theme) -> None:
    colours = colours_of(np.linspace(0, 1, 21), theme)
    for sky in (theme.sky_top, theme.sky_bottom):
        assert np.linalg.norm(colours - rgb(sky), axis=1).min() > 0.25


def test_a_value_that_is_not_known_is_grey() -> None:
    red, green, blue = colours_of([np.nan], DARK)[0]
    assert max(red, green, blue) - min(red, green, blue) < 0.12
