"""Worker processes on this machine: started afresh (spawn), as beside a window they must be."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process

# Threads of the libraries that multiply matrices: a worker uses one core.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
# A command that is stopped leaves the semaphores of its pool to a process of Python, which clears
# them away and would warn of them.
_SILENT = "ignore::UserWarning:multiprocessing.resource_tracker"


@dataclass(frozen=True)
class LocalPool:
    """So many processes on this machine."""

    count: int

    @property
    def losses(self) -> tuple[type[BaseException], ...]:
        """What a task raises whose process has ended."""
        return (BrokenProcessPool,)

    def executor(self) -> Executor:
        """A pool of new processes."""
        with _worker_environment():
            pool = ProcessPoolExecutor(self.count, get_context("spawn"), _begin)
            # The pool starts a process for each task until there are enough; they take their
            # environment now, so all are started now.
            for ready in [pool.submit(os.getpid) for _ in range(self.count)]:
                ready.result()
        return pool

    def end(self, executor: Executor) -> None:
        """Lets the processes of a pool end when they have done the task that they are at."""
        executor.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin() -> None:
    """What a worker does first: it leaves Ctrl-C, which goes to the whole group of processes, to
    the command, and ends when the command has ended, however that was."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_command, daemon=True).start()


def _end_with_the_command() -> None:
    command = parent_process()
    if command is not None:
        command.join()
        os._exit(1)


@contextmanager
def _worker_environment() -> Iterator[None]:
    """Has processes that start meanwhile use one thread each for matrices, and end in silence."""
    changed = dict.fromkeys(_THREADS, "1")
    changed["PYTHONWARNINGS"] = ",".join(filter(None, (os.environ.get("PYTHONWARNINGS"), _SILENT)))
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
