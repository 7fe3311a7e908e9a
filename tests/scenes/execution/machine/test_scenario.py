"""Scenario files: read and checked like cell files, with the places of all faults at once."""

import pytest

from scenes.errors import SceneFileError
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent, read_scenario


def faults(tmp_path, text):
    path = tmp_path / "around.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SceneFileError) as caught:
        read_scenario(path)
    return [(p.line, p.column, p.message) for p in caught.value.problems]


def test_times_answers_and_responses_are_read_in_order_of_time(tmp_path):
    path = tmp_path / "around.yaml"
    path.write_text(
        "signals:\n  - {at: 2, on: 4, off: [5, 6]}\n  - {at: 1.5, on: 3}\n"
        "  - {when: -5, on: 6}\nanswers: [3, 12.5]\n",
        encoding="utf-8",
    )
    assert read_scenario(path) == Scenario(
        (
            SignalEvent(1.5, 3, True),
            SignalEvent(2.0, 4, True),
            SignalEvent(2.0, 5, False),
            SignalEvent(2.0, 6, False),
        ),
        (Response(-5, 0.0, 6, True),),
        (3.0, 12.5),
    )


def test_all_faults_of_a_scenario_come_at_once_with_their_places(tmp_path):
    text = (
        "signals:\n"
        "  - {at: 1}\n"
        "  - {at: -1, on: 1.9}\n"
        "  - {at: 1, onn: 2, off: 0}\n"
        "  - {when: 0, delay: .inf, on: [1, -1]}\n"
        "anwers: 3\n"
        "answers: [a]\n"
    )
    found = faults(tmp_path, text)
    assert [(line, column) for line, column, _ in found] == [
        (2, 5), (3, 10), (3, 18), (4, 13), (4, 26), (5, 12), (5, 22), (5, 36), (6, 1), (7, 11),
    ]  # fmt: skip
    said = "\n".join(message for _, _, message in found)
    assert 'did you mean "on"?' in said
    assert 'did you mean "answers"?' in said
    assert "needs on or off" in said
    assert "should be a whole number, not the number 1.9" in said


@pytest.mark.parametrize(
    ("entry", "part"),
    [
        ("{at: .nan, on: 1}", "finite"),
        ("{at: .inf, on: 1}", "finite"),
        ("{at: 1, on: true}", "a whole number, not true"),
        ("{at: 1, on: []}", "at least 1 item"),
        ("{at: 1, on: a}", "a whole number, not the text 'a'"),
        ("{at: 1, on: -1}", "at least 1, not -1"),
        ("{at: 1, delay: 2, on: 1}", "a delay goes with when"),
        ("{at: 1, when: 2, on: 1}", "exactly one of at, when"),
        ("{on: 1}", "exactly one of at, when"),
        ("{at: 1, on: 2, off: [1, 2]}", "signal 2 cannot go on and off at once"),
        ("{at: a, on: 1}", "a number, not the text 'a'"),
        ("5", "a mapping of keys, not the number 5"),
        ("{at: 1, on: }", "needs on or off"),
    ],
)
def test_an_entry_that_is_incomplete_or_contradicts_itself_is_refused(tmp_path, entry, part):
    ((line, _, message),) = faults(tmp_path, f"signals:\n  - {entry}\n")
    assert line == 2
    assert part in message


def test_a_file_of_another_kind_is_refused_with_the_name_of_its_kind(tmp_path):
    assert faults(tmp_path, "cell: 1\n") == [(1, 1, "this is a cell file, not a scenario")]
    assert faults(tmp_path, "foo: 1\n")[0][2] == (
        'unknown key "foo"; the keys here are signals:, answers:'
    )
    assert faults(tmp_path, "- 3\n")[0][2].startswith("a scenario is a mapping of keys")
    assert faults(tmp_path, "# empty\n")[0][2] == "the scenario is empty"
    assert "not valid YAML" in faults(tmp_path, "signals: [\n")[0][2]
