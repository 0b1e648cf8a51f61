"""A base, opened."""


class Knowledge:
    """A base that can be searched, read and built."""
