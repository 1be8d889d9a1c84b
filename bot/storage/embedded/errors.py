"""What is said when the embedded database cannot run."""

from bot.storage.errors import DatabaseUnavailable


class EmbeddedPostgresUnavailable(DatabaseUnavailable):
    """Says what happened, what was kept, and what to do."""

    def __init__(self, *, what: str, kept: str = "Nothing was changed.", advice: str) -> None:
        super().__init__(f"{what} {kept}", advice=advice)
        self.kept = kept
