"""What a valid access token says."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """The content of an access token that was found valid for this server; never the token itself."""

    issuer: str
    subject: str
    scopes: frozenset[str] = frozenset()
    claims: Mapping[str, object] = field(default_factory=dict)
