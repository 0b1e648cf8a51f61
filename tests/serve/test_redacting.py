"""No token is written down, however it came in."""

import base64
import io
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oidc_small import CLIENT, SECRET, SmallProvider
from over_http import LEGACY_HEADERS
from signed_in import RULES, guarded, published, service_for

from okf_server.model.access import OPERATOR
from okf_server.model.config import AuthConfig, IntrospectionConfig
from okf_server.serve.caller import asked_by
from okf_server.serve.logs import JsonLines, TextLines
from okf_server.serve.redacting import HIDDEN, Redactor

TOKEN = "an+opaque/token~of.Ana=="
LETTERS = st.text("abcXYZ019-._~+/=%", min_size=20, max_size=60)


def fully(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())


def basic(token: str, name: str = "ana") -> str:
    return base64.b64encode(f"{name}:{token}".encode()).decode()


FORMS: dict[str, Callable[[str], str]] = {
    "raw": str,
    "percent-encoded": lambda token: quote(token, safe=""),
    "every letter": fully,
    "twice": lambda token: quote(fully(token)),
    "in capitals": lambda token: fully(token).upper().replace("%", "%25"),
    "basic": lambda token: f"Basic {basic(token)}",
    "basic without a word": lambda token: basic(token, "somebody"),
    "for addresses": lambda token: base64.urlsafe_b64encode(f"a:{token}".encode()).decode(),
    "base64 percent-encoded": lambda token: quote(basic(token), safe=""),
    "a form": lambda token: token.replace("+", " "),
}


def parts(token: str) -> Iterator[str]:
    """What would give a token away, in any of its forms."""
    yield from (form(token) for form in FORMS.values())
    yield from (token[:12], token[-12:], basic(token)[8:20])


@pytest.mark.parametrize("form", FORMS)
def test_a_token_is_taken_out_in_every_form(form: str) -> None:
    hidden = Redactor(TOKEN).hidden(f"zebra {FORMS[form](TOKEN)} soup")

    assert HIDDEN in hidden
    assert hidden.startswith("zebra ")
    assert hidden.endswith(" soup")
    assert not any(part in hidden for part in parts(TOKEN))


@given(LETTERS, st.sampled_from(list(FORMS)), st.text(max_size=30), st.text(max_size=30))
def test_no_token_is_left_whatever_stands_around_it(
    token: str, form: str, before: str, after: str
) -> None:
    hidden = Redactor(token).hidden(f"{before}{FORMS[form](token)}{after}")

    assert FORMS[form](token) not in hidden
    assert token not in hidden


@pytest.mark.parametrize(
    "text",
    ["basic income and basic knowledge", "100 % of 5%25 is %41", "Basic Principles", "eyJ", ""],
)
def test_what_is_no_token_stays_as_it_was_written(text: str) -> None:
    assert Redactor(TOKEN).hidden(text) == text
    assert Redactor().hidden(text) == text


@pytest.mark.parametrize("where", [990, 65_500, 65_536 + 17 * len(TOKEN) - 30])
def test_no_beginning_of_a_token_is_left_where_a_text_is_cut(where: int) -> None:
    hidden = Redactor(TOKEN).hidden("x" * where + fully(TOKEN) + "y" * 200_000)

    assert fully(TOKEN)[:9] not in hidden


def test_tokens_of_others_are_known_by_their_looks() -> None:
    jwt = f"eyJhbGciOiJSUzI1NiJ9.{'eyJzdWIiOiJhIn0'}.c2lnbmF0dXJl"
    for text in (
        jwt,
        quote(jwt.replace(".", "%2E")),
        f"Bearer {TOKEN}",
        f"basic {basic('s3cret')}",
    ):
        assert Redactor().hidden(f"a {text}") == f"a {HIDDEN}"
    assert (
        Redactor(jwt).hidden("sig c2lnbmF0dXJl and eyJzdWIiOiJhIn0")
        == f"sig c2lnbmF0dXJl and {HIDDEN}"
    )


@pytest.mark.parametrize(
    "key",
    [
        "ghp_" + "a1B2" * 9,
        "github_pat_" + "a1B2_" * 12,
        "glpat-" + "a1B2" * 5,
        "xoxb-123456789012-abcdef",
        "AKIA" + "A1B2" * 4,
        "AIza" + "a1B2-" * 7,
        "hf_" + "a1B2" * 8,
        "npm_" + "a1B2" * 9,
        "sk-proj-" + "a1B2" * 8,
    ],
)
def test_keys_of_well_known_makers_are_known_by_their_looks(key: str) -> None:
    assert Redactor().hidden(f"why does {key} fail") == f"why does {HIDDEN} fail"
    assert Redactor().hidden(f"t={quote(key)}") == f"t={HIDDEN}"


@pytest.mark.parametrize(
    "text", ["risk-based-approach-to-all-assets", "sk-learn", "ghp_short", "the hf_model", "AKIA"]
)
def test_words_that_begin_like_a_key_stay(text: str) -> None:
    assert Redactor().hidden(text) == text


@pytest.mark.parametrize("formatter", [JsonLines(), TextLines()], ids=["json", "text"])
def test_no_token_of_a_request_stands_in_its_log(formatter: logging.Formatter) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    fault = (ValueError, ValueError(TOKEN), None)
    told = (fully(TOKEN),)
    record = logging.LogRecord("okf", logging.ERROR, "", 1, "failed: %s", told, fault)

    with asked_by(OPERATOR, shown=TOKEN):
        handler.emit(record)

    assert stream.getvalue().count(HIDDEN) == 2
    assert TOKEN not in stream.getvalue()


TOOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search_knowledge", {"query": "T", "path": "T", "types": ["T"], "tags": ["T"]}),
    ("search_knowledge", {"query": "zebra", "base": "T"}),
    ("search_knowledge", {"query": "zebra", "cursor": "T", "T": "T"}),
    ("get_knowledge", {"refs": ["T", "public/canteen#T", "T:public/canteen"], "section": "T"}),
    ("get_knowledge", {"refs": ["okf://concept/T", "okf://source/T", "file:///T"]}),
    ("build_context", {"question": "T", "refs": ["T"]}),
    ("browse_knowledge", {"path": "T"}),
    ("T", {"T": "T"}),
)
OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("resources/read", {"uri": "okf://concept/T"}),
    ("resources/read", {"uri": "T://T"}),
    ("prompts/get", {"name": "T", "arguments": {"T": "T", "question": "T"}}),
    ("skills/get", {"uri": "T"}),
    (
        "completion/complete",
        {
            "ref": {"type": "ref/resource", "uri": "okf://concept/{+concept}"},
            "argument": {"name": "concept", "value": "T"},
        },
    ),
    ("T", {"T": "T"}),
)
CALLS = (
    *(("tools/call", {"name": tool, "arguments": arguments}) for tool, arguments in TOOLS),
    *OTHERS,
)


@pytest.mark.parametrize("form", FORMS)
def test_no_tool_and_no_route_records_or_logs_the_token_that_was_shown(
    tmp_path: Path, provider: SmallProvider, caplog: pytest.LogCaptureFixture, form: str
) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TextLines())
    logging.getLogger("okf_server").addHandler(handler)
    base = published(tmp_path, f"{RULES}audit: {{enabled: true}}\n")
    lookup = IntrospectionConfig(client_id=CLIENT, client_secret_env="LOOKUP")
    config = AuthConfig(issuer=provider.issuer, introspection=lookup)
    token = provider.opaque(TOKEN)
    told = FORMS[form](token)
    caplog.set_level(logging.INFO)
    shown = LEGACY_HEADERS | {"Authorization": f"Bearer {token}", "X-Request-Id": "token"}

    with guarded(service_for(base), config, environment={"LOOKUP": SECRET}) as url:
        root = url.removesuffix("/mcp")
        for number, (method, params) in enumerate(CALLS):
            sent = json.loads(json.dumps(params).replace("T", told))
            message = {"jsonrpc": "2.0", "id": number, "method": method.replace("T", told)}
            httpx2.post(url, json=message | {"params": sent}, headers=shown)
        for path in (
            f"/{quote(told)}",
            f"/metrics?t={quote(told)}",
            f"/mcp?access_token={quote(told)}",
        ):
            httpx2.get(root + path, headers=shown)
    logging.getLogger("okf_server").removeHandler(handler)

    record = (base / ".okf/audit/audit-000001.jsonl").read_text()
    assert record.count("\n") >= len(CALLS)
    assert record.count(HIDDEN) > len(CALLS)
    for part in (*parts(token), told):
        assert json.dumps(part)[1:-1] not in record
        assert part not in stream.getvalue()
