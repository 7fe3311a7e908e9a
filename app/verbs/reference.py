"""`cellwright reference`: the reference page of the language, made from its tables."""

import argparse
from pathlib import Path

from language.editing.reference_page import reference_page


def run(args: argparse.Namespace) -> int:
    """Prints the page, or writes it to the file of --output; gives exit code 0."""
    page = reference_page()
    if args.output is None:
        print(page, end="")
        return 0
    Path(args.output).write_text(page, encoding="utf-8")
    print(f"wrote {args.output}")
    return 0
