"""Who asks: decided by the transport, never by a tool's argument."""

from okf_server.model.access import OPERATOR, Principal


def caller() -> Principal:
    """The principal of the current request: without authentication, the trusted operator."""
    return OPERATOR
