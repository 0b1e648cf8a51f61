"""Keep those who show no valid token from wearing out the server and its identity provider."""

import ipaddress
from collections.abc import Callable

from okf_server.serve.accounts import Accounts
from okf_server.serve.limits import LimitError, draw
from okf_server.serve.metrics import Metrics
from okf_server.serve.operation import StrangerLimits

GROUPS = 256
"""Some 2,000 addresses are remembered."""

_ALL = "all"
_NETWORK = 64  # bits of an IPv6 address that a site is given; it chooses the others as it likes


class Strangers:
    """A bucket of requests for each address and one for all, which all workers draw from.

    What turns out to be somebody's is given back, so that it costs those who are let in nothing.
    """

    def __init__(
        self,
        limits: StrangerLimits,
        accounts: Accounts,
        clock: Callable[[], float],
        metrics: Metrics,
    ) -> None:
        self._limits = limits
        self._accounts = accounts
        self._clock = clock
        self._metrics = metrics

    def charge(self, address: str) -> None:
        """Take a request of an address; raises LimitError where it, or all together, have none left."""
        each, together = self._limits.each, self._limits.together
        try:
            for name, bucket in ((_named(address), each), (_ALL, together)):
                with self._accounts.account(name) as account:
                    draw(account, bucket, now=self._clock(), reason="anonymous")
        except LimitError as error:
            self._metrics.refused(error.reason)
            raise

    def give_back(self, address: str) -> None:
        """Take back a charge: somebody was let in."""
        for name in (_named(address), _ALL):
            with self._accounts.account(name) as account:
                account.left += (
                    1  # beyond the bucket's size for no longer than until it is filled up again
                )


def _named(address: str) -> str:
    """Whose account an address draws from: all of a network of IPv6 have one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "elsewhere"
    if parsed.version == 4:  # noqa: PLR2004 - of IP
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped or ipaddress.ip_network((int(parsed), _NETWORK), strict=False))
