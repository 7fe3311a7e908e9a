"""One finding a cause: a line that a loop runs two hundred times tells its fault once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scenes import Problem

TYPED = "N303"  # the code of what TYPE and PROMPT write, which is no finding
# Numbers that are no part of a name: they differ from one turn of a loop to the next.
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w])")


def told_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems with those of one cause joined: the first, with their number and its time.

    Problems have one cause if they differ only in numbers: same code, line, file and words. What
    TYPE writes is left out.
    """
    causes: dict[tuple[str, str, int, str], list[Problem]] = {}
    for problem in problems:
        if problem.code != TYPED:
            words = _NUMBER.sub("#", problem.message)
            key = (problem.code, problem.file, problem.line, words)
            causes.setdefault(key, []).append(problem)
    return tuple(_joined(own) for own in causes.values())


def _joined(own: list[Problem]) -> Problem:
    first = min(own, key=lambda p: float("inf") if p.time is None else p.time)
    if len(own) == 1:
        return first
    since = "" if first.time is None else f", first at {first.time:.2f} s"
    return replace(first, message=f"{first.message} ({len(own)} times{since})")
