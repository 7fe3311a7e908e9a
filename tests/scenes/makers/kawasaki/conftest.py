"""Cells whose arm has a controller of AS or V+, and runs of foreign programs in them."""

from dataclasses import replace
from functools import cache

import pytest

from scenes import load_robot, simulate
from scenes.execution.machine.scenario import Scenario
from scenes.files.loader import cell_from_document
from scenes.files.robots.robot_writer import robot_text
from scenes.files.text.documents import parse_document
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.writing.orders import Go
from scenes.makers.writing.unrolled import unrolled

ARM = "staubli_rx160"
FACTS = """controller:
  language: {language}
  sign: [1, -1, 1, -1, 1, 1]
  zero: [90, 0, -90, 0, 10, 0]
  base: {{at: [0, 0, 300], rpy: [0, 0, 30]}}
  flange: {{at: [0, 0, 5], rpy: [0, 0, 90]}}
  source: a test
"""


@pytest.fixture(scope="session")
def cell_of(tmp_path_factory):
    """cell_of(language): a cell with an arm whose file says how such a controller counts; an arm
    without that for "". Each is read once, which takes longer than what most tests do with it."""

    @cache
    def make(language: str):
        folder = tmp_path_factory.mktemp("arm")
        text = robot_text(replace(load_robot(ARM), controller=None))
        facts = FACTS.format(language=language) if language else ""
        at = text.index("mechanism:")
        (folder / "arm.robot.yaml").write_text(text[:at] + facts + text[at:], encoding="utf-8")
        cell = "cell: 1\nrobots: {arm: {use: ./arm.robot.yaml, hand: two_finger_85}}\n"
        return cell_from_document(parse_document(folder / "one.cell.yaml", cell, "cell"))

    return make


def run_of(cell, text: str, language: str = "as", scenario: Scenario | None = None):
    """The run of a foreign text."""
    program = program_of_foreign(ForeignText(text, language), cell.robot)
    assert not [d for d in program.diagnostics if d.severity == "error"], program.diagnostics
    run = simulate(cell, program, scenario=scenario)
    assert not [p for p in run.problems if p.severity == "error"], run.problems
    return run


def motions_of(cell, text: str, language: str = "as") -> list[Go]:
    """The motions of a foreign text as it is run."""
    orders = unrolled(run_of(cell, text, language), hand_output=2).orders
    return [order for order in orders if isinstance(order, Go)]
