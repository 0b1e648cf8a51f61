"""Which devices hold no documents but what the kernel tells of itself (Linux)."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")
_PSEUDO = frozenset(
    [
        "autofs", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts", "devtmpfs",
        "efivarfs", "fusectl", "hugetlbfs", "mqueue", "nfsd", "nsfs", "proc", "pstore", "rpc_pipefs",
        "securityfs", "selinuxfs", "sysfs", "tracefs",
    ]
)  # fmt: skip
_NUMBER, _AFTER_OPTIONS = 2, b" - "


def pseudo_devices() -> Mapping[int, str]:
    """The numbers of these devices, each with the name of its file system; none where the system does not tell.

    Their files may never end, and their folders are made anew while they are listed.
    """
    try:
        lines = _MOUNTS.read_bytes().splitlines()
    except OSError:
        return {}
    return dict(_pseudo(lines))


def _pseudo(lines: list[bytes]) -> Iterator[tuple[int, str]]:
    """The mounts of such file systems, by the lines of proc_pid_mountinfo(5)."""
    for line in lines:
        before, _, after = line.partition(_AFTER_OPTIONS)
        kind = after.split(b" ", 1)[0].decode("ascii", "replace")
        if kind in _PSEUDO:
            major, _, minor = before.split(b" ")[_NUMBER].partition(b":")
            yield os.makedev(int(major), int(minor)), kind
