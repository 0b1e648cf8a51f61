"""What is installed of the packages that this one and its extras ask for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

from okf_server.model.install import DISTRIBUTION

_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)[^;]*(?:;.*\bextra\s*==\s*['\"](?P<extra>[\w-]+)['\"])?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package that is asked for; `version` is None where it is missing, `extra` empty for the core."""

    name: str
    extra: str
    version: str | None


def packages() -> tuple[Package, ...]:
    """Every package that this one asks for directly, core first."""
    return tuple(sorted(_packages(), key=lambda package: (package.extra, package.name)))


def _packages() -> Iterator[Package]:
    for requirement in metadata.requires(DISTRIBUTION) or ():
        found = _REQUIREMENT.match(requirement)
        if found:
            name, extra = found["name"], found["extra"] or ""
            yield Package(name=name, extra=extra, version=_version(name))


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
