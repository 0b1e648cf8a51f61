from pathlib import Path

import pytest

from okf_server.catalog.config import read_config
from okf_server.catalog.text import load_mapping
from okf_server.errors import ConfigError, NotFoundError
from okf_server.model.access import AccessList
from okf_server.model.config import (
    AuthConfig,
    BaseConfig,
    DefaultAccess,
    OpenAiEmbedder,
    Originals,
    SourceKind,
)

FULL = """\
name: finance
title: Acme Finance knowledge
sources:
  - {kind: folder, path: ./docs, mount: "hr/"}
  - kind: bundle
    path: /srv/bundle
rules:
  bundle_title: Finance
  default_type: Reference
  types: {policies/: Policy}
  documents:
    ./policies/travel.md: {status: stable, tags: [a, b], stale_after: 2027-03-31}
access:
  default: authenticated
  rules: {hr/: {groups: [hr], users: [ceo@example.com]}, public/: ["*"]}
  roles: {operator: [group:it], reviewer: ["user:ana"]}
search: {embedder: {url: "http://127.0.0.1:9/v1", model: m, dimensions: 8}, fusion: rrf, reranker: null}
documents: {ocr: deu, timeout_s: 5, layout_models: ./layout, audio_model: /srv/whisper}
notes: {dir: notes, enabled: true}
serve: {host: 0.0.0.0, port: 8080, auth: {issuer: "https://id", audiences: [okf]}}
originals: copy
keep: 5
"""


def read(tmp_path: Path, text: str) -> BaseConfig:
    path = tmp_path / "okf.yaml"
    path.write_text(text)
    return read_config(path)


def refused(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    return str(caught.value)


def test_every_key_is_read(tmp_path: Path) -> None:
    config = read(tmp_path, FULL)
    assert config.name == "finance"
    assert [source.kind for source in config.sources] == [SourceKind.FOLDER, SourceKind.BUNDLE]
    assert config.sources[0].path == str(tmp_path / "docs")
    assert config.sources[0].mount == "hr"
    assert config.sources[1].path == "/srv/bundle"
    assert config.rules.bundle_title == "Finance"
    assert config.rules.types == {"policies/": "Policy"}
    assert config.rules.documents["policies/travel.md"].tags == ("a", "b")
    assert config.access.default is DefaultAccess.AUTHENTICATED
    assert config.access.rules["hr/"] == AccessList(allow=("group:hr", "user:ceo@example.com"))
    assert config.access.rules["public/"] == AccessList(allow=("*",))
    assert config.access.roles.operator == ("group:it",)
    assert config.access.roles.reviewer == ("user:ana",)
    assert config.search.embedder == OpenAiEmbedder(
        url="http://127.0.0.1:9/v1", model="m", dimensions=8
    )
    assert config.search.fusion == "rrf"
    assert (config.documents.ocr, config.documents.timeout_s) == ("deu", 5)
    assert config.documents.layout_models == str(tmp_path / "layout")
    assert config.documents.audio_model == "/srv/whisper"
    assert (config.notes.dir, config.notes.enabled) == ("notes", True)
    assert (config.serve.host, config.serve.port) == ("0.0.0.0", 8080)
    assert config.serve.auth == (AuthConfig(issuer="https://id", audiences=("okf",)),)
    assert config.originals is Originals.COPY
    assert config.keep == 5


def test_all_but_the_name_has_a_default(tmp_path: Path) -> None:
    assert read(tmp_path, "name: finance\n") == BaseConfig(name="finance")


def test_a_null_embedder_means_keyword_search_alone(tmp_path: Path) -> None:
    assert read(tmp_path, "name: a\nsearch: {embedder: null}\n").search.embedder is None


def test_a_name_of_digits_is_text(tmp_path: Path) -> None:
    assert read(tmp_path, "name: 2026\n").name == "2026"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("name: a\nsourcez: []\n", ["line 2", "sourcez", "sources"]),
        ("name: a\nserve:\n  prot: 1\n", ["line 3", "prot", "in serve", "port"]),
        ("name: a\nsources:\n  - {kind: folder, path: x, mout: y}\n", ["mout", "sources[0]"]),
        (
            "name: a\nsearch: {embedder: {url: http://u, model: m, key: k}}\n",
            ["key", "search.embedder"],
        ),
        ("title: a\n", ["name is missing"]),
        ("", ["name is missing"]),
        ("name: Finance Team\n", ["'Finance Team'", "hyphens"]),
        ("name: a\nkeep: 1\n", ["line 2", "keep is 1", "2 or more"]),
        ("name: a\nkeep: many\n", ["keep is 'many', not a whole number"]),
        ("name: a\nserve: {port: 70000}\n", ["serve.port is 70000"]),
        ("name: a\nserve: 5001\n", ["serve is 5001, not a mapping"]),
        ("name: a\nnotes: {enabled: maybe}\n", ["notes.enabled is 'maybe'", "true or false"]),
        ("name: a\noriginals: copied\n", ["originals is 'copied'", "copy"]),
        ("name: a\nsources: docs\n", ["sources is not a list"]),
        ("name: a\nsources: [{path: x}]\n", ["sources[0].kind is missing"]),
        (
            "name: a\nsources: [{kind: git, path: x}]\n",
            ["'git'", "does not read", "folder, bundle"],
        ),
        ("name: a\nsources: [{kind: folder, path: x, mount: ../y}]\n", ["sources[0].mount"]),
        ("name: a\nsearch: {fusion: best}\n", ["search.fusion is 'best'", "rrf"]),
        ("name: a\ndocuments: {timeout_s: 0}\n", ["documents.timeout_s is 0"]),
        ("name: a\ndocuments: {ocr: german english}\n", ["documents.ocr is", "kor+eng"]),
        ("name: a\ndocuments: {ocr: ../../x}\n", ["documents.ocr is", "names no languages"]),
        ("name: a\naccess: {default: allow}\n", ["access.default is 'allow'"]),
        ("name: a\naccess: {roles: {operator: [it]}}\n", ["'it'", "group:<name>"]),
        ("name: a\naccess: {rules: {hr/: }}\n", ["access.rules.hr/ is empty", "[] for nobody"]),
        ("name: a\naccess: {rules: {hr/: {group: [x]}}}\n", ["unknown key 'group'", "groups"]),
        ("name: a\nrules: {access: {hr/: []}}\n", ["access.rules"]),
        ("name: a\nname: b\n", ["line 2", "repeated"]),
        ("name: [a\n", ["not valid YAML"]),
        ("- a\n", ["not a mapping"]),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, text: str, parts: list[str]) -> None:
    message = refused(tmp_path, text)
    assert "okf.yaml" in message
    assert [part for part in parts if part not in message] == []


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "okf.yaml").write_bytes(b"name: \xff\n")
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_config(tmp_path / "okf.yaml")


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path: Path) -> None:
    (tmp_path / "okf.yaml").write_bytes(b"\xef\xbb\xbfname: a\r\n")
    assert read_config(tmp_path / "okf.yaml").name == "a"


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="okf build"):
        read_config(tmp_path / "nowhere" / "okf.yaml")


def test_a_directory_in_place_of_the_file_is_a_configuration_error(tmp_path: Path) -> None:
    (tmp_path / "okf.yaml").mkdir()
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "okf.yaml")


@pytest.mark.parametrize("name", ["okf.yaml", "_okf.yaml"])
def test_broken_yaml_is_told_by_line_and_column_and_how_to_mend_it(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_mapping(b"name: kb\ntitle: Rules: old\n", name)
    assert caught.value.message.startswith(f"{name}, line 2: not valid YAML at column 13: ")
    assert "quotes" in caught.value.hint
    assert "---" not in caught.value.hint
