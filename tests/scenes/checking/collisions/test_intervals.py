"""Collisions joined from contacts: when they are one, and the words for their extent."""

import re

import numpy as np
import pytest

from scenes.checking.collisions.intervals import Collision, folded


def contact(start, end, volume, a="A", b="B", line=7, depth=0.02):
    return Collision(start, end, line, a, b, volume, np.zeros(3), 0.5 * (start + end), "", depth)


def contacts(*volumes: float) -> list[Collision]:
    """Contacts of one pair, each of 0.01 s, one after the other, with these volumes in mm3."""
    return [contact(0.01 * i, 0.01 * (i + 1), v) for i, v in enumerate(volumes)]


@pytest.mark.parametrize("volume", [0.0, *10.0 ** np.arange(-12.0, 10.0)])
def test_no_collision_is_reported_with_a_volume_of_zero(volume: float) -> None:
    (collision,) = folded(contacts(volume))
    assert not re.search(r"\b0(\.0*)? mm3", collision.extent)
    figure = float(re.findall(r"[\d.e+-]*\d", collision.extent)[0])
    below = "below" in collision.extent
    assert volume < figure if below else figure == pytest.approx(volume, rel=0.06)


def test_a_thin_overlap_is_reported_with_its_depth() -> None:
    (collision,) = folded(contacts(0.0, 8.0, 3.0))
    assert collision.extent == "overlap 8 mm3, 0.02 mm deep"
    assert (collision.time, collision.time_end) == (0.0, 0.03)


def test_contacts_of_a_pair_that_follow_each_other_are_one_and_others_are_not() -> None:
    found = folded(
        [
            contact(0.3, 0.4, 1.0, "x", "y", 10),
            contact(0.4 + 1e-12, 0.5, 5.0, "y", "x", 11),
            contact(0.35, 0.35, 2.0, "x", "y", 10),
            contact(0.4, 0.4, 1.0, "y", "z", 11),
            contact(0.6, 0.7, 7.0, "x", "y", 12),
        ]
    )
    assert [(c.body_a, c.time, c.time_end, c.volume_mm3, c.line) for c in found] == [
        ("x", 0.3, 0.5, 5.0, 10),
        ("y", 0.4, 0.4, 1.0, 11),
        ("x", 0.6, 0.7, 7.0, 12),
    ]
    assert found[0].peak_time == pytest.approx(0.45)
