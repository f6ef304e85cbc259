"""The server's answers are what its OpenAPI description says, whatever is asked: Schemathesis."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hosts import served

CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "410", "429"]

[phases.stateful]
enabled = false
"""
"""What may be right and still be refused: 410, where a room is closed. How answers follow from one
another is what tests/room and tests/web ask, by name."""

COMMAND = "import sys; from schemathesis.cli import schemathesis; sys.exit(schemathesis())"


def test_requests_made_from_the_description_are_answered_as_it_says(tmp_path: Path) -> None:
    """Examples, edges of each field, and some that are made from a fixed seed; right and wrong."""
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG)
    with served() as address:
        ran = subprocess.run(
            [
                *(sys.executable, "-c", COMMAND, "--config-file", str(config)),
                *("run", f"{address}api/openapi.json", "--url", address.rstrip("/")),
                *("--checks", "all", "--max-examples", "10", "--seed", "1", "--max-failures", "5"),
                *("--exclude-path", "/api/rooms/{room}/events"),  # it has no end
                *("-H", "Authorization: Bearer 0123456789abcdef0123456789abcdef"),
                *("--no-color", "--generation-database", "none"),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "6 selected" in ran.stdout, ran.stdout
