"""What tests of statements share."""

import pytest

from scenes.execution.simulation import simulate


@pytest.fixture
def last_problem():
    """A function that gives the error at the end of a program's run."""

    def found(cell, text):
        run = simulate(cell, text)
        errors = [problem for problem in run.problems if problem.severity == "error"]
        assert run.program.ok, run.diagnostics
        assert len(errors) == 1, run.problems
        return errors[0]

    return found
