"""A small identity provider in this process, for what a test must be able to break at will."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote_plus

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

AUDIENCE = "https://okf.test/mcp"
LONG_AGO, FAR_OFF = 1_000_000_000, 4_102_444_800
"""2001 and 2100, in seconds: however long the tests before take, they are over and to come."""
CLIENT = "okf:server"
SECRET = "s&cret +%"

PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey


def rsa_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


FIRST = rsa_key()
SECOND = rsa_key()


def public_jwk(key: PrivateKey, kid: str, **more: str) -> dict[str, Any]:
    public = key.public_key()
    match public:
        case rsa.RSAPublicKey():
            jwk = RSAAlgorithm.to_jwk(public, as_dict=True)
        case ec.EllipticCurvePublicKey():
            jwk = ECAlgorithm.to_jwk(public, as_dict=True)
        case _:
            jwk = OKPAlgorithm.to_jwk(public, as_dict=True)
    return {**jwk, "kid": kid, **more}


class SmallProvider:
    """Its keys, the tokens that it calls active, and whether it is out of order."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.keys = [public_jwk(FIRST, "first")]
        self.metadata: dict[str, Any] = {
            "issuer": issuer,
            "jwks_uri": f"{issuer}/jwks",
            "introspection_endpoint": f"{issuer}/introspect",
        }
        self.active: dict[str, dict[str, Any]] = {}
        self.broken = False
        self.asked: list[str] = []

    def claims(self, **changed: Any) -> dict[str, Any]:
        """The claims of a good token; None takes one out."""
        now = int(time.time())
        good = {
            "iss": self.issuer,
            "sub": "a-1",
            "aud": AUDIENCE,
            "exp": now + 600,
            "iat": now,
            "scope": "read write",
            "client_id": "assistant",
        }
        return {name: value for name, value in {**good, **changed}.items() if value is not None}

    def token(
        self,
        *,
        key: PrivateKey | bytes | None = FIRST,
        alg: str = "RS256",
        header: dict[str, Any] | None = None,
        **changed: Any,
    ) -> str:
        """A JWT, signed by the first key."""
        told = {"kid": "first", "typ": "at+jwt", **(header or {})}
        return jwt.encode(self.claims(**changed), key, algorithm=alg, headers=told)  # type: ignore[arg-type]

    def opaque(self, name: str = "", **changed: Any) -> str:
        """An opaque token that is active."""
        name = name or f"opaque-token-{len(self.active)}"
        self.active[name] = self.claims(**changed)
        return name

    def answer(self, path: str, form: dict[str, list[str]], authorization: str) -> Any:
        self.asked.append(path)
        if self.broken:
            return None
        match path:
            case "/.well-known/openid-configuration":
                return self.metadata
            case "/jwks":
                return {"keys": self.keys}
            case "/introspect" if _is_known(authorization):
                claims = self.active.get(form["token"][0])
                return {"active": False} if claims is None else {"active": True, **claims}
            case _:
                return None


def _is_known(authorization: str) -> bool:
    user, _, secret = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
    return (unquote_plus(user), unquote_plus(secret)) == (CLIENT, SECRET)


@contextmanager
def small_provider() -> Iterator[SmallProvider]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.reply(parse_qs(body))

        def reply(self, form: dict[str, list[str]]) -> None:
            value = provider.answer(self.path, form, self.headers.get("Authorization", ""))
            body = json.dumps(value).encode()
            self.send_response(503 if value is None else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = SmallProvider(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
