"""Makes the programs in this folder refuse bad input with a message instead of a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def refusing_bad_input(advice: str = "") -> Iterator[None]:
    """A ValueError in the `with` block ends the program with its message and `advice`."""
    try:
        yield
    except ValueError as error:
        raise SystemExit(f"{error}{advice}") from None
