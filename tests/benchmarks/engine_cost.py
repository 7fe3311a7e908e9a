"""What the engine of studies costs beside the chunks, by the time of the processor.

The clock of a study also counts what other programs do on the machine: two runs of it differ by
more than the engine costs. So the processor time of one run is divided. The chunk function counts
its own, in the worker that computes it. All other time of the workers and of the process that
drives them is the engine's: unpacking the study, the way of tasks and rows, packing and writing
the files, progress, the index.
"""

import os
import shutil
import time
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from scenes.studies.engine.chunk_files import opened
from scenes.studies.engine.running import Workers, run_study
from scenes.studies.engine.study import Arrays, Study

# Processor time of all chunks that this process has computed, s.
_IN_CHUNKS = [0.0]


class Counting:
    """A question whose chunks count the processor time that they take."""

    def __init__(self, question: Any) -> None:
        self._question = question

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_question":  # while it is unpickled
            raise AttributeError(name)
        return getattr(self._question, name)

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        """The rows of the question itself."""
        begun = time.thread_time()
        try:
            return self._question.arrays(chunk, rng)
        finally:
            _IN_CHUNKS[0] += time.thread_time() - begun


def spent_here() -> tuple[int, float, float]:
    """Number of this process, its processor time, and that of its chunks, s."""
    return os.getpid(), time.process_time(), _IN_CHUNKS[0]


def cost_of_engine(study: Study, workers: Workers, folder: Path, rounds: int) -> float:
    """Processor time of the engine as a share of that of the chunks, %: the median of rounds."""
    counting = replace(study, question=Counting(study.question))

    def one_round() -> float:
        shutil.rmtree(folder, ignore_errors=True)
        executor = workers.executor()
        begun, driving = _spent(executor, workers.count), time.process_time()
        assert run_study(opened(folder, counting), workers)
        own = time.process_time() - driving
        total, chunks = (_spent(executor, workers.count) - begun).tolist()
        return 100.0 * (own + total - chunks) / chunks

    return median(one_round() for _ in range(rounds))


def _spent(executor: Executor, count: int) -> Any:
    """Processor time (2,) of `count` workers, and that of their chunks, s."""
    found: dict[int, tuple[float, float]] = {}
    while len(found) < count:
        tasks = [executor.submit(_told_slowly) for _ in range(2 * count)]
        found |= {pid: (total, chunks) for pid, total, chunks in (t.result() for t in tasks)}
    return np.array(list(found.values())).sum(axis=0)


def _told_slowly() -> tuple[int, float, float]:
    """`spent_here`, after a while in which the other workers take tasks of their own."""
    time.sleep(0.05)
    return spent_here()
