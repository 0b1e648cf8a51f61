"""Tell clients where to get a token for this server (RFC 9728)."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from okf_server.serve.auth.sign_in import SignIn


_ROOT = "/.well-known/oauth-protected-resource"


def metadata_routes(sign_in: "SignIn") -> list[Route]:
    """The resource's metadata at its path form, and at the root for clients that know no other."""
    metadata: dict[str, object] = {
        "resource": sign_in.resource,
        "authorization_servers": [one.config.issuer for one in sign_in.identities],
        "bearer_methods_supported": ["header"],
        "resource_name": "OKF Server",
    }
    if sign_in.scopes:
        metadata["scopes_supported"] = list(sign_in.scopes)

    async def tell(_: Request) -> JSONResponse:
        return JSONResponse(metadata, headers={"Cache-Control": "max-age=3600"})

    return [Route(path, tell) for path in sorted({_ROOT, _path(sign_in.resource)})]


def metadata_url(resource: str) -> str:
    """Where clients find the metadata of a resource."""
    parts = urlsplit(resource)
    return f"{parts.scheme}://{parts.netloc}{_path(resource)}"


def is_metadata(path: str) -> bool:
    """Whether a path is one at which metadata may be."""
    return path == _ROOT or path.startswith(f"{_ROOT}/")


def _path(resource: str) -> str:
    return _ROOT + urlsplit(resource).path.rstrip("/")
