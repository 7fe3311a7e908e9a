"""Stretches of a URScript program: the statements of the whole text, and those of before."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scenes.makers.urscript.grammar import script_stretches
from scenes.makers.urscript.grammar.script_parser import MOST_BLOCKS, statements_of
from scenes.makers.urscript.grammar.script_statements import (
    Note,
    Routine,
    Source,
    Statement,
)
from scenes.makers.urscript.grammar.script_stretches import read_script
from scenes.makers.urscript.translation.script_translation import urscript_translated
from tests.benchmarks.kept_readings import forget_readings
from tests.benchmarks.maker_programs import arm_of, urscript
from tests.depth import cases
from tests.scenes.makers.kept.maker_lines import PIECES
from tests.scenes.makers.kept.test_kept_readings import edited


def placed(statements: Sequence[Statement], above: int) -> Iterator[tuple[int, str, str]]:
    """The line of each statement, its kind, and what it says."""
    for each in statements:
        match each:
            case Note(line, text):
                yield above + line, "note", text
            case Routine():
                yield from source(each.source, "Routine", above, (each.name, each.parameters))
                if each.groups:
                    for stretch in each.in_stretches():
                        yield from placed(stretch.statements, stretch.above)
                else:
                    yield from placed(each.body, above)
                yield from source(each.end, "end", 0)
            case _:
                told = {k: v for k, v in vars(each).items() if k != "source"}
                yield from source(each.source, type(each).__name__, above, told)


def source(
    found: Source | None, kind: str, above: int, told: object = ""
) -> Iterator[tuple[int, str, str]]:
    if found is not None:
        rest = (found.column, found.end_column, found.rows, found.code, found.remark, told)
        yield above + found.line, kind, repr(rest)


def in_stretches(text: str) -> list[tuple[int, str, str]]:
    found = list[tuple[int, str, str]]()
    for stretch in read_script(text).in_stretches():
        found += placed(stretch.statements, stretch.above)
    return found


def test_stretches_hold_the_statements_of_the_whole_text_after_any_edits() -> None:
    for seed in range(cases(40, 6)):
        rng = random.Random(seed)
        lines = urscript(rng, 240)
        for _ in range(cases(30, 15)):
            edited(lines, rng, PIECES["urscript"].split("\n"))
            assert in_stretches("\n".join(lines)) == list(placed(statements_of(lines), 0))


WAITS = """while not get_digital_in(1):
  # remark
  sync()

  sleep(0.1)
  pass
end
while get_digital_in(
  2):
  sleep(0.1); end
while True: sync()
end
if get_digital_in(3):
  sync()
elif count > 3:
  break
else:
end"""


def test_a_translation_is_the_same_wherever_the_text_is_cut(monkeypatch) -> None:
    robot = arm_of("urscript")
    pieces = [*PIECES["urscript"].split("\n"), *WAITS.split("\n")]

    def cut(rows: tuple[str, ...], ends: Sequence[int]) -> list[object]:
        borders = sorted({0, *ends, len(rows)})
        return [script_stretches._piece(rows[a:b]) for a, b in pairwise(borders)]

    def translated(lines: list[str], ends: Sequence[int]) -> object:
        monkeypatch.setattr(script_stretches, "pieces_in", lambda rows: cut(rows, ends))
        forget_readings()
        return urscript_translated("\n".join(lines), (), robot, robot.controller)

    for seed in range(cases(40, 6)):
        rng = random.Random(seed)
        lines = urscript(rng, 120)
        lines[60:60] = WAITS.split("\n")
        for _ in range(cases(20, 8)):
            edited(lines, rng, pieces)
            ends = sorted(rng.sample(range(len(lines)), rng.randrange(len(lines) // 2)))
            assert translated(lines, ends) == translated(lines, ())


def test_a_text_with_blocks_that_are_nested_too_deeply_is_read_as_a_whole() -> None:
    rows = ["def deep():", *["if True:"] * MOST_BLOCKS, "sleep(1)", *["end"] * MOST_BLOCKS, "end"]
    assert in_stretches("\n".join(rows)) == list(placed(statements_of(rows), 0))
    assert any("nested too deeply" in told for _, _, told in in_stretches("\n".join(rows)))


def test_an_edit_of_a_line_reads_few_stretches_of_many_anew() -> None:
    rng = random.Random(0)
    lines = urscript(rng, 1000)
    script_stretches.forget()
    before = [each.statements for each in read_script("\n".join(lines)).body[0].in_stretches()]
    at = next(at for at, line in enumerate(lines) if at > 500 and "sleep" in line)
    lines[at] = "  sleep(12.5)"
    after = [each.statements for each in read_script("\n".join(lines)).body[0].in_stretches()]
    known = {id(each) for each in before}
    assert len(after) > 8
    assert sum(id(each) not in known for each in after) <= 4
