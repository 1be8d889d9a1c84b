"""What Postgres can hold of a text: no NUL, no half of a surrogate pair."""


def storable(text: str) -> str:
    """Leave out what would make the database refuse the whole line; models do write such things."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
