"""The whole exception tree: every failure that a person or a client is told about.

OkfError                what went wrong, and `hint`: what to do next; `exit_code` for the command line
├── FindingsError       1  the work ended, and what it found forbids success
├── UsageError          2  the request cannot be meant as written
├── NotFoundError       4  no such thing, or not for this principal: the two read alike
├── BusyError           5  another process holds the base
├── TokenError          4  an access token is not valid for this server
├── ConfigError         6  okf.yaml, _okf.yaml or a setting is wrong
│   └── FormatVersionError  a snapshot that this version cannot read
└── UpstreamError       7  something outside this program failed: a source, a disk, a provider
    ├── SourceError         a source cannot be listed
    ├── StorageError        the disk is full, not writable, or holds a published file that is damaged
    │   └── ChangedError    a published document is not what was published; all others can be read
    ├── ModelError          an embedding model or its provider failed
    └── ProviderError       the identity provider cannot be asked
"""

from typing import ClassVar

__all__ = [
    "BusyError",
    "ChangedError",
    "ConfigError",
    "FindingsError",
    "FormatVersionError",
    "ModelError",
    "NotFoundError",
    "OkfError",
    "ProviderError",
    "SourceError",
    "StorageError",
    "TokenError",
    "UpstreamError",
    "UsageError",
]


class OkfError(Exception):
    """A failure with a plain message and, in `hint`, what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class FindingsError(OkfError):
    """The work ended, and what it found forbids success."""

    exit_code = 1


class UsageError(OkfError):
    """The request cannot be meant as written."""

    exit_code = 2


class NotFoundError(OkfError):
    """There is no such thing for this principal; denied and missing read alike."""

    exit_code = 4


class BusyError(OkfError):
    """Another process is building this base."""

    exit_code = 5


class TokenError(OkfError):
    """An access token is not valid for this server; the message never holds any of it."""

    exit_code = 4


class ConfigError(OkfError):
    """A configuration file or setting is wrong."""

    exit_code = 6


class FormatVersionError(ConfigError):
    """A snapshot was written in a format that this version cannot read."""


class UpstreamError(OkfError):
    """Something outside this program failed."""

    exit_code = 7


class SourceError(UpstreamError):
    """A source cannot be listed, so nothing may be concluded about its items."""


class StorageError(UpstreamError):
    """The disk is full, cannot be written, or holds a published file that is damaged."""


class ChangedError(StorageError):
    """The file of one document was changed or removed after it was published."""


class ModelError(UpstreamError):
    """An embedding model, or its provider, failed.

    `shown` is what those who ask may read of it: no path, no address, nothing that a provider wrote.
    """

    def __init__(self, message: str, *, hint: str = "", shown: str = "") -> None:
        super().__init__(message, hint=hint)
        self.shown = shown or str(self)


class ProviderError(UpstreamError):
    """The identity provider cannot be asked, so that nobody can be let in."""
