"""The files of a study's result, beside its chunks: page, tables, and all rows.

result.html    words, tables and pictures in one page
result.npz     all rows of all chunks, in the order of the chunks
result.csv     the same rows as text, where they are not too many
result.json    the figures
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from scenes.exporters.registry import write_atomically
from scenes.studies.engine.chunk_files import FORMAT, VERSION, ChunkFiles, npz_bytes
from scenes.studies.engine.chunk_task import product_version
from scenes.studies.engine.study import Arrays, Study
from scenes.studies.results.page import page
from scenes.studies.results.summary import Summary

# More rows are not written as text: they would be too many for a spreadsheet.
MOST_CSV_ROWS = 1_000_000


def write_result(files: ChunkFiles, arrays: Arrays, summary: Summary) -> tuple[Path, ...]:
    """Writes the files of a result and gives their paths; OSError where the disk is full."""
    folder, study = files.folder, files.study
    written = [
        (folder / "result.html", page(study.title, summary, _origin(study)).encode()),
        (folder / "result.json", (json.dumps(as_json(study, summary), indent=2) + "\n").encode()),
        (folder / "result.npz", npz_bytes(arrays)),
    ]
    rows = len(next(iter(arrays.values()), ()))
    if 0 < rows <= MOST_CSV_ROWS:
        written.append((folder / "result.csv", csv_bytes(study, arrays)))
    for path, data in written:
        write_atomically(path, data)
    return tuple(path for path, _ in written)


def as_json(study: Study, summary: Summary) -> dict[str, Any]:
    """The figures and tables of a result as plain values; nan as null."""
    question = study.question
    head: dict[str, Any] = {"format": FORMAT + "-result", "version": VERSION}
    head |= {"title": study.title, "kind": question.kind, "seed": study.seed}
    head |= {"digest": study.digest, "items": question.items, "answer": list(summary.answer)}
    head["figures"] = [
        {"name": f.name, "value": _plain(f.value), "unit": f.unit}
        | ({} if f.low is None else {"low": _plain(f.low), "high": _plain(f.high)})
        for f in summary.figures
    ]
    head["tables"] = [
        {
            "title": table.title,
            "header": list(table.header),
            "rows": [[_plain(value) for value in row] for row in table.rows],
        }
        for table in summary.tables
    ]
    return head | {"notes": list(summary.notes)}


def csv_bytes(study: Study, arrays: Arrays) -> bytes:
    """All rows as comma-separated text: what is looked at, then what was found."""
    columns = {**study.question.row_heads(arrays), **arrays}
    names = list(columns)
    texts = [_texts(np.asarray(columns[name])) for name in names]
    lines = [",".join(names), *map(",".join, zip(*texts, strict=True))]
    return ("\n".join(lines) + "\n").encode()


def _texts(column: np.ndarray[Any, Any]) -> list[str]:
    if column.dtype.kind == "f":
        return ["" if np.isnan(value) else format(value, ".9g") for value in column.tolist()]
    return [str(value) for value in column.tolist()]


def _origin(study: Study) -> tuple[str, ...]:
    question = study.question
    return (
        f"Cellwright {product_version()}, seed {study.seed}, {question.items:,} "
        f"{question.item_word}s in {question.chunks:,} chunks. The same study gives the same "
        "numbers, bit by bit, on any number of workers.",
        f"Study {study.digest[:16]}",
    )


def _plain(value: Any) -> Any:
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, int | np.integer):
        return int(value)
    return None if np.isnan(value) else float(value)
