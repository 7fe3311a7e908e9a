"""Carries out a study: missing chunks go to an executor, their arrays come back and are written.

A few chunks for each worker are on their way at any time. The order in which they come back has no
influence on the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple, Protocol

from scenes.errors import SceneError
from scenes.studies.engine.chunk_files import ChunkFiles, IndexRow
from scenes.studies.engine.chunk_task import (
    Done,
    Packed,
    Refused,
    WrongVersionError,
    computed,
    packed,
)
from scenes.studies.engine.study import Arrays, Study

# Chunks on their way for each worker: one at work and one that waits.
_AHEAD = 2
# How often in a row workers may be lost without any chunk done between.
_MOST_LOSSES = 3
# A chunk is asked about so often, s: between two looks the caller may stop the study.
_LOOK = 0.2


class WorkersLostError(SceneError):
    """Workers ended again and again, or the scheduler is gone; chunks that are done are kept."""


class Workers(Protocol):
    """Makes the executor of a study; a new one where the workers of the last one were lost."""

    def executor(self) -> Executor:
        """An executor whose workers are ready for tasks."""

    def end(self, executor: Executor) -> None:
        """Takes back the tasks of an executor that have not begun, without waiting for others."""

    @property
    def count(self) -> int:
        """The number of workers."""

    @property
    def losses(self) -> tuple[type[BaseException], ...]:
        """What a task raises whose worker has ended, or whose scheduler is gone."""


class _LostError(Exception):
    """Workers were lost while chunks were computed."""


class Progress(NamedTuple):
    """How far a study is.

    done, chunks: Chunks that have a file, of how many. seconds_left: Estimated from the chunks
    done so far; None before the first one. note: A sentence on what went wrong and was mended.
    arrays: The rows of the chunk that was done last, with its number `chunk`; None where none was.
    """

    done: int
    chunks: int
    seconds_left: float | None
    note: str = ""
    arrays: Arrays | None = None
    chunk: int = -1

    @property
    def share(self) -> float:
        """The share of chunks that have a file."""
        return self.done / self.chunks


@dataclass
class _Pace:
    """How long chunks take: since when chunks are computed, and how many are done since.

    The first chunk of each worker takes longer: the worker settles what its later ones find ready.
    first: So many chunks count only until others are done.
    """

    started: float
    first: int = 1
    done: int = 0
    warm: float = 0.0

    def add(self) -> None:
        """Counts a chunk that is done."""
        self.done += 1
        if self.done == self.first:
            self.warm = monotonic()

    def left(self, missing: int) -> float | None:
        """The time for `missing` chunks, s; None before the first one is done."""
        if not self.done:
            return None
        if self.done > self.first:
            return (monotonic() - self.warm) / (self.done - self.first) * missing
        return (monotonic() - self.started) / self.done * missing


def run_study(
    files: ChunkFiles,
    workers: Workers,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    stop: Callable[[], bool] = lambda: False,
) -> bool:
    """Computes the chunks that have no file, and writes the index; whether all are there.

    on_progress: Called after each chunk. stop: Asked now and then; the study ends where it says so,
    and goes on from there when it is run again.
    Raises WorkersLostError, WrongVersionError, what a chunk raises, and OSError of the disk.
    """
    study, losses, written = files.study, 0, dict[int, IndexRow]()
    task, pace = packed(study), _Pace(monotonic())
    while missing := files.missing():
        before = len(missing)
        executor = workers.executor()
        if not pace.done:
            pace.first = workers.count
        try:
            for done in _each_done(executor, workers, task, missing, stop):
                written[done.chunk] = files.write(done.chunk, done.arrays)
                before -= 1
                pace.add()
                told = _progress(study, before, pace)
                on_progress(told._replace(arrays=done.arrays, chunk=done.chunk))
            if stop():
                return False
        except _LostError as fault:
            losses = 0 if before < len(missing) else losses + 1
            if losses >= _MOST_LOSSES:
                raise _lost(files, fault.__cause__) from fault.__cause__
            on_progress(_progress(study, before, pace, "a worker ended; its chunks begin anew"))
        finally:
            workers.end(executor)
    files.write_index(written)
    return True


def _progress(study: Study, missing: int, pace: _Pace, note: str = "") -> Progress:
    chunks = study.question.chunks
    return Progress(chunks - missing, chunks, pace.left(missing), note)


def _lost(files: ChunkFiles, fault: BaseException | None) -> WorkersLostError:
    why = str(fault) or type(fault).__name__
    return WorkersLostError(f"the workers of the study are gone ({why}); {files.kept}")


def _each_done(
    executor: Executor,
    workers: Workers,
    task: Packed,
    chunks: Iterable[int],
    stop: Callable[[], bool],
) -> Iterator[Done]:
    """Chunks in the order in which they are done, until all are or `stop` says so.

    Raises _LostError where workers were lost, WrongVersionError where one of them refuses, and
    what a chunk raises.
    """
    waiting, running = iter(chunks), 0
    ready: SimpleQueue[Future[Done | Refused]] = SimpleQueue()
    while not stop():
        try:
            for chunk in islice(waiting, max(_AHEAD * workers.count - running, 0)):
                executor.submit(computed, task, chunk).add_done_callback(ready.put)
                running += 1
            if not running:
                return
            done = ready.get(timeout=_LOOK).result()
        except Empty:
            continue
        except workers.losses as fault:
            raise _LostError from fault
        except ImportError as fault:
            raise WrongVersionError(
                f"a worker that joined later has no Cellwright ({fault}): install "
                f"{task.version} there"
            ) from fault
        if isinstance(done, Refused):
            raise WrongVersionError(done.why)
        running -= 1
        yield done
