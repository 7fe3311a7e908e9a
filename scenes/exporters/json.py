"""Trajectories as JSON, format "cellwright-trajectory" version 1.

    {
      "format": "cellwright-trajectory",
      "version": 1,
      "robot": name, "cell": title, "program": name,
      "robot_title": title of the robot file,
      "program_sha256": of the program's text in UTF-8, lines ended by LF; null if not known,
      "called": [{"program": name, "sha256": the same of a further file that was run}, ...],
      "verdict": {"standing": "proven free", "free as drawn", "not proven", "nothing moves",
                  "errors" or "not checked", "errors": number, ..., "problems": [...]},
      "coverage": what the bodies are models of (see `scenes.checking.coverage`),
      "linear_gap_mm": largest distance of the tool point from the motion, read linearly; or null,
      "units": {"time": "s", "opening": "mm"},
      "joints": [{"name": "j1", "kind": "revolute" or "prismatic", "unit": "deg" or "mm"}, ...],
      "samples": [{"time": s, "q": [one value a joint, in its unit], "opening": mm, "line": n}, ...]
    }

A later version may add keys; a reader ignores keys that it does not know. Numbers read back to the
same double; the text is UTF-8 and lines end in a newline on every platform.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from scenes.exporters.table import ExportError, TrajectoryTable
from scenes.run_verdict import RunVerdict

FORMAT, VERSION = "cellwright-trajectory", 1
VERDICT_FORMAT = "cellwright-verdict"
KINDS = {"deg": "revolute", "mm": "prismatic"}


def json_text(table: TrajectoryTable, verdict: RunVerdict | None = None) -> str:
    """The text of the whole file, one line for each sample.

    verdict: The verdict on the run; "not checked" if left out.
    """
    joints = [
        {"name": name, "kind": KINDS[unit], "unit": unit}
        for name, unit in zip(table.joint_names, table.joint_units, strict=True)
    ]
    head = {
        "format": FORMAT,
        "version": VERSION,
        **origin(table, verdict or RunVerdict()),
        "units": {"time": "s", "opening": "mm"},
    }
    lines = [f"  {_dumps(key)}: {_dumps(value)}," for key, value in head.items()]
    lines += ['  "joints": [', _one_a_line(joints), "  ],"]
    lines += ['  "samples": [', _one_a_line(_samples(table)), "  ]"]
    return "\n".join(["{", *(line for line in lines if line), "}"]) + "\n"


def verdict_text(table: TrajectoryTable, verdict: RunVerdict, written: bytes) -> str:
    """The text of a verdict file beside a trajectory whose format has no place for a verdict.

    written: The bytes of the trajectory file; their SHA-256 shows that the two files belong
    together.
    """
    head = {
        "format": VERDICT_FORMAT,
        "version": VERSION,
        "trajectory_sha256": sha256(written).hexdigest(),
        **origin(table, verdict),
    }
    return json.dumps(head, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def origin(table: TrajectoryTable, verdict: RunVerdict) -> dict[str, Any]:
    """Names of robot, cell and program, and the verdict with its origin."""
    names = {"robot": table.robot, "cell": table.cell, "program": table.program}
    return names | {"linear_gap_mm": table.linear_gap_mm} | verdict.origin()


def _samples(table: TrajectoryTable) -> list[dict[str, Any]]:
    openings = np.zeros(len(table.times)) if table.openings is None else table.openings
    columns = (table.times, table.joints, openings, table.lines)
    return [
        {"time": time, "q": q, "opening": opening, "line": line}
        for time, q, opening, line in zip(*(c.tolist() for c in columns), strict=True)
    ]


def _one_a_line(items: list[dict[str, Any]]) -> str:
    return ",\n".join(f"    {_dumps(item)}" for item in items)


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read_json(path: str | Path) -> TrajectoryTable:
    """The table of a file that `export` wrote; ExportError says what is missing or wrong."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ExportError(f"{path}:{error.lineno}:{error.colno}: not a JSON file") from None
    except (ValueError, RecursionError):
        raise ExportError(f"{path}: not a JSON file: it is no text, or too deep") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ExportError(f"{path}: not a trajectory: the format is not {FORMAT}")
    if data.get("version") != VERSION:
        raise ExportError(f"{path}: version {data.get('version')}; this program reads {VERSION}")
    try:
        return _table(data)
    except KeyError as error:
        raise ExportError(
            f"{path}: a part of the trajectory is missing or wrong: {error.args[0]}"
        ) from None
    except (TypeError, ValueError, IndexError, AttributeError):
        raise ExportError(f"{path}: a part of the trajectory is missing or wrong") from None


def _table(data: dict[str, Any]) -> TrajectoryTable:
    joints, samples = data["joints"], data["samples"]
    return TrajectoryTable(
        joint_names=tuple(joint["name"] for joint in joints),
        joint_units=tuple(joint["unit"] for joint in joints),
        times=np.array([sample["time"] for sample in samples], dtype=float),
        joints=np.array([sample["q"] for sample in samples], float).reshape(-1, len(joints)),
        lines=np.array([sample["line"] for sample in samples], dtype=np.int64),
        openings=np.array([sample["opening"] for sample in samples], dtype=float),
        robot=data["robot"],
        cell=data["cell"],
        program=data["program"],
        linear_gap_mm=data.get("linear_gap_mm"),
    )
