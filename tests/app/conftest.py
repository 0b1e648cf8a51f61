"""What tests of several use cases share."""

from pathlib import Path

import pytest

from okf_server.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A user whose working directory lies outside every base."""
    (tmp_path / "here").mkdir()
    return Settings(
        base=None,
        home=tmp_path / "home",
        cache=tmp_path / "cache",
        working_directory=tmp_path / "here",
        environment={},
    )
