"""Keep one caller from taking the server away from the others."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from okf_server.model.access import Principal
from okf_server.serve.accounts import Account, Accounts
from okf_server.serve.caller import caller
from okf_server.serve.metrics import Metrics
from okf_server.serve.operation import Bucket, Limits

_SECONDS = 60
_TOO_MANY = {
    "rate": "too many requests a minute",
    "concurrency": "too many at a time",
    "anonymous": "too many requests without a valid token",
}


class LimitError(Exception):
    """Somebody asks too often, or too much at a time."""

    def __init__(self, reason: str, retry_after_s: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after_s = retry_after_s

    def told(self) -> str:
        """What the caller should do."""
        return f"Too busy: {_TOO_MANY[self.reason]}. Ask again in {self.retry_after_s} s."


def draw(account: Account, bucket: Bucket, *, now: float, reason: str) -> None:
    """Take a request out of an account, refilled by the clock; raises LimitError where none is left."""
    refilled = account.left + max(now - account.seen, 0) * bucket.rate / _SECONDS
    account.left = min(refilled, bucket.burst) if account.seen else bucket.burst
    account.seen = now
    if account.left < 1:
        missing = (1 - account.left) * _SECONDS / bucket.rate
        raise LimitError(reason, max(1, math.ceil(missing)))
    account.left -= 1


class Limiter:
    """A bucket of requests for each principal, refilled by the clock, which all workers draw from."""

    def __init__(
        self, limits: Limits, accounts: Accounts, clock: Callable[[], float], metrics: Metrics
    ) -> None:
        self._limits = limits
        self._accounts = accounts
        self._clock = clock
        self._metrics = metrics

    @contextmanager
    def admitted(self, principal: Principal) -> Iterator[None]:
        """Hold a place while a request runs; raises LimitError where the principal has none left."""
        if principal.trusted and not self._limits.operator_too:
            yield
            return
        try:
            with self._accounts.account(principal.id) as account:
                self._charge(account)
        except LimitError as error:
            self._metrics.refused(error.reason)
            raise
        try:
            yield
        finally:
            with self._accounts.account(principal.id) as account:
                account.here -= 1

    def _charge(self, account: Account) -> None:
        if account.running >= self._limits.at_once:
            raise LimitError("concurrency", 1)
        draw(account, self._limits, now=self._clock(), reason="rate")
        account.here += 1


class Admission:
    """Lets requests in as far as the limits of who asks allow: 429 with Retry-After otherwise."""

    def __init__(self, app: ASGIApp, limiter: Limiter) -> None:
        self._app = app
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        try:
            with self._limiter.admitted(caller()):
                await self._app(scope, receive, send)
        except LimitError as error:
            await refusal(error)(scope, receive, send)


def refusal(error: LimitError) -> JSONResponse:
    """429, with the time to wait."""
    return JSONResponse(
        {"error": error.told(), "hint": "Wait as long as Retry-After says."},
        status_code=429,
        headers={"Retry-After": str(error.retry_after_s)},
    )
