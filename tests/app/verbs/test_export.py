"""`cellwright export`: what it writes and says, and what it refuses."""

import re
from pathlib import Path

import pytest

import app
from app.cli import FINE, FOUND_ERRORS, UNUSABLE, main, verb_parser
from scenes.makers.maker_languages import LANGUAGES

HOME = """
cell: 1
robots: {arm: {use: ROBOT, hand: two_finger_85}}
fixtures:
  wall: {at: [0, 0, -400], solid: [{add: {box: [3000, 3000, 200]}}]}
"""


@pytest.fixture
def at(tmp_path, monkeypatch):
    """at(robot, program): writes both files and goes to their folder."""
    monkeypatch.chdir(tmp_path)

    def write(robot: str, program: str) -> Path:
        text = HOME.replace("ROBOT", robot)
        (tmp_path / "one.cell.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "mine.val").write_text(program, encoding="utf-8")
        return tmp_path

    return write


def export(*words: str) -> int:
    return main(["export", "one.cell.yaml", "mine.val", *words])


def test_a_krl_program_is_written_as_its_controller_takes_it(at, capsys) -> None:
    folder = at("kuka_kr6_r900_2", "OPENI 60\nDRAW 0, 0, -50\nCLOSEI 30\nREADY\nEND\n")
    assert export("--to", "krl", "--hand-output", "1") == FINE
    data = (folder / "mine.src").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") > 10
    lines = data.decode("cp1252").split("\r\n")
    assert "DEF MINE( )" in lines and lines[-2:] == ["END", ""]
    assert "PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}" in lines
    told = capsys.readouterr().out
    assert "2 motions" in told and "read back: the tool within" in told and "proven free" in told


def test_what_would_be_lost_is_told_and_nothing_is_written(at, capsys) -> None:
    folder = at("ur5e", "OPENI 60\nTYPE 5\nDRAW 0, 0, -50\nEND\n")
    assert export("--to", "urscript") == FOUND_ERRORS
    told = capsys.readouterr().err
    assert (
        "mine.val:1: not written: OPENI 60" in told
        and "--hand-output N" in told
        and "mine.val:2: not written" in told
    )
    assert "--allow-loss" in told and not (folder / "mine.script").exists()
    assert export("--to", "urscript", "--allow-loss", "-o", "other.script") == FINE
    text = (folder / "other.script").read_text("ascii")
    assert text.startswith("def other():\n") and text.endswith("end\n") and "movel(p[" in text


@pytest.mark.parametrize(
    ("robot", "words", "said"),
    [
        ("puma560", ["--to", "krl"], "does not say how its controller counts"),
        ("ur5e", ["--to", "krl"], "reads urscript, not krl"),
        ("ur5e", ["--to", "urscript", "-o", "a.src"], "is a file .script"),
        ("ur5e", ["--to", "urscript", "--hand-output", "9"], "0 to 7, not 9"),
        ("ur5e", ["--to", "karel"], "invalid choice: 'karel'"),
        ("ur5e", ["--to", "val3"], "reads urscript, not val3"),
        ("staubli_tx2_60", ["--to", "val3", "-o", "start.pgx"], "is not called start or stop"),
        ("staubli_tx2_60", ["--to", "val3", "-o", "a.mod"], "is a file .pgx"),
        ("staubli_tx2_60", ["--to", "val3", "-o", "no/where/a.pgx"], "no/where/a.pgx"),
        ("ur5e", ["--to", "urscript", "--hand-output", "x"], "no number of an output"),
        ("ur5e", ["--to", "urscript", "-o", "no/where/a.script"], "no/where/a.script"),
    ],
)
def test_what_cannot_be_exported_is_said_in_one_sentence(at, capsys, robot, words, said) -> None:
    folder = at(robot, "OPENI 60\nREADY\nDRAW 0, 0, 10\nEND\n")
    if "--hand-output" not in words:
        words = [*words, "--hand-output", "1"]
    assert export(*words) == UNUSABLE
    assert said in capsys.readouterr().err
    assert not [*folder.glob("*.src"), *folder.glob("*.script")]


def test_a_file_that_is_there_is_replaced_only_with_force(at, capsys) -> None:
    folder = at("ur5e", "DRAW 0, 0, -50\nEND\n")
    own = folder / "mine.script"
    own.write_text("# my work\n", encoding="ascii")
    assert export("--to", "urscript") == UNUSABLE
    assert "there already: --force replaces it" in capsys.readouterr().err
    assert own.read_text("ascii") == "# my work\n"
    assert export("--to", "urscript", "--force") == FINE
    assert "movel(" in own.read_text("ascii")


def test_a_program_that_collides_is_not_exported(at, capsys) -> None:
    folder = at("ur5e", "DRAW 0, 0, -780\nEND\n")
    code = export("--to", "urscript")
    assert code == FOUND_ERRORS and not (folder / "mine.script").exists()
    assert "nothing was exported" in capsys.readouterr().err


def test_a_rapid_module_is_written_as_its_controller_takes_it(at, capsys) -> None:
    folder = at("abb_irb120", "OPENI 60\nDRAW 0, 0, -50\nCLOSEI 30\nREADY\nEND\n")
    assert export("--to", "rapid", "--hand-output", "1") == FINE
    data = (folder / "mine.mod").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") > 10
    lines = data.decode("latin-1").split("\r\n")
    assert lines[0] == "MODULE mine" and "  PROC main()" in lines
    assert "SetDO do1,1;" in "\n".join(lines)
    assert "2 motions" in capsys.readouterr().out


def test_a_fanuc_program_is_written_as_its_controller_takes_it(at, capsys) -> None:
    folder = at("fanuc_lrmate200id", "OPENI 60\nDRAW 0, 0, -50\nCLOSEI 30\nREADY\nEND\n")
    assert export("--to", "ls", "--hand-output", "1", "-o", "rsr0001.ls") == FINE
    data = (folder / "rsr0001.ls").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") > 10
    assert data.startswith(b"/PROG  RSR0001_PROG\r\n") and b"  DO[1]=ON ;" in data
    out = capsys.readouterr().out
    assert "2 motions" in out and "its name on the controller is RSR0001_PROG" in out


def test_the_job_on_the_page_of_controllers_is_the_one_that_is_written(at, capsys) -> None:
    page = (Path(app.__file__).parents[1] / "resources/docs/controllers.md").read_text("utf-8")
    (program, job), *_ = re.findall(r"```val\n(.*?)```\s*```jbi\n(.*?)```", page, re.DOTALL)
    folder = at("yaskawa_gp8", program)
    assert export("--to", "jbi", "-o", "weld.jbi") == FINE
    data = (folder / "weld.jbi").read_bytes()
    assert data.decode("ascii") == job.replace("\n", "\r\n")
    assert "3 motions" in capsys.readouterr().out
    assert export("--to", "jbi", "-o", "weld.jbi", "--force") == FINE
    assert (folder / "weld.jbi").read_bytes() == data


def test_what_a_job_would_lose_is_told_with_its_line(at, capsys) -> None:
    lines = ["HERE A", "ACCURACY 15 ALWAYS", "DRIVE 1, 5", "C1MOVE SHIFT(A BY 0, 30, -15)"]
    folder = at("yaskawa_gp8", "\n".join([*lines, "C2MOVE SHIFT(A BY 0, 60, 0)", "END", ""]))
    assert export("--to", "jbi") == FOUND_ERRORS
    told = capsys.readouterr().err
    assert "mine.val:3: not written: DRIVE 1 5: the corner before an arc is a stop" in told
    assert not (folder / "mine.jbi").exists()
    assert export("--to", "jbi", "--allow-loss") == FINE


def test_the_motion_is_written_for_ros_and_what_is_left_out_is_told(at, capsys) -> None:
    folder = at("ur5e", "OPENI 60\nDRAW 0, 0, -50\nEND\n")
    assert export("--to", "ros") == FOUND_ERRORS
    told = capsys.readouterr().err
    assert "mine.val:1: not written: OPENI 60: a trajectory moves no hand" in told
    assert "--allow-loss" in told and not (folder / "mine.yaml").exists()
    names = "a_1,a_2,a_3,a_4,a_5,a_6"
    given = ["--to", "ros-goal", "--allow-loss", "--joints", names, "-o", "goal.yaml"]
    assert export(*given) == FINE
    text = (folder / "goal.yaml").read_text("utf-8")
    assert 'joint_names: ["a_1", "a_2", "a_3", "a_4", "a_5", "a_6"]' in text
    assert text.startswith("# control_msgs/action/FollowJointTrajectory\n# ros2 action send_goal ")
    out = capsys.readouterr().out
    assert "the arm must stand at its start: [0.0000, -1.5708" in out and "proven free" in out


@pytest.mark.parametrize(
    ("robot", "words", "said"),
    [
        ("puma560", [], "does not say how ROS names its joints"),
        ("ur5e", ["--joints", "a,b"], "has 6 joints, not 2"),
        ("ur5e", ["--joints", "a,b,c,d,e,a"], "a stands there twice"),
        ("ur5e", ["--joints", "a,,c,d,e,f"], "a name is empty"),
        ("ur5e", ["-o", "a.src"], "is a file .yaml"),
        ("ur5e", ["--hand-output", "1"], "switches no output"),
        ("ur5e", ["--to", "urscript", "--joints", "a"], "names the joints for ROS"),
    ],
)
def test_what_ros_cannot_be_given_is_said_in_one_sentence(at, capsys, robot, words, said) -> None:
    folder = at(robot, "READY\nDRAW 0, 0, 10\nEND\n")
    assert export("--to", "ros", *words) == UNUSABLE
    assert said in capsys.readouterr().err
    assert sorted(file.name for file in folder.iterdir()) == ["mine.val", "one.cell.yaml"]


def test_a_val3_application_is_written_into_a_folder_of_its_own(at, capsys) -> None:
    folder = at("staubli_tx2_60", "OPENI 60\nDRAW 0, 0, -50\nCLOSEI 30\nREADY\nEND\n")
    names = ["mine.dtx", "mine.pgx", "mine.pjx", "start.pgx", "stop.pgx"]
    for where, words in (("mine", []), ("out/mine", ["-o", "out/"])):
        assert export("--to", "val3", "--hand-output", "1", *words) == FINE
        assert sorted(file.name for file in (folder / where).iterdir()) == names
        told = capsys.readouterr().out
        assert "2 motions" in told and "read back: the tool within" in told
        assert f"exported {Path(where, 'start.pgx')}" in told and "proven free" in told
    first = {name: (folder / "mine" / name).read_bytes() for name in names}
    (folder / "out" / "mine" / "mine.pgx").unlink()
    assert export("--to", "val3", "--hand-output", "1", "-o", "out/") == UNUSABLE
    assert "mine.pjx: is there already" in capsys.readouterr().err
    assert not (folder / "out" / "mine" / "mine.pgx").exists()
    assert export("--to", "val3", "--hand-output", "1", "-o", "out", "--force") == FINE
    assert first == {name: (folder / "out" / "mine" / name).read_bytes() for name in names}
    assert export("--to", "val3", "--hand-output", "1", "-o", "weld.pgx") == FINE
    assert {"weld.pgx", "weld.dtx", "weld.pjx", "start.pgx"} <= {f.name for f in folder.iterdir()}


def test_an_application_that_was_exported_is_checked_as_it_is(at, capsys) -> None:
    folder = at("staubli_tx2_60", "OPENI 60\nDRAW 0, 0, -50\nCLOSEI 30\nREADY\nEND\n")
    assert export("--to", "val3", "--hand-output", "1") == FINE
    for name in ("mine.pgx", "start.pgx"):
        capsys.readouterr()
        assert main(["check", "one.cell.yaml", f"mine/{name}"]) == FINE
        told = capsys.readouterr().out
        assert "0 errors, 0 warnings" in told and "0 not understood" in told
    data = folder / "mine" / "mine.dtx"
    data.write_text(data.read_text("utf-8").replace("jJoint", "jOther"), encoding="utf-8")
    assert main(["check", "one.cell.yaml", "mine/mine.pgx"]) == FOUND_ERRORS
    assert "mine.pgx:6:3" in capsys.readouterr().out


CALLING = """\
;! language 2
.PROGRAM MAIN
  CALL PICK
  FOR K = 1 TO 3
    CALL PICK
    DELAY 0.5
  END
.END
.PROGRAM PICK
  FOR J = 1 TO 2
    DRAW 0, 0, -40
    DRAW 0, 0, 40
  END
.END
"""


@pytest.mark.parametrize(
    ("robot", "language"), [("fanuc_lrmate200id", "ls"), ("yaskawa_gp8", "jbi")]
)
def test_called_programs_are_written_beside_the_program_that_calls_them(
    robot, language, at, capsys
) -> None:
    folder = at(robot, CALLING)
    assert export("--to", language) == FINE
    own, called = folder / f"mine.{language}", folder / f"PICK.{language}"
    told = capsys.readouterr().out
    assert "2 motions, 2 loops and 1 called program kept" in told
    assert f"exported {own.name}" in told and f"exported {called.name}\n" in told
    assert sorted(folder.glob(f"*.{language}")) == [called, own]
    assert check(own.name) == FINE and "0 not understood" in capsys.readouterr().out
    first = own.read_bytes(), called.read_bytes()
    assert all(each.count(b"\r\n") == each.count(b"\n") > 10 for each in first)
    own.unlink()
    called.write_text("of another program", encoding="ascii")
    capsys.readouterr()
    assert export("--to", language) == UNUSABLE
    assert f"{called.name}: is there already" in capsys.readouterr().err
    assert not own.exists() and called.read_text("ascii") == "of another program"
    assert export("--to", language, "--force") == FINE
    assert first == (own.read_bytes(), called.read_bytes())
    called.unlink()
    capsys.readouterr()
    assert check(own.name) == FINE
    assert "PICK is not among the files beside this one" in capsys.readouterr().out


def check(name: str) -> int:
    return main(["check", "one.cell.yaml", name])


@pytest.mark.parametrize("program", [CALLING, "DRAW 0, 0, -40\nEND\n"])
def test_no_folder_is_made_for_a_program_that_has_none_of_its_own(program, at, capsys) -> None:
    folder = at("fanuc_lrmate200id", program)
    assert export("--to", "ls", "-o", "out/") == UNUSABLE
    assert "out/mine.ls" in capsys.readouterr().err and not (folder / "out").exists()


def test_a_file_goes_into_a_folder_that_is_named(at) -> None:
    folder = at("ur5e", "DRAW 0, 0, -50\nEND\n")
    (folder / "out").mkdir()
    assert export("--to", "urscript", "-o", "out") == FINE
    assert (folder / "out" / "mine.script").is_file()


def test_the_command_offers_every_language_that_programs_can_be_written_in() -> None:
    for language in LANGUAGES:
        asked = verb_parser().parse_args(["export", "cell", "program", "--to", language])
        assert asked.to == language
