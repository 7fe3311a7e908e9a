"""The files in which the uses of a name are looked for."""

from pathlib import Path

from app.programs.called_files import CalledFile
from app.programs.files_of_run import files_of_run, found_by_name

MAIN = "POINT A 1 2 3 0 0 0\nCALL PICK\nEND\n"
PICK = ".PROGRAM PICK\nCALL GRIP\nMOVE A\n.END\n"


def file(path: Path, text: str) -> CalledFile:
    path.write_text(text)
    return CalledFile(text, path.name, path)


def test_callers_and_called_files_are_found_on_disk_and_others_are_not(tmp_path: Path) -> None:
    main, pick = file(tmp_path / "main.val", MAIN), file(tmp_path / "pick.val", PICK)
    grip = file(tmp_path / "grip.val", ".PROGRAM GRIP\n.END\n")
    file(tmp_path / "alone.val", "READY\nEND\n")
    for own in (main, pick, grip):
        found = files_of_run(own, ())
        assert found[0] is own
        expected = {"main.val", "pick.val", "grip.val"} - ({"main.val"} if own is grip else set())
        assert {each.name for each in found} == expected


def test_an_open_text_goes_before_the_file_on_disk(tmp_path: Path) -> None:
    main, pick = file(tmp_path / "main.val", MAIN), file(tmp_path / "pick.val", PICK)
    edited = CalledFile(PICK.replace("MOVE", "MOVES"), pick.name, pick.path)
    assert [each for each in files_of_run(main, [edited]) if each.name == "pick.val"] == [edited]


def test_a_file_named_after_its_program_is_found_by_that_name(tmp_path: Path) -> None:
    files = {"1": file(tmp_path / "pick.val", PICK), "2": file(tmp_path / "main.val", MAIN)}
    assert found_by_name(files, "PICK") == "pick.val"
    assert found_by_name(files, "GRIP") == ""
