"""The text of a message body that Outlook keeps as compressed RTF ([MS-OXRTFCP], [MS-OXRTFEX])."""

import re

_COMPRESSED = b"LZFu"
_HEADER = 16
_LARGEST = 64 * 2**20
_WINDOW = 4096
_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\par"
    b"d\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_TOKEN = re.compile(
    r"\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|.", re.DOTALL
)
_BREAKS = {
    "par": "\n",
    "line": "\n",
    "sect": "\n",
    "page": "\n",
    "row": "\n",
    "tab": "\t",
    "cell": "\t",
}
_SYMBOLS = {"~": " ", "_": "-", "{": "{", "}": "}", "\\": "\\"}
_ASIDE = frozenset(["fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer",
                    "listtable", "generator", "themedata", "datastore"])  # fmt: skip


def inflated(data: bytes) -> bytes:
    """The RTF of a compressed stream; empty where it is damaged."""
    raw_size = int.from_bytes(data[4:8], "little")
    if data[8:12] != _COMPRESSED:
        return data[_HEADER : _HEADER + raw_size] if data[8:12] == b"MELA" else b""
    out = bytearray()
    window = bytearray(_START.ljust(_WINDOW, b"\0"))
    write, at = len(_START), _HEADER
    while at < len(data) and len(out) < min(raw_size, _LARGEST):
        control, at = data[at], at + 1
        for bit in range(8):
            piece, at = _piece(data, at, window, (control >> bit & 1, write))
            if not piece:
                return bytes(out[:raw_size])
            for byte in piece:
                window[write] = byte
                write = (write + 1) % _WINDOW
            out += piece
    return bytes(out[:raw_size])


def _piece(data: bytes, at: int, window: bytearray, how: tuple[int, int]) -> tuple[bytes, int]:
    """The next bytes: one as it stands, or a stretch of what was written before."""
    refers, write = how
    if not refers:
        return data[at : at + 1], at + 1
    reference = int.from_bytes(data[at : at + 2], "big")
    start, length = reference >> 4, (reference & 15) + 2
    if start == write or at + 2 > len(data):
        return b"", at
    span = (write - start) % _WINDOW  # a stretch may run into what it writes itself
    known = bytes(window[(start + step % span) % _WINDOW] for step in range(length))
    return known, at + 2


class _Reader:
    """What holds at a place in RTF: the groups that are open, and the text so far."""

    def __init__(self, codec: str) -> None:
        self.codec = codec
        self.out: list[str] = []
        self.groups = [False]  # whether the text of each open group is aside
        self.html_only = False  # RTF that only repeats what HTML says
        self.skip = 0  # characters that follow for programs that know no Unicode

    def put(self, text: str) -> None:
        """Text, unless it is aside."""
        text = text[self.skip :]
        self.skip = 0
        if not self.groups[-1] and not self.html_only:
            self.out.append(text)

    def symbol(self, symbol: str) -> None:
        """An escaped character, or one that stands for another."""
        if symbol == "*":
            self.groups[-1] = True
        elif symbol in _SYMBOLS:
            self.put(_SYMBOLS[symbol])

    def brace(self, brace: str) -> None:
        """A group begins or ends."""
        if brace == "}":
            del self.groups[max(len(self.groups) - 1, 1) :]
        elif len(self.groups) < _WINDOW:
            self.groups.append(self.groups[-1])

    def word(self, name: str, value: str) -> None:
        """A control word with its number."""
        if name == "htmlrtf":
            self.html_only = value != "0"
        elif name in _ASIDE:
            self.groups[-1] = True
        elif name == "ansicpg":
            self.codec = f"cp{value}"
        elif name == "u" and value:
            self.put(chr(int(value) % 0x10000))
            self.skip = 1
        elif name in _BREAKS:
            self.put(_BREAKS[name])


def text_of(rtf: bytes) -> str:
    """The text of RTF; where it is HTML in disguise, the text of the HTML."""
    reader = _Reader("cp1252")
    for found in _TOKEN.finditer(rtf.decode("latin-1")):
        word, value, code, symbol, brace, text = found.groups()
        if word:
            reader.word(word, value or "")
        elif code:
            reader.put(_character(code, reader.codec))
        elif symbol:
            reader.symbol(symbol)
        elif brace:
            reader.brace(brace)
        elif text:
            reader.put(text)
    return "".join(reader.out).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(code: str, codec: str) -> str:
    try:
        return bytes.fromhex(code).decode(codec, "replace")
    except LookupError:
        return bytes.fromhex(code).decode("cp1252", "replace")
