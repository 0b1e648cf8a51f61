"""Every refusal over HTTP says what to do, has its event in the record and its status among the counters."""

from collections import Counter
from collections.abc import Iterator

import httpx2
import pytest
from over_http import LEGACY_HEADERS, at, let_the_server_look
from shelf import Shelf, Shelves
from talk import http_server, service_of

from okf_server.serve.gathering import MOST_BODY_BYTES
from okf_server.serve.operation import Limits

TYPED = LEGACY_HEADERS | {"Content-Type": "application/json"}
EVIL = {"Host": "evil.test"}
PAGE = {"Origin": "https://evil.test"}
REFUSED: list[tuple[str, str, dict[str, str], bytes, int]] = [
    ("GET", "/mcp", TYPED, b"", 405),
    ("DELETE", "/mcp", TYPED, b"", 405),
    ("GET", "/nowhere", {}, b"", 404),
    ("POST", "/metrics", {}, b"", 405),
    ("POST", "/mcp", TYPED | EVIL, b"{}", 421),
    ("GET", "/metrics", EVIL, b"", 421),
    ("POST", "/mcp", TYPED | PAGE, b"{}", 403),
    ("POST", "/mcp", LEGACY_HEADERS, b"{}", 415),
    ("POST", "/mcp", TYPED | {"Accept": "text/html"}, b"{}", 406),
    ("POST", "/mcp", TYPED, b" " * (MOST_BODY_BYTES + 1), 413),
]


@pytest.fixture
def shelves() -> Shelves:
    return Shelves(Shelf())


@pytest.fixture
def url(shelves: Shelves) -> Iterator[str]:
    with http_server(service_of(shelves)) as address:
        yield address


def test_every_refusal_is_told_recorded_and_counted(url: str, shelves: Shelves) -> None:
    with httpx2.Client(timeout=10) as client:
        answers = [
            client.request(method, at(url, path), headers=headers, content=body)
            for method, path, headers, body, _ in REFUSED
        ]
        metrics = client.get(at(url, "/metrics")).text

    assert [answer.status_code for answer in answers] == [one[-1] for one in REFUSED]
    for answer in answers:
        assert answer.json().keys() == {"error", "hint"}
    for _ in range(200):
        if len(shelves.recorded) > len(REFUSED):
            break
        let_the_server_look(url)
    known = ("/mcp", "/metrics")
    expected = Counter(
        (f"{method} {path if path in known else 'elsewhere'}", str(status))
        for method, path, _, _, status in REFUSED
    )
    told: Counter[tuple[str, str]] = Counter()
    for event in shelves.recorded:
        told[event["what"], event["outcome"]] += event.get("times", 1)
    assert told == expected + Counter({("GET /metrics", "ok"): 1})
    assert f'okf_http_responses_total{{status="4xx"}} {len(REFUSED)}' in metrics


def test_who_asks_too_often_is_told_and_recorded(shelves: Shelves) -> None:
    limits = Limits(rate=1, burst=1, operator_too=True)
    with http_server(service_of(shelves, limits=limits)) as url:
        answers = [httpx2.post(url, headers=TYPED, content=b"{}") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [400, 429]
    assert answers[1].json().keys() == {"error", "hint"}
    assert ("POST /mcp", "429") in {(one["what"], one["outcome"]) for one in shelves.recorded}


def test_health_tells_the_version_and_nothing_of_bases_and_is_not_recorded(
    url: str, shelves: Shelves
) -> None:
    answers = [httpx2.request(method, at(url, "/health")) for method in ("GET", "HEAD")]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json().keys() == {"status", "version"}
    assert answers[0].json()["status"] == "ok"
    assert shelves.recorded == []
