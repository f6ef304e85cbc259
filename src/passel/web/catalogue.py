"""The data that the page's engine reads: dice, options and variants, exactly as Python has them.

Nothing is decided here: each value is a plain copy of a Python value under the same names, so a
variant that is added in `passel.variants` is in the page too. How the data is served or written
is the business of others.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from passel.dice import KINDS
from passel.options import OPTIONS
from passel.rules import Rules
from passel.variants import VARIANTS


def catalogue() -> dict[str, Any]:
    """Everything that `load` of `static/engine/variants.js` takes, as JSON values.

    Returns:
        `dice`: the kinds; `options`: in the order in which they are printed; `variants`: rules
        and sources, in the order in which lists show them.
    """
    return {
        "dice": [plain(asdict(kind)) for kind in KINDS.values()],
        "options": [plain(asdict(option)) for option in OPTIONS],
        "variants": [
            {"rules": rules_data(variant.rules), "sources": list(variant.sources)}
            for variant in VARIANTS.values()
        ],
    }


def rules_data(rules: Rules) -> dict[str, Any]:
    """Rules as JSON values, their rows included."""
    data: dict[str, Any] = plain(asdict(rules))
    return data


def text() -> str:
    """The catalogue as JSON without needless space, ASCII only, the same bytes every time."""
    return json.dumps(catalogue(), separators=(",", ":"))


def plain(value: Any) -> Any:
    """A value with lists for its tuples, as it comes back out of JSON."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value
