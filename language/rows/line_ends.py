"""The ends of lines: LF, as Unix writes them, CR LF as Windows does, or CR."""


def with_lf(text: str) -> str:
    """The text with LF at the ends of its lines."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
