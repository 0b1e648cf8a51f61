"""The page on security tells the truth."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from okf_server.catalog.config import read_config
from okf_server.model.config import AuthConfig, IntrospectionConfig

PAGE = (Path(__file__).parents[2] / "docs/security.md").read_text("utf-8")
EXAMPLES = [text for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL) if "serve:" in text]
KEYS = [field.name for of in (AuthConfig, IntrospectionConfig) for field in fields(of)]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_configuration(example: str, tmp_path: Path) -> None:
    path = tmp_path / "okf.yaml"
    path.write_text(f"name: acme\n{example}")

    serve = read_config(path).serve

    assert serve.auth or serve.stdio_principal is not None


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_sign_in_has_its_row(key: str) -> None:
    assert re.search(rf"^\| `{key}` \|", PAGE, re.MULTILINE)
