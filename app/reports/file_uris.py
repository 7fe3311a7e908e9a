"""The names of files as reports for other programs give them."""

import os
from urllib.parse import quote


def uri_of(file: str) -> str:
    """The name of a file as a URI, relative where the name is: `a%20b.val`, `file:///C:/a.val`.

    Both kinds of slash divide; a byte that is no UTF-8 is escaped as it is.
    """
    plain = file.replace("\\", "/")
    is_drive = plain[1:3] == ":/"
    is_scheme = ":" in plain.partition("/")[0]  # as which the first part would be read
    before = "file:///" if is_drive else "./" if is_scheme else ""
    return before + quote(os.fsencode(plain), safe="/:~!$&'()*+,;=@")
