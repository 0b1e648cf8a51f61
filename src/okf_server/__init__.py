"""OKF Server: documents in, cited answers out.

``from okf_server import Knowledge`` is the whole public surface; it is loaded on first use, so that
importing the package costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from okf_server.app import Knowledge

__version__ = "0.1.0"
__all__ = ["Knowledge", "__version__"]


def __getattr__(name: str) -> Any:
    """Load `Knowledge` when it is first asked for (PEP 562)."""
    if name == "Knowledge":
        from okf_server.app import Knowledge  # noqa: PLC0415 - lazy by design

        return Knowledge
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
