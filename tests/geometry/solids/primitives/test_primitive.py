"""A kind of primitive that leaves a question unanswered cannot be defined."""

import pytest

from geometry import Box
from geometry.solids.primitives.primitive import Leaf, Primitive

QUESTIONS = sorted(
    name for name in dir(Primitive) if getattr(getattr(Primitive, name), "__isabstractmethod__", 0)
)


def test_a_primitive_must_answer_all_questions_of_the_other_folders():
    assert {"level", "support", "core", "recipe", "moments", "convex_faces"} <= set(QUESTIONS)
    assert {"is_convex", "is_curved", "is_dented", "mirrored_in_x"} <= set(QUESTIONS)


@pytest.mark.parametrize("left_out", QUESTIONS)
def test_a_primitive_that_leaves_a_question_out_is_refused_where_it_is_defined(left_out):
    answers = {name: getattr(Box, name) for name in QUESTIONS if name != left_out}
    with pytest.raises(TypeError, match=f"Blob does not say {left_out}"):
        type("Blob", (Primitive,), answers)


def test_a_primitive_that_answers_all_questions_is_a_primitive():
    answers = {name: getattr(Box, name) for name in QUESTIONS}
    assert issubclass(type("Brick", (Primitive,), answers), Leaf)
