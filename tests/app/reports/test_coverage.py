"""Every output names the bodies that a proof covers: text, JSON, SARIF, JUnit, files, window,
editor.
"""

import json
import re
from types import SimpleNamespace

import pytest

from app.background.checking import Subject, run_of
from app.background.checking import checked as checked_aside
from app.background.letters import packed
from app.desktop.panels.status_bar import as_drawn, proof_tip, proven_words
from app.desktop.runs.run_jobs import Verdict
from app.programs.program_facts import Subject as Spoken
from app.programs.program_facts import facts_about
from app.reports.reports import as_json, as_junit, as_sarif, as_text, checked
from language import parse
from scenes import Cell, load_cell
from scenes.analysis import analyse_run
from scenes.execution.line_facts import run_facts
from scenes.execution.machine.scenario import Scenario
from scenes.exporters import table_of
from scenes.exporters.json import json_text
from scenes.library import robot_names, robot_path
from scenes.run_verdict import verdict_of
from tests.depth import share

TEXT = "READY\nDRIVE 1 1\nEND\n"


@pytest.fixture(scope="module")
def cell_of(tmp_path_factory):
    """cell_of(name): a loaded cell with that robot and a table out of reach."""
    folder = tmp_path_factory.mktemp("cells")

    def load(name: str) -> Cell:
        file = folder / f"{name}.cell.yaml"
        file.write_text(
            f"cell: 1\nrobots: {{arm: {{use: {name}}}}}\nfixtures:\n"
            "  table: {at: [0, 0, -9000], solid: [{add: {box: [9, 9, 9]}}]}\n"
        )
        return load_cell(file)

    return load


def is_drawn(name: str) -> bool:
    """Whether the file of a robot gives the arm no bodies of its own."""
    text = robot_path(name).read_text(encoding="utf-8")
    return "\nbodies:\n" not in text or "\nschematic: true\n" in text


@pytest.mark.parametrize("name", share(robot_names(), 12))
def test_every_output_says_which_bodies_the_file_of_a_shipped_robot_gives(name, cell_of) -> None:
    cell, drawn = cell_of(name), is_drawn(name)
    aside = Subject(robot_names().index(name), packed(cell), (TEXT, ""), (), Scenario())
    run = run_of(aside)
    report = analyse_run(run)
    item = checked("p.val", TEXT, report)
    document = SimpleNamespace(cell=cell, verdict=Verdict.of(report), is_checked=True)
    ask = Spoken(cell, parse(TEXT), run_facts(run), is_fresh=True)
    words = "free as drawn; the arm is schematic"
    prose = {
        "text": as_text([item]),
        "junit": as_junit([item]),
        "status": proven_words(document),
        "tip of the status": proof_tip(document),
    }
    for door, said in prose.items():
        assert (words in said) == drawn, door
        assert ("proven free" in said.lower()) != drawn, door
    [program] = json.loads(as_json([item]))["programs"]
    [sarif] = json.loads(as_sarif([item]))["runs"]
    file = json.loads(json_text(table_of(run), verdict_of(report)))
    assert file["verdict"]["standing"] == ("free as drawn" if drawn else "proven free")
    plain = (program["coverage"], sarif["properties"]["coverages"]["p.val"], file["coverage"])
    for coverage in plain:
        assert coverage["robots"][0]["shape"] == ("schematic" if drawn else "real")
        assert {b["name"]: b["shape"] for b in coverage["bodies"]}["table"] == "real"
    assert program["proof"]["proven_free"] == program["proof"]["segments"] == 1
    warned = {
        "JSON": [found["code"] for found in program["diagnostics"]],
        "SARIF": [found["ruleId"] for found in sarif["results"]],
        "JUnit": re.findall(r"\[([EWN][0-9]+)\]", prose["junit"]),
        "editor": [problem.code for problem in checked_aside(aside)],
        "window": [finding.code for finding in document.verdict.findings],
    }
    for door, codes in warned.items():
        assert ("W310" in codes) == drawn, door
    hover = facts_about(cell, lambda: ask, lambda line: 5.0).motions.get(2)
    if hover is not None:  # None for an arm without named branches
        assert ("clearance as drawn 5.00 mm" in hover) == drawn


def test_the_exit_code_of_a_check_of_a_schematic_arm_stays(cell_of, tmp_path, capsys) -> None:
    from app.cli import main

    cell = cell_of("textbook_leg")
    program = tmp_path / "p.val"
    program.write_text(TEXT)
    assert main(["check", str(cell.path), str(program)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"warning\[W310\]: arm \(Textbook leg\) is drawn schematically", out)
    assert "p.val: 0 errors, 1 warning;" in out


def test_a_jogged_pose_of_a_schematic_arm_is_free_as_drawn_only(cell_of) -> None:
    assert as_drawn(cell_of("textbook_leg")) == " as drawn"
    assert as_drawn(cell_of("ur5e")) == ""


def test_the_list_of_collisions_says_that_its_figures_are_of_a_schematic_arm(
    document, analyst, source_of, cell_of
) -> None:
    from app.desktop.looks.theme import DARK
    from app.desktop.panels.collisions import CollisionsPanel

    document.show_cell(cell_of("textbook_leg"), None)
    source_of(TEXT)
    panel = CollisionsPanel(document, analyst, DARK)
    analyst.answer()
    assert panel.summary.text().startswith("1 of 1 motion segments free as drawn; the arm is")
    assert "least distance as drawn" in panel.summary.text()
    assert "drawn schematically with 7 bodies" in panel.summary.toolTip()
    rows = panel.list.rows.rows
    assert rows
    assert all(row.tip.startswith("Proven as drawn: ") for row in rows)
