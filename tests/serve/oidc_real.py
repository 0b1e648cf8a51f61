"""Run npm's oidc-provider, and sign people in at it as an MCP client does."""

import base64
import hashlib
import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

PACKAGE = "oidc-provider@9.13.3"
SECRET = "a secret of +200% &c."
PROGRAM = Path(__file__).with_name("oidc_provider.mjs")
CALLBACK = "http://127.0.0.1/callback"
VERIFIER = "a-code-verifier-of-at-least-forty-three-characters"


def installed(directory: Path) -> Path:
    """The directory with the provider's packages, installed at the first test that needs them."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("needs Node and npm for a real OpenID Connect provider")
    if not (directory / "node_modules" / "oidc-provider").is_dir():
        directory.mkdir(parents=True, exist_ok=True)
        options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(directory)]
        command = [npm, "install", *options, PACKAGE]
        try:
            done = subprocess.run(command, check=False, capture_output=True, timeout=50)
        except subprocess.TimeoutExpired:
            pytest.skip(f"npm could not install {PACKAGE} in time")
        if done.returncode != 0:
            pytest.skip(f"npm cannot install {PACKAGE}: {done.stderr.decode()[-200:]}")
    return directory


def rsa_jwk(kid: str, algorithm: str = "RS256") -> dict[str, Any]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return {**RSAAlgorithm.to_jwk(key, as_dict=True), "kid": kid, "alg": algorithm, "use": "sig"}


def ec_jwk(kid: str) -> dict[str, Any]:
    key = ec.generate_private_key(ec.SECP256R1())
    return {**ECAlgorithm.to_jwk(key, as_dict=True), "kid": kid, "alg": "ES256", "use": "sig"}


@dataclass(kw_only=True)
class RealProvider:
    """The provider as a process that can be stopped and started with other keys on the same port."""

    packages: Path
    state: Path
    port: int
    keys: list[dict[str, Any]]
    people: dict[str, dict[str, Any]]
    algorithm: str = "RS256"
    process: subprocess.Popen[str] | None = field(default=None, init=False)

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def write(self) -> None:
        state = {"jwks": {"keys": self.keys}, "people": self.people, "alg": self.algorithm}
        self.state.write_text(json.dumps(state))

    def start(self) -> None:
        self.write()
        self.process = subprocess.Popen(
            ["node", str(PROGRAM), str(self.state), str(self.port)],
            cwd=self.packages,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        lines = iter(self.process.stdout.readline, "")
        assert any(line.strip() == "listening" for line in lines), "the provider did not start"

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate(timeout=10)
            self.process = None

    def sign_in(
        self, person: str, *, resource: str, scope: str = "knowledge:read"
    ) -> Mapping[str, Any]:
        """The token response after signing in and consenting in a browser: code flow with PKCE."""
        digest = hashlib.sha256(VERIFIER.encode()).digest()
        asked = {
            "client_id": "assistant",
            "response_type": "code",
            "redirect_uri": CALLBACK,
            "scope": f"openid {scope}",
            "resource": resource,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        with httpx2.Client(timeout=10) as browser:
            response = browser.get(f"{self.issuer}/auth", params=asked)
            code = clicked_through(browser, response, person)["code"]
            form = {
                "grant_type": "authorization_code",
                "client_id": "assistant",
                "code": code,
                "redirect_uri": CALLBACK,
                "code_verifier": VERIFIER,
                "resource": resource,
            }
            tokens = browser.post(f"{self.issuer}/token", data=form)
        assert tokens.status_code == 200, tokens.text
        answer: dict[str, Any] = tokens.json()
        return answer

    def token(self, person: str, *, resource: str, scope: str = "knowledge:read") -> str:
        return str(self.sign_in(person, resource=resource, scope=scope)["access_token"])

    def revoke(self, token: str) -> None:
        form = {"token": token, "client_id": "assistant"}
        answer = httpx2.post(f"{self.issuer}/token/revocation", data=form)
        assert answer.status_code == 200, answer.text


@contextmanager
def real_provider(
    packages: Path, state: Path, people: dict[str, dict[str, Any]]
) -> Iterator[RealProvider]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    keys = [rsa_jwk("first")]
    provider = RealProvider(packages=packages, state=state, port=port, keys=keys, people=people)
    provider.start()
    try:
        yield provider
    finally:
        provider.stop()


def clicked_through(
    browser: httpx2.Client, response: httpx2.Response, person: str
) -> dict[str, str]:
    """What the provider sends the browser back with, once somebody has signed in and consented."""
    for _ in range(12):
        if response.is_redirect:
            address = urljoin(str(response.url), response.headers["location"])
            if address.startswith(CALLBACK):
                return dict(parse_qsl(urlsplit(address).query))
            response = browser.get(address)
            continue
        form = re.search(r'action="([^"]+)"', response.text)
        prompt = re.search(r'name="prompt" value="(\w+)"', response.text)
        assert form, response.text
        assert prompt, response.text
        filled = {"prompt": prompt[1], "login": person, "password": "any"}
        response = browser.post(urljoin(str(response.url), form[1]), data=filled)
    raise AssertionError("the provider did not send the browser back")
