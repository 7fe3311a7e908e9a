"""Edits of the text of a scenario: one value changes, comments stay, faults are refused."""

import random
from pathlib import Path

import pytest

from app.desktop.state.scenarios import scenario_edits as edits
from app.desktop.state.scenarios.scenario_edits import NEW_SCENARIO, said_in
from scenes import SceneError
from tests.depth import cases

TEXT = """\
# Around the cell
signals: # by time
  - {at: 1.5, on: 5} # a block is there
  # asked for
  - when: 3 # the lamp
    delay: 1.0
    on: [6, 7]
answers: [40] # mm
"""


def file_of(text: str):
    return said_in(text).document


def test_a_text_says_entries_answers_and_the_scenario() -> None:
    said = said_in(TEXT)
    first, second = said.entries
    assert (first.at, first.when, first.changes()) == (1.5, None, ((5, True),))
    assert (second.at, second.when, second.delay) == (None, 3, 1.0)
    assert second.changes() == ((6, True), (7, True))
    assert said.answers == (40,) and said.scenario is not None and not said.fault


def test_faults_stand_at_the_key_that_is_wrong() -> None:
    said = said_in("signals:\n - {at: -1, on: 0}\n - {on: 2}\nanswers: [1, a]\n")
    assert set(said.entries[0].faults) == {"at", "on"} and set(said.entries[1].faults) == {""}
    assert list(said.answer_faults) == [1] and said.scenario is None
    assert said.fault.startswith("line 2: ")
    broken = said_in("signals: [")
    assert broken.document is None and "YAML" in broken.fault


def test_a_dragged_time_changes_only_its_own_characters() -> None:
    assert edits.moved(file_of(TEXT), 0, 2.25).text == TEXT.replace("at: 1.5", "at: 2.25")
    assert edits.moved(file_of(TEXT), 1, 0.3).text == TEXT.replace("delay: 1.0", "delay: 0.3")
    assert edits.moved(file_of(TEXT), 0, -4).text == TEXT.replace("at: 1.5", "at: 0")


def test_a_time_takes_the_place_of_a_cause_and_the_other_way_round() -> None:
    caused = edits.with_field(file_of(TEXT), 0, "when", -3)
    assert caused.data["signals"][0] == {"when": -3, "on": 5} and "a block is there" in caused.text
    timed = edits.with_field(file_of(TEXT), 1, "at", 2)
    assert timed.data["signals"][1] == {"at": 2, "on": [6, 7]}


def test_an_edit_that_makes_a_fault_is_refused() -> None:
    file = file_of(TEXT)
    for key, value in (("at", -1), ("on", None), ("off", 5), ("on", 0)):
        with pytest.raises(SceneError):
            edits.with_field(file, 0, key, value)
    with pytest.raises(SceneError, match="a delay goes with when"):
        edits.with_field(file, 0, "delay", 2)


def test_an_entry_loses_one_signal_or_goes_with_its_last() -> None:
    one = edits.without_change(file_of(TEXT), 1, 7)
    assert one.data["signals"][1] == {"when": 3, "delay": 1.0, "on": 6}
    none = edits.without_change(one, 1, 6)
    assert none.data["signals"] == [{"at": 1.5, "on": 5}]
    empty = edits.without_entry(none, 0)
    assert empty.data["signals"] == [] and "# by time" in empty.text and "# mm" in empty.text


def test_a_signal_goes_with_all_that_it_does_and_sets_off() -> None:
    assert edits.without_signal(file_of(TEXT), 3).data["signals"] == [{"at": 1.5, "on": 5}]
    assert len(edits.without_signal(file_of(TEXT), 6).data["signals"]) == 2


def test_a_new_entry_stands_behind_those_of_earlier_times() -> None:
    file = file_of(NEW_SCENARIO)
    for time in (3, 1, 2):
        file, index = edits.with_entry(file, {"at": time, "on": time})
    assert [row["at"] for row in file.data["signals"]] == [1, 2, 3] and index == 1
    assert file.text.count("\n  - {at: ") == 3  # a line each
    assert file.text.startswith(NEW_SCENARIO.splitlines()[0])


def as_lists(entries) -> list[dict]:
    return [{k: v if not isinstance(v, list) else list(v) for k, v in e.items()} for e in entries]


@pytest.mark.parametrize("seed", range(cases(30, 10)))
def test_random_edits_do_what_the_same_edits_of_plain_lists_do(seed) -> None:
    """Second method: every edit is made on plain lists too; comments of kept entries stay."""
    rng = random.Random(seed)
    text = TEXT if rng.random() < 0.7 else TEXT.replace("\n", "\r\n")
    file = file_of(text)
    rows, answers = as_lists(file.data["signals"]), list(file.data["answers"])
    for _ in range(25):
        act = rng.randrange(6)
        index = rng.randrange(len(rows)) if rows else 0
        time, signal = round(rng.uniform(0, 9), 2), rng.randint(1, 9)
        if act == 0 or not rows:
            file, at = edits.with_entry(file, {"at": time, "on": signal})
            rows.insert(at, {"at": time, "on": signal})
        elif act == 1:
            file = edits.without_entry(file, index)
            del rows[index]
        elif act == 2:
            file = edits.moved(file, index, time)
            rows[index]["delay" if "when" in rows[index] else "at"] = time
        elif act == 3:
            try:
                file = edits.with_field(file, index, "off", [signal, signal + 20])
            except SceneError as fault:
                assert "cannot go on and off" in str(fault)
            else:
                rows[index]["off"] = [signal, signal + 20]
        elif act == 4:
            file = edits.with_answer(file, len(answers), time)
            answers.append(time)
        elif answers:
            file = edits.without_answer(file, rng.randrange(1, len(answers) + 1) - 1)
            answers = list(file.data["answers"])
        again = said_in(file.text, Path("a.yaml"))
        assert again.scenario is not None, again.fault
        assert again.document.data["signals"] == rows
        assert again.document.data["answers"] == answers
        assert file.text.startswith("# Around the cell") and "# by time" in file.text
    assert ("\r\n" in file.text) == ("\r\n" in text)
