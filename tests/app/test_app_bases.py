"""Which bases a server may open."""

from pathlib import Path

import pytest

from okf_server.app import Bases
from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.errors import ConfigError, NotFoundError, UsageError
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import Principal
from okf_server.settings import Settings


def make_base(directory: Path, name: str, *, search: str = "") -> Path:
    (directory / "docs").mkdir(parents=True)
    (directory / "docs/a.md").write_text("# A\n\nSome text.\n")
    sources = "sources: [{kind: folder, path: ./docs}]"
    (directory / "okf.yaml").write_text(f"name: {name}\ntitle: The {name}\n{sources}\n{search}")
    return directory


def build(directory: Path, settings: Settings) -> Knowledge:
    knowledge = Knowledge(directory, settings=settings)
    assert build_base(knowledge, BuildOptions(embeddings=False)).published
    return knowledge


def test_all_bases_of_the_user_are_listed_by_name(settings: Settings) -> None:
    make_base(settings.home / "two", "b")
    build(make_base(settings.home / "one", "c"), settings)
    first, second = Bases(settings=settings).list()
    assert (first.name, first.title, first.snapshot) == ("b", "The b", None)
    assert (second.name, second.concepts, second.embedder) == ("c", 1, None)
    assert second.snapshot is not None
    assert second.published is not None


def test_a_base_that_is_asked_for_is_the_only_one(settings: Settings) -> None:
    make_base(settings.home / "one", "one")
    make_base(settings.home / "two", "two")
    bases = Bases("two", settings=settings)
    assert [base.name for base in bases.list()] == ["two"]
    assert bases.open(None).config.name == "two"
    with pytest.raises(NotFoundError):
        bases.open("one")


def test_one_of_several_must_be_named(settings: Settings) -> None:
    make_base(settings.home / "one", "one")
    make_base(settings.home / "two", "two")
    bases = Bases(settings=settings)
    with pytest.raises(UsageError, match="one, two"):
        bases.open(None)
    assert bases.open("two").config.name == "two"
    assert bases.open("two") is bases.open("two")


def test_a_name_that_no_base_has_is_answered_with_those_like_it_that_may_be_told(
    settings: Settings,
) -> None:
    open_to_all = "access: {default: authenticated}\n"
    build(make_base(settings.home / "one", "finance", search=open_to_all), settings)
    board = "access: {rules: {a.md: [group:board]}}\n"
    build(make_base(settings.home / "two", "final-secret", search=board), settings)
    bases = Bases(settings=settings)
    ana = Principal(id="ana", names=frozenset({"*", "user:ana"}))

    with pytest.raises(NotFoundError, match=r"Did you mean final-secret, finance\?"):
        bases.open("finance-secret")
    with pytest.raises(NotFoundError, match=r"Did you mean finance\?"):
        bases.seen_by(ana).open("finance-secret")


def test_the_nearest_base_comes_before_those_of_the_user(settings: Settings) -> None:
    make_base(settings.home / "one", "one")
    make_base(settings.working_directory / "project", "project")
    (settings.working_directory / "project/docs/deep").mkdir()
    inside = Settings(
        base=None,
        home=settings.home,
        cache=settings.cache,
        working_directory=settings.working_directory / "project/docs/deep",
        environment={},
    )
    assert [base.name for base in Bases(settings=inside).list()] == ["project"]


def test_a_broken_base_hides_no_other(settings: Settings) -> None:
    make_base(settings.home / "good", "good")
    (settings.home / "bad").mkdir()
    (settings.home / "bad/okf.yaml").write_text("name: [")
    bases = Bases(settings=settings)
    bad, good = bases.list()
    assert (bad.name, bad.snapshot) == ("bad", None)
    assert "cannot be opened" in bad.title
    assert good.name == "good"
    assert bases.open("good").config.name == "good"


def test_no_base_says_how_to_make_one(settings: Settings) -> None:
    with pytest.raises(NotFoundError) as caught:
        Bases(settings=settings).open(None)
    assert "okf build" in caught.value.hint


def test_a_key_that_is_not_set_keeps_a_build_from_starting(settings: Settings) -> None:
    endpoint = "{url: 'http://127.0.0.1:9', model: m, api_key_env: MY_KEY}"
    base = make_base(settings.home / "far", "far", search=f"search: {{embedder: {endpoint}}}\n")
    with pytest.raises(ConfigError, match="MY_KEY"):
        build_base(Knowledge(base, settings=settings), BuildOptions())
    assert Knowledge(base, settings=settings).store.current_id() is None
