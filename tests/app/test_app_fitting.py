"""Which bases a running server has: those that it would have started with."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from okf_server.app import Bases
from okf_server.app.building import build_base
from okf_server.app.knowledge import Knowledge
from okf_server.audit.chain import events
from okf_server.errors import ConfigError, NotFoundError, UsageError
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import OPERATOR, Principal
from okf_server.model.config import ServeConfig
from okf_server.settings import Settings

EVENT = {"what": "tools/call", "who": "ana"}


def people(group: str) -> Principal:
    return Principal(id=group, names=frozenset({"*", f"group:{group}"}))


def only_for(group: str) -> str:
    return f"access: {{default: deny, rules: {{'': ['group:{group}']}}}}\n"


def signing_in(issuer: str, port: int = 5001) -> str:
    auth = f"{{issuer: 'https://{issuer}.test', resource: 'https://okf.test/mcp'}}"
    return f"{only_for('aa')}serve: {{port: {port}, auth: {auth}}}\n"


def configure(directory: Path, name: str, more: str) -> None:
    source = "sources: [{kind: folder, path: ./docs}]\nsearch: {embedder: null}\n"
    audit = "audit: {enabled: true}\n"
    (directory / "okf.yaml").write_text(f"name: {name}\n{source}{audit}{more}")


def build(settings: Settings, directory: str, name: str, more: str) -> Knowledge:
    place = settings.home / directory
    (place / "docs").mkdir(parents=True)
    (place / "docs/a.md").write_text("# A\n\nSome text.\n")
    configure(place, name, more)
    knowledge = Knowledge(place, settings=settings)
    assert build_base(knowledge, BuildOptions(embeddings=False)).published
    return knowledge


def started(settings: Settings) -> Bases:
    """The bases of a server that signs people in at id.test."""
    return Bases(settings=settings, fits=signed_in_at("id"))


def signed_in_at(issuer: str) -> Callable[[ServeConfig], bool]:
    return lambda serve: [one.issuer for one in serve.auth] in ([], [f"https://{issuer}.test"])


def names_of(bases: Any) -> list[str]:
    return [base.name for base in bases.list()]


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage().split(" directory")[0] for one in caplog.records]


def test_of_two_bases_of_one_name_each_is_seen_by_its_own_people_alone(settings: Settings) -> None:
    first = build(settings, "aa", "fin", only_for("aa"))
    second = build(settings, "bb", "fin", only_for("bb"))
    bases = Bases(settings=settings)
    for group, own in (("aa", first), ("bb", second)):
        seen = bases.seen_by(people(group))
        (listed,) = seen.list()
        assert (listed.snapshot, listed.concepts) == (own.store.current_id(), 1)
        for name in (None, "fin"):
            assert seen.open(name).directory == own.directory
    with pytest.raises(NotFoundError, match="Nothing here"):
        bases.seen_by(people("cc")).open("fin")


def test_a_name_that_two_bases_have_which_somebody_sees_means_neither(settings: Settings) -> None:
    for directory in ("aa", "bb"):
        build(settings, directory, "fin", only_for("aa"))
    bases = Bases(settings=settings)
    for seen in (bases, bases.seen_by(people("aa"))):
        with pytest.raises(UsageError, match="Several bases are named 'fin'"):
            seen.open("fin")


def test_what_appears_while_a_server_runs_and_does_not_fit_is_left_out_and_logged(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    build(settings, "one", "one", signing_in("id"))
    bases = started(settings)
    asking = bases.seen_by(people("aa"))
    assert names_of(asking) == ["one"]

    build(settings, "two", "two", signing_in("id", port=5002))
    build(settings, "three", "three", signing_in("other"))
    build(settings, "four", "four", only_for("aa"))
    build(settings, "another", "one", only_for("bb"))

    assert names_of(asking) == names_of(bases) == ["four", "one", "two"]
    for seen in (asking, bases):
        with pytest.raises(NotFoundError):
            seen.open("three")
    assert bases.seen_by(people("bb")).list() == ()
    assert bases.open("one").directory == settings.home / "one"
    assert told(caplog) == ["bases.left_out base='one'", "bases.left_out base='three'"]


@pytest.mark.parametrize("principal", [OPERATOR, people("aa")])
def test_a_base_whose_serve_changes_while_a_server_runs_is_left_out_until_it_fits_again(
    settings: Settings, caplog: pytest.LogCaptureFixture, principal: Principal
) -> None:
    one = build(settings, "one", "one", signing_in("id"))
    seen = started(settings).seen_by(principal)
    assert names_of(seen) == ["one"]

    configure(one.directory, "one", signing_in("other"))
    assert names_of(seen) == []
    for name in (None, "one"):
        with pytest.raises((NotFoundError, ConfigError)):
            seen.open(name)

    configure(one.directory, "one", signing_in("id", port=9))
    assert names_of(seen) == ["one"]
    assert seen.open(None).directory == one.directory
    assert told(caplog) == ["bases.left_out base='one'", "bases.taken_in base='one'"]


def test_a_base_whose_file_cannot_be_read_any_more_goes_on_as_it_was(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    one = build(settings, "one", "one", signing_in("id"))
    bases = started(settings)
    assert names_of(bases) == ["one"]
    (one.directory / "okf.yaml").write_text("name: [")
    assert names_of(bases) == names_of(bases.seen_by(people("aa"))) == ["one"]
    assert told(caplog) == ["bases.unreadable"]
    configure(one.directory, "one", signing_in("other"))
    assert names_of(bases) == []


def test_the_name_of_a_base_that_went_is_free_and_is_not_given_back(settings: Settings) -> None:
    one = build(settings, "one", "fin", only_for("aa"))
    bases = started(settings)
    assert names_of(bases) == ["fin"]
    shutil.move(one.directory, settings.working_directory / "away")
    build(settings, "two", "fin", only_for("bb"))
    assert bases.open("fin").directory == settings.home / "two"
    shutil.move(settings.working_directory / "away", one.directory)
    assert bases.open("fin").directory == settings.home / "two"
    assert bases.seen_by(people("aa")).list() == ()


def test_a_base_that_a_link_leads_to_as_well_is_one(settings: Settings) -> None:
    one = build(settings, "one", "fin", only_for("aa"))
    (settings.home / "alias").symlink_to(one.directory)
    (settings.home / "zz").symlink_to(one.directory)
    bases = started(settings)
    assert names_of(bases) == names_of(bases.seen_by(people("aa"))) == ["fin"]
    assert bases.open(None).directory == one.directory


def test_what_is_asked_of_a_base_is_recorded_in_it_and_in_no_other_of_its_name(
    settings: Settings,
) -> None:
    one = build(settings, "one", "fin", signing_in("id"))
    bases = started(settings)
    bases.record([("fin", EVENT)])
    other = build(settings, "another", "fin", only_for("bb"))
    bases.record([("fin", EVENT), (None, EVENT)])

    configure(one.directory, "fin", signing_in("other"))
    assert names_of(bases) == []
    bases.record([(None, EVENT)])

    counts = [
        sum(event["what"] == "tools/call" for event in events(base.directory / ".okf/audit"))
        for base in (one, other)
    ]
    assert counts == [4, 0]
