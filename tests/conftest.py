"""What all tests share: PostgreSQL, and Hypothesis without a stopwatch: machines are busy."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from cluster import Cluster, cluster, programs
from hypothesis import settings

# Made from the profile that is in force, so that CI keeps the same examples in every run.
settings.register_profile("passel", settings.default, deadline=None)
settings.load_profile("passel")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of this process; where it is required there must be one."""
    if programs() is None and os.environ.get("PASSEL_POSTGRESQL") != "required":
        pytest.skip("PostgreSQL is not installed here")
    with cluster() as made:
        yield made
