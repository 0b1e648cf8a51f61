"""The composition root: settings to objects."""

from okf_server.app.bases import Bases
from okf_server.app.knowledge import Knowledge

__all__ = ["Bases", "Knowledge"]
