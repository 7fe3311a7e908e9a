from pathlib import Path

from language.editing.reference_page import reference_page
from language.instructions import INSTRUCTIONS
from language.words.functions import FUNCTIONS

PAGE = Path(__file__).resolve().parents[3] / "resources" / "reference" / "language.md"


def test_the_shipped_reference_page_agrees_with_the_tables() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_page(), (
        "run  cellwright reference -o resources/reference/language.md"
    )


def test_every_instruction_and_function_is_on_the_page() -> None:
    page = reference_page()
    for instruction in INSTRUCTIONS:
        assert f"`{instruction.usage}`" in page
    for function in FUNCTIONS.values():
        assert f"`{function.usage}`" in page
