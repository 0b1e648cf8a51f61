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
from okf_server.serve.operation import Limits

_SECONDS = 60


class LimitError(Exception):
    """A principal asks too often, or too much at a time."""

    def __init__(self, reason: str, retry_after_s: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after_s = retry_after_s

    def told(self) -> str:
        """What the caller should do."""
        what = "too many requests a minute" if self.reason == "rate" else "too many at a time"
        return f"Too busy: {what}. Ask again in {self.retry_after_s} s."


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
        self._refill(account)
        if account.running >= self._limits.at_once:
            raise LimitError("concurrency", 1)
        if account.left < 1:
            missing = (1 - account.left) * _SECONDS / self._limits.rate
            raise LimitError("rate", max(1, math.ceil(missing)))
        account.left -= 1
        account.here += 1

    def _refill(self, account: Account) -> None:
        now = self._clock()
        refilled = account.left + max(now - account.seen, 0) * self._limits.rate / _SECONDS
        account.left = min(refilled, self._limits.burst) if account.seen else self._limits.burst
        account.seen = now


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
            await _refused(error)(scope, receive, send)


def _refused(error: LimitError) -> JSONResponse:
    return JSONResponse(
        {"error": error.told(), "hint": "Wait as long as Retry-After says."},
        status_code=429,
        headers={"Retry-After": str(error.retry_after_s)},
    )
