"""The cost of reading a file is bounded by its text and the limits, however it is nested."""

import random
from pathlib import Path
from threading import current_thread
from typing import Any

import numpy as np
import pytest

from scenes.errors import SceneFileError
from scenes.files.cells import cell_file, includes
from scenes.files.solids import expansion
from scenes.files.solids import solid_builder as solids
from scenes.files.text import composition, documents
from scenes.files.text.documents import parse_document
from scenes.files.tips.tips_reader import parts_of_text
from scenes.library import load_cell, load_robot
from scenes.world.cell import Cell

HEAD = """\
cell: 1
include: {p0: p0.part.yaml, p1: p1.part.yaml, again: p0.part.yaml}
robots: {arm: {use: hokkaido1985}}
fixtures:
  table:
    solid:
"""
PART = "part: 1\ninclude: {next: %s}\nsolid:\n%s"
LAST = "part: 1\nsolid:\n  - add: {box: [1, 1, 1]}\n"
REPEATED = "repeat: {step: [2, 0, 0], n: 1000}"


def read(folder: Path, text: str) -> Cell:
    path = folder / "x.cell.yaml"
    path.write_text(text, encoding="utf-8")
    return load_cell(path)


def first_fault(folder: Path, text: str) -> str:
    with pytest.raises(SceneFileError) as caught:
        read(folder, text)
    return str(caught.value.problems[0])


def write_tree(folder: Path, depth: int, uses: int) -> None:
    """Part files p0, p1, ...: each uses the next one several times, under two names of one file."""
    for i in range(depth):
        steps = [
            f"  - add: {{use: {'next' if k % 2 else 'n2'}, at: [{k}, 0, 0]}}\n" for k in range(uses)
        ]
        entry = f"p{i + 1}.part.yaml, n2: ./p{i + 1}.part.yaml"
        (folder / f"p{i}.part.yaml").write_text(PART % (entry, "".join(steps)), encoding="utf-8")
    for i in range(depth, depth + 2):
        (folder / f"p{i}.part.yaml").write_text(LAST, encoding="utf-8")


def written(rng: random.Random, depth: int, indent: str) -> tuple[str, int]:
    """Random steps of a solid, and the number of primitives that they make."""
    lines, count = [], 0
    for i in range(rng.randint(1, 3)):
        kind = rng.choice(("box", "group", "use", "again")) if depth else "box"
        if kind == "group":
            inner, primitives = written(rng, depth - 1, indent + "      ")
            shape = f"\n{indent}    group:\n{inner}"
        else:
            primitives = 1 if kind == "box" else 4
            shape = (
                "box: [1, 1, 1]" if kind == "box" else f"use: {'p0' if kind == 'use' else 'again'}"
            )
            shape = f"\n{indent}    {shape}\n"
        if rng.random() < 0.4:
            n = rng.randint(1, 6)
            shape += f"{indent}    repeat: {{step: [2, 0, 0], n: {n}}}\n"
            primitives *= n
        if rng.random() < 0.3:
            shape += f"{indent}    mirror: {{normal: [0, 1, 0], offset: {i + 3}, both: true}}\n"
            primitives *= 2
        lines.append(f"{indent}- add:{shape}")
        count += primitives
    return "".join(lines), count


@pytest.mark.parametrize("seed", range(40))
def test_a_solid_has_the_counted_primitives_or_is_refused_unbuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    most = 50
    monkeypatch.setattr(expansion, "MOST_OF_A_SOLID", most)
    made: list[int] = []
    arranged = solids.arranged
    monkeypatch.setattr(solids, "arranged", lambda *given: made.append(1) or arranged(*given))
    load_robot("hokkaido1985")  # kept from now on, so that later only the table is built
    made.clear()
    write_tree(tmp_path, 2, 2)
    steps, count = written(random.Random(seed), 3, "      ")
    if count > most:
        assert "a solid may have 50" in first_fault(tmp_path, HEAD + steps)
        assert not made
        return
    (table,) = read(tmp_path, HEAD + steps).fixtures
    assert sum(1 for _ in table.solid.leaves_in(np.eye(4))) == count
    assert len(made) <= steps.count("- add") + 6


def test_each_part_file_of_a_tree_is_read_once_and_the_one_that_passes_the_limit_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_files: list[str] = []
    read_document = includes.read_document

    def counted(path: Path, *given: str, **more: bool) -> object:
        read_files.append(path.name)
        return read_document(path, *given, **more)

    monkeypatch.setattr(includes, "read_document", counted)
    write_tree(tmp_path, 25, 2)
    told = first_fault(tmp_path, HEAD + "      - add: {use: p0}\n      - add: {use: again}\n")
    assert "p12.part.yaml:5:5: solid.1.add: here the solid comes to 8192 primitives" in told
    assert len(read_files) == len(set(read_files)) == 26


def test_a_fault_of_a_shared_part_file_is_reported_once(tmp_path: Path) -> None:
    write_tree(tmp_path, 12, 2)
    (tmp_path / "p12.part.yaml").write_text(LAST.replace("1, 1, 1", "1, 1"), encoding="utf-8")
    with pytest.raises(SceneFileError) as caught:
        read(tmp_path, HEAD + "      - add: {use: p0}\n      - add: {use: again}\n")
    assert [problem.line for problem in caught.value.problems] == [3]


def test_repetitions_of_repetitions_are_reported_at_the_one_that_passes_the_limit(
    tmp_path: Path,
) -> None:
    inner = f"{{add: {{box: [1, 1, 1], {REPEATED}}}}}"
    for _ in range(2):
        inner = f"{{add: {{group: [{inner}], {REPEATED}}}}}"
    write_tree(tmp_path, 1, 1)
    told = first_fault(tmp_path, HEAD + f"      - {inner}\n")
    assert "x.cell.yaml:7:101" in told
    assert "add.repeat: here the solid comes to 1000000 primitives" in told


def test_many_solids_are_refused_together_although_each_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expansion, "MOST_IN_ALL", 30)
    write_tree(tmp_path, 1, 4)
    bodies = "".join(f"  t{i}: {{solid: [{{add: {{use: p0}}}}]}}\n" for i in range(10))
    with pytest.raises(SceneFileError) as caught:
        read(tmp_path, HEAD + "      - add: {use: p0}\n" + bodies)
    (problem,) = caught.value.problems
    assert problem.path == "fixtures.t6.solid"
    assert "pass 30 primitives together" in problem.message


def test_the_inside_of_a_hull_counts_although_the_hull_is_one_primitive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expansion, "MOST_IN_ALL", 30)
    write_tree(tmp_path, 1, 4)
    hull = "      - add: {hull: {of: [{add: {use: p0, repeat: {step: [2, 0, 0], n: 3}}}]}}\n"
    assert len(read(tmp_path, HEAD + hull * 2).fixtures) == 1
    assert "primitives together" in first_fault(tmp_path, HEAD + hull * 3)


MANY = 30_000
MANY_OF = {
    "fixtures": "  f{i}: {{solid: [{{add: {{box: [9, 9, 9], at: [{i}, 900, 0]}}}}]}}\n",
    "parts": "  p{i}: {{solid: [{{add: {{box: [9, 9, 9]}}}}], at: [{i}, 900, 0]}}\n",
    "frames": "  w{i}: {{at: [{i}, 0, 0]}}\n",
}


def section(name: str, count: int) -> str:
    return f"{name}:\n" + "".join(MANY_OF[name].format(i=i) for i in range(count))


@pytest.mark.parametrize(
    ("text", "most"),
    [(section(name, MANY), composition.MOST_ENTRIES) for name in MANY_OF]
    + [("fixtures:\n  f:\n    solid:\n" + "    - add: {box: [1, 1, 1]}\n" * MANY, 5000)],
)
def test_a_file_with_too_many_entries_is_read_up_to_the_first_one_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, most: int
) -> None:
    monkeypatch.setattr(composition, "MOST_ENTRIES", most // 25)
    monkeypatch.setattr(composition, "MOST_STEPS", most // 25)
    read_lines = []
    composer = composition._Composer
    compose = composer.compose_node

    def counted(self: Any, parent: Any, index: Any) -> Any:
        read_lines.append(self.parser.peek_event().start_mark.line)
        return compose(self, parent, index)

    monkeypatch.setattr(composer, "compose_node", counted)
    head = "cell: 1\nrobots: {arm: {use: hokkaido1985}}\n"
    lines = f"{head}{text}".split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("  ") and i > 3)
    told = first_fault(tmp_path, head + text)
    number = int(told.split(".cell.yaml:")[1].split(":")[0])
    assert first + most // 25 - 1 <= number <= first + most // 25 + 2
    assert max(read_lines) <= number
    assert f"passes {most // 25}" in told


def test_fixtures_and_parts_are_counted_together_and_none_is_built_when_they_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell_file, "MOST_BODIES", 40)
    head = "cell: 1\nrobots: {arm: {use: hokkaido1985}}\n"
    text = head + section("fixtures", 25) + section("parts", 15)
    cell = read(tmp_path, text)
    assert len(cell.fixtures) + len(cell.parts) == 40
    made: list[int] = []
    arranged = solids.arranged
    monkeypatch.setattr(solids, "arranged", lambda *given: made.append(1) or arranged(*given))
    told = first_fault(tmp_path, text + MANY_OF["parts"].format(i=15))
    assert "x.cell.yaml:45:3: parts.p15: this is one body too many" in told
    assert not made


ALTERNATING = "".join(
    f"      - {'cut' if i % 2 else 'add'}: {{box: [9, 9, {i + 1}]}}\n" for i in range(900)
)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (ALTERNATING, "100 solids in solids"),
        ("      - add: {use: p0}\n", "groups and part files in others"),
    ],
)
def test_solids_nested_too_deeply_give_a_message_and_never_a_traceback(
    tmp_path: Path, steps: str, words: str
) -> None:
    write_tree(tmp_path, 300, 1)
    assert words in first_fault(tmp_path, HEAD + steps)


def test_a_TIPS_segment_that_changes_its_sign_too_often_is_reported_in_its_line() -> None:
    box = "CUBE, /1, (0, 100, 0, 100, 0, %g);"
    lines = [f"#1/{'PN'[i % 2]}, {box % (300 - 0.1 * i)}" for i in range(1200)]
    head = "#P B ( ) 0, 100, 0, 100, 0, 300;"
    with pytest.raises(SceneFileError) as caught:
        parts_of_text("\n".join([head, *lines, "#E", "#E"]), "x.tips")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (82, 4)
    (part,) = parts_of_text("\n".join([head, *lines[:80], "#E", "#E"]))
    assert expansion.size_of(part.solid).depth <= expansion.MOST_DEPTH


@pytest.mark.parametrize("seed", range(30))
def test_aliases_are_expanded_up_to_the_limit_and_no_further(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    most = 60
    monkeypatch.setattr(documents, "MOST_REPEATED", most)
    values: list[int] = []
    value = documents._Plain.value
    monkeypatch.setattr(documents._Plain, "value", lambda *given: values.append(1) or value(*given))
    rng = random.Random(seed)
    text, sizes = "a0: &a0 [1, 2]\n", [3]
    nodes = 2 + sizes[0]
    for i in range(1, rng.randint(2, 9)):
        chosen = [rng.randrange(i) for _ in range(rng.randint(1, 3))]
        text += f"a{i}: &a{i} [{', '.join(f'*a{k}' for k in chosen)}]\n"
        sizes.append(1 + sum(sizes[k] for k in chosen))
        nodes += 2
    repeated = 1 + sum(1 + size for size in sizes) - nodes
    if repeated <= most:
        parse_document(Path("x.yaml"), text, "file")
        assert len(values) == 1 + sum(sizes)
    else:
        with pytest.raises(SceneFileError, match="with its aliases"):
            parse_document(Path("x.yaml"), text, "file")
        assert not values


def test_aliases_of_aliases_are_reported_at_the_value_that_grows_too_large() -> None:
    lines = ["a0: &a0 [1, 1, 1]"]
    lines += [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}, *a{i - 1}]" for i in range(1, 30)]
    with pytest.raises(SceneFileError) as caught:
        parse_document(Path("x.yaml"), "\n".join(lines), "file")
    assert str(caught.value).startswith("x.yaml:9:5: with its aliases (*name) written out")


def test_a_hole_is_judged_without_the_holes_far_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    overlap = solids.overlap
    size_of = expansion.size_of

    own = current_thread()  # a window of another test may still read a cell in a thread

    def counted(solid: object, *given: object) -> object:
        if current_thread() is own:
            asked.append(size_of(solid).primitives)
        return overlap(solid, *given)

    monkeypatch.setattr(solids, "overlap", counted)
    solids._share.cache_clear()
    holes = [f"      - cut: {{box: [5, 5, 99], at: [{i * 11}, 3, 0]}}\n" for i in range(-20, 20)]
    write_tree(tmp_path, 1, 1)
    read(tmp_path, HEAD + "      - add: {box: [500, 500, 10]}\n" + "".join(holes))
    assert asked == [1] * 40
    twice = "      - cut: {box: [4, 4, 9], at: [11, 3, 0]}\n"
    told = first_fault(
        tmp_path, HEAD + "      - add: {box: [500, 500, 10]}\n" + "".join(holes) + twice
    )
    assert "this cutter misses the solid" in told
