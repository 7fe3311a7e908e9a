"""Values that are kept for a while: the last ones are there, and there are never too many."""

import random

from language.foreign.recent import Recent


def test_the_values_asked_for_last_are_kept_and_never_more_than_the_most() -> None:
    rng, most = random.Random(4), 16
    recent, order = Recent[int](most), list[int]()
    for _ in range(2000):
        key = rng.randrange(40)
        found = recent.get(key)
        assert found in (None, key * 10)
        if key in order[-(most // 2) :]:
            assert found is not None
        if found is None:
            recent.put(key, key * 10)
        order = [each for each in order if each != key] + [key]
        assert len(recent._newer) + len(recent._older) <= most


def test_all_values_are_forgotten() -> None:
    recent = Recent[int](4)
    recent.put("a", 1)
    recent.clear()
    assert recent.get("a") is None
