"""Rows that come in any order stand in the order of their items."""

from dataclasses import replace

import numpy as np

from scenes.studies.engine.rows_so_far import RowsSoFar, spread


def test_rows_of_some_chunks_are_those_of_the_whole(study_at) -> None:
    question = study_at().study.question
    whole = question.arrays(0, np.random.default_rng(0))
    cut = replace(question, chunk_size=112)
    rows = RowsSoFar(cut)
    assert rows.merged()[0] == {} and rows.merged()[1].size == 0
    for chunk in (8, 0, 3):
        rows.add(chunk, cut.arrays(chunk, np.random.default_rng(0)))
    found, numbers = rows.merged()
    assert numbers.tolist() == [*range(112), *range(336, 448), *range(896, 980)]
    np.testing.assert_array_equal(found["solutions"], whole["solutions"][numbers])


def test_spread_values_stand_at_their_numbers() -> None:
    full = spread(np.array([[1, 2], [3, 4]]), np.array([2, 0]), 3, -1)
    assert full.tolist() == [[3, 4], [-1, -1], [1, 2]]
