"""How this program is called here."""

import shutil
import sys
from pathlib import Path

_NAME = "okf"


def program_path() -> str:
    """Where this very program lies: by the name on the path, which outlives an upgrade, where that leads to it."""
    beside = Path(sys.executable).with_name(_NAME)
    mine = beside if beside.exists() else Path(sys.argv[0]).absolute()
    found = shutil.which(_NAME)
    return str(Path(found).absolute() if found and _is_same(Path(found), mine) else mine)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def program() -> str:
    """What starts this program when it is pasted: its name where that is found, else the path it was called by."""
    called = sys.argv[0]
    return _NAME if shutil.which(_NAME) or Path(called).name != _NAME else called
