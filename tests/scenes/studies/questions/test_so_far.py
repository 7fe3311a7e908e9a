"""What is told while a study runs is what its chunks hold."""

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
