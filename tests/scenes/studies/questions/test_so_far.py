"""What is told while a study runs is what its chunks hold."""

from dataclasses import replace

import numpy as np
import pytest

from scenes.studies.engine.chunk_files import opened
from scenes.studies.engine.running import run_study
from scenes.studies.questions.so_far import SoFar, wanted_rows


def test_the_last_counts_of_a_study_are_those_of_its_result(study_at, here, tmp_path) -> None:
    study = study_at().study
    files = opened(tmp_path / "out", study)
    told = [SoFar()]

    def tell(state) -> None:
        told.append(told[-1].with_rows(state.arrays))

    assert run_study(files, here, tell)
    found = files.merged()
    assert told[-1] == SoFar(int((found["solutions"] > 0).sum()), study.question.items)
    words = told[-1].told(study.question)
    assert words == f"{told[-1].wanted:,} of {told[-1].items:,} poses reached"
    assert told[0].told(study.question) == ""


@pytest.mark.parametrize(
    ("arrays", "wanted"),
    [
        ({"solutions": [2, 1, 0], "free": [1, 0, 0]}, [True, False, False]),
        ({"failed_line": [0, 3, 0], "hit_line": [0, 0, 4]}, [True, False, False]),
        ({"failed_line": [0, 3]}, [True, False]),
        ({"reached": [3, 2], "margin": [0.1, np.nan]}, [True, False]),
    ],
)
def test_a_row_counts_where_it_has_no_fault(arrays, wanted) -> None:
    given = {name: np.array(values) for name, values in arrays.items()}
    assert wanted_rows(given).tolist() == wanted


def test_a_study_that_goes_on_counts_the_chunks_that_are_there(study_at, here, tmp_path) -> None:
    study = study_at().study
    study = replace(study, question=replace(study.question, chunk_size=112))
    files = opened(tmp_path / "out", study)
    done = []
    run_study(files, here, done.append, stop=lambda: len(done) >= 4)
    told = SoFar.of(arrays for _, arrays in files.each())
    assert told.items == sum(len(each.arrays["solutions"]) for each in done) > 0

    def tell(state) -> None:
        nonlocal told
        told = told.with_rows(state.arrays)

    assert run_study(files, here, tell)
    assert told == SoFar(int((files.merged()["solutions"] > 0).sum()), study.question.items)
