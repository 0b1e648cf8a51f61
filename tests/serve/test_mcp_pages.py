"""Budgets and cursors: answers are bounded, and their pages belong together."""

import json
from dataclasses import replace
from typing import Any

import pytest
from shelf import Page, Shelf, Shelves
from talk import Talk, talk, text_of

from okf_server.errors import UsageError
from okf_server.model.access import OPERATOR, NameKind, Principal
from okf_server.serve import budget
from okf_server.serve.cursor import Cursors, Place, question_digest

MANY = tuple(
    Page(
        id=f"reports/r{number:03d}",
        title=f"Report {number}",
        text=f"hotel {number} " + "word " * 280,
    )
    for number in range(40)
)
KOREAN = Page(id="korean", title="호텔", text="런던 호텔 한도는 일박 이백육십 달러입니다. " * 400)
CODE = Page(id="code", title="Code", text='\t"quoted"\\n\n' * 4_000)


def cost(answer: dict[str, Any]) -> int:
    return budget.tokens(json.dumps(answer, ensure_ascii=False))


@pytest.mark.parametrize("tokens", [500, 1_000, 4_000])
def test_a_search_holds_whole_hits_within_its_budget(tokens: int) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel", limit=20, budget_tokens=tokens)

    answer = talk(conversation, Shelves(Shelf(pages=MANY)))

    assert cost(answer) <= tokens
    assert len(answer["results"]) + answer["omitted"] == len(MANY)
    if tokens > 500:
        assert all(
            hit["excerpt"] in page.text for hit, page in zip(answer["results"], MANY, strict=False)
        )
        assert not any(hit["excerpt_truncated"] for hit in answer["results"])


def test_a_hit_that_is_shortened_keeps_what_was_asked_for() -> None:
    rows = [f"| K-{number:05} | hotel, seven nights | {number} |" for number in range(2970, 3000)]
    page = Page(id="prices", title="Prices", text="\n".join(rows), quote=rows[-1])

    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel K-02999", budget_tokens=500)

    answer = talk(conversation, Shelves(Shelf(pages=(page,))))

    (hit,) = answer["results"]
    assert cost(answer) <= 500
    assert hit["excerpt_truncated"]
    assert hit["quote"]
    assert hit["quote"] in hit["excerpt"]


def test_the_pages_of_a_search_hold_every_hit_once() -> None:
    async def conversation(it: Talk) -> Any:
        return await _pages(it, "search_knowledge", query="hotel", limit=7, budget_tokens=3_000)

    pages = talk(conversation, Shelves(Shelf(pages=MANY)))

    found = [hit["concept_id"] for page in pages for hit in page["results"]]
    assert found == [page.id for page in MANY]
    assert all(cost(page) <= 3_000 for page in pages)


@pytest.mark.parametrize("page", [KOREAN, CODE, MANY[0]], ids=["korean", "code", "english"])
def test_the_pages_of_a_text_are_the_text(page: Page) -> None:
    async def conversation(it: Talk) -> Any:
        return await _pages(it, "get_knowledge", refs=[page.id], budget_tokens=1_500)

    pages = talk(conversation, Shelves(Shelf(pages=(page,))))

    assert "".join(part["results"][0]["text"] for part in pages) == page.text
    assert all(cost(part) <= 1_500 for part in pages)
    assert [part["results"][0]["truncated"] for part in pages] == [True] * (len(pages) - 1) + [
        False
    ]


def test_many_references_are_read_over_several_pages() -> None:
    refs = [page.id for page in MANY[:15]]

    async def conversation(it: Talk) -> Any:
        return await _pages(it, "get_knowledge", refs=refs, budget_tokens=2_000)

    pages = talk(conversation, Shelves(Shelf(pages=MANY)))

    texts: dict[str, str] = {}
    for reading in [reading for page in pages for reading in page["results"]]:
        texts[reading["concept_id"]] = texts.get(reading["concept_id"], "") + reading["text"]
    assert texts == {page.id: page.text for page in MANY[:15]}
    assert pages[0]["omitted"] == 15 - len(pages[0]["results"])


def test_a_large_folder_is_listed_over_several_pages() -> None:
    async def conversation(it: Talk) -> Any:
        return await _pages(it, "browse_knowledge", path="reports", budget_tokens=800, detail="hit")

    pages = talk(conversation, Shelves(Shelf(pages=MANY)))

    assert [entry["concept_id"] for page in pages for entry in page["concepts"]] == [
        p.id for p in MANY
    ]
    assert all(cost(page) <= 800 for page in pages)


def test_a_budget_out_of_range_is_brought_into_range() -> None:
    async def conversation(it: Talk) -> Any:
        return [
            cost(await it.call("search_knowledge", query="hotel", limit=500, budget_tokens=tokens))
            for tokens in (1, 10_000_000)
        ]

    least, most = talk(conversation, Shelves(Shelf(pages=MANY)))

    assert least <= budget.LEAST
    assert 10_000 < most <= budget.MOST


@pytest.mark.parametrize(
    ("tool", "asked", "note"),
    [
        ("search_knowledge", {"query": "hotel", "limit": 0}, "limit is out of range (1 to 20): 1 was used"),
        ("search_knowledge", {"query": "zebra", "limit": 1000}, "limit is out of range (1 to 20): 20 was used"),
        ("build_context", {"question": "hotel", "budget_tokens": 1}, "budget_tokens is out of range (500 to 20000): 500 was used"),
        ("browse_knowledge", {"budget_tokens": 10**30}, "budget_tokens is out of range (500 to 20000): 20000 was used"),
        ("get_knowledge", {"refs": "policies/travel-policy", "budget_tokens": -1}, "budget_tokens is out of range (500 to 20000): 500 was used"),
    ],
)  # fmt: skip
def test_a_number_that_was_changed_is_told(tool: str, asked: dict[str, Any], note: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.result(tool, **asked)

    result = talk(conversation, Shelves(Shelf()))

    assert result.structured_content["notes"][-1] == note
    assert text_of(result).endswith(f"Note: {note}.")


def test_a_number_in_range_needs_no_note() -> None:
    async def conversation(it: Talk) -> Any:
        return await it.call("search_knowledge", query="hotel", limit="20", budget_tokens=500)

    assert not talk(conversation, Shelves(Shelf()))["notes"]


@pytest.mark.parametrize(
    "other",
    [
        {"query": "hotel rates"},
        {"types": ["SOP"]},
        {"tags": ["hr"]},
        {"path": "x/"},
        {"base": "finance"},
    ],
    ids=str,
)
def test_a_cursor_belongs_to_its_question(other: dict[str, Any]) -> None:
    async def conversation(it: Talk) -> Any:
        first = await it.call("search_knowledge", query="hotel", limit=1)
        asked = {"query": "hotel", "cursor": first["next_cursor"], **other}
        return await it.error("search_knowledge", **asked)

    assert "Start again without cursor." in talk(conversation, Shelves(Shelf(pages=MANY)))


def test_limit_and_budget_may_change_from_page_to_page() -> None:
    async def conversation(it: Talk) -> Any:
        first = await it.call("search_knowledge", query="hotel", limit=1)
        cursor = first["next_cursor"]
        return await it.call(
            "search_knowledge", query="hotel", limit=2, budget_tokens=9_000, cursor=cursor
        )

    second = talk(conversation, Shelves(Shelf(pages=MANY)))

    assert [hit["concept_id"] for hit in second["results"]] == ["reports/r001", "reports/r002"]


def test_a_cursor_of_an_older_snapshot_asks_to_start_again() -> None:
    shelf = Shelf(pages=MANY)

    async def conversation(it: Talk) -> Any:
        cursors = [
            (await it.call("search_knowledge", query="hotel", limit=1))["next_cursor"],
            (await it.call("get_knowledge", refs=["reports/r001"], budget_tokens=500))[
                "next_cursor"
            ],
            (await it.call("browse_knowledge", path="reports", budget_tokens=500))["next_cursor"],
        ]
        shelf.publish(*MANY)
        return [
            await it.error("search_knowledge", query="hotel", cursor=cursors[0]),
            await it.error("get_knowledge", refs=["reports/r001"], cursor=cursors[1]),
            await it.error("browse_knowledge", path="reports", cursor=cursors[2]),
        ]

    errors = talk(conversation, Shelves(shelf))

    told = "The base finance was published anew since this cursor was made. Start again without cursor."
    assert errors == [told] * 3


@pytest.mark.parametrize(
    "cursor", ["x", "W10.", ".", "....", "é", "W1swLDAse31d.AAAA", "=" * 3_000]
)
def test_a_made_up_cursor_is_refused(cursor: str) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("search_knowledge", query="hotel", cursor=cursor)

    assert "Start again without cursor." in talk(conversation)


def test_every_changed_letter_of_a_cursor_is_noticed() -> None:
    cursors = Cursors(key=b"key")
    sealed = cursors.seal(Place(item=7, snapshots={"finance": "a"}), b"question")

    changed = [
        sealed[:at] + other + sealed[at + 1 :] for at in range(len(sealed)) for other in "AB"
    ]
    added = [sealed + "=", sealed + ".", f" {sealed}", sealed + "\n", sealed.replace(".", "=.")]
    for cursor in {*changed, *added, sealed + "\ud800"} - {sealed}:
        with pytest.raises(UsageError):
            cursors.open(cursor, b"question")
    assert cursors.open(sealed, b"question") == Place(item=7, snapshots={"finance": "a"})


def test_a_cursor_belongs_to_whoever_asked() -> None:
    cursors = Cursors(key=b"key")
    ana = Principal(id="ana", names=frozenset({"user:ana", "group:finance"}))
    moved = Principal(id="ana", names=frozenset({"user:ana"}))
    sealed = cursors.seal(Place(item=1), question_digest("search_knowledge", ana, "hotel"))

    silent = replace(ana, unknown=frozenset({NameKind.GROUP}))
    for other in (OPERATOR, moved, silent):
        with pytest.raises(UsageError):
            cursors.open(sealed, question_digest("search_knowledge", other, "hotel"))


def test_a_cursor_of_another_run_of_the_server_is_refused() -> None:
    sealed = Cursors(key=b"one run").seal(Place(item=1), b"question")

    with pytest.raises(UsageError):
        Cursors(key=b"another run").open(sealed, b"question")


def test_wide_characters_cost_a_token_each_and_others_a_quarter() -> None:
    assert budget.tokens("abcd" * 10) == 10
    assert budget.tokens("런던 호텔") == 5
    assert budget.tokens("") == 0
    assert budget.quoted_tokens('""""') == 2


def test_a_text_is_cut_after_a_word_or_a_line() -> None:
    assert budget.cut("one two three four", 4) == "one two three "
    assert budget.cut("first line\nsecond", 3) == "first line\n"
    assert budget.cut("whole", 2) == "whole"
    assert budget.cut("x" * 100, 0) == ""


async def _pages(it: Talk, tool: str, **arguments: Any) -> list[dict[str, Any]]:
    pages = [await it.call(tool, **arguments)]
    while cursor := pages[-1]["next_cursor"]:
        pages.append(await it.call(tool, **arguments, cursor=cursor))
        assert len(pages) < 200
    return pages
