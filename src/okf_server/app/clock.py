"""The clock of the entry points; everything below takes `now` as an argument."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)  # noqa: TID251 - the one place that reads the clock
