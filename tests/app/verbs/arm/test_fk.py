"""`cellwright fk`: passive values of closed loops and their limits, causes of singular poses."""

import json
from itertools import pairwise

import numpy as np
import pytest

from app.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_passive_values_are_told_and_put_the_platform_where_the_tool_is(capsys) -> None:
    words = "fk", "textbook_delta", "--q", "15", "-20", "40", "30"
    answer = json.loads(said(capsys, *words, "--json"))
    place = np.array(answer["T_base_flange"])[:3, 3]
    slides = [answer["passive"][name] for name in "xyz"]
    assert np.abs(np.add(slides, [0, 0, 540]) - place).max() < 1e-9
    for a, b in pairwise(sorted(name for name in answer["passive"] if name[-1] in "ab")):
        if a[:-1] == b[:-1]:  # the two rods of a leg stay parallel
            assert abs(answer["passive"][a] - answer["passive"][b]) < 1e-9
    assert "passive x -10.313, y 210.788" in said(capsys, *words)


def test_the_way_of_assembly_is_told_and_arms_without_loops_have_neither(capsys) -> None:
    words = "fk", "puma560", "--q", "0", "45", "-135", "0", "45", "0"
    five_bar = "fk", "textbook_five_bar", "--q", "0", "0", "20", "0"
    assert json.loads(said(capsys, *five_bar, "--json"))["assembly"] == {"tip": "+"}
    assert "assembly + of tip" in said(capsys, *five_bar)
    assert "passive" not in json.loads(said(capsys, *words, "--json"))


def test_a_passive_joint_beyond_its_limit_is_told(capsys) -> None:
    out = said(capsys, "fk", "textbook_delta", "--q", "75", "75", "-40", "30")
    assert "warning: passive joint lean1a is 2.57 deg beyond its limit" in out
    assert "crank" not in out


@pytest.mark.parametrize(
    ("name", "q", "told"),
    [
        ("puma560", "10 20 30 40 0 50", "singular: wrist"),
        ("puma560", "10 20 30 40 0.3 50", "nearly singular: wrist"),
        ("textbook_rrp", "20 0 100", "singular: elbow"),
        ("fanuc_crx10ia_l", "0 0 0 0 0 0", "singular: axes 3, 4, 5 and 6 in one plane"),
        ("puma560", "10 20 30 40 30 50", ""),
    ],
)
def test_a_singular_pose_is_told_with_its_cause(capsys, name, q, told) -> None:
    assert main(["fk", name, "--q", *q.split()]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "singular" in line]
    assert lines == ([told] if told else [])
    assert main(["fk", name, "--q", *q.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["smallest_singular_value"] < 0.01) == bool(told)
    assert bool(found["near"]) == bool(told)
