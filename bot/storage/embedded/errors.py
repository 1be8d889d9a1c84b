"""What is said when the embedded database cannot run."""


class EmbeddedPostgresUnavailable(Exception):
    """Says what happened, what was kept, and what to do: three sentences for whoever hosts."""

    def __init__(self, *, what: str, kept: str = "Nothing was changed.", advice: str) -> None:
        super().__init__(f"{what} {kept} {advice}")
        self.what = what
        self.kept = kept
        self.advice = advice
