"""How long ago something was."""

from datetime import datetime

from okf_server.serve.tools.citing import seconds_since

_STEPS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def age(published: str, now: datetime) -> str:
    """A time and how long ago it was, for example `2026-11-30T08:00:00Z, 3 hours ago`."""
    seconds = seconds_since(published, now)
    for size, unit in _STEPS:
        if count := seconds // size:
            return f"{published}, {count} {unit}{'' if count == 1 else 's'} ago"
    return f"{published}, just now"
