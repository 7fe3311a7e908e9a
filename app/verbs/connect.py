"""`cellwright connect`: a way round for a motion that collides, proven, as via points in the text.

It prints the offer and the new lines; --write puts them into the file.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from app.programs.program_file import read_program, run_inputs
from app.programs.text_files import read_text_file, save_text_file
from app.reports.progress import progress
from scenes import SceneError, load_cell
from scenes.connecting.way_round import NoWay, WayRound, way_round
from scenes.library import program_path

FORMAT, VERSION = "cellwright-connect", 1


def run(args: argparse.Namespace) -> int:
    """Looks for a way round and prints or writes it; gives 1 where none can be offered."""
    cell = load_cell(args.cell)
    program, name = read_program(args.program)
    with progress(args.program) as on_progress:
        found = way_round(
            cell,
            (program, name),
            args.line,
            seed=args.seed,
            on_progress=on_progress,
            **run_inputs(args),
        )
    if args.json:
        print(json.dumps(as_json(found, args), indent=2))
    if isinstance(found, NoWay):
        print(f"cellwright: {found.message}", file=sys.stderr)
        return 1
    if not args.json:
        print(as_text(found, args.line))
    if args.write:
        write(found, args.program)
    return 0


def as_text(found: WayRound, line: int) -> str:
    """The offer, the new lines, and the times."""
    rows = [f"line {line}: {found.title}", *(edit.text for edit in found.edits)]
    rows.append(
        f"cycle {found.cycle_before:.2f} s -> {found.cycle:.2f} s; search "
        f"{1000.0 * found.search_s:.0f} ms, run and proof {1000.0 * found.proof_s:.0f} ms"
    )
    return "\n".join(rows)


def as_json(found: WayRound | NoWay, args: argparse.Namespace) -> dict[str, Any]:
    """The result as plain values."""
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "line": args.line}
    head |= {"seed": args.seed, "found": isinstance(found, WayRound)}
    if isinstance(found, NoWay):
        return head | {"message": found.message, "figures": dict(found.figures)}
    return head | {
        "message": found.title,
        "via_points": [
            {"name": name, "q": [float(value) for value in q]}
            for name, q in zip(found.names, found.q, strict=True)
        ],
        "lines": list(found.lines),
        "seconds": found.seconds,
        "seconds_before": found.seconds_before,
        "cycle_s": found.cycle,
        "cycle_before_s": found.cycle_before,
        "clearance_mm": found.clearance_mm,
        "search_s": found.search_s,
        "proof_s": found.proof_s,
        "text": found.text,
    }


def write(found: WayRound, program: str) -> None:
    """Writes the new text into the file of the program, with its line ends as they are."""
    path = Path(program)
    if not path.is_file():
        raise SceneError(
            f"{program} is a shipped program ({program_path(program)}): copy it, and write there"
        )
    file = read_text_file(path)
    save_text_file(path, found.text, file.newline, file.bom)
    print(f"wrote {path}")
