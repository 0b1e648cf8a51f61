"""Which audiences a token may name, as the configuration of a base says."""

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from oidc_small import SmallProvider, small_provider
from over_http import at
from signed_in import RESOURCE, RULES, challenge, guarded, published, search, seen, service_for

from okf_server.catalog.base import open_base


@pytest.fixture(scope="module")
def provider() -> Iterator[SmallProvider]:
    with small_provider() as one:
        yield one


@pytest.fixture(scope="module", params=["two", "none"])
def url(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    provider: SmallProvider,
) -> Iterator[str]:
    """A server as an okf.yaml asks for it, with two audiences or without any."""
    said = "audiences: ['api://okf', okf-app]" if request.param == "two" else ""
    auth = f"{{issuer: '{provider.issuer}', resource: '{RESOURCE}', {said}}}"
    rules = f"{RULES}serve: {{auth: {auth}}}\n"
    directory: Path = published(tmp_path_factory.mktemp("base"), rules)
    (config,) = open_base(directory).config.serve.auth
    assert len(config.audiences) == (2 if said else 0)
    with guarded(service_for(directory), config) as address:
        yield address


TWO, ITS_OWN = {"api://okf", "okf-app"}, {RESOURCE}


@pytest.mark.parametrize(
    "named",
    [
        "api://okf",
        "okf-app",
        RESOURCE,
        "okf",
        "API://OKF",
        "api://okf/",
        f"{RESOURCE}/",
        ["elsewhere", "okf-app"],
        ["elsewhere", RESOURCE],
        ["elsewhere"],
        [],
        None,
    ],
)
def test_a_token_gets_in_by_an_audience_that_is_named_to_the_letter(
    url: str,
    provider: SmallProvider,
    named: str | list[str] | None,
    request: pytest.FixtureRequest,
) -> None:
    accepted = TWO if "two" in request.node.callspec.id else ITS_OWN
    token = provider.token(aud=named)
    names = {named} if isinstance(named, str) else set(named or ())

    if names & accepted:
        assert seen(url, token) == {"public/canteen"}
    else:
        response = search(url, token)
        assert response.status_code == 401
        assert challenge(response)["error"] == "invalid_token"


def test_the_metadata_is_at_the_path_and_at_the_root_and_names_the_resource(url: str) -> None:
    told = challenge(search(url, None))["resource_metadata"]
    forms = [
        httpx2.get(at(url, f"/.well-known/oauth-protected-resource{path}")) for path in ("/mcp", "")
    ]

    assert told == "https://okf.test/.well-known/oauth-protected-resource/mcp"
    assert [form.status_code for form in forms] == [200, 200]
    assert [form.json()["resource"] for form in forms] == [RESOURCE, RESOURCE]
