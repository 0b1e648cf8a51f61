"""Tell operators and orchestrators how the server is."""

import logging
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from okf_server import __version__
from okf_server.errors import NotFoundError, OkfError
from okf_server.model.access import OPERATOR
from okf_server.model.answer import SnapshotMark
from okf_server.serve.caller import asked_by
from okf_server.serve.calls import DeadlineError
from okf_server.serve.incidents import incident
from okf_server.serve.service import Service
from okf_server.serve.together import Together

log = logging.getLogger(__name__)


class Health:
    """The routes /health (the process answers) and /readyz (its bases answer)."""

    def __init__(self, service: Service, *, telling: bool = True) -> None:
        self._service = service
        self._telling = telling  # whether anybody who asks may know which bases there are
        self._asking = Together[list[SnapshotMark]]()

    async def alive(self, _: Request) -> JSONResponse:
        """Always 200: whoever reads it knows that the event loop turns."""
        return JSONResponse({"status": "ok", "version": __version__})

    async def ready(self, _: Request) -> JSONResponse:
        """200 where every base answers a real query from its open snapshot, else 503 with the reason.

        All who ask at a time are answered by one query: no token is needed here.
        """
        try:
            marks = await self._asking.do(None, lambda: self._service.calls.run(self._ask_all))
        except OkfError as error:
            return self._not_ready(str(error))
        except DeadlineError:
            return self._not_ready(f"No answer within {self._service.calls.deadline_s:g} s.")
        except Exception as error:  # noqa: BLE001 - a probe must be told 503, whatever it is
            return self._not_ready(incident(error))
        unrecorded = self._service.metrics.events_unrecorded
        answer: dict[str, Any] = {"status": "ready"}
        if self._telling:
            answer["bases"] = [{"base": mark.base, "snapshot": mark.id} for mark in marks]
        if unrecorded:
            answer["audit_failures"] = unrecorded
        return JSONResponse(answer)

    def _ask_all(self) -> list[SnapshotMark]:
        with asked_by(OPERATOR):
            bases = self._service.bases()
        marks = [bases.open(base.name).ready() for base in bases.list()]
        if not marks:
            raise NotFoundError("There is no base to serve.", hint="Make one: okf build PATH")
        return marks

    def _not_ready(self, reason: str) -> JSONResponse:
        if not self._telling:
            log.warning("serve.not_ready reason=%r", reason)
            return JSONResponse({"status": "not ready"}, status_code=503)
        return JSONResponse({"status": "not ready", "reason": reason}, status_code=503)
