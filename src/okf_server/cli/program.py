"""How this program is called here."""

import shutil
import sys
from pathlib import Path

_NAME = "okf"


def program() -> str:
    """What starts this program when it is pasted: its name where that is found, else the path it was called by."""
    called = sys.argv[0]
    return _NAME if shutil.which(_NAME) or Path(called).name != _NAME else called
