"""Words on the screen: none over another, none out of the view, and near their points."""

import numpy as np
import pytest

from app.desktop.view3d.drawing.labels.layout import BESIDE, Placed, Wanted, line_end, placed

VIEW = (900.0, 600.0)
CUBE = (796.0, 496.0, 900.0, 600.0)


def crowd(seed: int, count: int, spread: float) -> list[Wanted]:
    random = np.random.default_rng(seed)
    middle = random.uniform((200, 200), (700, 400))
    points = middle + random.normal(size=(count, 2)) * spread
    sizes = np.stack([random.integers(20, 110, count), random.integers(14, 34, count)], axis=1)
    return [
        Wanted((float(x), float(y)), (float(w), float(h)), bool(random.integers(2)))
        for (x, y), (w, h) in zip(points, sizes, strict=True)
    ]


def box_of(words: Wanted, place: Placed) -> tuple[float, float, float, float]:
    (x, y), (width, height) = place.corner, words.size
    return x, y, x + width, y + height


def overlap(a, b) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("seed", range(8))
def test_no_words_cover_others_the_cube_or_the_edge_of_the_view(seed: int, ratio: float) -> None:
    wanted = crowd(seed, 30, 60.0)
    found = placed(wanted, VIEW, [CUBE], ratio)
    boxes = [box_of(w, p) for w, p in zip(wanted, found, strict=True) if p is not None]
    assert len(boxes) >= 12
    for i, box in enumerate(boxes):
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= VIEW[0] and box[3] <= VIEW[1]
        assert not overlap(box, CUBE)
        assert not any(overlap(box, other) for other in boxes[:i])


def test_words_alone_stand_beside_their_point_on_the_preferred_side_without_a_line() -> None:
    for to_left in (False, True):
        words = Wanted((400.0, 300.0), (60.0, 16.0), to_left)
        (place,) = placed([words], VIEW, [], 1.0)
        assert place is not None and not place.has_line
        left = 400.0 - BESIDE - 60.0 if to_left else 400.0 + BESIDE
        assert place.corner == (left, 300.0 + BESIDE)


def test_words_that_have_to_go_away_from_their_point_get_a_line_to_it() -> None:
    wanted = [Wanted((400.0, 300.0), (80.0, 18.0))] * 14
    found = placed(wanted, VIEW, [], 1.0)
    assert all(place is not None for place in found)
    moved = [(w, p) for w, p in zip(wanted, found, strict=True) if p is not None and p.has_line]
    assert len(moved) >= 5
    for words, place in moved:
        x, y = line_end(place, words)
        left, bottom, right, top = box_of(words, place)
        assert left <= x <= right and bottom <= y <= top
        assert not (left <= 400.0 <= right and bottom <= 300.0 <= top)


def test_the_first_words_keep_their_place_whatever_names_come_after_them() -> None:
    first, *others = crowd(3, 20, 30.0)
    alone = placed([first], VIEW, [], 1.0)[0]
    assert placed([first, *others], VIEW, [], 1.0)[0] == alone


def test_words_whose_point_is_out_of_the_view_are_not_drawn() -> None:
    outside = [Wanted((-1.0, 20.0), (30.0, 10.0)), Wanted((20.0, 601.0), (30.0, 10.0))]
    assert placed(outside, VIEW, [], 1.0) == [None, None]


def test_words_without_any_room_are_left_out() -> None:
    everything = (0.0, 0.0, *VIEW)
    assert placed([Wanted((400.0, 300.0), (60.0, 16.0))], VIEW, [everything], 1.0) == [None]
