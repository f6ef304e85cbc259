"""The steps from each version of the tables to the next, run by Alembic when a store is opened.

A step that was released never changes; the tables of the newest version are also in
`passel.web.tables`, and a test holds the two together.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "passel.web:migrations")
    config.set_main_option("path_separator", "os")
    return config


def versions() -> set[str | None]:
    """The versions that can be brought to the newest; None is an empty file."""
    steps = ScriptDirectory.from_config(_config()).walk_revisions()
    return {None, *(step.revision for step in steps)}


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest version.

    Args:
        connection: In a transaction, which is the caller's to commit.
    """
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
