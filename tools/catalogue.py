"""Add or change sentences of a catalogue: `python tools/catalogue.py LANG < sentences.json`.

Reads a JSON object of keys and sentences (null deletes a key) and writes the catalogue back in
its one form: keys grouped by their first word in the order of the English catalogue.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

WORDS = Path(__file__).parent.parent / "src" / "passel" / "words"


def written(messages: dict[str, object]) -> str:
    """A catalogue as its file: one key a line, a blank line between groups."""
    lines: list[str] = []
    group = ""
    for key, message in messages.items():
        first = key.partition(".")[0]
        if group and first != group:
            lines.append("")
        group = first
        text = json.dumps(message, ensure_ascii=False, indent=2).replace("\n", "\n  ")
        lines.append(f"  {json.dumps(key, ensure_ascii=False)}: {text},")
    return "{\n" + "\n".join(lines).rstrip(",") + "\n}\n"


def update(lang: str, changes: dict[str, object]) -> None:
    """Merge changes into a language's catalogue and write it."""
    path = WORDS / f"{lang}.json"
    messages = json.loads(path.read_text("utf-8")) if path.exists() else {}
    messages.update(changes)
    messages = {key: message for key, message in messages.items() if message is not None}
    english = WORDS / "en.json"
    known = messages if lang == "en" else json.loads(english.read_text("utf-8"))
    groups = list(dict.fromkeys(key.partition(".")[0] for key in known))
    places = {key: place for place, key in enumerate(known)}
    ordered = sorted(
        messages,
        key=lambda key: (
            groups.index(key.partition(".")[0]) if key.partition(".")[0] in groups else 999,
            places.get(key, 9999),
        ),
    )
    path.write_text(written({key: messages[key] for key in ordered}), "utf-8")


if __name__ == "__main__":
    update(sys.argv[1], json.load(sys.stdin))
