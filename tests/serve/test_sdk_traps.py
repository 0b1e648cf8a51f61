"""Where the SDK does other than one would think, and what holds that it does no harm here.

| trap | closed by |
|---|---|
| 1. only a ToolError's text reaches the model, any other is replaced | test_mcp_tools: test_a_failure_that_nobody_foresaw_gives_a_number_away_and_nothing_else, test_where_nothing_can_be_read_the_error_says_what_to_do_next |
| 2. unknown arguments are ignored | test_mcp_guard: test_unknown_arguments_are_refused; test_mcp_stdio: test_unknown_arguments_are_refused_in_both_eras |
| 3. pydantic's words and the input are in what is said of arguments | test_what_is_said_of_arguments_repeats_nothing_of_them |
| 4. an unknown prompt is an internal error, an unknown tool a result | test_mcp_skill: test_a_prompt_that_cannot_be_made_is_the_clients_mistake; test_mcp_tools: test_an_unknown_tool_is_a_protocol_error |
| 5. with JSON answers a client that goes away cancels nothing | test_giving_up: test_a_client_that_closes_its_connection_stops_the_work; test_mcp_http: test_a_call_that_waits_is_dropped_when_its_client_goes_away |
| 6. GET holds a stream open | test_mcp_guard: test_mcp_is_spoken_with_post_alone_so_that_nothing_hangs |
| 7. a public address turns the guard of Host and Origin off | test_auth_gate: test_the_public_name_is_answered_and_no_other; test_mcp_http: test_an_address_that_others_can_reach_is_refused |
| 8. within another application the SDK's lifespan does not run | test_the_application_runs_the_sdks_session_manager_itself |
| 9. routes beside the SDK's own are not signed in | test_every_route_that_there_is_needs_a_token_unless_it_is_named_as_open |
| 10. work in an async tool stalls everybody | test_mcp_http: test_the_event_loop_turns_while_every_thread_is_busy |
| 11. the system's certificates are used, and small containers have none | test_a_provider_whose_certificate_is_not_trusted_is_told_with_what_to_do |
| 12. the SDK changes fast, and does not check audiences by itself | test_the_sdk_is_bound_and_its_inner_parts_are_used_in_two_files_alone; test_auth_verifiers: test_a_token_that_is_not_for_here_and_now_is_refused |
| 13. lists have one page, and any cursor is taken for it | test_eras: test_a_cursor_that_no_list_gave_is_refused |
| 14. a discovery settles the era, and `initialize` is refused after it | test_mcp_stdio: test_a_client_may_discover_and_then_initialize_all_the_same |
| 15. the header alone decides on the era | test_eras: test_a_request_is_served_by_the_revision_that_header_and_body_agree_on |
| 16. names in headers are in base64 where they are no ASCII | test_a_name_in_another_script_is_read_from_its_header |
| 17. challenges name no scope, and metadata is not at the root | test_auth_gate: test_without_a_token_the_client_is_told_where_to_get_one, test_a_token_without_a_needed_scope_is_told_all_that_are_needed; test_auth_audiences: test_the_metadata_is_at_the_path_and_at_the_root_and_names_the_resource |
| 18. a client that goes away within a body is an error with a traceback, a body that never ends is waited for | test_unfinished: test_a_client_that_leaves_within_its_request_is_no_fault, test_half_a_request_is_answered_when_its_time_is_over |
| 19. what is too large, or no JSON, is refused in plain text or without a word | test_refusals_recorded: test_every_refusal_is_told_recorded_and_counted |
| 20. a template's parameter may lead out of what it names | test_mcp_skill: test_an_unknown_concept_is_the_clients_mistake |
| 21. results of one era in the other | test_result_types: test_every_result_says_that_it_is_complete, test_older_clients_are_told_nothing_that_they_do_not_know |
"""

import asyncio
import base64
import re
import ssl
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from mcp_types import HEADER_MISMATCH
from oidc_small import FIRST
from over_http import MODERN_HEADERS
from shelf import Page, Shelf, Shelves
from signed_in import RESOURCE
from starlette.routing import Route
from starlette.testclient import TestClient
from talk import ENVELOPE, ERAS, Talk, http_server, request, service_of, talk, tool_call

from okf_server.errors import ProviderError
from okf_server.model.config import AuthConfig
from okf_server.serve.auth.gate import OPEN
from okf_server.serve.auth.metadata import is_metadata
from okf_server.serve.auth.provider import Provider
from okf_server.serve.auth.sign_in import sign_in
from okf_server.serve.http import build_app

ROOT = Path(__file__).parents[2]


def test_every_test_of_the_table_is_there() -> None:
    named = re.findall(r"\btest_\w+", __doc__ or "")
    texts = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    tests = {name for name in named if not (Path(__file__).parent / f"{name}.py").exists()}

    assert len(tests) == 31
    assert [name for name in tests if f"def {name}(" not in texts] == []


@pytest.mark.parametrize("era", ERAS)
def test_what_is_said_of_arguments_repeats_nothing_of_them(era: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("search_knowledge", query=["a secret"], limit="a secret", detail={})

    told = talk(conversation, era=era)

    assert [line.partition(":")[0] for line in told.splitlines()[:3]] == [
        "query",
        "detail",
        "limit",
    ]
    for noise in ("secret", "pydantic", "input_value", "https://"):
        assert noise not in told


@pytest.mark.parametrize(("shown", "status"), [("규정/출장", 200), ("규정/다른", 400)])
def test_a_name_in_another_script_is_read_from_its_header(shown: str, status: int) -> None:
    """Header and body must name the same, in whichever script: the header has it in base64."""
    page = Page(id="규정/출장", title="출장 규정", text="호텔 한도는 25만 원입니다.")
    message = request("resources/read", {"uri": "okf://concept/규정/출장", "_meta": ENVELOPE})
    encoded = base64.b64encode(f"okf://concept/{shown}".encode()).decode()
    named = {"Mcp-Method": "resources/read", "Mcp-Name": f"=?base64?{encoded}?="}
    with http_server(service_of(Shelves(Shelf(pages=(page,))))) as url:
        answer = httpx2.post(url, json=message, headers=MODERN_HEADERS | named)

    assert answer.status_code == status
    if status == 200:
        assert page.text in answer.json()["result"]["contents"][0]["text"]
    else:
        assert answer.json()["error"]["code"] == HEADER_MISMATCH


def test_the_application_runs_the_sdks_session_manager_itself() -> None:
    message = tool_call("search_knowledge", {"query": "hotel"}, modern=True)
    with TestClient(build_app(service_of()), base_url="http://127.0.0.1") as client:
        answer = client.post("/mcp", json=message, headers=MODERN_HEADERS)

    assert answer.json()["result"]["structuredContent"]["results"]


def test_every_route_that_there_is_needs_a_token_unless_it_is_named_as_open() -> None:
    auth = AuthConfig(issuer="https://id.test", audiences=("okf",))
    app = build_app(service_of(), sign_in([auth], resource=RESOURCE, environment={}))
    paths = [route.path for route in app.routes if isinstance(route, Route)]
    with TestClient(app, base_url="https://okf.test") as client:
        unsigned = {path for path in paths if client.get(path).status_code != 401}

    assert {"/mcp", "/metrics"} <= set(paths) - unsigned
    assert all(path in OPEN or is_metadata(path) for path in unsigned)


def test_a_provider_whose_certificate_is_not_trusted_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(issuer: str) -> str:
        provider = Provider(issuer)
        try:
            return await provider.endpoint("jwks_uri")
        finally:
            await provider.close()

    with https_server(tmp_path) as issuer:
        with pytest.raises(ProviderError, match="certificate is not trusted") as caught:
            asyncio.run(ask(issuer))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        trusted = asyncio.run(ask(issuer))

    assert "SSL_CERT_FILE" in caught.value.hint
    assert trusted == f"{issuer}/jwks"


def test_the_sdk_is_bound_and_its_inner_parts_are_used_in_two_files_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    bounds = [one for one in project["project"]["dependencies"] if one.startswith("mcp")]
    inner = re.compile(r"\b_(?:lowlevel_server|tool_manager)\b|from mcp\.\S*\._")
    source = ROOT / "src" / "okf_server"
    users = {path.name for path in source.rglob("*.py") if inner.search(path.read_text())}

    assert all(bound.endswith(">=2.3,<3") for bound in bounds)
    assert f"\nmcp=={version('mcp')} " in (ROOT / "constraints.txt").read_text()
    assert users == {"server.py", "stdio.py"}


@contextmanager
def https_server(directory: Path) -> Iterator[str]:
    """A provider's metadata under a certificate that nobody has vouched for; its issuer."""
    _write_certificate(directory)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Metadata)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(directory / "cert.pem", directory / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"https://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Metadata(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        issuer = f"https://{self.headers['Host']}"
        body = f'{{"issuer": "{issuer}", "jwks_uri": "{issuer}/jwks"}}'.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: standard error is for the tests."""


def _write_certificate(directory: Path) -> None:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "okf test")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(FIRST.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(FIRST, hashes.SHA256())
    )
    (directory / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (directory / "key.pem").write_bytes(
        FIRST.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
