"""What the files in a mail are called."""

import re

from okf_server.extract.mail_header import decoded

_LONGEST = 200


def safe_name(name: str) -> str:
    """What a file is called, without the folders that it claims to be in."""
    last = re.split(r"[/\\]", decoded(name))[-1].strip(". ")
    return last if len(last) <= _LONGEST else f"{last[: _LONGEST // 2]}…{last[-_LONGEST // 2 :]}"
