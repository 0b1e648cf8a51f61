"""Refuse system calls that no reader needs, by a seccomp filter (linux/seccomp.h, linux/filter.h)."""

import ctypes
import errno
import platform
import struct
from collections.abc import Iterable

from okf_server.extract import kernel

_PR_SET_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _MACHINE_AT = 0, 4
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_X32 = 0x40000000  # numbers from here on are those of another interface

_MACHINES = {
    "x86_64": (0xC000003E, {
        "socket": 41, "connect": 42, "bind": 49, "listen": 50, "ptrace": 101, "pivot_root": 155,
        "mount": 165, "umount2": 166, "init_module": 175, "delete_module": 176, "kexec_load": 246,
        "add_key": 248, "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298,
        "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311,
        "finit_module": 313, "bpf": 321, "userfaultfd": 323, "io_uring_setup": 425, "pidfd_getfd": 438,
    }),
    "aarch64": (0xC00000B7, {
        "umount2": 39, "mount": 40, "pivot_root": 41, "unshare": 97, "kexec_load": 104,
        "init_module": 105, "delete_module": 106, "ptrace": 117, "socket": 198, "bind": 200,
        "listen": 201, "connect": 203, "add_key": 217, "request_key": 218, "keyctl": 219,
        "perf_event_open": 241, "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270,
        "process_vm_writev": 271, "finit_module": 273, "bpf": 280, "userfaultfd": 282,
        "io_uring_setup": 425, "pidfd_getfd": 438,
    }),
}  # fmt: skip


def refuse() -> None:
    """Refuse sockets and the calls that reach other processes or the kernel; raises OSError.

    Needs `kernel.give_up_privileges` before it; holds for this thread and all that it starts.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        raise OSError(errno.ENOSYS, f"not for {platform.machine()}")
    architecture, numbers = machine
    code = _program(architecture, sorted(numbers.values()))
    kept = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HP", len(code) // 8, ctypes.addressof(kept))  # struct sock_fprog
    kernel.call("prctl", _PR_SET_SECCOMP, _FILTER, program, 0, 0)


def _program(architecture: int, numbers: Iterable[int]) -> bytes:
    """The filter: refuse another machine's calls, another interface's, and each of these numbers."""
    refused = [(_AT_LEAST, _X32), *((_EQUAL, number) for number in numbers)]
    last = len(refused)
    return b"".join(
        [
            _instruction(_LOAD, _MACHINE_AT),
            _instruction(_EQUAL, architecture, missed=last + 2),
            _instruction(_LOAD, _NUMBER_AT),
            *(_instruction(test, value, met=last - at) for at, (test, value) in enumerate(refused)),
            _instruction(_RETURN, _ALLOW),
            _instruction(_RETURN, _REFUSE),
        ]
    )


def _instruction(code: int, value: int, *, met: int = 0, missed: int = 0) -> bytes:
    return struct.pack("=HBBI", code, met, missed, value)
