"""Reading time of makers' languages: `python tests/benchmarks/bench_makers.py [--seed N]`.

Each program has 10,000 lines. The whole text is read with nothing kept; then characters are typed
into random lines, and lines are added and removed. Times are processor times, from the text to all
findings, through the function of the language server. What is typed is taken out again two times
of three, so that a program stays mostly sound.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from figures import Figure, arguments, most, show, timed
from kept_readings import forget_readings
from maker_programs import PROGRAMS, SUFFIXES, arm_of, files_beside

from language.foreign.foreign_program import ForeignProgram
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.maker_languages import maker_of
from scenes.world.robot import Robot

LINES, TYPED, ADDED = 10_000, 40, 8
Check = Callable[[str], object]


def checker(language: str, robot: Robot, folder: Path) -> Check:
    """The function that gives the findings of a text: that of the server, where it is there.

    folder: Takes the files beside the text.
    """
    name = f"weld.{SUFFIXES[language]}"
    try:
        from pygls.workspace import TextDocument

        from app.lsp.documents import Documents
        from app.lsp.run_files import RunFiles
    except ModuleNotFoundError:
        print("the language server is not measured: pygls is not installed")
        beside = files_beside(language)
        foreign = partial(ForeignText, language=language, data=beside)
        return lambda text: program_of_foreign(foreign(text), robot).diagnostics
    files, documents = RunFiles((), robot), Documents("", None)
    for file, told in files_beside(language):
        folder.joinpath(file).write_text(told, encoding="utf-8")
    uri = folder.joinpath(name).as_uri()
    return lambda text: files.checked(documents, TextDocument(uri, text)).diagnostics


def seconds(check: Check, lines: list[str]) -> float:
    """Processor time from lines to findings."""
    text = "\n".join(lines)
    start = time.process_time()
    check(text)
    return time.process_time() - start


def typed(check: Check, lines: list[str], rng: random.Random) -> list[float]:
    """Times of characters that are typed into lines or taken out, s, in order of size."""
    times, count = [], TYPED
    while count > 0:
        row = rng.randrange(len(lines))
        was = lines[row]
        at = rng.randrange(len(was) + 1)
        lines[row] = was[:at] + rng.choice(" 1x,(") + was[at:]
        times.append(seconds(check, lines))
        count -= 1
        if rng.randrange(3):
            lines[row] = was
            times.append(seconds(check, lines))
            count -= 1
    return sorted(times)


def added(check: Check, lines: list[str], rng: random.Random) -> list[float]:
    """Times of empty lines that are added and removed again, s, in order of size."""
    times = []
    for _ in range(ADDED):
        row = rng.randrange(len(lines))
        lines.insert(row, "")
        times.append(seconds(check, lines))
        del lines[row]
        times.append(seconds(check, lines))
    return sorted(times)


def read_anew(text: str, language: str, robot: Robot) -> tuple[float, ForeignProgram]:
    """Processor time of reading a text with nothing kept, and its program."""
    forget_readings()
    start = time.process_time()
    program = program_of_foreign(ForeignText(text, language, files_beside(language)), robot)
    return time.process_time() - start, program


def figures(seed: int) -> Iterator[Figure]:
    for language, make in PROGRAMS.items():
        rng = random.Random(seed)
        lines, robot, title = make(rng, LINES), arm_of(language), maker_of(language).title
        whole, program = read_anew("\n".join(lines), language, robot)
        print(f"{title}: {len(lines)} lines, {program.coverage.words}")
        yield timed(f"{title}: whole text to findings", whole, "s", target=most(1.0))
        with TemporaryDirectory() as folder:
            check = checker(language, robot, Path(folder))
            seconds(check, lines)
            edits = {
                "keystroke": typed(check, list(lines), rng),
                "line added or removed": added(check, list(lines), rng),
            }
        for what, times in edits.items():
            middle = statistics.median(times)
            yield timed(f"{title}: {what} to findings, median", middle, "ms", target=most(20.0))
            yield timed(f"{title}: {what} to findings, worst", times[-1], "ms", target=most(20.0))


if __name__ == "__main__":
    options = arguments(__doc__).parse_args()
    show(figures(options.seed), options)
