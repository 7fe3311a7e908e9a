"""Mappings that grow by sharing: they behave as dictionaries, at little cost."""

import pickle
import sys
from itertools import pairwise

import numpy as np
import pytest

from scenes.world.frozen import read_only, with_item
from scenes.world.frozen_mapping import LAYER, FrozenMapping


def test_it_holds_what_a_dictionary_would_hold():
    rng = np.random.default_rng(5)
    plain: dict[str, int] = {}
    frozen: FrozenMapping[str, int] = FrozenMapping({})
    for value in range(5 * LAYER):
        key = f"k{rng.integers(0, 3 * LAYER)}"
        plain[key] = value
        frozen = frozen.with_item(key, value)
    assert dict(frozen) == plain
    assert len(frozen) == len(plain)
    assert list(frozen) == list(plain)
    assert "nothing" not in frozen
    with pytest.raises(KeyError):
        frozen["nothing"]


def test_the_mapping_it_came_from_stays_as_it_was():
    before = FrozenMapping({"a": 1})
    after = before.with_item("a", 2).with_item("b", 3)
    assert (dict(before), dict(after)) == ({"a": 1}, {"a": 2, "b": 3})


def test_nobody_can_write_to_it():
    with pytest.raises(TypeError):
        FrozenMapping({"a": 1})["a"] = 2  # type: ignore[index]


def test_a_new_entry_copies_one_layer_at_most():
    frozen: FrozenMapping[int, int] = FrozenMapping({})
    for key in range(3000):
        frozen = frozen.with_item(key, key)
    assert sys.getsizeof(frozen._top) <= sys.getsizeof(dict.fromkeys(range(LAYER)))


def test_a_pickled_mapping_keeps_its_arrays_read_only():
    frozen = with_item({}, "a", np.eye(4))
    for key in range(2 * LAYER):
        frozen = with_item(frozen, f"k{key}", read_only([key]))
    copy = pickle.loads(pickle.dumps(frozen))
    assert list(copy) == list(frozen)
    np.testing.assert_array_equal(copy["a"], np.eye(4))
    assert not copy["a"].flags.writeable
    assert not copy[f"k{LAYER}"].flags.writeable


def test_a_mapping_of_many_entries_has_few_layers():
    frozen: FrozenMapping[int, int] = FrozenMapping({})
    kept = []
    for key in range(20_000):
        frozen = frozen.with_item(key % 15_000, key)
        if key % 2_500 == 0:
            kept.append((key, frozen))
    sizes = [len(layer) for layer in frozen._layers()]
    assert len(sizes) <= 10
    assert all(upper <= 2 * lower for upper, lower in pairwise(sizes))
    assert list(frozen) == list(range(15_000))
    assert frozen[0] == 15_000
    assert frozen[14_999] == 14_999
    # Later entries do not change earlier mappings.
    assert all(len(before) == min(key + 1, 15_000) for key, before in kept)
