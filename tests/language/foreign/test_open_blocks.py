"""Blocks of foreign texts become blocks of ours; what is not said of them is never run."""

import pytest

from language import parse
from language.foreign.draft import NotSaidError
from language.foreign.open_blocks import OpenBlocks, has_a_turn


class Lines:
    """Keeps the lines that are said, and all tools that may be in use."""

    def __init__(self) -> None:
        self.said, self.forgotten = list[str](), 0
        self.tool = frozenset("0")

    def say(self, line: str) -> None:
        self.said.append(line)

    def forget(self) -> None:
        self.forgotten += 1

    def held(self) -> frozenset[str]:
        return self.tool

    def hold(self, held: frozenset[str]) -> None:
        self.tool = held

    def hold_either(self, held: frozenset[str]) -> None:
        self.tool |= held


def unsaid() -> str:
    raise NotSaidError("its condition is not read")


@pytest.fixture
def lines() -> Lines:
    return Lines()


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def blocks(lines, told) -> OpenBlocks:
    return OpenBlocks(lines, told.append)


def test_further_conditions_are_blocks_in_each_other_and_end_together(blocks, lines, told) -> None:
    blocks.begin("IF", lambda: "IF A THEN")
    lines.say("SIGNAL 1")
    blocks.divide_again(lambda: "IF B THEN")
    lines.say("SIGNAL 2")
    blocks.divide()
    lines.say("SIGNAL 3")
    blocks.end("IF")
    assert not told and lines.forgotten == 5
    assert lines.said == [
        "IF A THEN", "SIGNAL 1", "ELSE", "IF B THEN", "SIGNAL 2", "ELSE", "SIGNAL 3", "END", "END",
    ]  # fmt: skip
    assert not parse("\n".join(["A = 1", "B = 1", *lines.said, "END", ""])).diagnostics


def test_no_part_of_a_block_is_run_whose_head_is_not_said(blocks, lines, told) -> None:
    blocks.begin("IF", unsaid)
    blocks.divide_again(lambda: "IF B THEN")
    blocks.divide()
    blocks.end("IF")
    assert lines.said == ["IF FALSE THEN", "END"]
    assert told == ["its condition is not read; the block is not run"]


def test_what_stands_behind_a_further_condition_that_is_not_said_is_not_run(
    blocks, lines, told
) -> None:
    blocks.begin("IF", lambda: "IF A THEN")
    blocks.divide_again(unsaid)
    blocks.divide()
    blocks.end("IF")
    assert lines.said == ["IF A THEN", "ELSE", "IF FALSE THEN", "END", "END"]
    assert told == ["its condition is not read; what stands behind is not run"]


def test_cases_of_a_choice_that_is_not_run_are_left_out(blocks, lines) -> None:
    blocks.begin("SWITCH", unsaid)
    assert not blocks.case("SWITCH", lambda: "VALUE 1:")
    blocks.end("SWITCH")
    blocks.begin("SWITCH", lambda: "CASE A OF")
    assert blocks.case("SWITCH", lambda: "VALUE 1:")
    blocks.end("SWITCH")
    assert lines.said == ["IF FALSE THEN", "END", "CASE A OF", "VALUE 1:", "END"]


@pytest.mark.parametrize("kind", ["IF", "WHILE"])
def test_a_part_or_an_end_without_its_block_is_told(blocks, kind) -> None:
    blocks.begin("FOR", lambda: "FOR I = 1 TO 2")
    with pytest.raises(NotSaidError, match=f"no {kind} is open here"):
        blocks.end(kind)
    with pytest.raises(NotSaidError, match="no IF is open here"):
        blocks.divide()


def take(lines: Lines, tool: str) -> None:
    lines.tool = frozenset(tool)


def test_behind_a_block_holds_what_one_of_its_parts_leaves(blocks, lines) -> None:
    blocks.begin("IF", lambda: "IF A THEN")
    take(lines, "1")
    blocks.end("IF")
    assert lines.tool == {"0", "1"}
    take(lines, "0")
    blocks.begin("IF", lambda: "IF A THEN")
    take(lines, "1")
    blocks.divide_again(lambda: "IF B THEN")
    assert lines.tool == {"0"}
    take(lines, "2")
    blocks.divide()
    assert lines.tool == {"0"}
    take(lines, "3")
    blocks.end("IF")
    assert lines.tool == {"1", "2", "3"}


def test_a_part_that_is_not_run_leaves_nothing(blocks, lines) -> None:
    blocks.begin("IF", unsaid)
    take(lines, "1")
    blocks.end("IF")
    assert lines.tool == {"0"}
    blocks.begin("IF", lambda: "IF A THEN")
    take(lines, "1")
    blocks.divide_again(unsaid)
    take(lines, "2")
    blocks.end("IF")
    assert lines.tool == {"0", "1"}


def test_a_choice_leaves_what_one_of_its_cases_leaves(blocks, lines) -> None:
    for is_last, left in ((False, {"0", "1", "2"}), (True, {"1", "2"})):
        take(lines, "0")
        blocks.begin("SWITCH", lambda: "CASE A OF", is_parted=False)
        blocks.case("SWITCH", lambda: "VALUE 1:")
        take(lines, "1")
        blocks.case("SWITCH", lambda: "ANY", is_last=is_last)
        take(lines, "2")
        blocks.end("SWITCH")
        assert lines.tool == left


def test_a_loop_that_has_a_turn_leaves_what_its_turn_leaves(blocks, lines) -> None:
    for is_whole, left in ((False, {"0", "1"}), (True, {"1"})):
        take(lines, "0")
        blocks.begin("FOR", lambda: "FOR I = 1 TO 3", is_whole)
        take(lines, "1")
        blocks.end("FOR")
        assert lines.tool == left
    assert has_a_turn("1", "3") and not has_a_turn("3", "1") and not has_a_turn("1", "N")
