"""The command `cellwright`: reads the words of a command line and calls one verb.

Exit codes: 0 fine or warnings only, 1 errors found in the program or the pose, 2 usage or
unreadable input, 130 stopped by Ctrl-C. Without a verb the window opens. A verb is imported when
it is called: only the window and `render` load Qt or VTK, and `check` starts fast.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from app.options.arm_verbs import add_arm_verbs
from app.options.cell_verbs import add_picture_verb, add_solids_verb
from app.options.parser import Parser
from app.options.program_verbs import add_program_verbs
from app.reports.file_faults import describe
from app.stopping import STOPPED, end_at_ctrl_c

FINE, FOUND_ERRORS, UNUSABLE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line (default: the words of the process) and returns its exit code."""
    if argv is None:
        end_at_ctrl_c()
    words = list(sys.argv[1:] if argv is None else argv)
    near = meant_verb(words)
    if near:
        message = f"there is no command {words[0]}, and no cell of that name; did you mean {near}?"
        print(f"cellwright: {message}", file=sys.stderr)
        return UNUSABLE
    parser = window_parser() if opens_window(words) else verb_parser()
    try:
        args = parsed(parser, words)
    except SystemExit as stop:  # argparse has printed help or what was wrong
        return stop.code if isinstance(stop.code, int) else UNUSABLE
    try:
        code: int = import_module(module_of(args)).run(args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of the pipe has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        print("cellwright: stopped", file=sys.stderr)
        return STOPPED
    except (OSError, ValueError) as fault:
        if not is_users_fault(fault):
            raise
        print(f"cellwright: {describe(fault)}", file=sys.stderr)
        return UNUSABLE


def parsed(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    """The options read from the words; options of a verb may stand between its positional words."""
    verbs = parser.verbs if isinstance(parser, Parser) else {}
    verb = words[0] if words else ""
    if verb not in verbs:
        return parser.parse_args(words)
    args = verbs[verb].parse_intermixed_args(words[1:])
    args.verb = verb
    return args


def module_of(args: argparse.Namespace) -> str:
    """The module of a verb, which is named by the verb unless its options say otherwise."""
    return str(getattr(args, "module", f"app.verbs.{args.verb}"))


VERBS = (
    "check", "run", "connect", "export", "convert", "tables", "study", "ik", "fk", "robots",
    "console", "render", "fmt", "lsp", "reference", "solids",
)  # fmt: skip


def opens_window(words: Sequence[str]) -> bool:
    """Whether the words name no verb: `cellwright`, `cellwright CELL PROGRAM`."""
    first = next((word for word in words if not word.startswith("-")), None)
    return first not in VERBS and not {"-h", "--help", "--version"} & set(words)


def meant_verb(words: Sequence[str]) -> str:
    """The verb that the first word is a misspelling of; "" where the word is a verb or a cell."""
    if not words or not opens_window(words) or not words[0].isalpha():
        return ""
    from language.words.suggestions import nearest

    near = nearest(words[0], VERBS)
    if not near or os.path.exists(words[0]):
        return ""
    from scenes.files.resource_files import CELLS

    return "" if words[0] in CELLS.names() else near[0]


def is_users_fault(fault: Exception) -> bool:
    """Whether an error comes from what the user gave (a file, an argument), not from a bug."""
    from geometry import GeometryError
    from kinematics import KinematicsError
    from scenes import SceneError

    return isinstance(fault, OSError | GeometryError | KinematicsError | SceneError)


class Version(argparse.Action):
    """Prints the version, which is looked up only when somebody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        print(f"cellwright {version()}")
        parser.exit()


def window_parser() -> argparse.ArgumentParser:
    """The parser of `cellwright [CELL [PROGRAM]]`, which opens the window."""
    parser = Parser(prog="cellwright", add_help=False)
    parser.add_argument("cell", nargs="?", help="cell file, or the name of a shipped cell")
    parser.add_argument("program", nargs="?", help="program file")
    parser.set_defaults(verb="window")
    return parser


def verb_parser() -> argparse.ArgumentParser:
    """The parser of all verbs; its help is what `cellwright --help` prints."""
    parser = Parser(
        prog="cellwright",
        description="Write robot programs, step them, see them, check them, export them.",
        epilog="Without a verb, `cellwright [CELL [PROGRAM]]` opens the window. "
        "Exit codes: 0 fine or warnings only, 1 errors found, 2 usage or unreadable input, "
        "130 stopped by Ctrl-C.",
    )
    parser.add_argument(
        "--version",
        action=Version,
        nargs=0,
        default=argparse.SUPPRESS,
        help="show program's version number and exit",
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    add_program_verbs(verbs)
    add_arm_verbs(verbs)
    add_picture_verb(verbs)
    add_solids_verb(verbs)
    parser.verbs = dict(verbs.choices)
    return parser


def version() -> str:
    """The installed version of Cellwright, or "(not installed)"."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cellwright")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    sys.exit(main())
