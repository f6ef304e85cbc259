"""Version 1: rooms and their events."""

import sqlalchemy as sql
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    name = sql.String(64).with_variant(sql.String(64, collation="C"), "postgresql")
    op.create_table(
        "rooms",
        sql.Column("room", name, primary_key=True),
        sql.Column("last", sql.BigInteger, nullable=False),
        sql.Column("code", sql.String(16), unique=True),
        sql.Column("wake", sql.BigInteger, index=True),
        sql.Column("touched", sql.BigInteger, nullable=False, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sql.Column("room", name, primary_key=True),
        sql.Column("seq", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
        sql.Column("checksum", sql.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
