"""What an operator sees and does: metrics, logs, several workers."""

import io
import json
import logging
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from over_http import ask, at, result_of, served
from shelf import Shelf, Shelves
from talk import service_of, started, talk

from okf_server.errors import ConfigError
from okf_server.serve.logs import JsonLines
from okf_server.serve.metrics import OUTCOMES, STATUSES, Metrics
from okf_server.serve.workers import Workers

SERIES = re.compile(r'[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? [0-9.e+-]+')


def test_metrics_are_well_formed_and_count_calls_and_statuses() -> None:
    with served() as url:
        ask(url, {"query": "hotel"}, era="auto")
        ask(url, {"query": "hotel", "top_k": 1}, era="legacy")
        httpx2.get(at(url, "/nowhere"))
        answer = httpx2.get(at(url, "/metrics"))

    lines = answer.text.splitlines()
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert all(line.startswith("# TYPE ") or SERIES.fullmatch(line) for line in lines)
    assert 'okf_calls_total{tool="search_knowledge",outcome="ok"} 1' in lines
    assert 'okf_calls_total{tool="search_knowledge",outcome="error"} 1' in lines
    assert 'okf_call_seconds_count{tool="search_knowledge"} 2' in lines
    assert 'okf_call_seconds_bucket{tool="search_knowledge",le="+Inf"} 2' in lines
    assert 'okf_http_responses_total{status="4xx"} 1' in lines
    assert "okf_calls_running 0" in lines


def test_nothing_that_a_client_sends_becomes_a_metric() -> None:
    with served() as url:
        before = httpx2.get(at(url, "/metrics")).text
        for word in ("xylophone", "hotel"):
            ask(url, {"query": word, word: word}, era="auto")
        httpx2.post(at(url, "/xylophone"), headers={"X-Request-Id": "xylophone"})
        after = httpx2.get(at(url, "/metrics")).text

    names = [{line.rpartition(" ")[0] for line in text.splitlines()} for text in (before, after)]
    assert names[0] == names[1]
    assert "xylophone" not in after
    assert "Travel" not in after


def test_a_deadline_and_a_fault_are_counted_as_what_they_are() -> None:
    def fail() -> None:
        raise RuntimeError("secret")

    service = service_of(Shelves(Shelf(hold=fail)))
    talk(lambda it: it.error("search_knowledge", query="hotel"), service=service)

    assert 'outcome="failed"} 1' in service.metrics.text()


def test_workers_count_together() -> None:
    metrics = Metrics(workers=2)
    metrics.know(["search_knowledge"])
    for worker in (0, 1):
        metrics.work_as(worker)
        metrics.called("search_knowledge", "ok", 0.2)

    assert 'okf_calls_total{tool="search_knowledge",outcome="ok"} 2' in metrics.text()
    assert 'le="0.1"} 0' in metrics.text()
    assert 'le="0.25"} 2' in metrics.text()


def test_every_outcome_and_status_has_a_series_from_the_beginning() -> None:
    metrics = Metrics()
    metrics.know(["search_knowledge"])

    assert all(f'outcome="{outcome}"}} 0' in metrics.text() for outcome in OUTCOMES)
    assert all(f'status="{status}"}} 0' in metrics.text() for status in STATUSES)


@contextmanager
def captured() -> Iterator[io.StringIO]:
    """What a server of this process logs, as JSON."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("okf_server.serve")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield stream
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def test_log_lines_are_json_with_the_request_and_without_what_was_asked_or_answered() -> None:
    with captured() as stream, served() as url:
        given = ask(url, {"query": "hotel xylophone"}, era="auto", **{"X-Request-Id": "abc-1"})
        made = ask(url, {"query": "hotel xylophone"}, era="legacy", **{"X-Request-Id": "a b"})
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]

    assert given.headers["x-request-id"] == "abc-1"
    assert re.fullmatch("[0-9a-f]{16}", made.headers["x-request-id"])
    called = [line for line in lines if line["message"].startswith("serve.called")]
    assert [line["request"] for line in called] == ["abc-1", made.headers["x-request-id"]]
    assert "tool=search_knowledge outcome=ok ms=" in called[0]["message"]
    for word in ("xylophone", "London", "Travel"):
        assert word not in stream.getvalue()


def test_a_fault_is_logged_in_one_line_with_its_traceback() -> None:
    record = logging.LogRecord("okf", logging.ERROR, __file__, 1, "failed", (), None)
    with pytest.raises(ValueError, match="line one") as caught:
        raise_over_two_lines()
    record.exc_info = caught._excinfo

    line = JsonLines().format(record)

    assert "\n" not in line
    assert "ValueError" in json.loads(line)["traceback"]


def raise_over_two_lines() -> None:
    raise ValueError("line one\nline two")


def workers_of(process: "subprocess.Popen[str]") -> set[int]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return {int(number) for number in children.read_text().split()}


def test_workers_share_the_socket_the_cursors_and_the_counters() -> None:
    with started() as (url, process):
        cursor = ""
        answers = []
        for _ in range(12):  # each on a connection of its own, that either worker may take
            asked = {"query": "hotel", "limit": 1, "cursor": cursor}
            answers.append(result_of(ask(url, asked, era="auto"))["result"])
            cursor = cursor or answers[0]["structuredContent"]["next_cursor"]
        text = httpx2.get(at(url, "/metrics")).text
        number = len(workers_of(process))
    assert number == 2
    assert not any(answer.get("isError") for answer in answers)
    assert 'okf_calls_total{tool="search_knowledge",outcome="ok"} 12' in text
    assert process.returncode == 0


def test_workers_share_connections_that_come_at_once_and_are_kept() -> None:
    with started() as (url, process), ExitStack() as stack:
        assert httpx2.get(at(url, "/health")).status_code == 200
        before = {worker: opened_by(worker) for worker in workers_of(process)}
        shares = [0]
        for _ in range(12):  # whoever is awake first has more of one throng, but not of all
            throng = [stack.enter_context(connected(url)) for _ in range(30)]
            for connection in throng:
                connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert all(connection.recv(1) for connection in throng)
            shares = [opened_by(worker) - opened for worker, opened in before.items()]
            if min(shares) >= 12:
                break

    assert min(shares) >= 12, shares


def connected(url: str) -> socket.socket:
    address = urlsplit(url)
    return socket.create_connection((address.hostname or "", address.port or 0))


def opened_by(process: int) -> int:
    """How many files and connections a process has open."""
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def test_a_rate_holds_over_all_workers() -> None:
    with started("limited") as (url, _):
        statuses = [ask(url, {"query": "hotel"}, era="auto").status_code for _ in range(12)]
        text = httpx2.get(at(url, "/metrics")).text

    assert statuses == [200] * 4 + [429] * 8
    assert 'okf_requests_refused_total{reason="rate"} 8' in text


def test_a_worker_that_is_lost_is_replaced() -> None:
    with started() as (url, process):
        assert process.stderr is not None
        ask(url, {"query": "hotel"}, era="auto")
        lost = min(workers_of(process))
        os.kill(lost, signal.SIGKILL)
        for line in process.stderr:
            if "serve.worker_lost" in line:
                break
        answer = ask(url, {"query": "hotel"}, era="auto")

        assert answer.status_code == 200
        assert lost not in workers_of(process)


def test_workers_end_after_the_calls_that_run() -> None:
    with started("workers", "slow") as (url, process), ThreadPoolExecutor(4) as asking:
        assert process.stderr is not None
        calls = [asking.submit(ask, url, {"query": "hotel"}, era="auto") for _ in range(4)]
        held = (line for line in process.stderr if line == "holding\n")
        assert len(list(islice(held, len(calls)))) == len(calls)
        process.send_signal(signal.SIGTERM)
        answers = [result_of(call.result())["result"] for call in calls]

    assert process.returncode == 0
    assert all(answer["structuredContent"]["results"] for answer in answers)


@pytest.mark.parametrize("transport", ["http", "workers"])
@pytest.mark.parametrize("hold", ["endless", "stuck"])
def test_calls_that_do_not_end_are_cut_off_when_the_server_has_drained(
    transport: str, hold: str
) -> None:
    with started(transport, hold) as (url, process), ThreadPoolExecutor(1) as asking:
        assert process.stderr is not None
        call = asking.submit(ask, url, {"query": "hotel"}, era="auto")
        assert process.stderr.readline() == "holding\n"
        process.send_signal(signal.SIGTERM)
        told = process.stderr.read()
        process.wait(timeout=20)
        answer = call.result()

    assert (process.returncode, answer.status_code) == (0, 500)
    assert ("serve.cut_off calls=1" in told) == (hold == "stuck")


def test_workers_that_end_as_they_begin_end_the_server() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]

    def fail(_: int) -> None:
        raise RuntimeError("cannot begin")

    try:
        with pytest.raises(ConfigError, match="end as soon as they begin"):
            Workers(2, fail, ending=lambda: None).run()
    finally:
        for number, handler in zip((signal.SIGTERM, signal.SIGINT), before, strict=True):
            signal.signal(number, handler)


def test_a_number_of_workers_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ConfigError, match="between 1 and 64"):
        Workers(0, lambda _: None, ending=lambda: None)
