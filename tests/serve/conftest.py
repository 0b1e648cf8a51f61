"""Calls that a test makes without a transport are the operator's."""

from collections.abc import Iterator

import pytest

from okf_server.model.access import OPERATOR
from okf_server.serve.caller import asked_by


@pytest.fixture(autouse=True)
def asked_by_the_operator() -> Iterator[None]:
    with asked_by(OPERATOR):
        yield
