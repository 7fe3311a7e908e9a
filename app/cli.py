"""The command `cellwright`: reads the words of a command line and calls one verb.

Exit codes: 0 fine or warnings only, 1 errors found in the program or the pose, 2 usage or
unreadable input, 130 stopped by Ctrl-C. Without a verb the window opens. A verb is imported when
it is called: only the window and `render` load Qt or VTK, and `check` starts fast.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from app.arm_options import add_arm_verbs
from app.reports.file_faults import describe
from app.stopping import STOPPED, end_at_ctrl_c

FINE, FOUND_ERRORS, UNUSABLE = 0, 1, 2
NEGATIVE_NUMBER = re.compile(r"^-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")
DIRECTIONS = ("home", "front", "back", "left", "right", "top", "bottom")
VIEWS = ("shaded", "wireframe", "hidden", "skeleton", "contours", "collision")


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
        code: int = import_module(f"app.verbs.{args.verb}").run(args)
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


VERBS = (
    "check", "run", "tables", "ik", "fk", "robots",
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


class Parser(argparse.ArgumentParser):
    """A parser that reads -1e-15 as a number, not as an option: our JSON writes numbers so."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._negative_number_matcher = NEGATIVE_NUMBER
        self.verbs: dict[str, Parser] = {}


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


def add_program_verbs(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds the verbs that read programs: check, run, tables, fmt, lsp, reference, console."""
    check = verbs.add_parser("check", help="check programs: language, reach, limits, collisions")
    check.add_argument("cell", help="cell file, or the name of a shipped cell")
    check.add_argument("programs", nargs="+", metavar="PROGRAM", help="files, or shipped names")
    formats = ("text", "json", "sarif", "junit")
    check.add_argument("--format", choices=formats, default="text", help="form of the report")
    check.add_argument(
        "--certify",
        action="store_true",
        help="find evidence for every claim of the proof, and check it independently (slow)",
    )
    add_period(check)
    add_scenario(check)

    add_run_verb(verbs)

    tables = verbs.add_parser("tables", help="print the motion table and the location table")
    tables.add_argument("program", help="program file, or the name of a shipped program")
    tables.add_argument("--json", action="store_true", help="print the tables as JSON")

    fmt = verbs.add_parser("fmt", help="format program files in place")
    fmt.add_argument("programs", nargs="+", metavar="PROGRAM", help="program files")
    fmt.add_argument("--check", action="store_true", help="only say which would change")

    server = verbs.add_parser("lsp", help="the language server, for VS Code and other editors")
    server.add_argument("cell", nargs="?", help="cell in which the programs are run and checked")
    add_scenario(server)

    reference = verbs.add_parser("reference", help="the reference page of the language")
    reference.add_argument("-o", "--output", metavar="MD", help="the file; printed if absent")

    console = verbs.add_parser("console", help="the teletype of 1985: commands, tables, menu")
    console.add_argument("cell", help="cell file, or the name of a shipped cell")
    console.add_argument(
        "program", nargs="?", help="program file, or the name of a shipped program"
    )
    console.add_argument("--classic", action="store_true", help="menu and prompts of the paper")
    add_scenario(console)


def add_run_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `run` with its options for the export."""
    run = verbs.add_parser("run", help="run a program, check it and export its joint trajectory")
    run.add_argument("cell", help="cell file, or the name of a shipped cell")
    run.add_argument("program", help="program file, or the name of a shipped program")
    run.add_argument(
        "--export", nargs="+", action="extend", default=[], metavar="FILE", help=".csv or .json"
    )
    run.add_argument(
        "--export-cell",
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help="all bodies as they stand at --time: .stl .3mf .glb .gltf .obj .ply .tips",
    )
    run.add_argument("--time", type=float, metavar="S", help="for --export-cell; the end if absent")
    checked = run.add_mutually_exclusive_group()
    checked.add_argument(
        "--despite-errors", action="store_true", help="export a run with errors too; ends in 1"
    )
    checked.add_argument(
        "--unchecked", action="store_true", help="export without a check; the file says so"
    )
    run.add_argument("--json", action="store_true", help="print the steps as JSON")
    add_period(run)
    add_scenario(run)


def add_picture_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `render`."""
    render = verbs.add_parser("render", help="draw a picture of a cell without a window")
    render.add_argument("cell", help="cell file, or the name of a shipped cell")
    render.add_argument("program", nargs="?", help="program file, or the name of a shipped program")
    render.add_argument("--time", type=float, default=0.0, help="s since the start of the run")
    render.add_argument("--view", choices=VIEWS, default="shaded", help="how bodies are drawn")
    render.add_argument("--direction", choices=DIRECTIONS, default="home", help="seen from where")
    render.add_argument("--size", type=size, default=(1280, 800), metavar="WxH", help="in pixels")
    render.add_argument("-o", "--output", required=True, metavar="PNG", help="the picture")


def add_solids_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `solids`."""
    solids = verbs.add_parser(
        "solids", help="the shape table (T1LIST) of a cell or part text; its solids as a file"
    )
    solids.add_argument("cell", help="cell file, name of a shipped cell, or part text (.tips)")
    solids.add_argument("program", nargs="?", help="program that is run up to --time")
    solids.add_argument(
        "--time", type=float, metavar="S", help="s since the start of the run (its end)"
    )
    solids.add_argument(
        "--body", nargs="+", action="extend", default=[], metavar="NAME", help="only these bodies"
    )
    solids.add_argument("--json", action="store_true", help="print the table as JSON")
    solids.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=".stl .ply .obj .3mf .glb .gltf .tips .part.yaml; one body in its own axes",
    )
    solids.add_argument("--chord", type=float, default=0.1, metavar="MM", help="of a part text")
    add_scenario(solids)


def size(text: str) -> tuple[int, int]:
    """Reads `1280x800`."""
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as 1280x800") from None
    if not (16 <= width <= 16384 and 16 <= height <= 16384):
        raise argparse.ArgumentTypeError("width and height lie between 16 and 16384 pixels")
    return width, height


def add_scenario(parser: argparse.ArgumentParser) -> None:
    """Adds --scenario and --with, the events and the called programs around a run."""
    parser.add_argument(
        "--scenario", metavar="FILE", help="what signals do, and what PROMPT is told (.yaml)"
    )
    parser.add_argument(
        "--with",
        dest="others",
        nargs="+",
        default=[],
        metavar="PROGRAM",
        help="further files whose programs are called",
    )


def add_period(parser: argparse.ArgumentParser) -> None:
    """Adds --period, the time between exported samples, s."""
    parser.add_argument(
        "--period", type=period_s, default=0.01, metavar="S", help="s between samples (0.01)"
    )


def period_s(text: str) -> float:
    """Reads a sample period in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 1e-4 <= value <= 10.0:
        raise argparse.ArgumentTypeError(f"{text!r} is no period from 0.0001 to 10 seconds")
    return value


if __name__ == "__main__":
    sys.exit(main())
