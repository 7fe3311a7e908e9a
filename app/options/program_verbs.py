"""The verbs that read programs: check, run, connect, tables, fmt, lsp, reference, console."""

import argparse

from app.options.parser import Parser
from app.options.run_options import add_foreign, add_period, add_scenario
from app.options.study_options import add_study_verb
from app.options.swept_options import add_swept
from scenes.makers.own.own_files import own_keys

LANGUAGES = ("krl", "rapid", "urscript", "ls", "jbi", "as", "vplus", "val3")
MESSAGES = ("ros", "ros-goal")


def add_program_verbs(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds the verbs that read programs: check, run, connect, tables, fmt, lsp and others."""
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
    check.add_argument(
        "--clearances",
        action="store_true",
        help="list the pairs of bodies that come nearest, not only the nearest (slower)",
    )
    check.add_argument(
        "--times", action="store_true", help="list the cycle time of every line in the text"
    )
    check.add_argument(
        "--against",
        metavar="OLDER",
        help="an older program: how the cycle time differs from it, line by line",
    )
    add_period(check)
    add_scenario(check)
    add_foreign(check)

    add_run_verb(verbs)
    add_connect_verb(verbs)
    add_export_verb(verbs)
    add_convert_verb(verbs)
    add_study_verb(verbs)

    tables = verbs.add_parser("tables", help="print the motion table and the location table")
    tables.add_argument("program", help="program file, or the name of a shipped program")
    tables.add_argument("--json", action="store_true", help="print the tables as JSON")
    tables.add_argument("--cell", help="cell with the arm of a program in a maker's language")
    add_foreign(tables)

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
    add_swept(run)
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
    add_foreign(run)


def add_export_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `export`, which writes a program in the language of a robot maker."""
    export = verbs.add_parser(
        "export", help="write a program in the language of a robot maker, or for ROS"
    )
    export.add_argument("cell", help="cell file, or the name of a shipped cell")
    export.add_argument("program", help="program file, or the name of a shipped program")
    export.add_argument(
        "--to",
        required=True,
        choices=(*LANGUAGES, *own_keys(), *MESSAGES),
        help="the language; ros and ros-goal: the motion as a message",
    )
    export.add_argument("-o", "--output", metavar="FILE", help="named as the program if absent")
    export.add_argument(
        "--hand-output", type=signal_number, metavar="N", help="digital output that closes the hand"
    )
    export.add_argument(
        "--joints", type=joint_names, metavar="NAME,..", help="names of the joints in ROS, in order"
    )
    export.add_argument(
        "--allow-loss", action="store_true", help="write it although it says less than the program"
    )
    export.add_argument(
        "--despite-errors", action="store_true", help="write a run with errors too; ends in 1"
    )
    add_force(export)
    add_scenario(export)
    add_foreign(export)


def add_convert_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `convert`, which reads a program in the language of a robot maker."""
    convert = verbs.add_parser("convert", help="read a program in the language of a robot maker")
    convert.add_argument("cell", help="cell with the arm of the program")
    convert.add_argument("source", help="the program, such as a KRL or RAPID file (.src, .mod)")
    add_foreign(convert)
    convert.add_argument("-o", "--output", metavar="FILE", help="the source's name .val if absent")
    convert.add_argument(
        "--allow-loss", action="store_true", help="write lines not understood as remarks; ends in 1"
    )
    add_force(convert)


def add_force(parser: Parser) -> None:
    """Adds --force, without which no file that is there already is replaced."""
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")


def joint_names(text: str) -> tuple[str, ...]:
    """Reads names between commas."""
    return tuple(name.strip() for name in text.split(","))


def signal_number(text: str) -> int:
    """Reads the number of an output: a whole number from 0 on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of an output")
    return int(text)


def add_connect_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `connect`, which leads a motion round what it runs into."""
    connect = verbs.add_parser("connect", help="find a way round for a motion that collides")
    connect.add_argument("cell", help="cell file, or the name of a shipped cell")
    connect.add_argument("program", help="program file, or the name of a shipped program")
    connect.add_argument(
        "--line", type=int, required=True, metavar="N", help="line of the motion, from 1"
    )
    connect.add_argument(
        "--seed", type=whole_seed, default=1, metavar="N", help="of the random numbers (1)"
    )
    connect.add_argument("--write", action="store_true", help="write the way into the file")
    connect.add_argument("--json", action="store_true", help="print the result as JSON")
    add_scenario(connect)


def whole_seed(text: str) -> int:
    """Reads a seed: a whole number from 0 on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)
