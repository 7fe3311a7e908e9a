"""Slips in a cell file written by hand: reported in their line, or read as they were meant."""

import random
import re
from pathlib import Path

import pytest

from scenes.errors import FileProblem, SceneFileError
from scenes.files.text.documents import parse_document
from scenes.files.text.yaml_faults import UNREADABLE
from scenes.library import cell_path, load_cell
from scenes.world.cell import Cell

TEXT = """\
cell: 1
title: a bench
frames:
  bench: {at: [600, 0, 700]}
  corner: {in: bench, at: [10, 20, 0]}
robots:
  arm: {use: hokkaido1985, ready: [0, -90, 90, 0, 60, 0]}
fixtures:
  table:
    in: corner
    colour: "#8a6f4d"
    solid:
      - add: {box: [400, 300, 40], name: top}
      - cut: {cylinder: {d: 12, h: 60}, at: [50, 0, 0], repeat: {turn: 360, n: 5}}
parts:
  WORK:
    in: bench
    solid:
      - add: {box: [40, 30, 20]}
allow:
  - [arm.*, table.top]
check: {margin: 2, chord: 0.1}
"""

# The right text, the slip, the line of the message, and words of the message.
SLIPS = {
    "metres as text": ("[400, 300, 40]", "[400 mm, 300, 40]", 13, "a number, not the text"),
    "inches": ("d: 12", "d: 12in", 14, "a number, not the text"),
    "no number": ("[400, 300, 40]", "[400, .nan, 40]", 13, "finite"),
    "infinite": ("at: [600, 0, 700]", "at: [.inf, 0, 700]", 4, "finite"),
    "far too long": ("[400, 300, 40]", "[4e200, 300, 40]", 13, "at most"),
    "below 0": ("d: 12", "d: -12", 14, "above 0"),
    "a product": ("d: 12", "d: 2*6", 14, "a number, not the text"),
    "minutes": ("d: 12", "d: 12:30", 14, "a number, not the text"),
    "degrees": ("at: [10, 20, 0]", "rpy: [0, 0, 90deg]", 5, "a number, not the text"),
    "a bare colour": ('"#8a6f4d"', "#8a6f4d", 11, "in quotes"),
    "a word for a colour": ('"#8a6f4d"', "brown", 11, "a colour such as"),
    "a long chord": ("chord: 0.1", "chord: 1000", 22, "at most 50"),
    "no chord": ("chord: 0.1", "chord: 0", 22, "at least"),
    "copies in one place": ("turn: 360", "turn: 0", 14, "in one place"),
    "a step of nothing": ("turn: 360", "step: [0, 0, 0]", 14, "in one place"),
    "a million copies": ("n: 5", "n: 1000000", 14, "at most 1000"),
    "a cutter that misses": ("at: [50, 0, 0]", "at: [900, 0, 0]", 14, "misses"),
    "a cutter that takes all": ("cylinder: {d: 12, h: 60}", "sphere: {d: 4000}", 14, "nothing"),
    "a circle of frames": ("bench: {at", "bench: {in: corner, at", 4, "circle"),
    "a frame in itself": ("corner: {in: bench", "corner: {in: corner", 5, "circle"),
    "the world moved": ("  bench: {at", "  world: {at: [1, 2, 3]}\n  bench: {at", 4, "world"),
    "a name taken": ("  WORK:", "  arm:", 16, "is taken by"),
    "a name in capitals": ("  WORK:", "  TABLE:", 16, "is taken by"),
    "a name with a dot": ("  WORK:", "  wo.rk:", 16, "is no name"),
    "a key twice": ("{d: 12, h: 60}", "{d: 12, h: 60, d: 13}", 14, "twice"),
    "a key in brackets": ("  bench: {at", "  [a]: {at: [1, 2, 3]}\n  bench: {at", 4, "plain word"),
    "a merge": ("corner: {in: bench", "corner: {<<: {at: [1, 2, 3]}, in: bench", 5, "<<"),
    "an unknown alias": ("in: corner", "in: *corner", 10, "undefined alias"),
    "an alias of itself": ("corner: {in: bench, at:", "corner: &a {at: *a, x:", 5, "nested"),
    "a tag": ("d: 12", "d: !mm 12", 14, "tag !mm"),
    "a program in a tag": ("a bench", "!!python/object:os.system ls", 2, "tag"),
    "a tab": ("    in: corner", "\tin: corner", 10, "never with tabs"),
    "a blank less": ("    colour", "   colour", 11, "not valid YAML"),
    "no blank after a colon": ("in: corner", "in:corner", 11, "not valid YAML"),
    "an open bracket": ("{d: 12, h: 60}", "{d: 12, h: 60", 14, "bracket"),
    "an open quotation mark": ('"#8a6f4d"', '"#8a6f4d', 11, "quotation mark"),
    "brackets in brackets": ("[400, 300, 40]", "[" * 3000, 13, "nested too deeply"),
    "a folder for a robot": ("hokkaido1985", "..", 7, "folder"),
    "no such robot": ("hokkaido1985", "hokaido1985", 7, "did you mean"),
    "two robots": ("fixtures:", "  arm2: {use: hokkaido1985}\nfixtures:", 8, "one robot"),
    "another version": ("cell: 1", "cell: 3", 1, "version 3"),
    "a second document": ("fixtures:", "---\nfixtures:", 8, "single document"),
}


def loaded(folder: Path, content: str | bytes) -> Cell:
    path = folder / "x.cell.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return load_cell(path)


def faults(folder: Path, content: str | bytes) -> list[FileProblem]:
    with pytest.raises(SceneFileError) as caught:
        loaded(folder, content)
    return [problem for problem in caught.value.problems if problem.severity == "error"]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_reported_once_in_its_line(tmp_path: Path, slip: str) -> None:
    right, wrong, line, words = SLIPS[slip]
    assert right in TEXT
    told = faults(tmp_path, TEXT.replace(right, wrong, 1))
    assert told[0].line == line
    assert words in told[0].message
    others = [problem for problem in told[1:] if problem.line != line]
    assert all("circle" in problem.message for problem in others)


def test_a_faulty_solid_causes_no_faults_in_entries_that_name_its_pieces(tmp_path: Path) -> None:
    told = faults(tmp_path, TEXT.replace("- add: {box: [400", "- cut: {box: [400"))
    assert [problem.line for problem in told] == [13]


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        ("%YAML 1.2\n---\n" + TEXT + "...\n").encode(),
        TEXT.replace("[600, 0, 700]", "&far [600, 0, 700]").replace("[10, 20, 0]", "*far").encode(),
    ],
)
def test_byte_order_marks_line_ends_and_aliases_are_read_as_meant(
    tmp_path: Path, content: bytes
) -> None:
    assert [fixture.name for fixture in loaded(tmp_path, content).fixtures] == ["table"]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"", 1, "empty"),
        (b"# only a remark\n\n", 1, "empty"),
        (b"a word", 1, "mapping"),
        (TEXT.encode("utf-16"), 1, "UTF-8"),
        (TEXT.replace("a bench", "caf\xe9").encode("latin1"), 2, "UTF-8"),
        (TEXT.replace("a bench", "a\0bench").encode(), 2, "zero byte"),
    ],
)
def test_a_file_that_is_not_UTF_8_text_is_reported_at_its_bad_byte(
    tmp_path: Path, content: bytes, line: int, words: str
) -> None:
    (told,) = faults(tmp_path, content)
    assert told.line == line
    assert words in told.message


@pytest.mark.parametrize("size", ["[0.4, 0.3, 0.04]", "[400000, 300000, 40000]"])
def test_a_solid_given_in_metres_or_micrometres_gets_a_warning(tmp_path: Path, size: str) -> None:
    text = TEXT.replace("[40, 30, 20]", size)
    (note,) = loaded(tmp_path, text).notes
    assert note.line == 18
    assert "is the unit right?" in note.message


def test_broken_YAML_is_reported_in_our_own_words_nearly_always_with_a_cause() -> None:
    """With signs inserted anywhere, messages have none of the parser's words for its insides."""
    rng = random.Random(3)
    source = cell_path("kakazu1985").read_text(encoding="utf-8")[:3000]
    signs = (
        "[",
        "]",
        "{",
        "}",
        ":",
        '"',
        "'",
        "\t",
        "\n",
        "- ",
        "*a",
        "@",
        "`",
        "|",
        "> x",
        "?",
        "",
    )
    told = []
    for _ in range(600):
        at = rng.randrange(len(source))
        text = source[:at] + rng.choice(signs) + source[at + rng.randrange(2) :]
        try:
            parse_document(Path("x.cell.yaml"), text, "cell file")
        except SceneFileError as error:
            told += [p.message for p in error.problems if "YAML" in p.message]
    assert len(told) > 100
    words = re.compile(r"token|node|flow|scalar|<[a-z ]+>|while (parsing|scanning)|chomping")
    assert not [each for each in told if words.search(each)]
    assert sum(UNREADABLE in each for each in told) < 0.02 * len(told)
