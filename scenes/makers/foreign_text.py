"""Foreign programs: the text of a robot maker's language with the files that give it values.

The language is chosen by the suffix of the file, or named. The program of a text depends on the
arm, whose joints and frames the text counts as its controller does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kinematics import KinematicsError
from language.foreign.foreign_program import ForeignProgram, foreign_program
from language.foreign.reading import UNREADABLE, Coverage, Place, Reading
from language.programs.parser import MANY_LINES, count_as_old, uncollected
from language.rows.kept_rows import rows_of
from language.rows.line_ends import with_lf
from language.words.diagnostics import finding
from scenes.errors import SceneError
from scenes.makers.maker_languages import MakerLanguage, maker_of, usable
from scenes.world.robot import Robot

OWN_SUFFIXES = (".val", ".txt", "")
LONGEST_LINE, MOST_LINES, LARGEST_FILE = 20_000, 200_000, 32 * 1024 * 1024
MOST_DIGITS = 1000  # Python makes no number of more than 4300
DIGITS = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
ANY_NAME, MOST_BESIDE, MOST_ABOVE = "*", 60, 6


@dataclass(frozen=True)
class ForeignText:
    """A program in a maker's language.

    language: Its key (see `maker_of`). data: Name and text of each file that gives values to it.
    """

    text: str
    language: str
    data: tuple[tuple[str, str], ...] = ()


def language_of(name: str, wanted: str | None = None) -> str | None:
    """The key of the language of a file, by its suffix or as named; None for a file of ours.

    Raises SceneError for a name that is no language, or one that cannot be read.
    """
    if wanted is not None:
        if wanted not in usable() or not maker_of(wanted).reads:
            known = ", ".join(key for key, maker in usable().items() if maker.reads)
            raise SceneError(f"programs of {wanted} cannot be read; these can: {known}")
        return wanted
    suffix = Path(name).suffix.lower()
    if suffix in OWN_SUFFIXES:
        return None
    return next((key for key, maker in usable().items() if suffix in maker.suffixes), None)


def foreign_text(
    path: Path, language: str, data: Iterable[Path] | None = None, text: str | None = None
) -> ForeignText:
    """The foreign program of a file, with the files of values beside it.

    data: These files instead. text: The present text of an editor. Raises OSError where a file
    cannot be read, SceneError where it is too large.
    """
    maker = maker_of(language)
    source = decoded(path) if text is None else with_lf(text)
    files = files_beside(path, maker) if data is None else list(data)
    return ForeignText(source, language, tuple((file.name, kept_text(file)) for file in files))


def files_beside(path: Path, maker: MakerLanguage) -> list[Path]:
    """The files in the folder of a program that give values to it, in the order of their reading.

    Their names are compared without regard to capitals, as controllers do. `*.sys` is the name of
    all files with this suffix.
    """
    if not path.parent.is_dir():
        return []
    wanted = [name.lower() for name in maker.beside(path.stem)]
    found = {each.name.lower(): each for each in sorted(path.parent.iterdir())} if wanted else {}
    found.pop(path.name.lower(), None)
    named = list[Path]()
    for name in wanted:
        of_suffix = name.startswith(ANY_NAME)
        is_meant = name.removeprefix(ANY_NAME)
        named += [
            file
            for key, file in found.items()
            if (key.endswith(is_meant) if of_suffix else key == name) and file.is_file()
        ]
    have = {file.name.lower() for file in named}
    above = (name for name in wanted if name not in have and not name.startswith(ANY_NAME))
    return [*filter(None, (_above(path, name, maker) for name in above)), *named][:MOST_BESIDE]


def _above(path: Path, name: str, maker: MakerLanguage) -> Path | None:
    """A file of values in the folder of a backup that holds those of all its programs."""
    for folder in path.resolve().parents[:MOST_ABOVE] if maker.common else ():
        if not (folder / maker.common).is_dir():
            continue
        inside = (folder / maker.common).iterdir()
        return next((each for each in inside if each.name.lower() == name), None)
    return None


def decoded(path: Path) -> str:
    """The text of a file with LF line ends: UTF-8, or else Windows-1252 as controllers write it."""
    if path.stat().st_size > LARGEST_FILE:
        raise SceneError(f"{path}: a program has at most {LARGEST_FILE // 2**20} MB")
    data = path.read_bytes()
    if b"\0" in data:
        raise SceneError(f"{path}: this is not a text file (a zero byte at {data.index(0)})")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return with_lf(text)


def kept_text(path: Path) -> str:
    """The text of a file of values, which is read once as long as it does not change."""
    found = path.stat()
    return _kept_text(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=32)
def _kept_text(path: Path, modified_ns: int, size: int) -> str:
    return decoded(path)


@lru_cache(maxsize=16)
def program_of_foreign(foreign: ForeignText, robot: Robot) -> ForeignProgram:
    """The program of a foreign text for an arm.

    Raises SceneError where the robot file does not say how such a controller counts.
    """
    maker = maker_of(foreign.language)
    fault = _too_much(foreign.text)
    if fault is not None:
        return foreign_program(foreign.text, fault, foreign.language)
    with uncollected():
        try:
            reading = maker.reading(foreign.text, foreign.data, robot, foreign.language)
        except (KinematicsError, OverflowError) as why:
            reading = _beyond(foreign.text, str(why))
        program = foreign_program(foreign.text, reading, foreign.language)
        if reading.lines_read >= MANY_LINES:
            count_as_old()
        return program


def program_or_fault(foreign: ForeignText, robot: Robot | None) -> ForeignProgram:
    """The program of a foreign text; one finding where the arm is not known or does not fit."""
    if robot is None:
        why, help = "the arm of this program is not known", "name a cell with the arm"
    else:
        try:
            return program_of_foreign(foreign, robot)
        except SceneError as fault:
            why, help = str(fault), ""
    told = finding(UNREADABLE, why, 1, 1, line=1, help=help)
    return foreign_program(foreign.text, Reading("", (Place(1),), (told,)), foreign.language)


def _too_much(text: str) -> Reading | None:
    """A reading that only says that a text is beyond all programs; None for another one."""
    lines = rows_of(text)
    longest, where, why = max(map(len, lines)), 0, ""
    if len(lines) > MOST_LINES:
        where, why = MOST_LINES, f"a program has at most {MOST_LINES} lines, not {len(lines)}"
    elif longest > LONGEST_LINE:
        where = next(at for at, line in enumerate(lines, start=1) if len(line) == longest)
        why = f"a line has at most {LONGEST_LINE} characters, not {longest}"
    elif longest > MOST_DIGITS:
        of_number = (at for at, line in enumerate(lines, start=1) if DIGITS.search(line))
        where = next(of_number, 0)
        why = f"a number has at most {MOST_DIGITS} digits" if where else ""
    return _unread(why, where) if why else None


def _beyond(text: str, why: str) -> Reading:
    """A reading that only says that a number of a text is beyond all robots: the largest one."""

    def largest(line: str) -> float:
        return max((abs(float(each)) for each in NUMBER.findall(line)), default=0.0)

    lines = rows_of(text)
    where = max(range(len(lines)), key=lambda at: largest(lines[at]))
    return _unread(f"a number of this line is beyond all robots: {why}", where + 1)


def _unread(why: str, line: int) -> Reading:
    told = finding(UNREADABLE, why, 1, 1, line=line, help="is this a program of a controller?")
    return Reading("", (Place(1),), (told,), Coverage())
