"""Calls that a test makes without a transport are the operator's; an identity provider of the tests' own."""

from collections.abc import Iterator

import pytest
from oidc_small import SmallProvider, small_provider

from okf_server.model.access import OPERATOR
from okf_server.serve.caller import asked_by


@pytest.fixture(autouse=True)
def asked_by_the_operator() -> Iterator[None]:
    with asked_by(OPERATOR):
        yield


@pytest.fixture
def provider() -> Iterator[SmallProvider]:
    with small_provider() as one:
        yield one
