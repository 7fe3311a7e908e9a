"""`cellwright convert`: a program of a robot maker's language as a program of ours."""

import argparse
import sys
from pathlib import Path

from app.reports.file_faults import refuse_existing
from language.editing.layout import format_program
from scenes import load_cell
from scenes.errors import SceneError
from scenes.exporters.registry import write_atomically
from scenes.makers.foreign_text import foreign_text, language_of, program_of_foreign


def run(args: argparse.Namespace) -> int:
    """Writes the program; gives 1 where a line is not understood, unless that is accepted."""
    source = Path(args.source)
    language = language_of(source.name, args.maker)
    if language is None:
        raise SceneError(f"{source}: no robot maker's language has this suffix; name one: --from")
    robot = load_cell(args.cell).robot
    target = Path(args.output or source.with_suffix(".val"))
    refuse_existing(target, args.force)
    data = [Path(path) for path in args.data] or None
    program = program_of_foreign(foreign_text(source, language, data), robot)
    lost = [found for found in program.reading.findings if found.severity != "note"]
    for found in program.reading.findings:
        print(f"{source}:{found.line}: {found.message}", file=sys.stderr)
    print(program.coverage.words)
    if lost and not args.allow_loss:
        print(
            "nothing was written: --allow-loss writes the program with these lines as remarks",
            file=sys.stderr,
        )
        return 1
    said = format_program(program.reading.text, moves_comments=True)
    write_atomically(target, said.encode("utf-8"))
    print(f"wrote {target}")
    return 1 if lost else 0
