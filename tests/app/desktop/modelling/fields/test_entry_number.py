"""A number of the cell file: typed, stepped, refused, mended and restored with keys."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.desktop.modelling.fields.entry_number import EntryNumber
from tests.app.desktop.in_front import is_in_front

pytestmark = pytest.mark.window


@pytest.fixture
def number(qtbot) -> EntryNumber:
    """A field that shows 60 mm, in a shown window with another field; `asked` is collected."""
    window = QWidget()
    column = QVBoxLayout(window)
    made = EntryNumber("mm", 10.0)
    made.other = QLineEdit()
    column.addWidget(made)
    column.addWidget(made.other)
    made.values, made.said, made.backs = [], [], []
    made.asked.connect(made.values.append)
    made.refused.connect(made.said.append)
    made.restored.connect(lambda: made.backs.append(made.text()))
    made.show_value(60.0)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(partial(is_in_front, window))
    made.setFocus()
    # Without the focus, Tab takes none away.
    qtbot.waitUntil(made.hasFocus)
    made.selectAll()
    made.window_ = window
    return made


def typed(number: EntryNumber, text: str, key=Qt.Key.Key_Return) -> None:
    number.selectAll()
    QTest.keyClicks(number, text)
    QTest.keyClick(number, key)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("450/2", 225.0),
        ("1,5", 1.5),
        ("2.5 cm", 25.0),
        ("0.3m", 300.0),
        ("(1+1) in", 50.8),
        ("33.333333", 33.333333),
    ],
)
def test_a_sum_with_or_without_a_unit_is_asked_for_once(number, text, value) -> None:
    typed(number, text)
    assert number.values == [pytest.approx(value)]
    assert number.said == []


@pytest.mark.parametrize("text", ["4+", "12 foo", "abc", "1e999", "2 deg"])
def test_a_text_that_is_no_number_is_refused_in_one_sentence_and_stays(number, text) -> None:
    typed(number, text)
    assert number.values == []
    (sentence,) = number.said
    assert sentence.endswith((".", ")."))
    assert number.text().startswith(text)
    number.show_value(60.0)
    assert number.text().startswith(text), "the file says the same as before: the text stays"
    QTest.keyClick(number, Qt.Key.Key_Escape)
    assert number.text() == "60 mm"
    assert number.backs == ["60 mm"]


def test_leaving_the_field_takes_or_refuses_as_enter_does(number) -> None:
    typed(number, "4+", Qt.Key.Key_Tab)
    assert number.said
    assert number.values == []
    assert number.text() == "4+ mm"
    number.setFocus()
    typed(number, "44", Qt.Key.Key_Tab)
    assert number.values == [44.0]


def test_a_refused_value_stays_until_the_file_says_another_one(number) -> None:
    typed(number, "-5")
    number.refuse()
    number.show_value(60.0)
    assert number.text() == "-5 mm"
    number.show_value(70.0)
    assert number.text() == "70 mm"
    assert not number.is_faulty


def test_steps_are_asked_for_together_when_they_pause(number, qtbot) -> None:
    for _ in range(3):
        QTest.keyClick(number, Qt.Key.Key_Up)
    assert number.text() == "90 mm"
    number.show_value(60.0)
    assert number.text() == "90 mm", "the file has not changed: the steps go on"
    qtbot.waitUntil(lambda: bool(number.values))
    assert number.values == [90.0]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_enter_and_leaving_the_field_do_not_wait_for_the_pause(number, key) -> None:
    QTest.keyClick(number, Qt.Key.Key_Down)
    QTest.keyClick(number, key)
    assert number.values == [50.0]


def test_esc_and_another_value_of_the_file_end_the_steps(number, qtbot) -> None:
    QTest.keyClick(number, Qt.Key.Key_Up)
    QTest.keyClick(number, Qt.Key.Key_Escape)
    assert number.text() == "60 mm"
    QTest.keyClick(number, Qt.Key.Key_Up)
    number.show_value(5.0)
    assert number.text() == "5 mm"
    assert not number._pause.isActive()
    assert number.values == []


def test_a_count_is_whole(number, qtbot) -> None:
    count = EntryNumber(is_whole=True)
    qtbot.addWidget(count)
    count.refused.connect(number.said.append)
    count.show_value(3)
    typed(count, "2.5")
    assert number.said == ["A whole number is needed, not 2.5."]


def test_the_digits_of_a_number_have_no_zeros_at_their_end(number) -> None:
    for value, text in ((0.0, "0 mm"), (-0.0, "0 mm"), (12.5, "12.5 mm"), (1200, "1200 mm")):
        number.show_value(value)
        assert number.text() == text
