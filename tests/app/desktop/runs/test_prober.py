"""Questions at a stop: the newest of a kind counts, and none is killed for another."""

import pytest

from app.background.process import Failure
from app.desktop.runs.prober import Prober

pytestmark = pytest.mark.window


@pytest.fixture
def prober(qapp, fake_process):
    made = Prober(("change", "look"), fake_process)
    yield made
    made.close()


def test_kinds_are_asked_in_their_order_and_old_answers_are_dropped(prober, fake_process) -> None:
    heard = []
    for kind, text in (("look", "at 1"), ("look", "at 2"), ("change", "X"), ("look", "at 3")):
        prober.ask(kind, print, text, then=heard.append)
    for answer in ("seen 1", "changed", "seen 3"):
        fake_process.answer(answer)
        prober.poll()
    assert fake_process.started == ["at 1", "X", "at 3"]
    assert heard == ["changed", "seen 3"]
    assert fake_process.kills == 0
    assert not prober.is_busy


def test_a_question_that_fails_is_reported_in_words(prober, fake_process, caplog) -> None:
    heard = []
    prober.failed.connect(heard.append)
    prober.ask("look", print, "at 1", then=print)
    fake_process.messages.append(Failure(1, "no run"))
    with caplog.at_level("CRITICAL"):
        prober.poll()
    assert heard == ["The run could not be looked at: no run"]


def test_given_up_questions_are_not_answered(prober, fake_process) -> None:
    heard = []
    prober.ask("look", print, "at 1", then=heard.append)
    prober.cancel()
    fake_process.answer("seen")
    prober.poll()
    assert fake_process.kills == 1
    assert not heard
    assert not prober.is_busy
