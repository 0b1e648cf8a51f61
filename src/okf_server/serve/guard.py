"""Keep web pages out of a server on this machine."""

import ipaddress
import re
from collections.abc import Iterable

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\[\]:/@\s]+)(:\d{1,5})?", re.IGNORECASE)


def is_loopback(name: str) -> bool:
    """Whether a host name or address can only mean this machine."""
    if name.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


class LoopbackGuard:
    """Answers only requests whose Host, and Origin where there is one, name this machine.

    A web page can make a browser send requests here under its own name (DNS rebinding): 421 for a foreign
    Host, 403 for a foreign Origin.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and (refused := _refusal(scope["headers"])):
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _refusal(headers: Iterable[tuple[bytes, bytes]]) -> JSONResponse | None:
    told = [(name, value.decode("latin-1")) for name, value in headers]
    hosts = [value for name, value in told if name == b"host"]
    if len(hosts) != 1 or not _names_loopback(hosts[0]):
        return _refused(421, "This server answers to localhost and 127.0.0.1 only.")
    origins = [value for name, value in told if name == b"origin"]
    if not all(_is_loopback_origin(origin) for origin in origins):
        return _refused(403, "Web pages of other sites may not use this server.")
    return None


def _names_loopback(host: str) -> bool:
    match = _HOST.fullmatch(host)
    return match is not None and is_loopback(match["name"])


def _is_loopback_origin(origin: str) -> bool:
    scheme, separator, host = origin.partition("://")
    return bool(separator) and scheme in ("http", "https") and _names_loopback(host)


def _refused(status: int, error: str) -> JSONResponse:
    hint = "Use the address that okf serve prints."
    return JSONResponse({"error": error, "hint": hint}, status_code=status)
