"""Why the demo model cannot play, in words for the person at the keyboard."""


class DemoModelUnavailable(Exception):
    """What happened, what was kept, what to do."""

    def __init__(self, happened: str, *, to_do: str, kept: str = "Nothing was changed.") -> None:
        super().__init__(f"The demo model cannot play: {happened} {kept} {to_do}")
        self.happened = happened
        self.kept = kept
        self.to_do = to_do


OTHER_MODEL = "Or set LLM_BASE_URL (and LLM_API_KEY) to any endpoint that speaks the OpenAI API."
