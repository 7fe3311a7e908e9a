"""The report of a proof in all printed forms and in the window."""

import json
import re
from pathlib import Path

import pytest

from app.cli import main
from scenes.library import program_path

PROOF_FIELDS = {"complete", "segments", "proven_free", "in_contact", "not_proven", "gaps"}


def sliding(folder):
    """The shipped program with the part pushed a hair into its rest before it is lifted."""
    text = program_path("pick_place").read_text(encoding="utf-8")
    file = folder / "slide.val"
    file.write_text(
        text.replace("150 DEPARTS", "145 DRAW 8 5 -0.0001\n150 DEPARTS"), encoding="utf-8"
    )
    return str(file)


def said(capsys, *arguments):
    code = main(list(arguments))
    return code, capsys.readouterr().out


def test_the_text_counts_what_is_proven_and_names_what_is_not(capsys, tmp_path):
    code, out = said(capsys, "check", "kakazu1985", "figure5", sliding(tmp_path))
    assert code == 0
    assert "  proven free: 8 of 8 motion segments\n" in out
    assert "  proven free: 12 of 14 motion segments; not proven: 2\n" in out
    assert "for WORK and TR1: they pass within 0.01 mm of each other" in out
    assert "least distance: " in out
    assert "excepted, the cell allows their contact: arm.B with arm.J" in out


def test_json_holds_the_proof_and_the_least_distances(capsys):
    _, out = said(capsys, "check", "kakazu1985", "into_table", "--format", "json")
    (program,) = json.loads(out)["programs"]
    assert set(program["proof"]) == PROOF_FIELDS
    counts = [program["proof"][key] for key in ("proven_free", "in_contact", "not_proven")]
    assert sum(counts) == program["proof"]["segments"]
    assert counts[1] == 3
    nearest = program["clearances"][0]
    assert nearest["distance_mm"] == 0.0
    assert nearest["line"] in (9, 10)


def test_the_nearest_pairs_are_listed_where_they_are_asked_for(capsys):
    words = ("check", "kakazu1985", "pick_place")
    few, many = (
        json.loads(said(capsys, *words, *more, "--format", "json")[1])["programs"][0]
        for more in ((), ("--clearances",))
    )
    assert len(few["clearances"]) < 5 <= len(many["clearances"])
    least = few["clearances"][0]["distance_mm"]
    assert many["clearances"][0]["distance_mm"] == pytest.approx(least, abs=0.03)
    assert few["diagnostics"] == many["diagnostics"]
    _, out = said(capsys, *words)
    assert "  least distance: 5.00 mm between" in out
    assert "    then " not in out
    _, out = said(capsys, *words, "--clearances")
    assert out.count("\n    then ") == len(many["clearances"]) - 1


def test_sarif_and_junit_carry_the_gaps(capsys, tmp_path):
    program = sliding(tmp_path)
    _, out = said(capsys, "check", "kakazu1985", program, "--format", "sarif")
    (run,) = json.loads(out)["runs"]
    (gap, *_) = [result for result in run["results"] if result.get("kind") == "open"]
    assert (gap["ruleId"], gap["level"]) == ("not-proven", "none")
    assert gap["locations"][0]["physicalLocation"]["region"]["startLine"] == 15
    assert run["properties"]["proofs"][program]["proven_free"] == 12
    _, out = said(capsys, "check", "kakazu1985", program, "--format", "junit")
    assert "<system-out>proven free: 12 of 14 motion segments; not proven: 2" in out


@pytest.mark.window
def test_the_panel_lists_collisions_gaps_and_distances_and_forgets_them_on_an_edit(
    document, analyst, source_of, cell, tmp_path
):
    from app.desktop.looks.theme import DARK
    from app.desktop.panels.collisions import CollisionsPanel
    from scenes.checking.collisions.proof import Gap
    from scenes.checking.distances.over_motion import Nearest

    document.show_cell(cell, None)
    text = Path(sliding(tmp_path)).read_text(encoding="utf-8")
    source = source_of(text)
    document.add_source(source)
    panel = CollisionsPanel(document, analyst, DARK)
    assert not panel.list.rows.rows
    analyst.answer()
    rows = panel.list.rows.rows
    gaps = [row for row in rows if isinstance(row.value, Gap)]
    near = [row for row in rows if isinstance(row.value, Nearest)]
    assert {row.cells[3:] for row in gaps} == {("WORK", "TR1", "not proven")}
    assert near
    assert near[0].cells[5].endswith(" mm apart")
    assert panel.summary.text().startswith("Proven free: 12 of 14 motion segments")
    document.check_again()
    assert not panel.summary.isVisibleTo(panel)
    assert not panel.list.rows.rows


def test_the_second_job_of_the_worker_checks_the_run_of_the_first(cell, figure5, monkeypatch):
    import scenes
    from app.desktop.runs import run_jobs as workers
    from app.desktop.runs.run_inputs import RunInputs

    ran = []
    true_simulate = scenes.simulate

    def counted(*arguments, **keywords):
        ran.append(arguments)
        return true_simulate(*arguments, **keywords)

    monkeypatch.setattr(scenes, "simulate", counted)
    given = cell, figure5, "figure5", RunInputs()
    workers.run_program(*given, "one", lambda share, text: None)
    verdict = workers.check_program(*given, "one", lambda share, text: None)
    assert len(ran) == 1
    assert verdict.proof.is_free
    workers.check_program(*given, "another", lambda share, text: None)
    assert len(ran) == 2


def test_certificates_are_counted_and_listed_where_they_are_asked_for(capsys, tmp_path):
    program = tmp_path / "short.val"
    program.write_text("POINT A 700 0 480 0 90 0\nREADY\nMOVE A\nEND\n", encoding="utf-8")
    code, out = said(capsys, "check", "kakazu1985", str(program), "--certify")
    assert code == 0
    assert re.search(r"certificates: \d+ claims, all accepted by the independent check", out)
    _, out = said(capsys, "check", "kakazu1985", str(program), "--certify", "--format", "json")
    found = json.loads(out)["programs"][0]["certificates"]
    assert found["claims"] == found["accepted"] > 100
    assert sum(motion["claims"] for motion in found["motions"]) == found["claims"]
    assert all(not motion["faults"] for motion in found["motions"])
    _, out = said(capsys, "check", "kakazu1985", str(program), "--format", "json")
    assert "certificates" not in json.loads(out)["programs"][0]


def test_a_run_whose_evidence_is_not_accepted_fails_and_names_the_bodies(
    capsys, tmp_path, monkeypatch
):
    from scenes.checking.certificates import evidence

    program = tmp_path / "short.val"
    program.write_text("READY\nDRIVE 1 5\nEND\n", encoding="utf-8")
    monkeypatch.setattr(evidence, "verify_sweep", lambda *given, **named: False)
    code, out = said(capsys, "check", "kakazu1985", str(program), "--certify")
    assert code == 1
    assert "error[E502]" in out
    assert "without accepted evidence: the independent check does not accept" in out
