"""`cellwright convert`: a program of a robot maker's language as a program of ours."""

import argparse
import sys
from pathlib import Path

from app.reports.file_faults import refuse_existing
from scenes import load_cell
from scenes.errors import SceneError
from scenes.exporters.registry import write_atomically
from scenes.makers.krl.krl_translation import krl_translated
from scenes.makers.maker_languages import controller_of

SUFFIX, DATA, CONFIG = ".src", ".dat", "$config.dat"


def run(args: argparse.Namespace) -> int:
    """Writes the program; gives 1 where a line is not understood, unless that is accepted."""
    source = Path(args.source)
    if source.suffix.lower() != SUFFIX:
        raise SceneError(f"{source}: only KRL programs ({SUFFIX}) are read yet")
    robot = load_cell(args.cell).robot
    controller = controller_of(robot, "krl")
    target = Path(args.output or source.with_suffix(".val"))
    refuse_existing(target, args.force)
    data = [foreign_text(path) for path in data_files(source, args.data)]
    made = krl_translated(foreign_text(source), data, robot, controller)
    for loss in made.losses:
        print(f"{source}:{loss.line}: {loss.message}", file=sys.stderr)
    print(made.words)
    if made.losses and not args.allow_loss:
        print(
            "nothing was written: --allow-loss writes the program with these lines as remarks",
            file=sys.stderr,
        )
        return 1
    write_atomically(target, made.text.encode("utf-8"))
    print(f"wrote {target}")
    return 1 if made.losses else 0


def data_files(source: Path, given: list[str]) -> list[Path]:
    """The files with values: those given, else `$config.dat` and the `.dat` beside the program."""
    if given:
        return [Path(path) for path in given]
    beside = {path.name.lower(): path for path in source.parent.glob("*[dD][aA][tT]")}
    wanted = (CONFIG, source.with_suffix(DATA).name.lower())
    return [beside[name] for name in wanted if name in beside]


def foreign_text(path: Path) -> str:
    """The text of a foreign file: UTF-8, or else Windows-1252, as controllers write it."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
