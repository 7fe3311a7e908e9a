"""What a study asks, in a sentence."""

from __future__ import annotations

from scenes.studies.engine.study import Question
from scenes.studies.questions.among_arms import AmongArms
from scenes.studies.questions.design_question import DesignQuestion
from scenes.studies.questions.placement_question import PlacementQuestion
from scenes.studies.questions.reach_question import ReachQuestion
from scenes.studies.questions.tolerance_question import ToleranceQuestion
from scenes.world.cell import Cell


def asked_by(question: Question) -> str:
    """The question of a study in a sentence, as `Which poses does IRB 120 reach: ...?`."""
    if isinstance(question, AmongArms):
        names = ", ".join(question.names)
        return (
            f"For each of {len(question.names)} arms ({names}): {asked_by(question.questions[0])}"
        )
    if isinstance(question, ReachQuestion):
        return _of_reach(question)
    if isinstance(question, ToleranceQuestion):
        how = "how often it fails or collides" if question.is_free else "how often it fails"
        errors = "with errors of times" if question.kind == "throughput" else "with errors"
        return f"{question.name} {errors}: {how}, and how long a cycle takes?"
    if isinstance(question, PlacementQuestion):
        thing = question.bodies[0] if question.bodies else f"the robot {_arm(question.cell)}"
        best = (
            "the most room to joint limits" if question.best == "margin" else "the shortest cycle"
        )
        return f"Where does {thing} stand best for {question.name}: {best}?"
    if isinstance(question, DesignQuestion):
        free = ", free of collision" if question.link_radius else ""
        links = ", ".join(link.name.partition("_")[0] for link in question.grid.links)
        return (
            f"Which {links} does the arm {_arm(question.cell)} need for "
            f"{len(question.poses):,} poses{free}: the best {question.best}?"
        )
    raise TypeError(f"{type(question).__name__} asks nothing that is known")


def _of_reach(question: ReachQuestion) -> str:
    grid = question.grid
    turns = len(grid.rotations)
    each = f"{turns} orientations at each" if turns > 1 else "one orientation"
    free = ", free of collision" if question.is_free else ""
    return (
        f"Which poses does {_arm(question.cell)} reach{free}: {grid.places:,} places "
        f"{grid.step:g} mm apart, {each}?"
    )


def _arm(cell: Cell) -> str:
    return cell.robot.title or cell.robot.name
