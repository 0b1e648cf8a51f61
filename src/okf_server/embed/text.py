"""Make any text fit for a model."""

LONGEST_QUESTION = 2_000
LONGEST_PASSAGE = 8_000


def clean(text: str, *, longest: int) -> str:
    """The beginning of a text without what models cannot read: NUL and lone surrogates."""
    return text[:longest].replace("\0", " ").encode("utf-8", "replace").decode()
