"""Small studies, and executors that a test can look into."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scenes.studies.files.study_file import read_study

CELL = """cell: 1
robots:
  arm: {use: abb_irb120}
fixtures:
  post: {at: [400, 200, 0], solid: [{add: {box: [120, 120, 600], at: [0, 0, 300]}}]}
"""
REACH = """study: 1
title: small
cell: small.cell.yaml
seed: 3
reach:
  box: {from: [200, -300, 100], to: [500, 300, 700]}
  step: 100
  directions: 5
"""


class Here(Executor):
    """An executor that computes at once, in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as fault:
            future.set_exception(fault)
        return future


@dataclass
class HereWorkers:
    """One worker: this process. calls: Numbers of the chunks that it has computed."""

    count: int = 1
    losses: tuple[type[BaseException], ...] = ()
    calls: list[int] = field(default_factory=list)

    def executor(self) -> Executor:
        return Here()

    def end(self, executor: Executor) -> None:
        """Nothing is left to be taken back."""


@pytest.fixture
def here() -> HereWorkers:
    return HereWorkers()


@pytest.fixture
def study_at(tmp_path: Path):
    """Reads a study from its text, in a folder with the small cell."""

    def read(text: str = REACH, cell: str = CELL, name: str = "small.study.yaml"):
        (tmp_path / "small.cell.yaml").write_text(cell)
        (tmp_path / name).write_text(text)
        return read_study(tmp_path / name)

    return read
