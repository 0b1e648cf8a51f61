"""The only reader of the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the environment says.

    `base` is OKF_BASE, `home` the directory of the user's bases (OKF_HOME), `cache` that of what can be made
    again (OKF_CACHE), `environment` the variables themselves, for the secrets that an okf.yaml names by
    variable.
    """

    base: str | None
    home: Path
    cache: Path
    working_directory: Path
    environment: Mapping[str, str]


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process, or of the environment given."""
    variables = os.environ if environment is None else environment
    home = variables.get("OKF_HOME") or platformdirs.user_data_dir("okf-server", appauthor=False)
    cache = variables.get("OKF_CACHE") or platformdirs.user_cache_dir("okf-server", appauthor=False)
    return Settings(
        base=variables.get("OKF_BASE") or None,
        home=Path(home).expanduser(),
        cache=Path(cache).expanduser(),
        working_directory=Path.cwd(),
        environment=variables,
    )


def debugging(environment: Mapping[str, str] | None = None) -> bool:
    """Whether OKF_DEBUG asks for the traceback of a fault."""
    variables = os.environ if environment is None else environment
    return variables.get("OKF_DEBUG", "") not in {"", "0"}
