"""Several servers on one PostgreSQL agree, whatever happens to them.

`PASSEL_FAULTS=100` makes it a longer one; tests/web/chaos.py runs with any number of servers.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from chaos import chaos
from cluster import cluster
from network import network

FAULTS = int(os.environ.get("PASSEL_FAULTS", "4"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.usefixtures("postgresql")  # so that it is skipped where there is none
def test_two_servers_lose_double_and_change_nothing_and_leave_no_room_alone(
    tmp_path: Path,
) -> None:
    """Where there are no network namespaces, none is cut off."""
    spell = 12 if FAULTS > 10 else 2
    with network(2) as cables, cluster(True, cables.database if cables else None) as made:
        summary = chaos(tmp_path, FAULTS, 2, 9, made, cables, spell)
    assert f"2 servers, {FAULTS} faults" in summary
