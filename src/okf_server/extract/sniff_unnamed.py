"""Tell what a file is whose name does not say it, and leave programs and source code alone."""

import codecs
from pathlib import Path

from okf_server.extract.sniff import binary_kind, head_of, text_kind
from okf_server.model.item import outermost

_SHARED = frozenset([".tif", ".mp3", ".mp4", ".webm"])
"""Kinds that begin like others with suffixes of their own: raw photographs, films, any program's data."""

_BUILD_FILES = frozenset(
    [
        "brewfile", "build", "caddyfile", "containerfile", "dockerfile", "earthfile", "fastfile", "gemfile",
        "gnumakefile", "jenkinsfile", "justfile", "kbuild", "kconfig", "makefile", "podfile", "procfile",
        "rakefile", "sconscript", "sconstruct", "tiltfile", "vagrantfile", "workspace",
    ]
)  # fmt: skip
"""Source code that has no suffix."""

_NO_PROSE = (b"#!", b"-----BEGIN ")
"""How scripts begin, and keys and certificates, which nobody wants to find."""

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = bytes(set(range(32)) - set(b"\t\n\f\r\x1b")) + b"\x7f"


def unnamed_kind(path: Path, name: str) -> str:
    """The kind of a file whose suffix names none that is read; empty where it is no document.

    With a suffix it must be a document beyond doubt. Without one it may also be text, unless it is a script,
    a program's build file or a key. What is called like a member of an item is none.
    """
    if outermost(name)[1]:
        return ""
    head = head_of(path)
    found = binary_kind(path, head)
    stem, dot, _ = name.rpartition(".")
    if dot and stem:
        return "" if found in _SHARED else found
    return found or text_kind(head, "") or (".txt" if _is_prose(head, name) else "")


def _is_prose(head: bytes, name: str) -> bool:
    if not head or head.startswith(_NO_PROSE) or name.lower() in _BUILD_FILES:
        return False
    return head.startswith(_WIDE) or not set(head).intersection(_CONTROL)
