"""The letters of names: those of every script, in the one form in which each is written.

A name is a letter or _, then letters, digits, points and _. Letters are those of which Unicode
makes identifiers, with the marks above and below them that many scripts need. Full-width,
half-width and other second forms (NFKC) are not letters of names: they look like another name.
"""

import re
import unicodedata

# Marks that are written above, below or behind a letter, by the blocks of their scripts; whether a
# whole word is a name is decided by `is_word`.
MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    r"\u0711\u0730-\u074a\u07a6-\u07f3\u0816-\u082d\u0859-\u085b\u08d3-\u0963\u0981-\u0dfc"
    r"\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ecd\u0f18-\u0fbc\u102b-\u109d\u135d-\u135f"
    r"\u1712-\u17dd\u18a9\u1920-\u193b\u1a17-\u1aff\u1b00-\u1c37\u1cd0-\u1cf9\u1dc0-\u1dff"
    r"\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ua66f-\ua67d\ua802-\uabed\ufe20-\ufe2f"
)
LETTER = r"[^\W\d]"  # the first character of a name
FURTHER = rf"[\w.{MARKS}]"  # one of the others
NAME = rf"{LETTER}{FURTHER}*+"  # the pattern of a name, where `is_word` decides

_NAME = re.compile(rf"[^\W\d.]{FURTHER}*+")
_ASCII_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


def is_word(text: str) -> bool:
    """Whether a text is a name or another word of a program, with its points."""
    if not text or text.isascii():
        return _ASCII_NAME.fullmatch(text) is not None
    if text[0] == "." or unicodedata.normalize("NFKC", text) != text:
        return False
    if not _NAME.fullmatch(text):  # Unicode lets names hold a middle dot, which is no letter
        return False
    return text[0].isidentifier() and all(f"_{part}".isidentifier() for part in text.split("."))
