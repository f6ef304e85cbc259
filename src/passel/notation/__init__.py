"""Records and positions as texts that people type and programs exchange (docs/notation.md).

Parsing accepts any sensible spacing and order; printing is canonical: it is stable, and
`parse_record(print_record(r)) == r`. A text that does not parse raises
`passel.errors.NotationError` with the line, the column, what was met and what could stand there.
"""

from passel.notation.position import parse_position, print_position
from passel.notation.record import Record, parse_record, print_record
from passel.notation.tokens import event_text, expected, parse_action, read_faces

__all__ = [
    "Record",
    "event_text",
    "expected",
    "parse_action",
    "parse_position",
    "parse_record",
    "print_position",
    "print_record",
    "read_faces",
]
