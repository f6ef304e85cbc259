"""Nothing that was acknowledged is lost when the server's process is killed.

`PASSEL_KILLS=100` makes it a longer one. What a kill does not show is a power cut: that the disk
has what it was given is SQLite's part (`synchronous=FULL`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from cluster import cluster
from crash import crash

KILLS = int(os.environ.get("PASSEL_KILLS", "15"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_what_was_acknowledged_is_stored_once_and_unchanged_whenever_the_server_is_killed(
    tmp_path: Path,
) -> None:
    summary = crash(tmp_path, KILLS, clients=4, seed=7)
    assert summary.startswith(f"{KILLS} kills")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.usefixtures("postgresql")  # so that it is skipped where there is none
def test_what_was_acknowledged_is_stored_once_whether_server_or_database_crashes(
    tmp_path: Path,
) -> None:
    with cluster(durable=True) as made:
        summary = crash(tmp_path, KILLS, clients=4, seed=8, cluster=made)
    assert summary.startswith(f"{KILLS} kills")
