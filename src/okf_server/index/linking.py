"""Take over files that nobody changes any more."""

import shutil
from pathlib import Path


def link_file(file: Path, target: Path) -> None:
    """Give a file a second name; copy it where the disk or its owner forbids."""
    try:
        target.hardlink_to(file)
    except OSError:
        shutil.copyfile(file, target)
