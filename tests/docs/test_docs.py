"""The documentation is right: links lead to files, and commands print the shown output."""

import doctest
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli import main
from scenes import load_cell
from scenes.files.cells.new_cell import new_cell_text

TOP = Path(__file__).resolve().parents[2]
DOCS = TOP / "resources" / "docs"
INDEX = DOCS / "README.md"
PAGES = sorted(
    [*DOCS.rglob("*.md"), *(TOP / "resources" / "examples").rglob("*.md"), *TOP.glob("*.md")]
)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
NAMES = [str(page.relative_to(TOP)) for page in PAGES]
of_each_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [text for name, text in found if name == language]


def prose(page: Path) -> str:
    """The text of a page without fenced blocks and code in backticks."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))


def relative_links(page: Path) -> list[str]:
    """The links of a page to other files, or to places in them."""
    return [link for link in LINK.findall(prose(page)) if "://" not in link]


def anchors(page: Path) -> set[str]:
    """The places of a page that a link may name, as GitHub makes them from its headings."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@of_each_page
def test_a_relative_link_leads_to_a_file_and_to_a_heading_of_it(page: Path) -> None:
    for link in relative_links(page):
        name, _, anchor = link.partition("#")
        goal = (page.parent / name).resolve() if name else page
        assert goal.exists(), f"{link} leads nowhere"
        assert goal.is_relative_to(TOP), f"{link} leads out of the project"
        if anchor:
            assert anchor in anchors(goal), f"{link}: no such heading"


@pytest.mark.parametrize("page", [p for p in PAGES if p.is_relative_to(DOCS)], ids=str)
def test_a_shipped_page_links_only_to_shipped_files(page: Path) -> None:
    for link in relative_links(page):
        goal = (page.parent / link.partition("#")[0]).resolve()
        assert not goal.is_relative_to(TOP / "tests"), link
        assert goal.parent != TOP, link


def test_every_page_is_reached_from_the_first_page() -> None:
    reached, todo = set(), [INDEX]
    while todo:
        page = todo.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        links = (link.partition("#")[0] for link in relative_links(page))
        todo += [(page.parent / link).resolve() for link in links if link]
    missing = [page for page in PAGES if page.is_relative_to(DOCS) and page not in reached]
    assert not missing


@of_each_page
def test_a_page_names_no_folder_of_a_single_machine(page: Path) -> None:
    found = re.search(r"(?<![\w.~/])/(home|root|tmp|work|Users)/", page.read_text(encoding="utf-8"))
    assert found is None, found


PRINTED: dict[str, tuple[int, str]] = {}
"""What commands that write no file have printed, with their exit codes: pages share them."""


def printed_by(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code of a command and its output, standard error first."""
    if command in PRINTED:
        return PRINTED[command]
    program, *words = shlex.split(command)
    assert program == "cellwright", f"{command}: only cellwright can be tried here"
    code = main(words)
    printed = capsys.readouterr()
    found = code, printed.err + printed.out
    if not {"-o", "--export"} & set(words):
        PRINTED[command] = found
    return found


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the shown lines of its output."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        yield command, [line for line in lines if line.strip()]


CONSOLE = [(page, block) for page in PAGES for block in blocks(page, "console")]


@pytest.mark.parametrize(
    ("page", "block"), CONSOLE, ids=[f"{p.stem}-{i}" for i, (p, _) in enumerate(CONSOLE)]
)
def test_a_command_prints_the_lines_that_the_page_shows(
    page: Path,
    block: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for command, shown in commands(block):
        code, printed = printed_by(command, capsys)
        assert code in (0, 1), f"{command}: {printed}"
        start = 0
        for line in shown:
            found = printed.find(line, start)
            assert found >= 0, f"{command}\ndoes not print, in this place: {line}\n{printed}"
            start = found + len(line)


SESSIONS = [page for page in PAGES if blocks(page, "pycon")]


@pytest.mark.parametrize("page", SESSIONS, ids=[page.stem for page in SESSIONS])
def test_a_python_session_gives_what_the_page_shows(page: Path) -> None:
    text = "\n".join(blocks(page, "pycon"))
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(session, out=told.append)
    assert result.attempted and not result.failed, "".join(told)


def test_make_help_names_every_target_that_a_person_may_ask_for() -> None:
    makefile = (TOP / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony is not None
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE))
    assert set(phony[1].split()) - explained == {"packages"}


def test_the_wheel_and_the_source_archive_hold_the_documentation() -> None:
    build = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    targets = build["build"]["targets"]
    assert "resources" in targets["wheel"]["packages"] and "exclude" not in targets["wheel"]
    assert {"/resources", "/README.md", "/CHANGELOG.md", "/CONTRIBUTING.md"} <= set(
        targets["sdist"]["include"]
    )


def test_the_pages_state_the_right_number_of_shipped_robots() -> None:
    robots = json.loads((TOP / "resources" / "robots" / "cards.json").read_text(encoding="utf-8"))
    drawn = sum(not robot["card"]["schematic"] for robot in robots.values())
    for page in (TOP / "README.md", DOCS / "robots.md"):
        text = page.read_text(encoding="utf-8")
        assert f"{len(robots)} robots are shipped" in text
        assert re.search(rf"\b{drawn} (robots )?have bodies", text)


def test_the_cell_file_on_the_page_of_cells_is_read(tmp_path: Path) -> None:
    cell, part, new = blocks(DOCS / "cells.md", "yaml")
    assert new.strip() == new_cell_text("ur5e").strip(), "the page shows the text of a new cell"
    (tmp_path / "bracket.part.yaml").write_text(part, encoding="utf-8")
    (tmp_path / "page.cell.yaml").write_text(cell, encoding="utf-8")
    clamp = tmp_path / "clamp.stl"
    assert main(["solids", "drilling", "--body", "PLATE", "-o", str(clamp)]) == 0
    read = load_cell(tmp_path / "page.cell.yaml")
    assert [body.name for body in (*read.fixtures, *read.parts)] == ["table", "PEG"]
