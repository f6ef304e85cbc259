"""Several servers on one PostgreSQL agree, whatever happens to them.

`PASSEL_FAULTS=100` makes it a longer one; tests/web/chaos.py runs with any number of servers.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from network import apart

FAULTS = int(os.environ.get("PASSEL_FAULTS", "4"))
PROGRAM = Path(__file__).with_name("chaos.py")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.usefixtures("postgresql")  # so that it is skipped where there is none
def test_two_servers_lose_double_and_change_nothing_and_leave_no_room_alone() -> None:
    """Where there are no network namespaces, none is cut off.

    It has a network of its own, since browsers begin anew when this machine's changes.
    """
    command = [*apart(), sys.executable, str(PROGRAM), str(FAULTS), "2", "9"]
    path = os.pathsep.join([str(PROGRAM.parent.parent), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert f"2 servers, {FAULTS} faults" in ran.stdout
    assert "none lost, none doubled, none changed" in ran.stdout
