"""All faults of a cell file are reported at once: none hides another, none comes twice."""

from pathlib import Path

import pytest

from scenes.errors import SceneFileError
from scenes.files.loader import cell_from_file

# Each faulty line has after `#!` the messages about it, in the order of their columns.
CELL = """\
cell: 1
include: {gone: gone.part.yaml}  #! no such file
frames:
  a: {in: nowhere, at: [1, 2]}  #! no frame is called "nowhere" | needs at least 3 items
  c1: {in: c2}  #! in a circle
  c2: {in: c1}
robots:
  arm: {use: nobody, redy: [0]}  #! no shipped robot | unknown key "redy"
fixtures:
  table:
    in: bench  #! no frame is called "bench"
    color: "#777777"  #! unknown key "color"
    solid:
      - add: {box: [400, 300, 40]}
      - cut: {box: [10, 10, 90], at: [900, 0, 0]}  #! misses
      - cut: {cylinder: {d: 12, h: 90}, at: [0, 900, 0]}  #! misses
      - cut: {cylinder: {d: -5, h: 60}}  #! above 0
      - add: {mesh: {file: gone.stl, unit: mm}}  #! no such mesh file
      - add: {mesh: {file: ., unit: mm}}  #! is a folder
  bowl:
    solid:
      - cut: {sphere: {d: 9}}  #! begins with add
      - add: {box: [9, 9, 9], name: one}
      - add: {box: [9, 9, 9], name: one}  #! are called "one"
  step:
    solid:
      - {add: {box: [9, 9, 9]}, at: [1, 2, 3]}  #! belongs inside the braces
  bowl: {solid: [{add: {box: [9, 9, 9]}}]}  #! stands here twice
parts:
  arm: {solid: [{add: {box: [9, 9, 9]}}]}  #! is taken by
  P: {in: a, solid: [{add: {use: nothere}}]}  #! nothing is included
  Q: {in: c2, solid: []}  #! at least 1 item
allow:
  - [tabl, P]  #! no body is called "tabl"
  - {pair: [P, table], while: restng}  #! should be 'always'
  - [P, P]  #! two different bodies
  - [arm.link3, table.slot]
  - [Q.pad, bowl.one]
check: {margn: 2, chord: !mm 1}  #! unknown key "margn" | the tag !mm
"""


def told_of(folder: Path, text: str) -> list[tuple[int, str]]:
    path = folder / "x.cell.yaml"
    path.write_text(text)
    with pytest.raises(SceneFileError) as caught:
        cell_from_file(path)
    return [(p.line, p.message) for p in caught.value.problems if p.severity == "error"]


def test_every_fault_of_a_file_is_reported_at_once_and_only_once(tmp_path: Path) -> None:
    wanted = [
        (number, words.strip())
        for number, line in enumerate(CELL.splitlines(), 1)
        for words in line.partition("#!")[2].split("|")
        if words.strip()
    ]
    told = told_of(tmp_path, CELL)
    assert [line for line, _ in told] == [line for line, _ in wanted]
    for (line, message), (_, words) in zip(told, wanted, strict=True):
        assert words in message, (line, message)


def test_a_file_without_its_version_is_judged_all_the_same(tmp_path: Path) -> None:
    told = told_of(tmp_path, "frames:\n  a: {in: nowhere}\nrobots: {arm: {use: hokkaido1985}}\n")
    assert [line for line, _ in told] == [1, 2]
    assert '"cell: 1" is missing' in told[0][1]


def test_sections_that_are_no_mappings_leave_no_follow_on_errors(tmp_path: Path) -> None:
    text = "cell: 1\nframes: 5\nrobots: [arm]\nfixtures: no\nparts: {P: 7}\nallow: [[P, tab]]\n"
    assert [line for line, _ in told_of(tmp_path, text)] == [2, 3, 4, 5]
