"""The runner of the benchmarks prints one table of all figures, even where a script fails."""

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parent
SCRIPT = """
from figures import Figure, arguments, faster, most, show

def figures(seed):
    yield Figure("seed as it was given", seed)
    yield Figure("time", 2.0, "s", "peer", 8.0, faster(5.0))
    {ending}

options = arguments(__doc__).parse_args()
show(figures(options.seed), options)
"""


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The runner with two scripts of its own, of which the first fails after two figures."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import run

    ends = {"one": "raise ValueError('broken')", "two": 'yield Figure("count", 3, target=most(3))'}
    for name, ending in ends.items():
        (tmp_path / f"bench_{name}.py").write_text(SCRIPT.format(ending=ending))
    around = os.pathsep.join([str(BENCHMARKS), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", around)
    monkeypatch.setattr(run, "HERE", tmp_path)
    return run


def called(run: ModuleType, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["run.py", *words])
    return run.main()


def test_a_failing_script_is_named_and_the_others_run(runner, monkeypatch, capfd, tmp_path):
    page = tmp_path / "docs" / "figures.md"
    assert called(runner, monkeypatch, "--seed", "7", "--write", str(page)) == 1
    told = capfd.readouterr().out
    assert "5 figures; 1 targets met, 2 not met; FAILED: one" in told
    text = page.read_text()
    assert text.count("| seed as it was given | 7 |") == 2
    assert text.count("| time | 2 s | 8 s peer | 0.25 | 5 times faster | NO |") == 2
    assert "| count | 3 | - | - | at most 3 | yes |" in text
    assert "This script failed" in text
    assert str(tmp_path) not in text


def test_a_part_of_the_scripts_is_chosen_by_a_word(runner, monkeypatch, capfd):
    assert called(runner, monkeypatch, "two") == 0
    told = capfd.readouterr().out
    assert "== two" in told
    assert "== one" not in told
    with pytest.raises(SystemExit, match=r"no benchmark is called three: .*one, two"):
        called(runner, monkeypatch, "three")


@pytest.mark.parametrize(
    ("kind", "limit", "ours", "theirs", "is_met"),
    [
        ("most", 5.0, 5.0, None, True),
        ("most", 0.0, 1.0, None, False),
        ("least", 99.0, 99.5, None, True),
        ("least", 99.0, 98.5, 20.0, False),
        ("ratio", 0.15, 1.5, 10.0, True),
        ("ratio", 0.15, 1.6, 10.0, False),
        ("faster", 5.0, 2.0, 10.0, True),
        ("faster", 5.0, 2.0, 9.9, False),
        ("faster", 5.0, 2.0, None, None),
    ],
)
def test_a_target_is_met_or_not_or_undecided(
    runner, kind: str, limit: float, ours: float, theirs: float | None, is_met: bool | None
) -> None:
    from figures import Target

    assert Target(kind, limit).is_met(ours, theirs) is is_met
