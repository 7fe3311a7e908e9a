"""A process that does slow work: the solid kernel holds the interpreter's lock while it computes.

A thread would freeze the window for the length of a boolean, so such work is sent to a process
of its own. It is started afresh (spawn), not forked, on every system alike. Work is a top-level
function of an importable module with arguments that can be pickled, and so is what it returns.
A started script is imported by the new process: it must guard its start by
`if __name__ == "__main__"`, as the installed command does.

A process may be started before there is work, with a function that it calls first, to import what
its work needs. Jobs are taken meanwhile, and are done after it.

The owner polls, from one thread. A job is sent only when the process is idle, so that sending
never waits for a computation. What comes is read and put together in a thread, and a large job is
sent from one: it takes as long as it takes, and the owner's events go on meanwhile.
"""

import inspect
import itertools
import multiprocessing
import pickle
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from app.background.letterbox import Letterbox, Unreadable
from app.background.letters import Letter, packed, receive, send, unpacked
from geometry.errors import GeometryError

# A window draws no progress more often than this, s.
_PROGRESS_EVERY = 0.1
_CLOSE_PATIENCE = 2.0
_AT_ONCE = 1 << 16  # bytes of a job that is sent without a thread: a pipe takes them at once


@dataclass(frozen=True)
class Progress:
    """How far a job has come, 0 to 1, and what it is at."""

    job: int
    fraction: float
    text: str = ""


@dataclass(frozen=True)
class Result:
    """What a job's function returned."""

    job: int
    value: Any


@dataclass(frozen=True)
class Failure:
    """Why a job has no result: one line for the user, the traceback for the log."""

    job: int
    message: str
    traceback: str = ""


Message = Progress | Result | Failure


@dataclass(frozen=True)
class _Job:
    number: int
    letter: Letter


@dataclass(frozen=True)
class Ahead:
    """A function without arguments by its names, so that the owner need not import it."""

    module: str
    function: str

    def call(self) -> None:
        """Calls the function; a failure shows again in the first job that needs it."""
        with suppress(Exception):
            getattr(import_module(self.module), self.function)()


class WorkerProcess:
    """One spawned process that runs one job after the other; see the head of this module.

    ahead: What the process does before its first job.
    """

    def __init__(self, ahead: Ahead | None = None) -> None:
        self._ahead = ahead
        self._numbers = itertools.count(1)
        self._waiting: deque[_Job] = deque()
        self._ending: list[multiprocessing.process.BaseProcess] = []  # killed, not yet freed
        self._running: _Job | None = None
        self._failed: list[Failure] = []
        self._is_closed = False
        self._start()

    def submit(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> int:
        """Puts a call in the queue and gives its job number.

        A function with a parameter `on_progress` is given a callable (fraction, text="").
        """
        if self._is_closed:
            raise GeometryError("the worker process is closed")
        try:
            letter = packed((function, args, kwargs))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise GeometryError(f"a job cannot be sent to the worker process: {error}") from error
        job = _Job(next(self._numbers), letter)
        self._waiting.append(job)
        if not self._process.is_alive() and self._running is None:
            self._start()
        self._send_next()
        return job.number

    def poll(self) -> list[Message]:
        """The messages that have come since the last call, in order; never waits."""
        messages: list[Message] = []
        if self._is_closed:
            return messages
        is_closed = self._letters.is_closed  # asked first: what came before the end counts
        while (letter := self._letters.take()) is not None:
            self._take(letter, messages)
        if is_closed:
            self._mourn()
        self._send_next()
        messages.extend(self._failed)
        self._failed.clear()
        return messages

    def wait(self, timeout: float) -> list[Message]:
        """The messages of at most `timeout` seconds: returns as soon as there are some."""
        until = time.monotonic() + timeout
        while not self._is_closed:
            messages = self.poll()
            left = until - time.monotonic()
            if messages or left <= 0.0:
                return messages
            self._letters.wait(left)
        return []

    def cancel(self) -> tuple[int, ...]:
        """Gives up every job, at once: the process is killed and another started.

        Returns the jobs given up; no message about them comes any more.
        """
        running = () if self._running is None else (self._running,)
        given_up = tuple(job.number for job in (*running, *self._waiting))
        self._waiting.clear()
        if self._running is not None:
            self._running = None
            self._end()
            self._start()
        return given_up

    def close(self) -> None:
        """Ends the process; may be called again."""
        if not self._is_closed:
            self._is_closed = True
            self._running = None
            self._waiting.clear()
            self._end()
            for process in self._ending:
                process.join(_CLOSE_PATIENCE)

    @property
    def is_busy(self) -> bool:
        """Whether a job is running or waiting."""
        return self._running is not None or bool(self._waiting)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._letters = Letterbox[Message | str](self._pipe)
        self._is_ready = False
        self._process = context.Process(
            target=_serve, args=(far_end, self._ahead), name="cellwright-geometry", daemon=True
        )
        with deaf_to_ctrl_c():
            self._process.start()
        # The child holds its own end; with ours closed, its death reads as the end of the pipe.
        far_end.close()

    def _end(self) -> None:
        # The pipe closes when its reader lets go of it: closed here, its number could be given to
        # another file while the thread still reads.
        # Not waited for: the system takes some 30 ms to free the memory of the process, and the
        # thread of a window would wait with it.
        self._process.kill()
        self._ending = [process for process in self._ending if process.is_alive()]
        self._ending.append(self._process)

    def _send_next(self) -> None:
        if not (self._is_ready and self._running is None and self._waiting):
            return
        self._running = self._waiting.popleft()
        job, pipe = self._running, self._pipe
        if job.letter.size > _AT_ONCE:
            given = (pipe, job.letter, job.number)
            threading.Thread(target=_post, args=given, name="cellwright-post", daemon=True).start()
            return
        try:
            send(pipe, job.letter, job.number)
        except OSError:
            self._mourn()

    def _take(self, message: Message | str | Unreadable, messages: list[Message]) -> None:
        if isinstance(message, str):
            self._is_ready = True
            return
        if isinstance(message, Unreadable):
            self._fail_running(f"the result cannot be read: {message.why}", message.traceback)
            self._send_next()
            return
        if not isinstance(message, Progress):
            self._running = None
        messages.append(message)
        self._send_next()

    def _mourn(self) -> None:
        """The process has died: its job has failed, and the others get a new process."""
        self._process.join(_CLOSE_PATIENCE)
        why = f"the worker process ended unexpectedly (exit code {self._process.exitcode})"
        was_ready = self._is_ready
        self._end()
        self._is_ready = False
        self._fail_running(why, "")
        if was_ready:
            self._start()
            return
        # One that dies before it works would die again: start the next when a job is submitted.
        self._failed.extend(Failure(job.number, why) for job in self._waiting)
        self._waiting.clear()

    def _fail_running(self, message: str, log: str) -> None:
        if self._running is not None:
            self._failed.append(Failure(self._running.number, message, log))
            self._running = None


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """A process started within it passes over Ctrl-C from its first moment: it inherits that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def _post(pipe: Connection, letter: Letter, number: int) -> None:
    """Sends a large job; where its process has died, the one who reads from it notices."""
    with suppress(OSError):
        send(pipe, letter, number)


def _serve(pipe: Connection, ahead: Ahead | None) -> None:
    """The life of the process: jobs in, messages out, until the owner closes the pipe."""
    # Ctrl-C in the terminal reaches the whole group; it is the owner who decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs: SimpleQueue[tuple[int, Letter] | None] = SimpleQueue()
    # In a thread: the owner must not wait for the far end of the pipe while this end imports.
    threading.Thread(target=_receive, args=(pipe, jobs), daemon=True).start()
    try:
        send(pipe, packed("ready"))
        if ahead is not None:
            ahead.call()
        while (job := jobs.get()) is not None:
            _answer(pipe, *job)
    except OSError:
        return


def _receive(pipe: Connection, jobs: SimpleQueue[tuple[int, Letter] | None]) -> None:
    """Puts each job that comes into a queue, and None when the owner has closed the pipe."""
    try:
        while True:
            jobs.put(receive(pipe))
    except (EOFError, OSError):
        return
    finally:
        jobs.put(None)


def _answer(pipe: Connection, number: int, letter: Letter) -> None:
    try:
        function, args, kwargs = unpacked(letter)
        if _takes_progress(function):
            kwargs.setdefault("on_progress", _progress_to(pipe, number))
        # Pickled before it is sent: what cannot be pickled is an error of the job.
        answer = packed(Result(number, function(*args, **kwargs)))
    except Exception as error:
        answer = packed(_failure(number, error))
    send(pipe, answer)


def _takes_progress(function: Callable[..., Any]) -> bool:
    try:
        return "on_progress" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False  # some built-in functions do not tell their parameters


def _failure(number: int, error: Exception) -> Failure:
    text = str(error).strip().splitlines()
    message = text[0] if text else type(error).__name__
    return Failure(number, message, "".join(traceback.format_exception(error)))


def _progress_to(pipe: Connection, number: int) -> Callable[..., None]:
    last = -_PROGRESS_EVERY

    def on_progress(fraction: float, text: str = "") -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PROGRESS_EVERY or fraction >= 1.0:
            last = now
            send(pipe, packed(Progress(number, float(fraction), text)))

    return on_progress
