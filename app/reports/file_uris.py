"""The names of files as URIs, which reports for other programs give."""

import os
from urllib.parse import quote


def uri_of(file: str) -> str:
    """The name of a file as a URI: `a%20b.val`, `file:///C:/a.val`; relative where the name is.

    Slashes and backslashes both part folders; bytes that are not UTF-8 are escaped.
    """
    plain = file.replace("\\", "/")
    is_drive = plain[1:3] == ":/"
    is_scheme = ":" in plain.partition("/")[0]  # a reader would take the first part for one
    before = "file:///" if is_drive else "./" if is_scheme else ""
    return before + quote(os.fsencode(plain), safe="/:~!$&'()*+,;=@")
