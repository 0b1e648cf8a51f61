"""No caller takes the server away from the others: rates, concurrency, deadlines."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import httpx2
import pytest
from over_http import ask, at
from shelf import Shelf, Shelves
from talk import Talk, http_server, service_of, talk, wait

from okf_server.model.access import OPERATOR, Principal
from okf_server.serve.accounts import WAYS, Accounts
from okf_server.serve.limits import Limiter, LimitError
from okf_server.serve.metrics import Metrics
from okf_server.serve.operation import Limits

ANA = Principal(id="ana", names=frozenset({"user:ana"}))
BEN = Principal(id="ben", names=frozenset({"user:ben"}))
STRICT = Limits(rate=60, burst=2, at_once=2, operator_too=True)


@dataclass
class Clock:
    now: float = field(default=1_000.0)

    def __call__(self) -> float:
        return self.now


def ask_once(limiter: Limiter, principal: Principal) -> None:
    with limiter.admitted(principal):
        pass


def test_a_caller_may_ask_again_when_its_bucket_has_refilled() -> None:
    clock = Clock()
    limiter = Limiter(STRICT, Accounts(), clock, Metrics())
    ask_once(limiter, ANA)
    ask_once(limiter, ANA)

    with pytest.raises(LimitError) as caught:
        ask_once(limiter, ANA)
    clock.now += caught.value.retry_after_s
    ask_once(limiter, ANA)

    assert (caught.value.reason, caught.value.retry_after_s) == ("rate", 1)


def test_one_caller_does_not_use_up_what_another_has() -> None:
    limiter = Limiter(STRICT, Accounts(), Clock(), Metrics())
    ask_once(limiter, ANA)
    ask_once(limiter, ANA)

    ask_once(limiter, BEN)

    with pytest.raises(LimitError):
        ask_once(limiter, ANA)


def test_what_runs_at_a_time_is_limited_and_freed_at_the_end_even_of_a_fault() -> None:
    limiter = Limiter(Limits(at_once=1), Accounts(), Clock(), Metrics())
    with limiter.admitted(ANA), pytest.raises(LimitError, match="concurrency"):
        ask_once(limiter, ANA)
    with pytest.raises(LimitError), limiter.admitted(ANA):
        raise LimitError("rate", 1)

    ask_once(limiter, ANA)


def test_the_operator_of_this_machine_is_not_limited_unless_asked_for() -> None:
    limiter = Limiter(Limits(rate=1, burst=1), Accounts(), Clock(), Metrics())
    for _ in range(5):
        ask_once(limiter, OPERATOR)

    strict = Limiter(STRICT, Accounts(), Clock(), Metrics())
    ask_once(strict, OPERATOR)
    ask_once(strict, OPERATOR)
    with pytest.raises(LimitError):
        ask_once(strict, OPERATOR)


def test_the_account_that_was_used_longest_ago_makes_room_but_no_running_one_does() -> None:
    clock = Clock()
    limiter = Limiter(Limits(rate=60, burst=1), Accounts(groups=1), clock, Metrics())
    with limiter.admitted(ANA):
        for number in range(WAYS):
            clock.now += 0.01
            ask_once(limiter, Principal(id=f"user{number}", names=frozenset()))
        with pytest.raises(LimitError):
            ask_once(limiter, ANA)
    with pytest.raises(LimitError):
        ask_once(limiter, Principal(id="user7", names=frozenset()))
    ask_once(limiter, Principal(id="user0", names=frozenset()))


def in_another_process(work: Callable[[], object]) -> None:
    """Run in a forked process, which ends as if it had been killed."""
    if process := os.fork():
        assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
        return
    with suppress(BaseException):
        work()
        os._exit(0)
    os._exit(1)


def test_workers_draw_from_one_bucket() -> None:
    accounts = Accounts(workers=2)
    limiter = Limiter(STRICT, accounts, Clock(), Metrics())
    ask_once(limiter, ANA)

    def as_the_other() -> None:
        accounts.work_as(1)
        ask_once(limiter, ANA)

    in_another_process(as_the_other)

    with pytest.raises(LimitError, match="rate"):
        ask_once(limiter, ANA)


def test_what_a_lost_worker_held_is_given_back_to_its_successor() -> None:
    accounts = Accounts(workers=2)
    limiter = Limiter(Limits(at_once=1), accounts, Clock(), Metrics())

    def be_lost() -> None:
        accounts.work_as(1)
        with limiter.admitted(ANA):
            os._exit(0)

    in_another_process(be_lost)
    with pytest.raises(LimitError, match="concurrency"):
        ask_once(limiter, ANA)
    in_another_process(lambda: accounts.work_as(1))

    ask_once(limiter, ANA)


def test_a_worker_that_dies_within_an_account_locks_nobody_out() -> None:
    accounts = Accounts(workers=2)

    def die() -> None:
        with accounts.account("ana") as account:
            account.here = 1
            os._exit(0)

    in_another_process(die)

    with accounts.account("ana") as account:
        assert account.running == 0


@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_over_http_too_many_requests_are_429_with_retry_after(era: str) -> None:
    service = service_of(limits=STRICT)
    with http_server(service) as url:
        answers = [ask(url, {"query": "hotel"}, era=era) for _ in range(3)]
        alive = httpx2.get(at(url, "/health"))

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["retry-after"] == "1"
    assert "Ask again in 1 s" in answers[2].json()["error"]
    assert alive.status_code == 200
    assert 'okf_requests_refused_total{reason="rate"} 1' in service.metrics.text()


def test_over_http_too_many_at_a_time_are_429_while_they_run() -> None:
    busy, released = threading.Event(), threading.Event()

    def hold() -> None:
        busy.set()
        wait(released)

    service = service_of(Shelves(Shelf(hold=hold)), limits=Limits(at_once=1, operator_too=True))
    with http_server(service) as url:
        first = threading.Thread(target=ask, args=(url, {"query": "hotel"}), kwargs={"era": "auto"})
        first.start()
        wait(busy)
        second = ask(url, {"query": "hotel"}, era="auto")
        released.set()
        first.join()
        third = ask(url, {"query": "hotel"}, era="auto")

    assert (second.status_code, third.status_code) == (429, 200)
    assert 'okf_requests_refused_total{reason="concurrency"} 1' in service.metrics.text()


def test_on_pipes_too_much_is_an_error_that_says_when_to_ask_again() -> None:
    async def conversation(it: Talk) -> str:
        await it.call("search_knowledge", query="hotel")
        await it.call("search_knowledge", query="hotel")
        return await it.error("search_knowledge", query="hotel")

    service = service_of(limits=STRICT)
    told = talk(conversation, service=service, admitting=True)

    assert told == "Too busy: too many requests a minute. Ask again in 1 s."
    assert 'outcome="refused"} 1' in service.metrics.text()
