"""The formats' page tells the truth."""

import json
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from okf_server import errors
from okf_server.catalog.config import read_config, read_rules
from okf_server.evaluate.questions import read_questions
from okf_server.ingest.metadata import _ORDER
from okf_server.model.config import (
    BaseConfig,
    GeminiEmbedder,
    OllamaEmbedder,
    OnnxEmbedder,
    OpenAiEmbedder,
    SourceConfig,
)
from okf_server.model.document import BlockKind
from okf_server.model.item import ItemRecord, State
from okf_server.model.locator import locator_from_json, locator_to_json
from okf_server.model.manifest import Manifest
from okf_server.model.passage import PassageKind
from okf_server.okf.ids import concept_ids
from okf_server.snapshot.manifest import FORMATS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "formats.md").read_text("utf-8")
COMMANDS = (DOCS / "cli.md").read_text("utf-8")


def section(title: str) -> str:
    """The text below a heading."""
    (found,) = re.findall(
        rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL
    )
    return str(found)


def block(title: str) -> str:
    """The first fenced block below a heading."""
    found = re.search(
        rf"^#+ {re.escape(title)}\n.*?```\w*\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL
    )
    assert found
    return found[1]


def rows(title: str) -> dict[str, list[str]]:
    """The cells of a table by its first column."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section(title).splitlines()
        if line.startswith("| `")
    ]
    return {first.strip("`"): rest for first, *rest in cells}


def keys(kind: type, at: str = "") -> list[str]:
    """The keys of an okf.yaml, as the page writes them."""
    found: list[str] = []
    hints = get_type_hints(kind)
    for field in fields(kind):
        hint = hints[field.name]
        if isinstance(hint, type) and is_dataclass(hint) and field.name != "rules":
            found += keys(hint, f"{at}{field.name}.")
        else:
            found.append(f"{at}{field.name}")
        if SourceConfig in get_args(hint):
            found += [f"{field.name}[].{inner.name}" for inner in fields(SourceConfig)]
    return found


@pytest.mark.parametrize("key", keys(BaseConfig))
def test_every_key_of_an_okf_yaml_has_its_row(key: str) -> None:
    assert key in rows("okf.yaml")


def test_defaults_are_those_of_the_code(tmp_path: Path) -> None:
    lines = ["name: x"]
    for key, (default, _) in rows("okf.yaml").items():
        top, _, rest = key.partition(".")
        if default.strip("`") and "[]" not in key and not key.startswith("access.roles"):
            value = default.strip("`")
            lines.append(f"{top}: {{{rest}: {value}}}" if rest else f"{key}: {value}")
    for line in lines[1:]:
        path = tmp_path / "okf.yaml"
        path.write_text(f"{lines[0]}\n{line}\n")
        read = read_config(path)
        assert "Reference" in line or read == BaseConfig(name="x"), line


def test_the_example_of_an_okf_yaml_is_read(tmp_path: Path) -> None:
    (tmp_path / "okf.yaml").write_text(block("okf.yaml"))
    assert read_config(tmp_path / "okf.yaml").sources[0].path == str(tmp_path / "docs")


@pytest.mark.parametrize(
    ("kind", "config"),
    [
        ("openai", OpenAiEmbedder),
        ("ollama", OllamaEmbedder),
        ("gemini", GeminiEmbedder),
        ("onnx", OnnxEmbedder),
    ],
)
def test_every_kind_of_model_has_its_keys_named_and_its_example(
    tmp_path: Path, kind: str, config: type[OpenAiEmbedder]
) -> None:
    text = section("Models")
    assert [field.name for field in fields(config) if f"`{field.name}`" not in text] == []
    examples = text.partition("```yaml\n")[2].partition("```")[0].splitlines()
    (example,) = [line.partition(": ")[2] for line in examples if line.startswith(f"{kind}: ")]
    (tmp_path / "okf.yaml").write_text(f"name: x\nsearch:\n  embedder: {example}\n")
    assert isinstance(read_config(tmp_path / "okf.yaml").search.embedder, config)


def test_the_example_of_an_owners_rules_is_read() -> None:
    rules = read_rules(block("_okf.yaml").encode(), "_okf.yaml")
    document = rules.documents["policies/travel-policy.md"]
    assert all(getattr(document, field.name) for field in fields(document))


def test_the_example_of_questions_is_read(tmp_path: Path) -> None:
    (tmp_path / "questions.yaml").write_text(block("Questions"))
    assert len(read_questions(tmp_path / "questions.yaml")) == 2


def test_the_locators_are_those_of_the_code() -> None:
    values = json.loads(block("Locators"))
    assert [locator_to_json(locator_from_json(value)) for value in values] == values
    assert {value["kind"] for value in values} == {
        "pdf", "slide", "sheet", "section", "lines", "time", "mail",
    }  # fmt: skip


def test_the_examples_of_ids_are_those_of_the_code() -> None:
    for items, ids in re.findall(r"^\| (`.*`) \| (`.*`) \|$", section("Concept ids"), re.MULTILINE):
        paths, expected = re.findall("`(.*?)`", items), re.findall("`(.*?)`", ids)
        assert list(concept_ids(paths).values()) == [
            expected[paths.index(path)] for path in sorted(paths)
        ]


def test_the_parts_and_their_versions_are_those_of_the_code() -> None:
    assert {part: int(version) for part, (version,) in rows("Format versions").items()} == FORMATS


def test_every_key_of_a_manifest_and_of_an_item_is_named() -> None:
    text = section("manifest.json")
    names = [field.name for kind in (Manifest, ItemRecord) for field in fields(kind)]
    assert [name for name in names if f"`{name}`" not in text] == []
    assert [state for state in State if f"| `{state}` |" not in text] == []


def test_every_kind_of_block_and_passage_is_named() -> None:
    assert [kind for kind in BlockKind if f"`{kind}`" not in section("locators/")] == []
    assert [kind for kind in PassageKind if f"`{kind}`" not in section("index/")] == []


def test_the_order_of_the_frontmatter_is_that_of_the_code() -> None:
    named = re.findall(r"`(\w+)`", section("Frontmatter").partition(", then those")[0])
    assert tuple(named) == _ORDER


def test_every_exit_code_of_a_failure_has_its_row() -> None:
    codes = {getattr(errors, name).exit_code for name in errors.__all__}
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", COMMANDS, re.MULTILINE)}
    assert codes <= listed
