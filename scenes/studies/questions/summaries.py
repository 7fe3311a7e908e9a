"""The summary of any study, by the kind of its question."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scenes.studies.engine.rows_so_far import Numbers, numbers_of
from scenes.studies.engine.study import Arrays, Question
from scenes.studies.questions.among_arms import AmongArms
from scenes.studies.questions.design_question import DesignQuestion
from scenes.studies.questions.design_summary import design_summary
from scenes.studies.questions.placement_question import PlacementQuestion
from scenes.studies.questions.placement_summary import placement_summary
from scenes.studies.questions.reach_question import ReachQuestion
from scenes.studies.questions.reach_summary import reach_summary
from scenes.studies.questions.tolerance_question import ToleranceQuestion
from scenes.studies.questions.tolerance_summary import tolerance_summary
from scenes.studies.results.summary import Summary, Table


def summary_of(question: Question, arrays: Arrays, numbers: Numbers | None = None) -> Summary:
    """The summary of all rows of a study, or of those that are known while it runs.

    numbers: Of the items of these rows, (k,), ascending; of all items where it is left out.
    """
    if isinstance(question, AmongArms):
        return _of_arms(question, arrays, numbers_of(arrays, numbers))
    if isinstance(question, ReachQuestion):
        return reach_summary(question, arrays, numbers)
    if isinstance(question, ToleranceQuestion):
        return tolerance_summary(question, arrays)
    if isinstance(question, PlacementQuestion):
        return placement_summary(question, arrays, numbers)
    if isinstance(question, DesignQuestion):
        return design_summary(question, arrays, numbers)
    raise TypeError(f"there is no summary of {type(question).__name__}")


def _of_arms(question: AmongArms, arrays: Arrays, numbers: Numbers) -> Summary:
    """A table of the figures of all arms that have rows, and the pictures of each."""
    told = [int(arm) for arm in np.unique(arrays["arm"])]
    each = [
        summary_of(
            question.questions[arm],
            question.rows_of(arm, arrays),
            numbers[arrays["arm"] == arm] - question.first_of_arm(arm),
        )
        for arm in told
    ]
    arms = [question.names[arm] for arm in told]
    names = tuple(figure.name for figure in each[0].figures)
    rows: tuple[tuple[str | float | int, ...], ...] = tuple(
        (name, *(figure.value for figure in own.figures))
        for name, own in zip(arms, each, strict=True)
    )
    maps = tuple(
        replace(plane, title=f"{name}: {plane.title}")
        for name, own in zip(arms, each, strict=True)
        for plane in own.maps
    )
    answer = tuple(sentence for own in each for sentence in own.answer)
    return Summary(answer, tables=(Table("Arms", ("arm", *names), rows),), maps=maps)
