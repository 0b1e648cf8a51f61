"""Rules and tokens write names in several ways; the server and `okf access explain` take them alike."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from oidc_small import SmallProvider, small_provider
from signed_in import guarded, published, seen, service_for

from okf_server.access.verdict import principal_of, verdict
from okf_server.app import Knowledge
from okf_server.app.access import explain
from okf_server.model.config import AuthConfig

RULES = """
name: acme
sources: [{kind: folder, path: ./docs}]
search: {embedder: null}
access:
  rules:
    finance/: {groups: ["/finance/"], deny: ["group:/interns"]}
    hr/: {allow: ["*"], deny: ["user:3F2B6C1E-0000-4000-8000-00000000000A", "group:Cafe\\u0301"]}
    public/: {allow: ["*"], deny: ["group:interns/"]}
"""
ID = "3f2b6c1e-0000-4000-8000-00000000000a"
ALL = {"finance/budget", "hr/salaries", "public/canteen"}
KNOWN: dict[str, Any] = {
    "email": "a@acme.test",
    "email_verified": True,
    "preferred_username": "ana",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("base"), RULES)


@pytest.fixture(scope="module")
def provider() -> Iterator[SmallProvider]:
    with small_provider() as one:
        yield one


@pytest.fixture(scope="module")
def url(base: Path, provider: SmallProvider) -> Iterator[str]:
    with guarded(service_for(base), AuthConfig(issuer=provider.issuer)) as address:
        yield address


@pytest.mark.parametrize(
    ("subject", "groups", "hidden"),
    [
        ("s", ["/finance"], set()),
        ("s", ["finance/"], set()),
        ("s", ["/finance", "/interns"], {"finance/budget", "public/canteen"}),
        ("s", ["finance", "interns"], {"finance/budget", "public/canteen"}),
        ("s", ["finance", "caf\u00e9", "Caf\u00e9"], {"hr/salaries"}),
        (ID, ["finance"], {"hr/salaries"}),
        (ID.upper(), ["finance"], {"hr/salaries"}),
        ("s", ["Finance"], {"finance/budget"}),
    ],
)
def test_the_server_and_explain_take_every_form_of_a_name_alike(
    base: Path,
    url: str,
    provider: SmallProvider,
    *,
    subject: str,
    groups: list[str],
    hidden: set[str],
) -> None:
    assert seen(url, provider.token(sub=subject, groups=groups, **KNOWN)) == ALL - hidden
    asked = principal_of([f"user:{subject}", *(f"group:{group}" for group in groups)])
    found = {concept: explain(Knowledge(base), concept) for concept in ALL}
    told = {
        concept
        for concept, one in found.items()
        if verdict(one.access, asked, expired=one.expired).admitted
    }
    assert told == ALL - hidden


def test_a_group_that_no_rule_can_write_is_kept_out_where_groups_are_denied(
    url: str, provider: SmallProvider
) -> None:
    assert seen(url, provider.token(groups=["finance", "interns "], **KNOWN)) == set()
    assert seen(url, provider.token(groups=["finance", "interns*"], **KNOWN)) == set()
