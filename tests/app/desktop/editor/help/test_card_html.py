"""Help cards as HTML."""

from app.desktop.editor.help.card_html import card_html
from app.desktop.looks.theme import DARK
from app.programs.findings import Finding
from language import Fix
from language.editing.hover_card import Card, Paragraph


def test_findings_come_first_with_help_and_a_link_for_each_fix() -> None:
    fixes = (Fix("write MOVE", ()), Fix("write <b>", ()))
    finding = Finding("E110", "error", 2, "no <such> word", help="write one", fixes=fixes)
    card = Card("MOVE", (Paragraph("Time", "1.00 s"),), 1, 5)
    shown = card_html(card, [finding], ["hand in table"], DARK)
    assert "no &lt;such&gt; word" in shown
    assert "href='fix:0:0'" in shown
    assert "href='fix:0:1'>Fix: write &lt;b&gt;<" in shown
    order = [shown.index(word) for word in ("E110", "hand in table", "MOVE</b>", "Time", "1.00 s")]
    assert order == sorted(order)


def test_nothing_to_tell_is_no_card() -> None:
    assert card_html(None, (), (), DARK) == ""
