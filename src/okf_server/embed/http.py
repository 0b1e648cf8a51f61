"""Ask an endpoint, and ask again while it fails for a passing reason."""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event, Lock
from time import monotonic
from typing import Any
from urllib.parse import quote

import httpx2

from okf_server.errors import ModelError

_ATTEMPTS = 4
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 30.0
_LONGEST_REQUEST_S = 60.0
_REST_S = 60.0
_SHOWN = 200
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_LATER = "Try again later, or search without embeddings."
_CREDENTIALS = re.compile(r"//[^/@]*@")


def _wait(seconds: float) -> None:
    Event().wait(seconds)


@dataclass(frozen=True, slots=True)
class Clock:
    """How time passes: seconds since some moment, and a wait of so many seconds."""

    now: Callable[[], float] = monotonic
    wait: Callable[[float], None] = _wait


class _Rest:
    """Keeps people from waiting for what has just failed others: one of them tries it again after a while."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = Lock()
        self._until: float | None = None

    def begin(self) -> None:
        """It has failed after all tries."""
        self._until = self._clock.now() + _REST_S

    def end(self) -> None:
        """It has answered."""
        self._until = None

    def left_s(self) -> float:
        """For how long it is not to be asked yet; who is told 0 while it rests is the only one who tries."""
        with self._lock:
            if self._until is None:
                return 0.0
            left = self._until - self._clock.now()
            if left <= 0:
                self.begin()
            return max(left, 0.0)


class JsonClient:
    """Posts JSON; safe to use from several threads.

    `url` and what the endpoint says are shown in errors without credentials; who asks a question reads of
    its `model` and the status alone.
    """

    def __init__(self, url: str, headers: Mapping[str, str], clock: Clock, *, model: str) -> None:
        self._url = url
        self._model = model
        self._secrets = _secrets(url, headers)
        self._clock = clock
        self._rest = _Rest(clock)
        self._client = httpx2.Client(headers=dict(headers), follow_redirects=False)

    def close(self) -> None:
        """Give up the connections."""
        self._client.close()

    @property
    def address(self) -> str:
        """The address as it may be shown."""
        return _CREDENTIALS.sub("//", self._url)

    def failure(self, message: str, *, hint: str, status: str) -> ModelError:
        """The error that says to the operator what went wrong, and to all others the model and the status."""
        shown = f"the model {self._model} gave no embeddings: {status}"
        return ModelError(self.redacted(f"{self.address} {message}"), hint=hint, shown=shown)

    def redacted(self, text: str) -> str:
        """A text without the key and other credentials."""
        for secret in self._secrets:
            text = text.replace(secret, "[redacted]")
        return _CREDENTIALS.sub("//", text)

    def ask(self, request: Mapping[str, Any], *, deadline_s: float) -> httpx2.Response:
        """The answer for somebody who waits for it; fails at once where all tries have failed a minute ago or less.

        Raises ModelError.
        """
        left_s = self._rest.left_s()
        if left_s:
            message = f"failed a moment ago, and is asked again in {math.ceil(left_s)} seconds"
            raise self.failure(message, hint=_LATER, status="no answer")
        return self.post(request, deadline_s=deadline_s)

    def post(self, request: Mapping[str, Any], *, deadline_s: float) -> httpx2.Response:
        """The answer, tried for so many seconds as long as the endpoint fails for a passing reason.

        It is asked again after as long as it says, at most half a minute. Raises ModelError.
        """
        ends = self._clock.now() + deadline_s
        reason = status = ""
        for attempt in range(1, _ATTEMPTS + 1):
            wait = _FIRST_WAIT_S * 2 ** (attempt - 1)
            answer, failure = self._once(request, ends - self._clock.now())
            if answer is not None and answer.is_success:
                self._rest.end()
                return answer
            reason, status = failure or self._said(answer), _status(answer)
            wait = min(_asked_wait(answer, wait), _LONGEST_WAIT_S)
            if attempt == _ATTEMPTS or self._clock.now() + wait >= ends:
                break
            self._clock.wait(wait)
        self._rest.begin()
        tries = "once" if attempt == 1 else f"{attempt} times"
        raise self.failure(f"failed {tries}, last with {reason}", hint=_LATER, status=status)

    def _once(
        self, request: Mapping[str, Any], remaining_s: float
    ) -> tuple[httpx2.Response | None, str]:
        """An answer, or why there is none; raises ModelError for one that will not change."""
        timeout_s = max(min(remaining_s, _LONGEST_REQUEST_S), 0.1)
        try:
            answer = self._answer(request, timeout_s)
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            return None, f"{type(error).__name__}: {error}"
        if not answer.is_success and answer.status_code not in _PASSING:
            message = f"refused: {self._said(answer)}"
            raise self.failure(message, hint=_advice(answer), status=_status(answer))
        return answer, ""

    def _answer(self, request: Mapping[str, Any], timeout_s: float) -> httpx2.Response:
        """The whole answer: one that comes byte by byte is given up as well."""
        ends = self._clock.now() + timeout_s
        with self._client.stream("POST", self._url, json=request, timeout=timeout_s) as answer:
            parts = []
            for part in answer.iter_raw():
                parts.append(part)
                if self._clock.now() > ends:
                    raise httpx2.ReadTimeout("the answer does not end", request=answer.request)
            return httpx2.Response(
                answer.status_code, headers=answer.headers, content=b"".join(parts)
            )

    def _said(self, answer: httpx2.Response | None) -> str:
        """What the endpoint wrote, cut after it is redacted: half a key is a secret too."""
        text = self.redacted(answer.text)[:_SHOWN] if answer is not None else ""
        return f"{_status(answer)}: {' '.join(text.split())}" if text else _status(answer)


def _status(answer: httpx2.Response | None) -> str:
    return "no answer" if answer is None else f"status {answer.status_code}"


def _secrets(url: str, headers: Mapping[str, str]) -> tuple[str, ...]:
    """What must not be shown, as it is and as JSON and addresses write it, the longest first."""
    plain = {word for value in headers.values() for word in value.split() if word != "Bearer"}
    plain |= {part for found in _CREDENTIALS.findall(url) for part in found[2:-1].split(":")[1:]}
    ways = {way for one in plain for way in (one, json.dumps(one)[1:-1], quote(one, safe=""))}
    return tuple(sorted(filter(None, ways), key=lambda way: (-len(way), way)))


def _asked_wait(answer: httpx2.Response | None, default: float) -> float:
    try:
        asked = float(answer.headers.get("retry-after", default)) if answer else default
    except ValueError:  # a date
        return default
    return asked if math.isfinite(asked) and asked >= 0 else default


def _advice(answer: httpx2.Response) -> str:
    match answer.status_code:
        case 401 | 403:
            return "Check the key in the variable that search.embedder.api_key_env names."
        case 404:
            return "Check search.embedder.url and model."
        case _:
            return "Check search.embedder in okf.yaml."
