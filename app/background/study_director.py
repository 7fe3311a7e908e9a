"""The process that directs a study beside the window: it reads, computes, and tells. No Qt.

It has worker processes of its own, and computes nothing but the estimate and the summaries. What is
done is in files at any moment, so that it may be killed; its workers end with it.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING

from app.background.letters import packed, receive, send, unpacked
from app.background.refusals import REFUSALS
from app.background.study_messages import (
    Asked,
    Begin,
    Command,
    Ended,
    Estimated,
    FoundSoFar,
    LookInto,
    Read,
    Refused,
    Running,
    ShowMap,
    Standing,
    Stop,
    Stopped,
    StudyNews,
)

if TYPE_CHECKING:
    from scenes.studies.engine.rows_so_far import Numbers, RowsSoFar
    from scenes.studies.engine.running import Progress
    from scenes.studies.engine.study import Arrays
    from scenes.studies.results.summary import Summary

_CHANGED = (
    "The study, its cell or another file of it has changed since it was read. It is read anew now: "
    "look at its size, and start it again."
)
# How much this process and its workers stand back behind the window and its verdicts (POSIX).
_MODEST = 5
# The window is told of progress no more often than this, s.
_WORD_EVERY = 0.1
# Results so far are told so often, s, and take at most this share of the time.
_FOUND_EVERY, _FOUND_SHARE = 1.0, 0.1
# Larger studies are counted while they run; tables, pictures and map come at their end.
MOST_GATHERED = 5_000_000


def serve(pipe: Connection) -> None:
    """The life of the process: commands in, news out, until the owner closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner
    if hasattr(os, "nice"):
        os.nice(_MODEST)
    commands: SimpleQueue[Command] = SimpleQueue()
    stopping = threading.Event()
    threading.Thread(target=_receive, args=(pipe, commands, stopping), daemon=True).start()
    director = Director(lambda news: send(pipe, packed(news)), stopping.is_set)
    with suppress(OSError):
        while True:
            director.obey(commands.get())


def _receive(pipe: Connection, commands: SimpleQueue[Command], stopping: threading.Event) -> None:
    """Takes commands; a stop counts at once, and the end of the owner ends this process."""
    try:
        while True:
            command: Command = unpacked(receive(pipe)[1])
            if isinstance(command, Stop):
                stopping.set()
                continue
            if isinstance(command, Begin):
                stopping.clear()
            commands.put(command)
    except (EOFError, OSError):
        os._exit(0)


class Director:
    """Obeys one command after the other. tell: Takes news. is_stopped: Asked while it computes."""

    def __init__(self, tell: Callable[[StudyNews], None], is_stopped: Callable[[], bool]) -> None:
        self._tell, self._is_stopped = tell, is_stopped
        self._map: str | None = None  # the first one until one is chosen
        self._layer: int | None = None
        self._rows: RowsSoFar | None = None
        self._whole: Arrays | None = None

    def obey(self, command: Command) -> None:
        """Does what a command says; a fault becomes news of why it cannot be done."""
        try:
            self._obey(command)
        except Exception as fault:
            is_ours = not isinstance(fault, (OSError, *REFUSALS))
            log = "".join(traceback.format_exception(fault)) if is_ours else ""
            self._tell(Refused(self._message(fault, command), isinstance(command, Read), log))
            if isinstance(command, Begin):
                self._tell(self._standing(command.folder))

    def _obey(self, command: Command) -> None:
        match command:
            case Read():
                self._read(command)
            case LookInto():
                self._tell(self._standing(command.folder))
            case Begin():
                self._begin(command)
            case ShowMap():
                self._map, self._layer = command.title, command.layer
                self._tell_found()

    def _message(self, fault: Exception, command: Command) -> str:
        """Why a command was not obeyed; of a fault of the disk also what is kept."""
        if not isinstance(fault, OSError):
            return str(fault).strip() or type(fault).__name__
        if isinstance(command, Begin) and not command.folder.is_dir():
            return f"The folder of the results is gone: {command.folder}. Start makes it anew."
        where = f": {fault.filename}" if fault.filename else ""
        kept = self._kept(command.folder) if isinstance(command, Begin) else ""
        return f"{fault.strerror or fault}{where}. {kept}".strip()

    # Before it starts.

    def _read(self, command: Read) -> None:
        from scenes.studies.engine.estimate import estimate_of, refuse_endless, size_of
        from scenes.studies.files.study_file import read_study

        self._file = read_study(command.path)
        self._done, self._rows, self._whole = 0, None, None
        size = size_of(self._file.study, command.workers)
        refuse_endless(size)
        self._tell(self._asked(size.sentence))
        self._tell(self._standing(self._file.folder))
        estimate = estimate_of(self._file.study, command.workers)
        refuse_endless(estimate)
        self._tell(Estimated(estimate.sentence))

    def _asked(self, size: str) -> Asked:
        from scenes.studies.questions.asked_words import asked_by
        from scenes.studies.questions.place_maps import map_titles

        file, question = self._file, self._file.study.question
        maps = map_titles(question)
        if self._map is None or (self._map and self._map not in maps):
            self._map = maps[0] if maps else ""
        return Asked(
            file.path,
            file.study.title,
            asked_by(question),
            size,
            file.folder,
            file.cell,
            question.chunks,
            maps,
        )

    def _standing(self, folder: Path) -> Standing:
        from scenes.studies.engine.chunk_files import OtherStudyError, StudyFolderError, done_in

        try:
            return Standing(folder, done_in(folder, self._file.study))
        except StudyFolderError as fault:
            return Standing(folder, 0, str(fault), isinstance(fault, OtherStudyError))

    def _kept(self, folder: Path) -> str:
        """How much of the study is kept in a folder."""
        with suppress(Exception):
            standing, chunks = self._standing(folder), self._file.study.question.chunks
            if standing.done:
                return f"{standing.done} of {chunks} chunks are kept in {folder}."
        return ""

    # While it runs.

    def _begin(self, command: Begin) -> None:
        from scenes.studies.engine.chunk_files import opened
        from scenes.studies.engine.local_pool import LocalPool
        from scenes.studies.engine.rows_so_far import RowsSoFar
        from scenes.studies.engine.running import run_study
        from scenes.studies.files.study_file import read_study
        from scenes.studies.questions.so_far import SoFar
        from scenes.studies.results.result_files import write_result

        study = read_study(self._file.path).study
        if study.digest != self._file.study.digest:
            self._read(Read(self._file.path, command.workers))
            self._tell(Refused(_CHANGED))
            return
        files = opened(command.folder, study, replace=command.replaces)
        known = dict(files.each())
        self._so_far = SoFar.of(known.values())
        is_large = study.question.items > MOST_GATHERED
        self._rows, self._whole = (
            None if is_large else RowsSoFar(study.question, known.items()),
            None,
        )
        self._done, self._next_word, self._next_found = len(known), 0.0, 0.0
        numbers = ", ".join(map(str, files.damaged[:10]))
        note = f"Damaged, and computed again: chunk {numbers}" if files.damaged else ""
        counts = self._so_far.told(study.question)
        self._tell(Running(self._done, study.question.chunks, None, counts, note))
        self._tell_found()
        if not run_study(files, LocalPool(command.workers), self._progress, self._is_stopped):
            self._tell_found()
            self._tell(Stopped(self._done, study.question.chunks))
            return
        self._done, self._whole = study.question.chunks, files.merged()
        summary = self._tell_found()
        assert summary is not None
        paths = write_result(files, self._whole, summary)
        self._tell(Ended(command.folder, paths[0]))

    def _progress(self, state: Progress) -> None:
        """Tells of a chunk that is done, and now and then of all of them."""
        question, now = self._file.study.question, monotonic()
        self._done = state.done
        if state.arrays is not None:
            self._so_far = self._so_far.with_rows(state.arrays)
            if self._rows is not None:
                self._rows.add(state.chunk, state.arrays)
        if now >= self._next_word or state.note:
            self._next_word = now + _WORD_EVERY
            counts = self._so_far.told(question)
            told = Running(state.done, state.chunks, state.seconds_left, counts, state.note)
            self._tell(told)
        if now >= self._next_found:
            self._tell_found()
            took = monotonic() - now
            self._next_found = monotonic() + max(_FOUND_EVERY, took / _FOUND_SHARE)

    def _tell_found(self) -> Summary | None:
        """Tells of all rows, or of those so far, where there are some and they are kept."""
        from scenes.studies.engine.rows_so_far import numbers_of

        if self._whole is not None:
            arrays, numbers = self._whole, numbers_of(self._whole, None)
        elif self._rows is not None:
            arrays, numbers = self._rows.merged()
        else:
            return None
        if not arrays:
            return None
        found = self._found(arrays, numbers)
        self._tell(found)
        return found.summary

    def _found(self, arrays: Arrays, numbers: Numbers) -> FoundSoFar:
        from app.background.map_shapes import shapes_of
        from scenes.studies.questions.place_maps import place_map
        from scenes.studies.questions.summaries import summary_of

        question = self._file.study.question
        summary = summary_of(question, arrays, numbers)
        shapes = None
        if self._map:
            shapes = shapes_of(place_map(question, self._map, arrays, numbers), self._layer)
        return FoundSoFar(self._done, question.chunks, summary, shapes)
