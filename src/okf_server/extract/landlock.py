"""Confine this process to some directories, by Landlock (linux/landlock.h, Linux 5.13 and later)."""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

from okf_server.extract import kernel

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION = 1
_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_ALL_OF_1 = (1 << 13) - 1
_REFER, _TRUNCATE, _IOCTL = 1 << 13, 1 << 14, 1 << 15
_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_BIND_AND_CONNECT = 3
_SIGNALS_AND_SOCKETS = 3

NETWORK_FROM, _SCOPES_FROM = 4, 6
"""Versions of the interface that can refuse TCP, and signals and abstract sockets."""


def version() -> int:
    """The version of the interface that this kernel has; 0 where it has none or it is switched off."""
    try:
        return kernel.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    except OSError:
        return 0


def confine(readable: Iterable[Path], devices: Iterable[Path], writable: Path) -> None:
    """Allow only to read and run what is `readable`, to use `devices`, and all but running in `writable`.

    No TCP, no signal to and no abstract socket of a process outside, where the kernel knows how. Paths that
    do not exist are passed over. Holds for this thread and all that it starts; raises OSError.
    """
    known = version()
    handled = _handled_files(known)
    ruleset = _new_ruleset(known, handled)
    try:
        for path in readable:
            _allow(ruleset, path, _EXECUTE | _READ_FILE | _READ_DIR)
        for path in devices:
            _allow(ruleset, path, (_READ_FILE | _WRITE_FILE | _IOCTL) & handled)
        _allow(ruleset, writable, handled & ~_EXECUTE)
        kernel.syscall(_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _handled_files(known: int) -> int:
    newer = ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL))
    return _ALL_OF_1 | sum(right for since, right in newer if known >= since)


def _new_ruleset(known: int, handled: int) -> int:
    network = _BIND_AND_CONNECT if known >= NETWORK_FROM else 0
    scopes = _SIGNALS_AND_SOCKETS if known >= _SCOPES_FROM else 0
    # a kernel takes a longer structure than it knows where the rest is zero
    rules = struct.pack("=QQQ", handled, network, scopes)
    return kernel.syscall(_CREATE, rules, ctypes.c_size_t(len(rules)), ctypes.c_uint32(0))


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            rights &= _FILES | _IOCTL
        rule = struct.pack("=Qi", rights, handle)
        kernel.syscall(
            _ADD, ctypes.c_int(ruleset), ctypes.c_int(_BENEATH), rule, ctypes.c_uint32(0)
        )
    finally:
        os.close(handle)
