"""What is said when the database cannot be used."""


class DatabaseUnavailable(Exception):
    """Says what happened and what to do, for whoever hosts. No password stands in either."""

    def __init__(self, what: str, *, advice: str) -> None:
        super().__init__(f"{what} {advice}")
        self.what = what
        self.advice = advice
