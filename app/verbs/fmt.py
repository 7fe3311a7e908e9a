"""`cellwright fmt`: writes programs in the one standard layout; nothing but blanks and case."""

import argparse
from pathlib import Path

from language.format import format_program


def run(args: argparse.Namespace) -> int:
    changed = 0
    for name in args.programs:
        path = Path(name)
        text = path.read_bytes().decode("utf-8")
        formatted = format_program(text)
        if formatted == text:
            continue
        changed += 1
        print(f"would change {name}" if args.check else f"formatted {name}")
        if not args.check:
            path.write_bytes(formatted.encode("utf-8"))
    return 1 if args.check and changed else 0
