"""What is recorded of a call."""

import asyncio
from pathlib import Path

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from okf_server.app import Bases
from okf_server.app.building import build_base
from okf_server.app.clock import utc_now
from okf_server.app.knowledge import Knowledge
from okf_server.audit.chain import events, verify
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import Principal
from okf_server.serve.caller import asked_by
from okf_server.serve.calls import Calls
from okf_server.serve.cursor import Cursors
from okf_server.serve.server import build_server
from okf_server.serve.service import Lazily, Service
from okf_server.settings import Settings

ANA = Principal(id="ana", names=frozenset({"*", "user:ana"}))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/hours.md").write_text("# Hours\n\nSecretive words about opening hours.\n")
    (tmp_path / "okf.yaml").write_text(
        "name: kb\nsources: [{kind: folder, path: ./docs}]\nsearch: {embedder: null}\n"
        "access: {default: authenticated}\naudit: {enabled: true}\n"
    )
    return tmp_path


@pytest.fixture
def service(base: Path) -> Service:
    settings = Settings(
        base=str(base), home=base, cache=base / "cache", working_directory=base, environment={}
    )
    knowledge = Knowledge(base, settings=settings)
    assert build_base(knowledge, BuildOptions(embeddings=False)).published
    return Service(
        bases=Lazily(lambda: Bases(settings=settings)),
        now=utc_now,
        cursors=Cursors(key=b"a key for tests"),
        calls=Calls(workers=2, deadline_s=30),
    )


def call(service: Service, tool: str, **arguments: object) -> None:
    with asked_by(ANA):
        asyncio.run(build_server(service).call_tool(tool, dict(arguments)))


def test_a_call_leaves_who_asked_what_and_what_was_returned(base: Path, service: Service) -> None:
    call(service, "search_knowledge", query="opening hours")
    (event,) = events(base / ".okf/audit")
    assert (event["who"], event["tool"], event["base"]) == ("ana", "search_knowledge", "kb")
    assert (event["asked"], event["returned"]) == ({"query": "opening hours"}, ["hours"])
    assert (event["outcome"], verify(base / ".okf/audit").problem) == ("ok", "")


def test_a_refused_call_is_recorded_too(base: Path, service: Service) -> None:
    with pytest.raises(ToolError):
        call(service, "get_knowledge", refs=["nosuch"])
    (event,) = events(base / ".okf/audit")
    assert (event["outcome"], event["returned"]) == ("NotFoundError", [])


def test_no_text_of_a_document_and_no_token_is_recorded(base: Path, service: Service) -> None:
    call(service, "search_knowledge", query="hours eyJhbGciOi.eyJzdWIi.c2ln Bearer abcdef")
    text = (base / ".okf/audit/audit-000001.jsonl").read_text()
    assert [word for word in ("Secretive", "eyJ", "abcdef") if word in text] == []


def test_a_record_that_cannot_be_written_fails_no_call(base: Path, service: Service) -> None:
    (base / ".okf/audit").write_text("no directory")
    call(service, "search_knowledge", query="opening hours")
    assert (base / ".okf/audit").read_text() == "no directory"
