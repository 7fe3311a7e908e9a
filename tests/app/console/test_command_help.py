"""HELP lists every command and statement, and tells what each word means."""

import re
from pathlib import Path

import pytest

from app.console.command_help import COMMAND_HELP, WIDTH, help_lines
from app.console.run_commands import COMMANDS
from app.console.teletype import FILES, OWN
from language.instructions import INSTRUCTIONS
from language.words.functions import FUNCTIONS

DOCS = Path(__file__).parents[3] / "resources" / "docs" / "console.md"


def test_every_command_of_the_console_has_help_and_no_other_word() -> None:
    assert set(COMMAND_HELP) == {*COMMANDS, *FILES, *OWN}
    assert all(usage.split()[0] == word for word, (usage, _) in COMMAND_HELP.items())


def test_the_list_names_every_command_statement_and_function() -> None:
    lines = help_lines("")
    words = set(re.findall(r"[#.\w]+", "\n".join(lines)))
    names = {i.name for i in INSTRUCTIONS if not i.assigns} | set(FUNCTIONS) | set(COMMAND_HELP)
    assert not {name for name in names if not set(re.findall(r"[#.\w]+", name)) <= words}
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda i: i.name)
def test_help_of_a_statement_is_its_entry_in_the_reference(instruction) -> None:
    said = " ".join(" ".join(help_lines(instruction.name.lower())).split())
    assert instruction.usage in said
    assert " ".join(instruction.description.split()) in said
    assert instruction.example in said


@pytest.mark.parametrize("name", FUNCTIONS)
def test_help_of_a_function_tells_its_arguments_and_meaning(name) -> None:
    said = " ".join(" ".join(help_lines(name)).split())
    assert FUNCTIONS[name].usage in said and " ".join(FUNCTIONS[name].summary.split()) in said


def test_an_unknown_word_is_named_with_the_one_that_was_meant() -> None:
    assert help_lines("MOOVE") == ["THERE IS NO WORD MOOVE; DID YOU MEAN MOVE?"]


def test_the_guide_names_every_command() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert not {word for word in COMMAND_HELP if word != "EX" and f"`{word}" not in text}
