"""MCP over streamable HTTP, with the routes that tell how the server is."""

import errno
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import BaseRoute, Route

from okf_server.errors import ConfigError
from okf_server.model.config import AuthConfig
from okf_server.serve.attending import Attended
from okf_server.serve.auth.gate import OPEN, BearerGate, TrustingGate
from okf_server.serve.auth.metadata import metadata_routes
from okf_server.serve.draining import DrainingServer
from okf_server.serve.gathering import MOST_BODY_BYTES, Gathered
from okf_server.serve.guard import HostGuard, is_loopback
from okf_server.serve.health import Health
from okf_server.serve.incoming import Incoming
from okf_server.serve.limits import Admission, Limiter
from okf_server.serve.logs import Observed, log_to_stderr
from okf_server.serve.metrics import CONTENT_TYPE
from okf_server.serve.operation import DEFAULT, Operation
from okf_server.serve.routes import Audited
from okf_server.serve.seam import Bases
from okf_server.serve.server import KnowledgeServer, build_server
from okf_server.serve.service import Service
from okf_server.serve.start import Shared, collect_rarely, service_of
from okf_server.serve.strangers import Strangers
from okf_server.serve.wellformed import WellFormed
from okf_server.serve.workers import Workers

if TYPE_CHECKING:
    from okf_server.serve.auth.sign_in import SignIn

_BACKLOG = 128
_PORTS = 65_536
_SHOWN = 200
_NOT_POST = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]

log = logging.getLogger(__name__)


def serve_http(
    bases_factory: Callable[[], Bases],
    *,
    host: str,
    port: int,
    auth: Sequence[AuthConfig],
    environment: Mapping[str, str],
    operation: Operation = DEFAULT,
) -> None:
    """Serve until SIGTERM or SIGINT, then let calls end for as long as `operation` says.

    Raises ConfigError where the address is taken, or reaches other machines and nobody is signed in, and where a
    secret is not there: all before it says that it listens.
    """
    must_know_its_users(host, auth)
    _must_have_secrets(auth, environment)
    log_to_stderr(operation.log)
    shared = Shared.among(operation.workers)
    with listen(host, port) as listener:
        url = url_of(listener)
        log.info("serve.listening url=%s auth=%s", url, _issuers(auth))

        def work(worker: int) -> None:
            shared.work_as(worker)
            signing = _signing(auth, url, environment)
            with service_of(bases_factory, operation=operation, shared=shared) as service:
                app = build_app(service, signing)
                collect_rarely()
                DrainingServer(configure(app, operation)).run(sockets=[listener])

        if operation.workers == 1:
            work(0)
        else:
            # a socket that this process kept open would go on taking connections that nobody answers
            Workers(operation.workers, work, ending=listener.close).run()
    log.info("serve.stopped")


def _issuers(auth: Sequence[AuthConfig]) -> str:
    return ",".join(one.issuer for one in auth) or "off"


def _signing(
    auth: Sequence[AuthConfig], url: str, environment: Mapping[str, str]
) -> "SignIn | None":
    if not auth:
        return None
    from okf_server.serve.auth.sign_in import sign_in  # noqa: PLC0415 - cryptography, for those who sign in

    return sign_in(auth, resource=resource_of(auth) or url, environment=environment)


def _must_have_secrets(auth: Sequence[AuthConfig], environment: Mapping[str, str]) -> None:
    if auth:
        from okf_server.serve.auth.sign_in import must_have_secrets  # noqa: PLC0415 - as in _signing

        must_have_secrets(auth, environment)


def resource_of(auth: Sequence[AuthConfig]) -> str | None:
    """The address at which clients reach the server, where the configuration says it."""
    return next((one.resource for one in auth if one.resource), None)


def must_know_its_users(host: str, auth: Sequence[AuthConfig]) -> None:
    """Raise ConfigError for an address that other machines reach while the server cannot tell who asks."""
    if is_loopback(host):
        return
    if not auth:
        raise ConfigError(
            f"serve.host: {host} can be reached from other machines, and this server knows no users.",
            hint="Use 127.0.0.1, or name your identity provider under serve.auth (docs/security.md).",
        )
    if resource_of(auth) is None:
        raise ConfigError(
            "serve.auth.resource is missing: tokens are meant for the address that clients use.",
            hint="Write it as clients reach it, such as https://okf.example.com/mcp.",
        )


def build_app(service: Service, signing: "SignIn | None" = None) -> Starlette:
    """The whole web application: /mcp, /health, /readyz and /metrics; with sign-in, its metadata as well."""
    return web_app(build_server(service), service, signing)


def web_app(
    server: KnowledgeServer,
    service: Service,
    signing: "SignIn | None" = None,
    *,
    sessions: bool = False,
) -> Starlette:
    """The application around a server; `sessions` lets tools ask clients back, which none of ours does.

    Without them every answer is one JSON document, which costs less than a stream of events.
    """
    mcp = server.streamable_http_app(
        stateless_http=not sessions,
        json_response=not sessions,
        max_request_body_size=MOST_BODY_BYTES,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    health = Health(service, telling=signing is None)
    return Starlette(
        routes=[
            Route("/mcp", _post_only, methods=_NOT_POST),
            *_admitting(mcp.routes, service),
            Route("/health", health.alive),
            Route("/readyz", health.ready),
            Route("/metrics", partial(_metrics, service)),
            *(metadata_routes(signing) if signing else ()),
        ],
        middleware=[
            Middleware(Observed, metrics=service.metrics),
            Middleware(Audited, put=server.recorder.put, now=service.now),
            *_middleware(signing, service),
        ],
        exception_handlers={404: _not_found, 405: _not_allowed},
        lifespan=lambda _: _running(server, signing),
    )


def _admitting(routes: Iterable[BaseRoute], service: Service) -> Iterator[Route]:
    """The SDK's routes, behind the limits of who asks, and only while the client is there."""
    limiter = Limiter(service.limits, service.accounts, monotonic, service.metrics)
    for route in routes:
        if isinstance(route, Route):
            app = Gathered(WellFormed(route.app))
            yield Route(route.path, Admission(Attended(app), limiter))


def _metrics(service: Service, _: Request) -> PlainTextResponse:
    return PlainTextResponse(service.metrics.text(), media_type=CONTENT_TYPE)


@asynccontextmanager
async def _running(server: KnowledgeServer, signing: "SignIn | None") -> AsyncIterator[None]:
    try:
        async with server.session_manager.run():
            yield
    finally:
        server.recorder.close()
        if signing:
            await signing.close()


def _middleware(signing: "SignIn | None", service: Service) -> list[Middleware]:
    if signing is None:
        return [Middleware(HostGuard), Middleware(TrustingGate)]
    public = urlsplit(signing.resource).hostname
    strangers = Strangers(service.limits.strangers, service.strangers, monotonic, service.metrics)
    return [
        Middleware(HostGuard, public=public, exempt=OPEN),
        Middleware(BearerGate, sign_in=signing, strangers=strangers),
    ]


def configure(app: Starlette, operation: Operation = DEFAULT) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        http=Incoming,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(operation.proxies),
        forwarded_allow_ips=list(operation.proxies),
        ws="none",
        timeout_graceful_shutdown=operation.drain_s,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises ConfigError."""
    if not 0 <= port < _PORTS:
        raise ConfigError(f"serve.port: {port} is no port.", hint=f"Use 1 to {_PORTS - 1}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host.strip("[]"), port), family=family, backlog=_BACKLOG)
    except OSError as error:
        raise _cannot_listen(host, port, error) from error
    # inherited by every connection: asyncio sets it only on sockets that name their protocol, and
    # without it each answer waits some 40 ms for the client's delayed acknowledgement
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def url_of(listener: socket.socket) -> str:
    """Where clients find the server."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/mcp" if ":" in host else f"http://{host}:{port}/mcp"


def _cannot_listen(host: str, port: int, error: OSError) -> ConfigError:
    match error.errno:
        case errno.EADDRINUSE:
            return ConfigError(
                f"serve.port: {port} on {host} is taken, perhaps by another okf serve.",
                hint=f"Stop that one, or use another port: okf serve --port {port + 1}",
            )
        case errno.EACCES:
            return ConfigError(
                f"serve.port: this user may not open port {port}.", hint="Use one above 1023."
            )
        case _:
            return ConfigError(
                f"serve: cannot listen on {host}:{port}: {error.strerror}.",
                hint="Use an address of this machine: okf serve --host 127.0.0.1",
            )


def _post_only(_: Request) -> JSONResponse:
    return JSONResponse(
        {"error": "MCP is spoken with POST here.", "hint": "Point an MCP client at this address."},
        status_code=405,
        headers={"Allow": "POST"},
    )


def _not_found(request: Request, _: Exception) -> JSONResponse:
    return JSONResponse(
        {
            "error": f"There is no {request.url.path[:_SHOWN]} here.",
            "hint": "MCP is at /mcp; /health and /readyz tell how the server is.",
        },
        status_code=404,
    )


def _not_allowed(request: Request, error: Exception) -> JSONResponse:
    headers = error.headers if isinstance(error, HTTPException) else None
    return JSONResponse(
        {
            "error": f"{request.url.path[:_SHOWN]} does not take {request.method}.",
            "hint": "Use GET.",
        },
        status_code=405,
        headers=headers,
    )
