"""Long files of tests begin first, so that no process is without work at the end of a run."""

import pytest


def test_no_test_of_a_long_file_comes_behind_a_test_of_another(request) -> None:
    is_long = [item.get_closest_marker("long") is not None for item in request.session.items]
    assert is_long == sorted(is_long, reverse=True)


def test_processes_get_the_files_in_this_order(request) -> None:
    if not hasattr(request.config.option, "loadscopereorder"):
        pytest.skip("pytest-xdist is not there")
    assert request.config.option.loadscopereorder is False


def test_all_tests_of_a_long_file_are_long(request) -> None:
    marks: dict[str, set[bool]] = {}
    for item in request.session.items:
        is_long = item.get_closest_marker("long") is not None
        marks.setdefault(item.nodeid.partition("::")[0], set()).add(is_long)
    assert [name for name, own in marks.items() if len(own) > 1] == []
