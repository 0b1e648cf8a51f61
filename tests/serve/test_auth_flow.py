"""A client that has no token signs in by itself: from the refusal to the provider, and back with a token."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from oidc_real import CALLBACK, RealProvider, clicked_through, installed, real_provider
from pydantic import AnyUrl
from signed_in import guarded, published, service_for
from talk import ERAS

from okf_server.model.config import AuthConfig


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("npm"))


@pytest.fixture
def provider(tmp_path: Path, packages: Path) -> Iterator[RealProvider]:
    people = {"ana": {"groups": ["/finance"]}}
    with real_provider(packages, tmp_path / "state.json", people) as running:
        yield running


class Kept:
    """What a client keeps: the one that the provider knows, and its tokens."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client = OAuthClientInformationFull(
            client_id="assistant",
            redirect_uris=[AnyUrl(CALLBACK)],
            grant_types=["authorization_code"],
            response_types=["code"],
            token_endpoint_auth_method="none",
        )

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Browser:
    """Somebody who signs in and consents wherever they are sent."""

    def __init__(self, person: str) -> None:
        self._person = person
        self._back: dict[str, str] = {}
        self.asked: list[httpx2.QueryParams] = []

    async def go(self, address: str) -> None:
        self.asked.append(httpx2.URL(address).params)
        with httpx2.Client(timeout=10) as browser:
            self._back = clicked_through(browser, browser.get(address), self._person)

    async def come_back(self) -> AuthorizationCodeResult:
        return AuthorizationCodeResult(
            code=self._back["code"], state=self._back.get("state"), iss=self._back.get("iss")
        )


@pytest.mark.parametrize("era", ERAS)
def test_the_sdks_client_signs_in_and_reads_what_its_person_may(
    tmp_path: Path, provider: RealProvider, era: str
) -> None:
    browser, kept = Browser("ana"), Kept()
    config = AuthConfig(issuer=provider.issuer, required_scopes=("knowledge:read",))

    async def asked(url: str) -> Any:
        signing = OAuthClientProvider(
            server_url=url,
            client_metadata=OAuthClientMetadata(redirect_uris=[AnyUrl(CALLBACK)]),
            storage=kept,
            redirect_handler=browser.go,
            callback_handler=browser.come_back,
        )
        async with (
            httpx2.AsyncClient(auth=signing, timeout=10) as http,
            Client(streamable_http_client(url, http_client=http), mode=era) as client,
        ):
            return await client.call_tool("search_knowledge", {"query": "zebra"})

    with guarded(service_for(published(tmp_path)), config, resource="") as url:
        result = asyncio.run(asked(url))
        (sent,) = browser.asked
        assert sent["resource"] == url
        assert "knowledge:read" in sent["scope"].split()

    found = {hit["concept_id"] for hit in result.structured_content["results"]}
    assert found == {"public/canteen", "finance/budget"}
    assert kept.tokens is not None
