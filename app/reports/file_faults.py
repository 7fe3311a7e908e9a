"""What the terminal says of files that cannot be used."""


def describe(fault: Exception) -> str:
    """One message for the terminal; for a file the system's words and the file's name."""
    if isinstance(fault, OSError) and fault.filename is not None:
        return f"{fault.filename}: {fault.strerror or fault}"
    return str(fault)
