"""Study files: every fault at once, with its place, before anything is computed."""

from __future__ import annotations

import pytest

from scenes.errors import SceneFileError

HEAD = "study: 1\ncell: small.cell.yaml\n"


def faults(study_at, text: str) -> str:
    with pytest.raises(SceneFileError) as caught:
        study_at(text)
    return str(caught.value)


def test_all_faults_of_a_file_are_told_with_their_places(study_at) -> None:
    text = "study: 1\ncell: [3]\nseed: -1\nreach: {step: 0, direction: 3}\n"
    told = faults(study_at, text)
    assert "small.study.yaml:2:7: cell: should be a text" in told
    assert "small.study.yaml:3:7: seed: should be at least 0" in told
    assert ":4:" in told and "step" in told and 'did you mean "directions"' in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("study: 1\ncell: small.cell.yaml\n", "needs exactly one of reach"),
        ("study: 2\ncell: small.cell.yaml\nreach: {step: 5}\n", "should be 1"),
        ("cell: 1\nrobots: {}\n", "this is a cell file"),
        (
            "study: 1\ncell: nowhere.cell.yaml\nreach: {step: 5}\n",
            "2:7: cell: there is no such cell",
        ),
        ("study: 1\ncell: kakazu1984\nreach: {step: 5}\n", 'did you mean "kakazu1985"'),
        (
            "study: 1\ncell: small.cell.yaml\nrobots: [abb_irb121]\nreach: {step: 5}\n",
            'did you mean "abb_irb120"',
        ),
        (
            f"{HEAD}reach: {{step: 5, box: {{from: [1, 0, 0], to: [0, 1, 1]}}}}\n",
            "the box is empty",
        ),
        (
            f"{HEAD}reach: {{step: 5, directions: 3, orientations: [[0, 0, 0]]}}\n",
            "orientations or directions",
        ),
        ("study: 1\ncell: small.cell.yaml\nreach: {step: 0.0001}\n", "places along one axis"),
    ],
)
def test_a_study_that_cannot_be_is_said(study_at, text, message) -> None:
    assert message in faults(study_at, text)


def test_the_digest_follows_the_contents_of_all_files_and_not_their_names(
    study_at, tmp_path
) -> None:
    one = study_at().study.digest
    assert study_at(name="other.study.yaml").study.digest == one
    text = (tmp_path / "small.study.yaml").read_text()
    cell = (tmp_path / "small.cell.yaml").read_text()
    digests = {
        one,
        study_at(text.replace("seed: 3", "seed: 4")).study.digest,
        study_at(text, cell.replace("600", "601")).study.digest,
    }
    assert len(digests) == 3


def test_a_file_that_a_cell_includes_counts_too(study_at, tmp_path) -> None:
    part = "part: 1\nsolid: [{add: {box: [10, 10, HIGH]}}]\n"
    cell = (
        "cell: 1\ninclude: {pin: pin.part.yaml}\nrobots:\n  arm: {use: abb_irb120}\n"
        "fixtures:\n  pin: {at: [400, 0, 0], solid: [{add: {use: pin}}]}\n"
    )
    digests = set()
    for high in ("10", "20"):
        (tmp_path / "pin.part.yaml").write_text(part.replace("HIGH", high))
        digests.add(study_at(cell=cell).study.digest)
    assert len(digests) == 2


def test_several_arms_are_asked_one_behind_the_other(study_at) -> None:
    text = "study: 1\ncell: small.cell.yaml\nrobots: [abb_irb120, ur3e]\nreach: {step: 250}\n"
    question = study_at(text).study.question
    assert question.names == ("abb_irb120", "ur3e")
    assert question.items == sum(own.items for own in question.questions)
    assert question.questions[0].items != question.questions[1].items
