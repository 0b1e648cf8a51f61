"""Write a configuration file whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Make or replace a file in one step: a full disk or a kill leaves what was there; raises OSError."""
    staged = path.with_name(f".{path.name}.part")
    try:
        with staged.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            staged.chmod(path.stat().st_mode & 0o777)
        os.replace(staged, path)
    finally:
        staged.unlink(missing_ok=True)
