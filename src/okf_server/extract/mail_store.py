"""The properties of an Outlook message: its streams by the numbers of [MS-OXMSG] and [MS-OXPROPS]."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from okf_server.extract.decode import decode
from okf_server.extract.web_tree import charset

_STREAM = "__substg1.0_"
_PROPERTIES = "__properties_version1.0"
_ENTRY = 16
_HEADERS = {0: 32, 1: 24}  # of the property stream: of the message itself, of one inside another
_OTHER_HEADER = 8
_REFERENCED = 4  # a flag of an attachment: the body refers to it
_LARGEST = 256 * 2**20
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_UNICODE, _ANSI, _BINARY, _STORAGE = "001F", "001E", "0102", "000D"
_CODEPAGE, _INTERNET_CODEPAGE = "3FFD", "3FDE"
_NAMED = {65001: "utf-8", 20127: "cp1252", 28591: "cp1252", 936: "gb18030", 50220: "iso2022_jp",
          50221: "iso2022_jp", 51949: "cp949", 20866: "koi8-r", 28605: "iso8859-15"}  # fmt: skip


class Store:
    """A message, a receiver or an attachment in an OLE file, by the path of its storage."""

    def __init__(self, ole: Any, path: tuple[str, ...] = (), codec: str = "") -> None:
        self._ole = ole
        self._path = path
        self._fixed = dict(self._read_fixed())
        self._codec = self._named_codec(_CODEPAGE, _INTERNET_CODEPAGE) or codec

    def stores(self, prefix: str) -> list["Store"]:
        """The storages below it whose names begin so, in the order of their names."""
        depth = len(self._path)
        names = {
            entry[depth]
            for entry in self._ole.listdir()
            if tuple(entry[:depth]) == self._path and len(entry) > depth + 1
        }
        below = [(*self._path, name) for name in sorted(names) if name.startswith(prefix)]
        return [Store(self._ole, path, self._codec) for path in below]

    def embedded(self) -> "Store | None":
        """The message in an attachment, if there is one."""
        found = self.stores(f"{_STREAM}3701{_STORAGE}")
        return found[0] if found and found[0].exists() else None

    def exists(self) -> bool:
        """Whether it has properties, as every message has."""
        return bool(self._ole.exists([*self._path, _PROPERTIES]))

    def text(self, number: str) -> str:
        """A property that is text; empty where there is none."""
        data = self._stream(number, _UNICODE)
        if data:
            return data.decode("utf-16-le", "replace").rstrip("\0")
        data = self._stream(number, _ANSI)
        return decode(data, declared=self._codec)[0].rstrip("\0") if data else ""

    def data(self, number: str) -> bytes:
        """A property that is bytes."""
        return self._stream(number, _BINARY)

    def html(self) -> str:
        """The body as HTML, which may be text or bytes."""
        data = self.data("1013")
        codec = self._named_codec(_INTERNET_CODEPAGE, _CODEPAGE)
        return decode(data, declared=codec)[0] if data else self.text("1013")

    def number(self, number: str) -> int:
        """A property that is a number; 0 where there is none."""
        return int.from_bytes(self._fixed.get(number, b"")[:4], "little")

    def time(self, number: str) -> str:
        """A property that is a time, in ISO 8601 in UTC; empty where there is none."""
        ticks = int.from_bytes(self._fixed.get(number, b""), "little")
        try:
            return (
                f"{_EPOCH + timedelta(microseconds=ticks // 10):%Y-%m-%dT%H:%M:%SZ}"
                if ticks
                else ""
            )
        except OverflowError:
            return ""

    def is_shown(self) -> bool:
        """Whether the message shows an attachment in its text."""
        return bool(self.text("3712") or self.text("3713") or self.number("3714") & _REFERENCED)

    def _named_codec(self, *numbers: str) -> str:
        codepage = next((page for number in numbers if (page := self.number(number))), 0)
        return charset(_NAMED.get(codepage, f"cp{codepage}")) if codepage else ""

    def _stream(self, number: str, kind: str) -> bytes:
        path = [*self._path, f"{_STREAM}{number}{kind}"]
        if not self._ole.exists(path) or self._ole.get_size(path) > _LARGEST:
            return b""
        data: bytes = self._ole.openstream(path).read()
        return data

    def _read_fixed(self) -> Iterator[tuple[str, bytes]]:
        """The properties of fixed size, by number."""
        path = [*self._path, _PROPERTIES]
        if not self._ole.exists(path):
            return
        data = self._ole.openstream(path).read(_LARGEST)
        messages = sum(name.startswith(f"{_STREAM}3701") for name in self._path)
        inner = bool(self._path) and not re.match(f"{_STREAM}3701", self._path[-1])
        start = _OTHER_HEADER if inner else _HEADERS[min(messages, 1)]
        for at in range(start, len(data) - _ENTRY + 1, _ENTRY):
            tag = int.from_bytes(data[at : at + 4], "little")
            yield f"{tag >> 16:04X}", data[at + 8 : at + 16]
