"""Programs that an ended console keeps go to a folder of the test."""

import tempfile
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def kept_here(tmp_path_factory, monkeypatch) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    monkeypatch.setenv("TMPDIR", str(folder))  # of processes that a test starts
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder
