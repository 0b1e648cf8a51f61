"""Keep web pages of other sites out."""

import ipaddress
import re
from collections.abc import Sequence
from functools import lru_cache

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\[\]:/@\s]+)(:(?P<port>\d{1,5}))?", re.IGNORECASE)

_PORTS = {"http": "80", "https": "443"}
_LOOKED_AT = (b"host", b"origin")
_GIVEN = "Use the address that the operator gave you."


@lru_cache(maxsize=64)  # every request asks, nearly always for the same name
def is_loopback(name: str) -> bool:
    """Whether a host name or address can only mean this machine."""
    if name.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


class HostGuard:
    """Answers only requests whose Host names this machine or `public`, and whose Origin, if any, is this server.

    A web page can make a browser send requests here under its own name (DNS rebinding): 421 for a foreign
    Host, 403 for a foreign Origin, which a page on another port of this machine is too. Paths in `exempt` may be
    asked under any Host: probes use addresses.
    """

    def __init__(
        self, app: ASGIApp, *, public: str | None = None, exempt: Sequence[str] = ()
    ) -> None:
        self._app = app
        self._public = public
        self._exempt = exempt

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and (refused := self._refusal(scope)):
            await refused(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        told = [one for one in scope["headers"] if one[0] in _LOOKED_AT]
        hosts = [value.decode("latin-1") for name, value in told if name == b"host"]
        is_exempt = scope["path"] in self._exempt
        if not is_exempt and (len(hosts) != 1 or not self._names_this(hosts[0])):
            answers_to = self._public or "localhost and 127.0.0.1"
            hint = _GIVEN if self._public else f"{_GIVEN[:-1]}, or that okf serve prints."
            return _refused(421, f"This server answers to {answers_to} only.", hint)
        origins = [value.decode("latin-1") for name, value in told if name == b"origin"]
        if not all(self._is_own_origin(origin, hosts) for origin in origins):
            return _refused(403, "Web pages of other sites may not use this server.", _GIVEN)
        return None

    def _names_this(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        return match is not None and (
            is_loopback(match["name"]) or match["name"].lower() == self._public
        )

    def _is_own_origin(self, origin: str, hosts: Sequence[str]) -> bool:
        """Whether a page is the public server's, or comes from the very port of this machine that is asked."""
        scheme, separator, host = origin.partition("://")
        match = _HOST.fullmatch(host)
        if not separator or scheme not in _PORTS or match is None:
            return False
        if match["name"].lower() == self._public:
            return True
        asked = [_HOST.fullmatch(one) for one in hosts]
        ports = [one["port"] or _PORTS[scheme] for one in asked if one]
        return is_loopback(match["name"]) and (match["port"] or _PORTS[scheme]) in ports


def _refused(status: int, error: str, hint: str) -> JSONResponse:
    return JSONResponse({"error": error, "hint": hint}, status_code=status)
