"""Progress of long work on a terminal; nothing is drawn where the output is not a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OnProgress = Callable[[float, str], None]


@contextmanager
def progress(title: str) -> Iterator[OnProgress]:
    """Gives a callable (fraction, text) that draws a bar on standard error."""
    if not sys.stderr.isatty():
        yield lambda _fraction, _text: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda fraction, text: bar.update(
            task, completed=fraction, description=f"{title} {text}"
        )
