"""Numbers with their nouns."""


def counted(count: int, noun: str) -> str:
    """A count and its noun, for example `1 concept` or `2 concepts`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
