"""An address as a QR code in the terminal, for the phones beside it."""

from __future__ import annotations

import sys

QUIET = 4
"""Light modules around a code, so that a camera finds it (ISO/IEC 18004)."""

BLACK_ON_WHITE, PLAIN = "\x1b[30;107m", "\x1b[0m"


def terminal(text: str) -> list[str]:
    """The lines that show a text as a QR code, two rows of modules in each.

    They say their colours, since many cameras read no code that is light on dark.
    """
    import segno  # late: only a server in a network shows a code

    dark = segno.make(text, error="m", boost_error=False, micro=False).matrix_iter(border=QUIET)
    rows = [list(row) for row in dark]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return [
        BLACK_ON_WHITE
        + "".join(" ▀▄█"[top + 2 * low] for top, low in zip(upper, lower, strict=True))
        + PLAIN
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def can_show() -> bool:
    """Whether standard output is a terminal that has the characters for it."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return sys.stdout.isatty() and encoding == "utf8"
