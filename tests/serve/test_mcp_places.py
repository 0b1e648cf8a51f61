"""Whom the server speaks to: the operator of this machine is told of files and commands, nobody else is."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from signed_in import published, service_for
from talk import Talk, talk

from okf_server.app.bases import Bases
from okf_server.errors import ConfigError
from okf_server.model.access import NOTHING_READABLE, OPERATOR, Principal
from okf_server.serve.incidents import told
from okf_server.settings import read_settings

ANA = Principal(id="ana", names=frozenset({"user:ana", "group:finance", "*"}))
NOBODY = Principal(id="nobody", names=frozenset({"user:nobody"}))
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search_knowledge", {"query": "zebra"}),
    ("search_knowledge", {"query": "zebra", "detail": "full"}),
    ("search_knowledge", {"query": "zebra", "base": "nowhere"}),
    ("get_knowledge", {"refs": ["finance/budget"], "include": ["links"]}),
    ("get_knowledge", {"refs": ["finance/budgets", "hr/salaries", "finance/budget"]}),
    ("get_knowledge", {"refs": ["finance/budget"], "section": "nothing"}),
    ("get_knowledge", {"refs": ["finance/budget.md:L900"]}),
    ("build_context", {"question": "zebra budget", "refs": ["finance/budget", "x"]}),
    ("browse_knowledge", {"path": "", "detail": "full"}),
    ("browse_knowledge", {"path": "finance", "detail": "full"}),
    ("browse_knowledge", {"path": "nowhere"}),
    ("list_bases", {}),
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("base"))


async def everything(it: Talk) -> str:
    """All that a client is told, whether it is an answer or an error."""
    told = [(await it.result(tool, **asked)).model_dump_json() for tool, asked in CALLS]
    for uri in ("okf://concept/finance/budget", "okf://concept/nothing"):
        try:
            told.append((await it.client.read_resource(uri)).model_dump_json())
        except Exception as error:  # noqa: BLE001 - the SDK's client raises what the server said
            told.append(str(error))
    return "\n".join(told)


def all_told(base: Path, principal: Principal) -> str:
    return talk(everything, service=service_for(base), principal=principal)


def test_the_operator_is_told_where_a_file_is(base: Path) -> None:
    assert (base / "docs/finance/budget.md").as_uri() in all_told(base, OPERATOR)


def test_others_are_told_the_path_in_the_source_and_nothing_of_the_machine(base: Path) -> None:
    told = all_told(base, ANA)

    assert "okf://source/finance/budget.md" in told
    for place in (str(base), base.name, "file://", "okf build", "okf.yaml", "okf snapshots"):
        assert place not in told


async def _read(it: Talk) -> list[Any]:
    data = await it.call("get_knowledge", refs=["finance/budget"])
    uri = data["results"][0]["source"]["uri"]
    return [uri, (await it.call("get_knowledge", refs=[uri]))["results"][0]["concept_id"]]


@pytest.mark.parametrize("principal", [OPERATOR, ANA], ids=["operator", "ana"])
def test_the_address_that_somebody_is_told_is_a_reference_for_them(
    base: Path, principal: Principal
) -> None:
    assert talk(_read, service=service_for(base), principal=principal)[1] == "finance/budget"


def test_a_place_on_the_machine_is_a_reference_for_the_operator_alone(base: Path) -> None:
    place = str(base / "docs/finance/budget.md")

    async def asked(it: Talk) -> list[str]:
        results = [await it.result("get_knowledge", refs=[one]) for one in (place, "/x/budget.md")]
        return [one.model_dump_json() for one in results]

    found, _ = talk(asked, service=service_for(base))
    hidden, missing = talk(asked, service=service_for(base), principal=ANA)

    assert "40,000" in found
    assert "40,000" not in hidden
    assert '"is_error":true' in missing
    assert '"is_error":true' in hidden


@pytest.mark.parametrize("way", ["changed", "removed"])
@pytest.mark.parametrize("principal", [OPERATOR, ANA], ids=["operator", "ana"])
def test_a_document_that_was_changed_after_publishing_keeps_no_other_from_being_read(
    tmp_path: Path, principal: Principal, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    base = published(tmp_path / "machine-place")
    file = next((base / ".okf/snapshots").glob("*/bundle/finance/budget.md"))
    file.chmod(0o600)
    file.write_text("changed\n")
    if way == "removed":
        file.unlink()

    async def asked(it: Talk) -> list[Any]:
        refs = ["finance/budget", "public/canteen"]
        found = await it.call("get_knowledge", refs=refs)
        pack = await it.call("build_context", question="zebra", refs=refs)
        both = await it.error("get_knowledge", refs=["finance/budget", "finance/budget#budget"])
        return [found, pack, await it.call("build_context", question="zebra"), both]

    found, named, pack, both = talk(asked, service=service_for(base), principal=principal)

    assert [one["concept_id"] for one in found["results"]] == ["public/canteen"]
    (error,) = found["errors"]
    assert error["ref"] == "finance/budget"
    for said in (error["message"], both):
        assert ("okf build" in said) is principal.trusted
        assert ("Tell them the incident number" in said) is not principal.trusted
        assert "once more" not in said
    reason = "its file was changed after it was published: the operator can publish it anew"
    for one in (named, pack):
        assert "public/canteen" in [piece["concept_id"] for piece in one["evidence"]]
        assert reason in [left["reason"] for left in one["left_out"]]
        assert "machine-place" not in str(one["left_out"])
    assert named["status"] == "insufficient"
    logged = [one for one in caplog.records if one.levelname == "ERROR"]
    assert all("changed after it was published" in one.getMessage() for one in logged)
    assert not any(one.exc_info for one in logged)
    assert bool(logged) is not principal.trusted


@pytest.mark.parametrize("principal", [OPERATOR, ANA], ids=["operator", "ana"])
def test_who_meets_damage_is_told_what_they_can_do(tmp_path: Path, principal: Principal) -> None:
    base = published(tmp_path / "machine-place")
    file = next((base / ".okf/snapshots").glob("*/bundle/finance/budget.md"))
    file.chmod(0o600)
    file.write_text("changed\n")

    async def read(it: Talk) -> str:
        return await it.error("get_knowledge", refs=["finance/budget"])

    text = talk(read, service=service_for(base), principal=principal)

    assert ("okf build" in text) is principal.trusted
    assert ("Tell them the incident number" in text) is not principal.trusted
    assert "machine-place" not in text
    assert "once more" not in text


@pytest.mark.parametrize("tool", ["search", "get", "build", "browse", "list"])
@pytest.mark.parametrize("kind", ["hidden", "none"])
def test_who_may_read_nothing_is_told_so_whether_there_is_a_base_or_not(
    base: Path, tmp_path: Path, tool: str, kind: str
) -> None:
    settings = replace(read_settings({"OKF_HOME": str(tmp_path)}), working_directory=tmp_path)
    empty = Bases(settings=settings)
    service = service_for(base)
    if kind == "none":
        service = replace(service, bases=lambda: empty.seen_by(NOBODY))
    else:
        hidden = Bases(str(base))
        service = replace(service, bases=lambda: hidden.seen_by(NOBODY))
    calls: dict[str, Callable[[Talk], Awaitable[str]]] = {
        "search": lambda it: it.error("search_knowledge", query="zebra"),
        "get": lambda it: it.error("get_knowledge", refs=["finance/budget"]),
        "build": lambda it: it.error("build_context", question="zebra", base="acme"),
        "browse": lambda it: it.error("browse_knowledge", path=""),
        "list": lambda it: it.text("list_bases"),
    }

    assert talk(calls[tool], service=service, principal=NOBODY).startswith(
        " ".join(NOTHING_READABLE)
    )


def test_an_operator_without_a_base_is_told_how_to_make_one(tmp_path: Path) -> None:
    settings = replace(read_settings({"OKF_HOME": str(tmp_path)}), working_directory=tmp_path)
    bases = Bases(settings=settings)
    service = replace(service_for(tmp_path), bases=lambda: bases)

    async def asked(it: Talk) -> list[str]:
        return [await it.error("search_knowledge", query="zebra"), await it.text("list_bases")]

    assert all("okf build FOLDER" in text for text in talk(asked, service=service))


def test_an_expected_failure_is_explained_to_the_operator_alone() -> None:
    error = ConfigError("/srv/okf.yaml is wrong.", hint="Mend it.")

    assert told(error, OPERATOR) == "/srv/okf.yaml is wrong. Mend it."
    assert "/srv" not in told(error, ANA)
