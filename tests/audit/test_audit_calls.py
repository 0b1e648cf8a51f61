"""What is recorded of those who ask the server."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError

from okf_server.app import Bases
from okf_server.app.building import build_base
from okf_server.app.clock import utc_now
from okf_server.app.knowledge import Knowledge
from okf_server.audit.chain import events
from okf_server.audit.verify import verify
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import Principal
from okf_server.model.config import AuthConfig
from okf_server.serve.auth.sign_in import sign_in
from okf_server.serve.caller import asked_by
from okf_server.serve.calls import Calls
from okf_server.serve.cursor import Cursors
from okf_server.serve.http import build_app
from okf_server.serve.operation import Limits
from okf_server.serve.server import build_server
from okf_server.serve.service import Lazily, Service
from okf_server.settings import Settings

ANA = Principal(id="ana", names=frozenset({"*", "user:ana"}))
BOB = Principal(id="bob", names=frozenset({"*", "user:bob"}))
DOCUMENTS = {
    "hours.md": "# Hours\n\nSecretive words about opening hours.\n",
    "hr/salaries.md": "# Salaries\n\nHours are paid well.\n",
    "hr/leave.md": "# Leave\n\nHours off.\n",
}
CONFIG = """\
name: kb
sources: [{kind: folder, path: ./docs}]
search: {embedder: null}
access: {default: authenticated, rules: {hr/: [user:bob]}}
audit: {enabled: true}
"""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    for name, text in DOCUMENTS.items():
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "okf.yaml").write_text(CONFIG)
    return tmp_path


@pytest.fixture
def service(base: Path) -> Iterator[Service]:
    settings = Settings(
        base=str(base), home=base, cache=base / "cache", working_directory=base, environment={}
    )
    knowledge = Knowledge(base, settings=settings)
    assert build_base(knowledge, BuildOptions(embeddings=False)).published
    service = Service(
        bases=Lazily(lambda: Bases(settings=settings)),
        now=utc_now,
        cursors=Cursors(key=b"a key for tests"),
        calls=Calls(workers=2, deadline_s=30),
        limits=Limits(rate=60, burst=3),
    )
    yield service
    service.calls.close()


def call(service: Service, tool: str, who: Principal = ANA, **arguments: object) -> None:
    server = build_server(service)
    try:
        with asked_by(who):
            asyncio.run(server.call_tool(tool, dict(arguments)))
    finally:
        server.recorder.close()


def asked(base: Path) -> list[dict[str, Any]]:
    """What was recorded after the build."""
    return [one for one in events(base / ".okf/audit") if one["what"] != "build"]


def test_a_call_leaves_who_asked_what_and_what_was_returned(base: Path, service: Service) -> None:
    call(service, "search_knowledge", query="opening hours")
    (event,) = asked(base)
    assert (event["who"], event["what"], event["tool"]) == ("ana", "tools/call", "search_knowledge")
    assert (event["base"], event["asked"]) == ("kb", {"query": "opening hours"})
    assert event["returned"] == ["hours#hours"]
    assert (event["outcome"], verify(base / ".okf/audit").problems) == ("ok", ())


def test_what_was_kept_from_the_caller_is_counted_for_the_record_alone(
    base: Path, service: Service
) -> None:
    call(service, "search_knowledge", query="hours")
    call(service, "search_knowledge", BOB, query="hours")
    call(service, "browse_knowledge")
    assert [one["denied"] for one in asked(base)] == [2, 0, 2]
    assert "denied" not in service.metrics.text()


def test_a_denied_reference_is_told_from_a_missing_one_for_the_record_alone(
    base: Path, service: Service
) -> None:
    for ref in ("hr/salaries", "nosuch"):
        with pytest.raises(ToolError):
            call(service, "get_knowledge", refs=[ref])
    call(service, "get_knowledge", refs=["hours", "hr/leave", "kb:hr/salaries", "nosuch"])
    assert [one["denied"] for one in asked(base)] == [1, 0, 2]


def test_a_refused_call_is_recorded_too(base: Path, service: Service) -> None:
    with pytest.raises(ToolError):
        call(service, "get_knowledge", refs=["nosuch"])
    (event,) = asked(base)
    assert (event["outcome"], event["returned"]) == ("NotFoundError", [])


def test_a_call_for_a_base_that_is_not_there_is_recorded_in_all(
    base: Path, service: Service
) -> None:
    with pytest.raises(ToolError):
        call(service, "search_knowledge", query="hours", base="nosuch")
    assert [one["base"] for one in asked(base)] == ["nosuch"]


def test_no_text_of_a_document_and_no_token_is_recorded(base: Path, service: Service) -> None:
    call(service, "search_knowledge", query="hours eyJhbGciOi.eyJzdWIi.c2ln Bearer abcdef")
    text = (base / ".okf/audit/audit-000001.jsonl").read_text()
    assert [word for word in ("Secretive", "eyJ", "abcdef") if word in text] == []


def test_resources_prompts_and_completions_are_recorded(base: Path, service: Service) -> None:
    server = build_server(service)

    async def talk() -> None:
        async with Client(server) as client:
            await client.read_resource("okf://concept/hours")
            with pytest.raises(Exception, match="no 'hr/salaries'"):
                await client.read_resource("okf://concept/hr/salaries")
            await client.list_resource_templates()
            await client.get_prompt("answer_with_citations", {"question": "What hours?"})
            await client.complete(
                {"type": "ref/resource", "uri": "okf://concept/{+concept}"},  # type: ignore[arg-type]
                {"name": "concept", "value": "ho"},
            )

    with asked_by(ANA):
        asyncio.run(talk())
    server.recorder.close()
    told = [(one["what"], one["outcome"], one["returned"], one["denied"]) for one in asked(base)]
    assert ("resources/read", "ok", ["hours"], 0) in told
    assert ("resources/read", "NotFoundError", [], 1) in told
    assert ("resources/templates/list", "ok", [], 0) in told
    assert ("completion/complete", "ok", ["hours"], 0) in told
    (prompt,) = [one for one in asked(base) if one["what"] == "prompts/get"]
    assert prompt["asked"]["arguments"] == {"question": "What hours?"}
    assert {one["who"] for one in asked(base)} == {"ana"}


def test_routes_and_refusals_are_recorded(base: Path, service: Service) -> None:
    config = AuthConfig(issuer="http://127.0.0.1:9", resource="http://localhost/mcp")
    app = build_app(service, sign_in([config], resource="http://localhost/mcp", environment={}))

    async def ask() -> None:
        transport = httpx2.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            shown = {"Authorization": "Bearer eyJhbGciOi.eyJzdWIi.c2ln"}
            for _ in range(3):
                await client.post("/mcp")
            await client.post("/mcp", headers=shown)
            await client.post("/mcp", headers={"Host": "evil.test"})
            await client.get("/metrics")
            await client.get("/readyz")
            await client.get("/health")
            await client.get("/a/path/that/somebody/made/up")

    asyncio.run(ask())
    told = {(one["what"], one["outcome"]): one.get("times", 1) for one in asked(base)}
    assert told == {
        ("POST /mcp", "401"): 4,
        ("POST /mcp", "421"): 1,
        ("GET /metrics", "401"): 1,
        ("GET /readyz", "ok"): 1,
        ("GET elsewhere", "401"): 1,
    }
    assert {one["who"] for one in asked(base)} == {None}
    assert "eyJ" not in (base / ".okf/audit/audit-000001.jsonl").read_text()


def test_a_caller_who_is_over_the_limit_is_recorded_by_name(base: Path, service: Service) -> None:
    server = build_server(service, admitting=True)

    async def ask() -> None:
        for _ in range(4):
            await server.call_tool("list_bases", {})

    with asked_by(ANA), pytest.raises(ToolError, match="Too busy"):
        asyncio.run(ask())
    server.recorder.close()
    assert [(one["who"], one["outcome"]) for one in asked(base)][-1] == ("ana", "limited")


def test_a_record_that_cannot_be_written_fails_no_call_and_is_counted(
    base: Path, service: Service
) -> None:
    app = build_app(service)
    shutil_away(base / ".okf/audit")
    (base / ".okf/audit").write_text("no directory")
    call(service, "search_knowledge", query="opening hours")
    call(service, "search_knowledge", query="opening hours")

    async def ask() -> tuple[Any, str]:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get("/readyz")).json(), (await client.get("/metrics")).text

    ready, metrics = asyncio.run(ask())
    assert (ready["status"], ready["audit_failures"]) == ("ready", 2)
    assert "okf_audit_failures_total 2" in metrics.splitlines()


def shutil_away(directory: Path) -> None:
    for path in directory.iterdir():
        path.unlink()
    directory.rmdir()


def test_a_flood_of_refusals_does_not_fill_the_disk(base: Path, service: Service) -> None:
    app = build_app(service)

    async def ask() -> None:
        transport = httpx2.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url="http://evil.test") as client,
        ):
            for number in range(500):
                await client.get(f"/{number}")

    asyncio.run(ask())
    found = asked(base)
    assert sum(one.get("times", 1) for one in found) == 500
    assert len(found) < 50
    assert {one["what"] for one in found} == {"GET elsewhere"}


def test_several_servers_write_one_record(base: Path, service: Service) -> None:
    servers = [build_server(service) for _ in range(3)]

    async def ask() -> None:
        for server in servers * 5:
            await server.call_tool("search_knowledge", {"query": "hours"})

    with asked_by(ANA):
        asyncio.run(ask())
    for server in servers:
        server.recorder.close()
    assert len(asked(base)) == 15
    assert verify(base / ".okf/audit").problems == ()


def test_an_event_is_a_line_of_plain_json(base: Path, service: Service) -> None:
    with pytest.raises(ToolError):
        call(service, "search_knowledge", query="Öffnungszeiten \ud800\u2028\x00 {}")
    lines = (base / ".okf/audit/audit-000001.jsonl").read_bytes().splitlines()
    assert json.loads(lines[-1])["asked"]["query"].startswith("Öffnungszeiten")
    assert all(line.isascii() for line in lines)


def test_a_tool_that_is_not_there_is_recorded_by_its_short_name(
    base: Path, service: Service
) -> None:
    with pytest.raises(MCPError):
        call(service, "nosuch" * 100)
    (event,) = asked(base)
    assert (event["tool"], event["outcome"]) == (("nosuch" * 100)[:100], "MCPError")


def test_a_token_for_a_tool_name_is_not_recorded(base: Path, service: Service) -> None:
    for tool in ("eyJhbGciOi.eyJzdWIi.c2ln", "bearer abcdef"):
        with pytest.raises(MCPError):
            call(service, tool)
    assert [event["tool"] for event in asked(base)] == ["[token]", "[token]"]
