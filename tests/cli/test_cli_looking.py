"""The commands that look at the installation: doctor, models, bases."""

from pathlib import Path

import pytest
from cli_running import call_okf

from okf_server.cli.commands import doctor
from okf_server.cli.installed import Package, packages
from okf_server.model.install import command_for, install_command

pytestmark = pytest.mark.usefixtures("home")


def make_base(directory: Path, text: str = "") -> Path:
    directory.mkdir(parents=True)
    (directory / "okf.yaml").write_text(text or f"name: {directory.name}\nsources: []\n")
    return directory


def test_a_healthy_installation_passes_without_a_base() -> None:
    ended = call_okf("doctor")
    assert ended.code == 0
    assert "ok       python: 3." in ended.out
    assert "ok       bases: there is none yet" in ended.out


def test_a_missing_extra_says_what_it_costs_and_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    absent = Package(name="liteparse", extra="documents", version=None)
    monkeypatch.setattr(doctor, "packages", lambda: (absent,))
    ended = call_okf("doctor")
    assert ended.code == 0
    assert "missing  documents: not installed: liteparse; without it PDF" in ended.out
    assert install_command("documents") in ended.out


def test_a_missing_core_package_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Package(name="tantivy", extra="", version=None)
    monkeypatch.setattr(doctor, "packages", lambda: (absent,))
    ended = call_okf("doctor", "--json")
    assert ended.code == 1
    assert ended.json["ok"] is False


def test_a_broken_okf_yaml_is_broken_with_its_own_message(home: Path) -> None:
    make_base(home / "bad", "name: bad\nsuorces: []\n")
    ended = call_okf("doctor", "--base", "bad")
    assert ended.code == 1
    assert "broken   base: " in ended.out
    assert "suorces" in ended.out


def test_a_base_that_is_asked_for_and_missing_is_broken() -> None:
    assert call_okf("doctor", "--base", "nope").code == 1


def test_several_bases_of_which_none_is_chosen_are_all_told_and_break_nothing(home: Path) -> None:
    docs = home.parent / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# A\n\nText.\n")
    for name in ("one", "two"):
        assert call_okf("build", docs, "--base", home / name, "--no-embeddings").code == 0
    make_base(home / "empty")
    ended = call_okf("doctor")
    assert ended.code == 0
    assert "ok       bases: none is chosen of empty, one, two" in ended.out
    assert "--base NAME" in ended.out
    assert "ok       snapshot of one: " in ended.out
    assert "ok       snapshot of two: " in ended.out
    assert "missing  base empty: " in ended.out


def test_a_base_that_is_broken_is_told_by_its_name_among_several(home: Path) -> None:
    make_base(home / "bad", "name: bad\nsuorces: []\n")
    make_base(home / "other")
    ended = call_okf("doctor")
    assert ended.code == 1
    assert "broken   base bad: " in ended.out


def test_models_are_listed_where_several_bases_could_be_meant(home: Path) -> None:
    make_base(home / "one")
    make_base(home / "two")
    ended = call_okf("models")
    assert ended.code == 0
    assert "* e5-small" in ended.out
    assert "one, two" in ended.err
    assert "--base NAME" in ended.err


def test_the_requirements_are_those_of_the_distribution() -> None:
    known = {(package.name.lower(), package.extra) for package in packages()}
    assert {("click", ""), ("tantivy", ""), ("liteparse", "documents")} <= known
    assert ("numpy", "semantic") in known
    assert all(package.version for package in packages())
    assert command_for("semantic", editable=False) == 'pip install "okf-server[semantic]"'
    assert command_for("", editable=False) == "pip install okf-server"
    assert command_for("semantic", editable=True) == 'pip install -e ".[semantic]"'
    assert command_for("", editable=True) == 'pip install -e "."'


def test_the_model_that_a_base_uses_is_marked(home: Path) -> None:
    make_base(home / "plain", "name: plain\nsources: []\nsearch: {embedder: null}\n")
    ended = call_okf("models", "--base", "plain", "--json")
    assert [model["name"] for model in ended.json["models"] if model["used"]] == ["null"]
    assert "* e5-small" in call_okf("models", "--base", make_base(home / "other")).out


def test_an_endpoint_is_marked_too(home: Path) -> None:
    embedder = "{url: 'http://127.0.0.1:9/v1', model: m}"
    make_base(home / "far", f"name: far\nsources: []\nsearch: {{embedder: {embedder}}}\n")
    assert "* openai" in call_okf("models", "--base", "far").out


def test_bases_are_listed_and_the_one_in_use_is_marked(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_base(home / "one")
    monkeypatch.chdir(make_base(home / "two"))
    out = call_okf("bases").out
    assert "  one" in out
    assert "* two" in out
    assert "nothing published yet: okf build --base" in out


def test_a_broken_base_does_not_hide_the_others(home: Path) -> None:
    make_base(home / "bad", "name: [")
    make_base(home / "good")
    listed = {base["name"]: base for base in call_okf("bases", "--json").json["bases"]}
    assert listed["bad"]["problem"]
    assert listed["good"]["problem"] == ""


def test_no_base_is_said_with_a_way_on() -> None:
    ended = call_okf("bases")
    assert (ended.code, ended.out) == (0, "")
    assert "okf build FOLDER" in ended.err
