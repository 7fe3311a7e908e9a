"""Letters that, pressed with Alt, choose a menu, a row or a field: one letter for one thing."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QMenu, QMenuBar

_LETTERED = "lettered"  # a property of the menus that give their rows letters


def with_mnemonics(texts: Iterable[str], taken: str = "") -> list[str]:
    """The texts with `&` before a letter of its own each, as Qt marks a mnemonic.

    The first letter of a text is taken if it is free, else the first letter of a later word, else
    any letter or digit. Where all letters of a text are taken, another text gives one up if it has
    a further one. A text stays as it is only where no such exchange helps.

    taken: Letters that other things of the same window have.
    """
    plain = [text.replace("&", "") for text in texts]
    places = [_places(text, taken.lower()) for text in plain]
    owners: dict[str, int] = {}
    for i in range(len(plain)):
        _give(i, places, owners, set())
    letters = {i: letter for letter, i in owners.items()}
    return [_marked(text, places[i].get(letters.get(i, ""))) for i, text in enumerate(plain)]


def _give(i: int, places: list[dict[str, int]], owners: dict[str, int], asked: set[str]) -> bool:
    """Gives text i a letter, a free one if it has one; whether that was possible.

    asked: Letters whose owners have been asked already to take another one.
    """
    free = next((letter for letter in places[i] if letter not in owners), None)
    if free is not None:
        owners[free] = i
        return True
    for letter in places[i]:
        if letter not in asked:
            asked.add(letter)
            if _give(owners[letter], places, owners, asked):
                owners[letter] = i
                return True
    return False


def _marked(text: str, place: int | None) -> str:
    return text if place is None else f"{text[:place]}&{text[place:]}"


def letter_menus(menus: Iterable[object]) -> None:
    """Gives the rows of menus, and of menus in them, letters of their own while they are shown.

    An action may stand in several menus, where other letters are free: so each menu gives its rows
    their letters when it opens, and takes them back when it closes.
    """
    for menu in menus:
        if not isinstance(menu, QMenu) or menu.property(_LETTERED):
            continue
        menu.setProperty(_LETTERED, True)
        menu.aboutToShow.connect(lambda menu=menu: _letter_rows(menu))
        menu.aboutToHide.connect(lambda menu=menu: _take_letters(menu))


def letter_bar(bar: QMenuBar) -> None:
    """Gives each menu of a menu bar a letter of its own, and their rows while they are shown."""
    heads = bar.actions()
    names = with_mnemonics(head.text() for head in heads)
    for head, name in zip(heads, names, strict=True):
        head.setText(name)
    letter_menus(head.menu() for head in heads)


def _letter_rows(menu: QMenu) -> None:
    rows = [row for row in menu.actions() if row.text() and "&&" not in row.text()]
    letter_menus(row.menu() for row in rows)
    for row, text in zip(rows, with_mnemonics(row.text() for row in rows), strict=True):
        row.setText(text)


def _take_letters(menu: QMenu) -> None:
    for row in menu.actions():
        if "&&" not in row.text():  # the name of a file with this sign
            row.setText(row.text().replace("&", ""))


def mnemonic(text: str) -> str:
    """The letter that Qt takes as the mnemonic of a text, in lower case; "" where it has none."""
    for place, letter in enumerate(text[:-1]):
        if letter == "&" and text[place + 1] != "&" and (place == 0 or text[place - 1] != "&"):
            return text[place + 1].lower()
    return ""


def _places(text: str, taken: str) -> dict[str, int]:
    """The letters that may choose a text, the best first, each with its place in the text."""
    usable = [i for i, letter in enumerate(text) if letter.isascii() and letter.isalnum()]
    starts = [i for i in usable if i == 0 or not text[i - 1].isalnum()]
    found: dict[str, int] = {}
    for i in (*starts, *usable):
        letter = text[i].lower()
        if letter not in taken:
            found.setdefault(letter, i)
    return found
