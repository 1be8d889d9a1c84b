"""Which rule of the schema an error broke."""

from sqlalchemy import Index
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import Constraint


def violates(error: IntegrityError, rule: Constraint | Index) -> bool:
    """Asyncpg names the constraint or unique index on the error that SQLAlchemy wraps."""
    cause = getattr(error.orig, "__cause__", None)
    name: str | None = getattr(cause, "constraint_name", None)
    return name is not None and name == rule.name
