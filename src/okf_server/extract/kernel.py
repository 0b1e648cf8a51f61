"""Calls to the Linux kernel that Python has no function for."""

import ctypes
import fcntl
import os
import select
import signal
from functools import cache

_PR_SET_PDEATHSIG = 1
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library; raises OSError where it fails or does not exist."""
    try:
        function = getattr(_libc(), name)
    except AttributeError as error:
        raise OSError(f"{name} is not there") from error
    result: int = function(*arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def syscall(number: int, *arguments: object) -> int:
    """Make a system call by its number; raises OSError where it fails."""
    return call("syscall", ctypes.c_long(number), *arguments)


def give_up_privileges() -> None:
    """Never gain privileges again, not by a program with the setuid bit either."""
    call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def end_with_parent(parent: int) -> None:
    """Have the kernel end this process when its parent does; `parent` may be gone already.

    The thread that started it counts as the parent, and a new user namespace may undo this.
    """
    call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        signal.raise_signal(signal.SIGKILL)


def end_with_socket(file: int) -> None:
    """Have the kernel end this group of processes when something comes through a socket, such as its end.

    It needs no thread, so that it works while an engine lets none run, and it reaches programs that a reader
    has started. `no_longer` takes it back.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(file, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([file], [], [], 0)[0]:  # it came before anybody listened
        os.killpg(os.getpgrp(), signal.SIGIO)


def no_longer(file: int) -> None:
    """Take back what `end_with_socket` has asked for."""
    fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) & ~os.O_ASYNC)


def drop_capabilities() -> None:
    """Lose what root may do beyond the permissions of files."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    call("capset", ctypes.byref(header), ctypes.byref(nothing))


def leave_network() -> None:
    """Move this process, which must have one thread, into namespaces without any network."""
    user, group = os.geteuid(), os.getegid()
    call("unshare", _CLONE_NEWUSER | _CLONE_NEWNET | _CLONE_NEWIPC)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        _write(f"/proc/self/{name}", text)


def _write(path: str, text: str) -> None:
    handle = os.open(path, os.O_WRONLY)
    try:
        os.write(handle, text.encode("ascii"))
    finally:
        os.close(handle)
