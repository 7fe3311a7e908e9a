"""`cellwright fmt`: writes programs in the one standard layout; only blanks and case change."""

import argparse
from pathlib import Path

from app.programs.text_files import read_text_file, save_text_file
from language.editing.layout import format_program


def run(args: argparse.Namespace) -> int:
    """Formats the files in place, or with --check names those that would change.

    Gives 1 where --check found such a file, else 0.
    """
    changed = 0
    for path in map(Path, args.programs):
        file = read_text_file(path)
        formatted = format_program(file.text)
        if formatted == file.text:
            continue
        changed += 1
        print(f"would change {path}" if args.check else f"formatted {path}")
        if not args.check:
            save_text_file(path, formatted, file.newline, file.bom)
    return 1 if args.check and changed else 0
