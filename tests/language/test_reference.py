from pathlib import Path

from language.functions import FUNCTIONS
from language.instructions import INSTRUCTIONS
from language.reference import reference_page

PAGE = Path(__file__).resolve().parents[2] / "resources" / "reference" / "language.md"


def test_the_page_in_resources_is_what_the_tables_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_page(), (
        "run  cellwright reference -o resources/reference/language.md"
    )


def test_every_instruction_and_function_is_on_the_page() -> None:
    page = reference_page()
    for instruction in INSTRUCTIONS:
        assert f"`{instruction.usage}`" in page
    for function in FUNCTIONS.values():
        assert f"`{function.usage}`" in page
