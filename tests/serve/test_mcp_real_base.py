"""The server in front of a real base: built from the sample documents, searched, read, published anew."""

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from over_http import at
from talk import ERAS, Talk, http_server, service_of, talk

from okf_server.app.adapters import connectors_for
from okf_server.app.bases import Bases
from okf_server.catalog.base import open_base
from okf_server.ingest.build import build
from okf_server.ingest.report import BuildOptions
from okf_server.model.access import OPERATOR
from okf_server.serve.caller import asked_by
from okf_server.serve.service import Service
from okf_server.serve.tools.arguments import SearchArguments
from okf_server.serve.tools.search import search_knowledge

SAMPLES = Path(__file__).parents[2] / "samples" / "acme"
START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def publish(directory: Path, *, day: int) -> None:
    """Build the base as it would be built on that day."""
    base = open_base(directory)
    report = build(
        base,
        options=BuildOptions(embeddings=False),
        embedder=None,
        connectors=connectors_for(base),
        now=START + timedelta(days=day),
    )
    assert report.published, report


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A published base of the sample's Markdown and text."""
    unread = shutil.ignore_patterns("*.docx", "*.pptx", "*.xlsx", "*.pdf", "*.html", "*.csv")
    shutil.copytree(SAMPLES, tmp_path / "docs", ignore=unread)
    (tmp_path / "okf.yaml").write_text("name: acme\nsources:\n  - {kind: folder, path: ./docs}\n")
    publish(tmp_path, day=0)
    return tmp_path


@pytest.fixture
def service(directory: Path) -> Iterator[Service]:
    bases = Bases(str(directory))
    served = replace(service_of(), bases=lambda: bases, now=lambda: START + timedelta(hours=1))
    yield served
    served.calls.close()


@pytest.mark.parametrize("era", ERAS)
def test_a_question_is_answered_with_the_lines_of_the_original(
    era: str, service: Service, directory: Path
) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="What is the hotel limit in London?")

    answer = talk(conversation, era=era, service=service)
    hit = answer["results"][0]

    assert (hit["concept_id"], hit["section"]) == ("policies/travel-policy", "hotels")
    first, last = hit["source"]["location"]["lines"]
    original = directory / "docs" / hit["source"]["path"]
    lines = original.read_text(encoding="utf-8").splitlines()[first - 1 : last]
    assert hit["excerpt"].splitlines()[-1] in lines
    assert hit["source"]["uri"] == original.as_uri()
    assert answer["search_mode_reason"]


@pytest.mark.parametrize("era", ERAS)
def test_what_was_found_can_be_read_and_listed(era: str, service: Service) -> None:
    async def conversation(it: Talk) -> Any:
        refs = ["acme:policies/travel-policy#hotels", "ko/휴가-규정.md", "nowhere"]
        read = await it.call("get_knowledge", refs=refs)
        top = await it.call("browse_knowledge")
        full = await it.call("browse_knowledge", path="policies", detail="full")
        return read, top, full

    read, top, full = talk(conversation, era=era, service=service)

    assert [reading["concept_id"] for reading in read["results"]] == [
        "policies/travel-policy",
        "ko/휴가-규정",
    ]
    assert [error["ref"] for error in read["errors"]] == ["nowhere"]
    assert {"path": "policies", "concepts": 3} in top["folders"]
    policy = next(it for it in full["concepts"] if it["concept_id"] == "policies/travel-policy")
    assert policy["frontmatter"]["type"] == policy["type"]


@pytest.mark.parametrize("era", ERAS)
def test_a_real_base_packs_evidence_and_tells_its_links(
    era: str, service: Service, directory: Path
) -> None:
    (directory / "docs" / "trips.md").write_text(
        "# Trips\n\nBefore [booking](policies/travel-policy.md) read the policy.\n"
    )
    publish(directory, day=1)

    async def conversation(it: Talk) -> Any:
        pack = await it.call("build_context", question="What is the hotel limit in London?")
        read = await it.call("get_knowledge", refs=["policies/travel-policy"], include="links")
        (resource,) = (await it.client.read_resource("okf://concept/ko/휴가-규정")).contents
        return pack, read["results"][0]["links"], resource

    pack, links, resource = talk(conversation, era=era, service=service)

    first = pack["evidence"][0]
    assert (first["concept_id"], first["section"]) == ("policies/travel-policy", "hotels")
    original = (directory / "docs" / first["source"]["path"]).read_text(encoding="utf-8")
    assert first["text"].strip() in original
    assert pack["status"] == "sufficient"
    assert {"concept_id": "trips", "title": "Trips", "relation": "link"} in links["in"]
    assert "ko/휴가-규정.md" in resource.text


def test_the_pages_of_a_real_text_cite_their_own_lines(service: Service, directory: Path) -> None:
    long = "\n\n".join(f'Paragraph {number} says "{"word " * 30}".' for number in range(120))
    (directory / "docs" / "long.md").write_text(f"# Long\n\n{long}\n", encoding="utf-8")
    publish(directory, day=1)

    async def conversation(it: Talk) -> Any:
        pages = [await it.call("get_knowledge", refs=["long"], budget_tokens=1_500)]
        while cursor := pages[-1]["next_cursor"]:
            pages.append(
                await it.call("get_knowledge", refs=["long"], budget_tokens=1_500, cursor=cursor)
            )
        return [page["results"][0] for page in pages]

    pages = talk(conversation, service=service)

    original = (directory / "docs" / "long.md").read_text(encoding="utf-8").splitlines()
    assert len(pages) > 3
    for page in pages:
        first, last = page["source"]["location"]["lines"]
        cited = "\n".join(original[first - 1 : last])
        assert page["text"].strip() in cited or page["start"] == 0
        assert len(cited) < 2 * len(page["text"])
    assert " ".join(page["text"] for page in pages).count("says") == 120


def test_readiness_asks_the_base(service: Service) -> None:
    with http_server(service) as url:
        response = httpx2.get(at(url, "/readyz"))

    assert response.status_code == 200
    assert response.json()["bases"][0]["base"] == "acme"


def test_the_next_call_after_a_build_answers_from_it(service: Service, directory: Path) -> None:
    policy = directory / "docs" / "policies" / "travel-policy.md"

    async def conversation(it: Talk) -> Any:
        before = await it.call("search_knowledge", query="hotel limit London", limit=1)
        policy.write_text("# Travel\n\n## Hotels\n\nThe hotel limit in London is 999 EUR.\n")
        publish(directory, day=1)
        after = await it.call("search_knowledge", query="hotel limit London", limit=1)
        cursor = before["next_cursor"]
        error = await it.error("search_knowledge", query="hotel limit London", cursor=cursor)
        return before, after, error

    before, after, error = talk(conversation, service=service)

    assert before["snapshot"] != after["snapshot"]
    assert "999 EUR" in after["results"][0]["excerpt"]
    assert error.endswith("Start again without cursor.")


def test_readers_never_see_two_editions_in_one_answer(service: Service, directory: Path) -> None:
    def write(edition: int) -> None:
        for name in ("one", "two", "three"):
            text = f"# {name}\n\nThe zebra of {name} is of edition {edition}.\n"
            (directory / "docs" / f"{name}.md").write_text(text)
        publish(directory, day=edition)

    def read() -> list[set[str]]:
        seen = []
        while not done.is_set():
            with asked_by(OPERATOR):
                answer = search_knowledge(service, SearchArguments(query="zebra edition")).data
            seen.append({hit["excerpt"].split()[-1] for hit in answer["results"]})
        return seen

    done = threading.Event()
    write(1)
    with ThreadPoolExecutor(max_workers=2) as threads:
        readers = [threads.submit(read) for _ in range(2)]
        for edition in range(2, 12):
            write(edition)
        done.set()
        answers = [seen for reader in readers for seen in reader.result()]

    assert len(answers) > 10
    assert {len(seen) for seen in answers} == {1}


def test_a_concept_is_not_listed_as_a_folder(service: Service) -> None:
    async def conversation(it: Talk) -> Any:
        paths = ("policies/travel-policy", "policies")
        return [await it.text("browse_knowledge", path=path) for path in paths]

    concept, folder = talk(conversation, service=service)

    assert concept.startswith("concept policies/travel-policy (no folder; get_knowledge reads it)")
    assert folder.startswith("folder policies/ of base acme")


def _damage(directory: Path) -> None:
    path = directory / ".okf" / "current" / "index" / "passages.jsonl"
    path.write_bytes(b"X" * path.stat().st_size)


def test_damage_on_the_disk_is_told_with_the_way_out(service: Service, directory: Path) -> None:
    _damage(directory)

    async def conversation(it: Talk) -> Any:
        found = await it.error("search_knowledge", query="hotel limit")
        return found, await it.error("build_context", question="hotel limit")

    for error in talk(conversation, service=service):
        assert "The snapshot is damaged" in error
        assert "okf build" in error


def test_a_damaged_base_is_not_ready(service: Service, directory: Path) -> None:
    _damage(directory)
    with http_server(service) as url:
        response = httpx2.get(at(url, "/readyz"))
    assert response.status_code == 503
    assert "The snapshot is damaged" in response.json()["reason"]


def test_browsing_reads_frontmatter_alone_and_only_where_all_of_it_is_asked_for(
    service: Service, directory: Path
) -> None:
    async def conversation(it: Talk) -> tuple[list[str], list[str]]:
        calls = ({"path": ""}, {"path": "policies"}, {"path": "policies", "tags": ["travel"]})
        details = ("summary", "hit", "full")
        told = [
            await it.text("browse_knowledge", **call, detail=detail)
            for detail in details
            for call in calls
        ]
        return told[:6], told[6:]

    opened = Bases(str(directory))

    def anew() -> Service:
        return replace(service_of(), bases=lambda: opened, now=service.now)

    short, whole = talk(conversation, service=service)
    for file in (directory / ".okf" / "current" / "bundle").rglob("*.md"):
        file.unlink()
    without, wholly_without = talk(conversation, service=anew())
    _damage(directory)
    assert talk(conversation, service=anew()) == (without, wholly_without)

    assert without == short
    assert "policies/travel-policy" in short[1]
    assert "Frontmatter: {" in whole[1]
    assert "Frontmatter: not known: the file was changed" in wholly_without[1]
