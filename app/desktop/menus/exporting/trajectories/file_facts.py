"""Figures of a trajectory file in words: rows, size, and what its period costs."""

from __future__ import annotations

from pathlib import Path

from scenes import Run, export
from scenes.exporters.file_preview import FilePreview, gap_of, preview_of
from scenes.exporters.registry import BESIDE
from scenes.run_verdict import RunVerdict

SHEET_ROWS = 1_048_576  # rows of a sheet in the usual spreadsheets
COARSE_MM = 1.0  # a larger distance from the path is worth a warning
SIZES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def seconds(period_ms: float) -> float:
    """A period in s: the same number that the command line reads from its decimals."""
    return round(period_ms / 1000.0, 7)


def size_words(size: int) -> str:
    """A length of a file: `3.2 MB`."""
    for unit, word in SIZES:
        if size >= unit:
            return f"{size / unit:.3g} {word}"
    return f"{size} bytes"


def facts(seen: FilePreview, period_ms: float) -> str:
    """How long the file is, and whether that makes sense."""
    about = "" if not seen.left_out else "about "
    text = (
        f"{seen.rows:,} rows, {about}{size_words(seen.size)}: one every {period_ms:g} ms, and one "
        "at the end of each motion."
    )
    if seen.rows >= SHEET_ROWS:
        text += f" ⚠ A spreadsheet opens {SHEET_ROWS:,} rows at most."
    return text


def gap_words(gap_mm: float) -> str:
    """What a reader loses who goes linearly from row to row."""
    sign = "⚠ " if gap_mm > COARSE_MM else ""
    return (
        f"{sign}Read linearly from row to row, the tool point is at most {gap_mm:.2g} mm from "
        "the motion."
    )


def preview_text(seen: FilePreview) -> str:
    """Both ends of the file, with a line of words for the rows between them."""
    between = [f"⋯ {seen.left_out:,} more rows ⋯"] if seen.left_out else []
    return "\n".join([*seen.head, *between, *seen.tail])


def look(run: Run, period: float, suffix: str, verdict: RunVerdict) -> FilePreview:
    """For the process: both ends of the file; a format with the gap in it needs the whole run."""
    sampled = run.sampled(period)
    return preview_of(sampled, suffix, verdict, None if suffix in BESIDE else gap_of(sampled))


def gap(run: Run, period: float) -> float:
    """For the process: `gap_of` of the run at a period, mm."""
    return gap_of(run.sampled(period))


def write(run: Run, period: float, path: Path, verdict: RunVerdict) -> str:
    """For the process: writes the file; gives the fault in words, or ""."""
    try:
        export(run.sampled(period), path, verdict)
    except OSError as fault:
        return f"{fault.filename or path}: {fault.strerror or fault}"
    except ValueError as fault:  # SceneError is one, and a name that no file can have
        return str(fault)
    except MemoryError:
        return "there is not enough memory for so many rows: choose a longer period"
    return ""
