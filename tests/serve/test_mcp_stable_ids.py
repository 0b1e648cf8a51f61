"""Stable ids where several bases are served."""

from typing import Any

import pytest
from shelf import Page, Shelf, Shelves
from talk import ERAS, Talk, talk

from okf_server.errors import ChangedError
from okf_server.model.access import Principal
from okf_server.model.answer import About


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    """Every test of this file is made in both eras."""
    return str(request.param)


@pytest.mark.parametrize("form", ["okf_{}", "okf://concept/okf_{}", "okf://concept/hr:okf_{}"])
def test_a_stable_id_is_found_in_whichever_base_has_it(form: str, era: str) -> None:
    stable = form.format("0a" * 16)
    pages = (Page(id="okf_" + "0a" * 16, title="Pay", text="By month."),)
    shelves = Shelves(Shelf(), Shelf(name="hr", pages=pages))

    async def conversation(it: Talk) -> Any:
        return await it.call("get_knowledge", refs=[stable])

    (read,) = talk(conversation, shelves, era=era)["results"]

    assert (read["base"], read["text"]) == ("hr", "By month.")


@pytest.mark.parametrize("form", ["okf_{}", "okf://concept/okf_{}"])
def test_a_stable_id_that_no_base_has_is_missing_as_it_is_where_there_is_one_base(
    form: str, era: str
) -> None:
    async def conversation(it: Talk) -> Any:
        return await it.error("get_knowledge", refs=[form.format("0b" * 16)])

    alone = talk(conversation, Shelves(Shelf()), era=era)

    assert talk(conversation, Shelves(Shelf(), Shelf(name="hr")), era=era) == alone
    assert "several" not in alone


def test_a_stable_id_that_two_bases_have_is_asked_back(era: str) -> None:
    pages = (Page(id="okf_" + "0a" * 16, title="Pay", text="By month."),)
    shelves = Shelves(Shelf(pages=pages), Shelf(name="hr", pages=pages), Shelf(name="it"))

    async def conversation(it: Talk) -> Any:
        return await it.error("get_knowledge", refs=[pages[0].id])

    text = talk(conversation, shelves, era=era)

    assert (
        text == f"Several bases have {pages[0].id}: finance, hr. Say which one is meant: BASE:ID."
    )


def test_a_stable_id_names_its_base_although_its_file_was_changed(era: str) -> None:
    class Changed(Shelf):
        def about(self, reference: str, *, principal: Principal) -> About:
            super().about(reference, principal=principal)
            raise ChangedError(f"{reference}: the file was changed after it was published.")

    pages = (Page(id="okf_" + "0a" * 16, title="Pay", text="By month."),)
    shelves = Shelves(Shelf(), Changed(name="hr", pages=pages))

    async def conversation(it: Talk) -> Any:
        return await it.call("get_knowledge", refs=[pages[0].id])

    (read,) = talk(conversation, shelves, era=era)["results"]

    assert read["base"] == "hr"
