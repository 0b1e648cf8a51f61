"""A server that signs people in, in front of a base with access rules; and people's requests to it."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from over_http import ask, result_of
from talk import service_of

from okf_server.app.adapters import connectors_for
from okf_server.app.bases import Bases
from okf_server.catalog.base import open_base
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions
from okf_server.model.config import AuthConfig
from okf_server.serve.auth.sign_in import sign_in
from okf_server.serve.http import build_app, configure, listen, url_of
from okf_server.serve.operation import Operation
from okf_server.serve.service import Service

RESOURCE = "https://okf.test/mcp"
DOCUMENTS = {
    "finance/budget.md": "# Budget\n\nThe zebra budget is 40,000 USD.\n",
    "hr/salaries.md": "# Salaries\n\nThe zebra salary is 90,000 USD.\n",
    "public/canteen.md": "# Canteen\n\nThe zebra soup is served on Mondays.\n",
    "secret/plan.md": "# Plan\n\nThe zebra plan is nobody's business.\n",
}
RULES = """
name: acme
sources: [{kind: folder, path: ./docs}]
search: {embedder: null}
access:
  rules:
    finance/: [group:finance]
    hr/: {groups: [hr/payroll], users: [ceo@acme.test]}
    public/: ["*"]
"""


def published(directory: Path, rules: str = RULES) -> Path:
    """A base whose documents are for different people."""
    for name, text in DOCUMENTS.items():
        path = directory / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (directory / "okf.yaml").write_text(rules)
    base = open_base(directory)
    report = build(
        base,
        options=BuildOptions(embeddings=False),
        embedder=None,
        connectors=connectors_for(base),
        now=datetime(2026, 11, 30, 12, 0, tzinfo=UTC),
    )
    assert report.published, report
    return directory


def service_for(directory: Path) -> Service:
    bases = Bases(str(directory))
    return replace(service_of(), bases=lambda: bases)


@contextmanager
def guarded(
    service: Service,
    *auth: AuthConfig,
    environment: Mapping[str, str] | None = None,
    proxies: tuple[str, ...] = (),
    resource: str = RESOURCE,
) -> Iterator[str]:
    """A server with sign-in on a free port; the address of its MCP endpoint, which is its resource where none is given."""
    with listen("127.0.0.1", 0) as listener:
        reached = resource or url_of(listener)
        signing = sign_in(auth, resource=reached, environment=environment or {})
        operation = Operation(proxies=proxies)
        server = uvicorn.Server(configure(build_app(service, signing), operation))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield url_of(listener)
        finally:
            server.should_exit = True
            thread.join()
            service.calls.close()


def search(url: str, token: str | None, *, era: str = "auto") -> httpx2.Response:
    """A search for what every document says."""
    shown = {} if token is None else {"Authorization": f"Bearer {token}"}
    return ask(url, {"query": "zebra"}, era=era, **shown)


def seen(url: str, token: str, *, era: str = "auto") -> set[str]:
    """The concepts that a search finds for the bearer of a token."""
    response = search(url, token, era=era)
    assert response.status_code == 200, response.text
    data: dict[str, Any] = result_of(response)["result"]["structuredContent"]
    return {hit["concept_id"] for hit in data["results"]}


def challenge(response: httpx2.Response) -> dict[str, str]:
    """The parameters of a WWW-Authenticate header."""
    header = response.headers["www-authenticate"]
    assert header.startswith("Bearer ")
    return dict(re.findall(r'(\w+)="([^"]*)"', header))
