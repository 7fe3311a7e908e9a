"""The outline of a program: what stands in what, and on which lines."""

import random

from language.editing.outline import OutlineItem, flat, outline

TEXT = """POINT A 1 2 3 0 0 0
POINT B 1 2 3 0 0 0
HERE C
N = 1
FOR I = 1 TO 3
  IF N > 2 THEN
    N = N + 1
    20 MOVE A
  ELSE
    POINT D 1 2 3 0 0 0
  END
END
GOTO 20
30 REMARK the end
END
"""


def shown(items: tuple[OutlineItem, ...], depth: int = 0) -> list[str]:
    rows = []
    for item in items:
        rows.append(f"{'  ' * depth}{item.kind} {item.name} {item.line}-{item.end_line}")
        rows += shown(item.inside, depth + 1)
    return rows


def test_blocks_hold_what_stands_in_them_and_neighbouring_locations_are_a_table() -> None:
    assert shown(outline(TEXT)) == [
        "locations A … C 1-3",
        "  location A 1-1",
        "  location B 2-2",
        "  location C 3-3",
        "variable N 4-4",
        "block FOR I = 1 TO 3 5-12",
        "  block IF N > 2 THEN 6-11",
        "    label 20 8-8",
        "    block ELSE 9-9",
        "    location D 10-10",
        "remark the end 14-14",
    ]


def test_every_program_of_a_file_has_its_own_entries() -> None:
    text = ".PROGRAM MAIN\nX = 1\nCALL SUB(X)\n.END\n.PROGRAM SUB(Y)\nX = 2\nX = 3\n.END\n"
    assert shown(outline(text)) == [
        "program MAIN 1-4",
        "  variable X 2-2",
        "program SUB 5-8",
        "  variable X 6-6",
    ]
    assert outline(text)[1].detail == ".PROGRAM SUB(Y)"


def test_every_entry_lies_inside_the_one_that_holds_it_whatever_the_text() -> None:
    rng = random.Random(15)
    lines = [*TEXT.split("\n"), ".PROGRAM P", ".END", "WHILE N DO", "CASE N OF", "VALUE 1:", "]("]

    def holds(item: OutlineItem) -> None:
        assert item.line <= max(item.end_line, item.line)
        for inner in item.inside:
            assert item.line <= inner.line <= max(inner.end_line, inner.line) <= item.end_line
            holds(inner)

    for _ in range(200):
        text = "\n".join(rng.choices(lines, k=rng.randrange(30)))
        items = outline(text)
        assert [i.line for i in flat(items)] == sorted(i.line for i in flat(items))
        for item in items:
            holds(item)
