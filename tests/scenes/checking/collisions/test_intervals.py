"""Collisions joined from hits: the words for their extent."""

import re

import numpy as np
import pytest

from scenes.checking.collisions.intervals import Hit, folded


def hits(*volumes: float) -> list[Hit]:
    """One hit at each sample, with these volumes in mm3."""
    centre = np.zeros(3)
    return [Hit(i, 0.01 * i, 7, "A", "B", v, centre, "", 0.02) for i, v in enumerate(volumes)]


@pytest.mark.parametrize("volume", [0.0, *10.0 ** np.arange(-12.0, 10.0)])
def test_no_collision_is_reported_with_a_volume_of_zero(volume: float) -> None:
    (collision,) = folded(hits(volume))
    assert not re.search(r"\b0(\.0*)? mm3", collision.extent)
    figure = float(re.findall(r"[\d.e+-]*\d", collision.extent)[0])
    below = "below" in collision.extent
    assert volume < figure if below else figure == pytest.approx(volume, rel=0.06)


def test_a_thin_overlap_is_reported_with_its_depth() -> None:
    (collision,) = folded(hits(0.0, 8.0, 3.0))
    assert collision.extent == "overlap 8 mm3, 0.02 mm deep"
    assert (collision.time, collision.time_end) == (0.0, 0.02)
