"""Settings of a foreign program hold along the ways of a run, from block to block."""

from dataclasses import dataclass

from language.foreign.followed import Followed
from language.foreign.open_blocks import OpenBlocks


@dataclass
class Tools(Followed[dict[int, str]]):
    """A program whose settings are the tools by their numbers; "?" is one that only a run knows."""

    def forget(self) -> None:
        self.told_tool = ""

    def either(self, a: dict[int, str], b: dict[int, str]) -> dict[int, str]:
        return {n: a[n] if a.get(n) == b.get(n) else "?" for n in {*a, *b}}


def test_what_all_parts_of_a_block_give_is_known_behind_it() -> None:
    work = Tools(settings={1: "short", 2: "blunt"})
    blocks = OpenBlocks(work, work.say)
    blocks.begin("IF", lambda: "IF A THEN")
    work.settings[1], work.settings[2] = "long", "sharp"
    blocks.divide()
    assert work.settings == {1: "short", 2: "blunt"}
    work.settings[1] = "long"
    blocks.end("IF")
    assert work.settings == {1: "long", 2: "?"}
    assert work.draft.lines == ["IF A THEN", "ELSE", "END"]


def test_a_value_that_is_held_does_not_change_with_the_settings() -> None:
    work = Tools(settings={1: "short"})
    before = work.held()
    work.settings[1] = "long"
    work.tool_texts[1] = "TRANS(0, 0, 9)"
    work.hold(before)
    assert work.settings == {1: "short"} and not work.tool_texts
    work.settings[1] = "long"
    work.tool_texts[1] = "TRANS(0, 0, 9)"
    work.hold_either(before)
    assert work.settings == {1: "?"} and not work.tool_texts


def test_what_is_told_once_is_told_once() -> None:
    work = Tools(settings={})
    for _ in range(2):
        work.partly_once("weld", "the weld is not carried out")
    assert len(work.draft.findings) == 1
