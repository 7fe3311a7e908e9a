"""What the translation of lines depends on is worked out anew only around an edit."""

import random

import pytest

from scenes import load_robot
from scenes.makers.rapid.translation.part_contents import contents_of
from scenes.makers.rapid.translation.rapid_translation import rapid_translated
from tests.benchmarks.maker_programs import PROGRAMS

FEW = 8  # groups of 10,000 lines, some forty, whose contents are made anew at most


def groups_read(source: str) -> int:
    """The number of groups whose contents a translation makes."""
    robot, before = load_robot("abb_irb120"), contents_of.cache_info().misses
    rapid_translated(source, (), robot, robot.controller)
    return contents_of.cache_info().misses - before


# A motion, a datum of which few lines speak, and the data behind it.
@pytest.mark.parametrize("word", ["MoveJ p", "CONST robtarget p7:", "PROC main"])
def test_a_keystroke_makes_the_contents_of_few_groups_anew(word: str) -> None:
    lines = PROGRAMS["rapid"](random.Random(word), 10_000)
    assert groups_read("\n".join(lines)) > 3 * FEW
    at = next(at for at, line in enumerate(lines) if line.startswith(word))
    typed = lines[at].replace("[[", "[[1") if "CONST" in word else lines[at] + " "
    lines[at] = typed
    assert 0 < groups_read("\n".join(lines)) <= FEW


def test_a_name_that_is_now_changed_makes_those_groups_anew_that_name_it() -> None:
    lines = PROGRAMS["rapid"](random.Random(5), 10_000)
    at = next(at for at, line in enumerate(lines) if line.startswith("WaitTime"))
    lines[at] = "late:=1;"
    groups_read("\n".join(lines))
    lines[at] = "later:=1;"
    assert 0 < groups_read("\n".join(lines)) <= FEW
