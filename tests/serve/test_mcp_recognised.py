"""Clients are told of text that was recognised, and of no other."""

from typing import Any

from talk import Talk, talk

from okf_server.model.answer import Citation
from okf_server.model.locator import PdfLocator
from okf_server.serve.tools.citing import source_data, source_text
from okf_server.serve.tools.outputs import SEARCH


def cited(extraction: str) -> Citation:
    return Citation(
        uri="file:///docs/scan.pdf",
        path="scan.pdf",
        revision="sha256:00",
        locator=PdfLocator(page=3),
        quote="",
        extraction=extraction,
    )


def test_a_source_says_how_its_text_was_recognised() -> None:
    citation = cited("ocr, confidence 0.88")
    source = source_data(citation)
    assert source["extraction"] == "ocr, confidence 0.88"
    assert source_text(source, "sha256:00").startswith(
        "Source: scan.pdf, page 3 (ocr, confidence 0.88) <"
    )


def test_a_source_with_text_of_its_own_says_nothing() -> None:
    source = source_data(cited(""))
    assert "extraction" not in source
    assert source_text(source, "sha256:00").startswith("Source: scan.pdf, page 3 <")


def test_a_client_may_expect_the_key_and_need_not() -> None:
    source: dict[str, Any] = SEARCH["properties"]["results"]["items"]["properties"]["source"]

    assert "extraction" in source["properties"]
    assert "extraction" not in source["required"]


def test_the_answers_of_a_server_without_scans_have_no_such_key() -> None:
    async def search(it: Talk) -> Any:
        return await it.client.call_tool("search_knowledge", {"query": "hotel limit"})

    result = talk(search)
    assert result.structured_content["results"]
    assert all("extraction" not in hit["source"] for hit in result.structured_content["results"])
