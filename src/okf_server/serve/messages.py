"""Read a message of JSON-RPC as it came in, and say in short words what is wrong with it."""

import json
import math
from collections.abc import Sequence
from typing import Any

from mcp_types import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR

MessageId = int | str
Message = dict[str, Any]

_DEEPEST = 100
_ANSWER = ("result", "error")
_PARSE_ERROR = "Parse error: this is no JSON in UTF-8 that can be read."


class MalformedError(Exception):
    """What a client sent is no message; `request_id` is the id that it can be answered by, where there is one."""

    def __init__(self, code: int, told: str, request_id: MessageId | None = None) -> None:
        super().__init__(told)
        self.code = code
        self.request_id = request_id

    def answer(self) -> Message:
        """The error as JSON-RPC wants it; an id that could not be read is null."""
        error = {"code": self.code, "message": str(self)}
        return {"jsonrpc": "2.0", "id": self.request_id, "error": error}


def read_message(raw: bytes) -> Message:
    """The request, notification or answer that a text holds; raises MalformedError.

    What it returns fits the shape of JSON-RPC, is not deeply nested, has no name twice in an object, no number
    out of range and no text that UTF-8 cannot carry. Parameters that are null are left out.
    """
    reading = _Reading()
    try:
        message = reading.read(raw.decode())
    except (ValueError, RecursionError):
        raise MalformedError(PARSE_ERROR, _PARSE_ERROR) from None
    if not isinstance(message, dict):
        raise MalformedError(INVALID_REQUEST, "Invalid request: one JSON-RPC object is wanted.")
    request_id = _id_of(reading.outermost)
    if wrong := reading.wrong or _too_much(raw, message) or _misshapen(message):
        raise MalformedError(INVALID_REQUEST, f"Invalid request: {wrong}.", request_id)
    if message.get("params") is None:
        message.pop("params", None)
    elif not isinstance(message["params"], dict):
        raise MalformedError(
            INVALID_PARAMS, "Invalid params: they must be an object with names.", request_id
        )
    return message


class _Reading:
    """Reads JSON and notes what is wrong with it although it is JSON."""

    def __init__(self) -> None:
        self.wrong = ""
        self.outermost: Sequence[tuple[str, Any]] = ()

    def read(self, text: str) -> Any:
        """The value of a text; raises ValueError and RecursionError."""
        return json.loads(
            text,
            object_pairs_hook=self._object,
            parse_float=self._number,
            parse_constant=_no_constant,
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> Message:
        self.outermost = pairs  # objects are finished from the inside out
        read = dict(pairs)
        if len(read) < len(pairs):
            self.wrong = "a name occurs twice in one object"
        return read

    def _number(self, digits: str) -> float:
        number = float(digits)
        if math.isinf(number):
            self.wrong = "a number is out of range"
        return number


def _no_constant(name: str) -> None:
    raise ValueError(name)  # NaN and Infinity, which Python takes for JSON


def _id_of(members: Sequence[tuple[str, Any]]) -> MessageId | None:
    """The id of a request where it says one; that of an answer is ours and answers nothing."""
    ids = [value for name, value in members if name == "id"]
    if len(ids) != 1 or not _is_id(ids[0]) or any(name in _ANSWER for name, _ in members):
        return None
    request_id: MessageId = ids[0]
    return request_id


def _is_id(value: object) -> bool:
    """Whether MCP takes a value for an id: a text, or a whole number; no truth value, which Python counts among them."""
    return type(value) is int or (isinstance(value, str) and _is_printable(value))


def _too_much(raw: bytes, message: Message) -> str:
    if raw.count(b"[") + raw.count(b"{") > _DEEPEST and _is_deep(message):
        return f"it is nested more than {_DEEPEST} deep"
    if b"\\u" in raw and not _is_printable(json.dumps(message, ensure_ascii=False)):
        return "a text in it has a lone surrogate"
    return ""


def _is_deep(message: Message) -> bool:
    level: list[Any] = [message]
    for _ in range(_DEEPEST):
        level = [part for one in level for part in _parts(one)]
    return bool(level)


def _parts(value: object) -> Sequence[Any]:
    parts: Sequence[Any] = ()
    if isinstance(value, dict):
        parts = list(value.values())
    elif isinstance(value, list):
        parts = value
    return [part for part in parts if isinstance(part, dict | list)]


def _is_printable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _misshapen(message: Message) -> str:
    """What keeps an object from being a request, a notification or an answer."""
    if message.get("jsonrpc") != "2.0":
        return 'jsonrpc must be "2.0"'
    if "id" in message and not _is_id(message["id"]):
        return "id must be a text or a whole number"
    if any(name in message for name in _ANSWER):
        return "" if _is_answer(message) else "it is neither a request nor an answer"
    return "" if isinstance(message.get("method"), str) else "method must be a text"


def _is_answer(message: Message) -> bool:
    """Whether a client answers us, by a result or by an error."""
    if "method" in message or "id" not in message or all(name in message for name in _ANSWER):
        return False
    if "result" in message:
        return isinstance(message["result"], dict)
    error = message["error"]
    return (
        isinstance(error, dict)
        and type(error.get("code")) is int
        and isinstance(error.get("message"), str)
    )
