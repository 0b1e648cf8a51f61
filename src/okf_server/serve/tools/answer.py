"""What a tool answers: the same facts as text and as data."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

from okf_server.serve.budget import encoded_tokens, tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Clients show their model the text or the data, some of them both; neither says more than the other."""

    text: str
    data: Mapping[str, Any]

    def noting(self, notes: Sequence[str]) -> "Answer":
        """The same answer with notes on the call itself."""
        if not notes:
            return self
        text = "\n".join([self.text, *(f"Note: {note}." for note in notes)])
        return Answer(text=text, data={**self.data, "notes": [*self.data.get("notes", ()), *notes]})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One whole thing of an answer."""

    text: str
    data: Mapping[str, Any]

    def cost(self) -> int:
        """Tokens of the dearer of its two forms."""
        return max(tokens(self.text), encoded_tokens(json_of(self.data)))


def json_of(data: Mapping[str, Any]) -> bytes:
    """The data as it goes over the wire; bytes of file names that are no UTF-8 are counted as escapes."""
    try:
        return to_json(data)
    except PydanticSerializationError:
        told = json.dumps(data, ensure_ascii=False, default=str)
        return told.encode("utf-8", "surrogatepass")


def printable(value: Any) -> Any:
    """The value with what UTF-8 cannot carry replaced: a file name's stray bytes must not end the connection."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case Mapping():
            return {printable(str(name)): printable(part) for name, part in value.items()}
        case list() | tuple():
            return [printable(part) for part in value]
        case None | bool() | int() | float():
            return value
        case _:
            return printable(str(value))
