"""What the check says of its proof, in the forms it prints and in the window."""

import json

import pytest

from app.cli import main

PROOF_FIELDS = {"complete", "segments", "proven_free", "in_contact", "not_proven", "gaps"}


def said(capsys, *arguments):
    code = main(list(arguments))
    return code, capsys.readouterr().out


def test_the_text_counts_what_is_proven_and_names_what_is_not(capsys):
    code, out = said(capsys, "check", "kakazu1985", "figure5", "pick_place")
    assert code == 0
    assert "  proven free: 8 of 8 motion segments\n" in out
    assert "  proven free: 12 of 13 motion segments; not proven: 1\n" in out
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


def test_sarif_and_junit_carry_the_gaps(capsys):
    _, out = said(capsys, "check", "kakazu1985", "pick_place", "--format", "sarif")
    (run,) = json.loads(out)["runs"]
    (gap,) = [result for result in run["results"] if result["kind"] == "open"]
    assert (gap["ruleId"], gap["level"]) == ("not-proven", "none")
    assert gap["locations"][0]["physicalLocation"]["region"]["startLine"] == 15
    assert run["properties"]["proofs"]["pick_place"]["proven_free"] == 12
    _, out = said(capsys, "check", "kakazu1985", "pick_place", "--format", "junit")
    assert "<system-out>proven free: 12 of 13 motion segments; not proven: 1" in out


@pytest.mark.window
def test_the_panel_lists_collisions_gaps_and_distances_and_forgets_them_on_an_edit(
    document, analyst, source_of, cell, tmp_path
):
    from app.desktop.panels.collisions import CollisionsPanel
    from app.desktop.theme import DARK
    from scenes.library import program_path
    from scenes.nearness import Nearest
    from scenes.proof import Gap

    document.show_cell(cell, None)
    text = program_path("pick_place").read_text(encoding="utf-8")
    source = source_of(text)
    document.add_source(source)
    panel = CollisionsPanel(document, DARK)
    assert panel.list.rows.rows == []
    analyst.answer()
    rows = panel.list.rows.rows
    gaps = [row for row in rows if isinstance(row.value, Gap)]
    near = [row for row in rows if isinstance(row.value, Nearest)]
    assert [row.cells[3:] for row in gaps] == [("WORK", "TR1", "not proven")]
    assert near
    assert near[0].cells[5].endswith(" mm apart")
    assert panel.summary.text().startswith("Proven free: 12 of 13 motion segments")
    document.check_again()
    assert not panel.summary.isVisibleTo(panel)
    assert panel.list.rows.rows == []


def test_the_second_job_of_the_worker_checks_the_run_of_the_first(cell, figure5, monkeypatch):
    from app.desktop import workers
    from app.desktop.aside import Aside

    ran = []
    true_simulate = workers.simulate

    def counted(*arguments, **keywords):
        ran.append(arguments)
        return true_simulate(*arguments, **keywords)

    monkeypatch.setattr(workers, "simulate", counted)
    given = cell, figure5, "figure5", Aside()
    workers.run_program(*given, "one", lambda share, text: None)
    verdict = workers.check_program(*given, "one", lambda share, text: None)
    assert len(ran) == 1
    assert verdict.proof.is_free
    workers.check_program(*given, "another", lambda share, text: None)
    assert len(ran) == 2
