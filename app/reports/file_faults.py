"""The terminal's words for files that cannot be used."""


def describe(fault: Exception) -> str:
    """One message for the terminal; of a file, its name and the words of the operating system."""
    if isinstance(fault, OSError) and fault.filename is not None:
        return f"{fault.filename}: {fault.strerror or fault}"
    return str(fault)
