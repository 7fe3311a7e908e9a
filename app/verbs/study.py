"""`cellwright study`: answers a question that outgrows one run, on all cores or on a cluster.

Results are kept chunk by chunk: a study that was stopped goes on where it ended.
"""

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.reports.progress import progress
from app.stopping import telling_at_a_stop
from scenes.errors import SceneError
from scenes.studies.engine.chunk_files import (
    ChunkFiles,
    OtherStudyError,
    StudyFolderError,
    opened,
)
from scenes.studies.engine.estimate import Estimate, estimate_of, refuse_endless
from scenes.studies.engine.running import Progress, run_study
from scenes.studies.engine.study import Arrays, Question, Study
from scenes.studies.files.study_file import read_study
from scenes.studies.questions.so_far import SoFar
from scenes.studies.questions.summaries import summary_of
from scenes.studies.results.page import shown_number
from scenes.studies.results.result_files import as_json, write_result
from scenes.studies.results.summary import Summary, Table

# Rows of a table on a terminal; the page has them all.
_ROWS = 12


def run(args: argparse.Namespace) -> int:
    """Runs a study, or the rest of it; gives 0 when all of its chunks are there."""
    file = read_study(Path(args.study))
    workers: Any = _workers(args)
    estimate = estimate_of(file.study, None if args.scheduler else workers.count)
    if args.estimate:
        print(estimate.sentence)
        return 0
    refuse_endless(estimate)
    folder = Path(args.output) if args.output else file.folder
    files = _opened(folder, file.study, args.force)
    _tell_beginning(files, estimate)
    try:
        arrays = _computed(files, workers)
        summary = summary_of(file.study.question, arrays)
        written = write_result(files, arrays, summary)
    except OSError as fault:
        where = fault.filename or folder
        raise SceneError(f"{where}: {fault.strerror or fault}; {files.kept}") from fault
    if args.json:
        print(json.dumps(as_json(file.study, summary), indent=2))
    else:
        print(as_text(file.study, summary))
        print(f"results: {written[0]}, and {len(written) - 1} more files there")
    return 0


def _computed(files: ChunkFiles, workers: Any) -> Arrays:
    """The rows of all chunks; those that are missing are computed."""
    question = files.study.question
    so_far = SoFar.of(arrays for _, arrays in files.each())
    with (
        closing(workers) if hasattr(workers, "close") else nullcontext(),
        telling_at_a_stop(lambda: files.kept),
        progress(question.kind) as on_progress,
    ):
        run_study(files, workers, _Telling(question, on_progress, so_far).tell)
    return files.merged()


def _opened(folder: Path, study: Study, replace: bool) -> ChunkFiles:
    """The folder of results; its refusals name the options that help."""
    try:
        return opened(folder, study, replace=replace)
    except OtherStudyError as fault:
        raise SceneError(f"{fault} (-o FOLDER, --force)") from fault
    except StudyFolderError as fault:
        raise SceneError(f"{fault} (-o FOLDER)") from fault


def _workers(args: argparse.Namespace) -> Any:
    if args.scheduler:
        from scenes.studies.engine.cluster import Cluster

        return Cluster(args.scheduler)
    from scenes.studies.engine.local_pool import LocalPool, cores

    return LocalPool(args.workers or cores())


def _tell_beginning(files: ChunkFiles, estimate: Estimate) -> None:
    """Says how large the study is, and what is there already."""
    done = files.study.question.chunks - len(files.missing())
    if files.damaged:
        numbers = ", ".join(map(str, files.damaged[:10]))
        print(f"damaged and computed again: chunk {numbers}", file=sys.stderr)
    if done:
        print(f"{done} of {files.study.question.chunks} chunks are there already", file=sys.stderr)
    elif estimate.seconds is not None:
        print(estimate.sentence, file=sys.stderr)


@dataclass
class _Telling:
    """Tells how far a study is, and what it has found so far."""

    question: Question
    on_progress: Callable[[float, str], None]
    so_far: SoFar

    def tell(self, state: Progress) -> None:
        """Shows the progress; called after each chunk."""
        if state.arrays is not None:
            self.so_far = self.so_far.with_rows(state.arrays)
        left = "" if state.seconds_left is None else f"{state.seconds_left:.0f} s left"
        parts = (f"{state.done} of {state.chunks} chunks", self.so_far.told(self.question), left)
        self.on_progress(state.share, ", ".join(part for part in parts if part))
        if state.note:
            print(state.note, file=sys.stderr)


def as_text(study: Study, summary: Summary) -> str:
    """The answer, the figures and the head of each table."""
    rows = [study.title, *summary.answer, ""]
    wide = max((len(figure.name) for figure in summary.figures), default=0)
    rows += [f"{figure.name:<{wide}}  {figure.shown}" for figure in summary.figures]
    for table in summary.tables:
        rows += ["", *_table_rows(table)]
    return "\n".join([*rows, *summary.notes])


def _table_rows(table: Table) -> list[str]:
    texts = [tuple(v if isinstance(v, str) else shown_number(v) for v in r) for r in table.rows]
    shown = [table.header, *texts[:_ROWS]]
    widths = [max(len(row[k]) for row in shown) for k in range(len(table.header))]
    rows = ["  ".join(f"{v:>{w}}" for v, w in zip(row, widths, strict=True)) for row in shown]
    more = len(texts) - _ROWS
    return [table.title, *rows, *([f"... {more} rows more in the page"] if more > 0 else [])]
