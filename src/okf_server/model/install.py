"""How to get what is missing of this program."""

import json
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution

DISTRIBUTION = "okf-server"


def install_command(extra: str) -> str:
    """What installs an extra, or with an empty one the program itself, in the way that this one was installed."""
    return command_for(extra, editable=_editable())


def command_for(extra: str, *, editable: bool) -> str:
    """In a clone it is installed from the clone's folder, else from the package index."""
    suffix = f"[{extra}]" if extra else ""
    if editable:
        return f'pip install -e ".{suffix}"'
    return f'pip install "{DISTRIBUTION}{suffix}"' if suffix else f"pip install {DISTRIBUTION}"


@cache
def _editable() -> bool:
    """Whether the program runs from a clone (PEP 610)."""
    try:
        origin = json.loads(distribution(DISTRIBUTION).read_text("direct_url.json") or "{}")
        return bool(origin.get("dir_info", {}).get("editable"))
    except (PackageNotFoundError, OSError, ValueError, AttributeError):
        return False
