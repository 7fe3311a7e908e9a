"""The message bar shows its whole message beside all its buttons."""

import pytest
from PySide6.QtWidgets import QWidget

from app.desktop.looks.notice import Notice, Offer
from app.desktop.looks.theme import DARK
from app.desktop.view3d.message_bar import MessageBar

pytestmark = pytest.mark.window


def test_a_message_is_as_high_as_its_text_beside_the_buttons(qtbot) -> None:
    host = QWidget()
    host.resize(640, 400)
    qtbot.addWidget(host)
    bar = MessageBar(DARK)
    bar.setParent(host)
    host.show()
    ways = (Offer("Go to a program", lambda: None), Offer("Undo only in the cell", lambda: None))
    for words in range(5, 40):
        bar.show_notice(Notice("word " * words, "warning", ways[: words % 3]))
        qtbot.wait(1)  # Qt lays new buttons out in the next turn of its event loop
        assert bar.text.height() >= bar.text.heightForWidth(bar.text.width())
