from okf_server.extract.places import OriginalBlock, Places, squeeze


def _places(*texts: str) -> Places:
    return Places([OriginalBlock(text=text) for text in texts])


def _found(places: Places, *texts: str) -> list[tuple[int, int] | None]:
    found = [places.find(text) for text in texts]
    return [(place.first, place.last) if place else None for place in found]


def test_pieces_are_found_in_order_by_their_text() -> None:
    places = _places("Travel", "Book early.", "Hotels", "150 GBP")
    assert _found(places, "Travel", "Book early.", "150 GBP") == [(1, 1), (2, 2), (4, 4)]


def test_spacing_case_and_ligatures_make_no_difference() -> None:
    assert squeeze("Oﬃce  Hours:") == squeeze("office-hours") == "officehours"
    assert squeeze(" *** ") == "***"


def test_equal_texts_are_taken_one_after_the_other() -> None:
    places = _places("Yes", "Question", "Yes", "Yes")
    assert _found(places, "Yes", "Question", "Yes", "Yes", "Yes") == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        None,
    ]


def test_a_piece_that_joins_blocks_covers_them() -> None:
    places = _places("before", "first half", "second half", "after")
    assert _found(places, "first half second half", "after") == [(2, 3), (4, 4)]


def test_pieces_that_split_a_block_share_it() -> None:
    places = _places("Press the button now", "next")
    assert _found(places, "Press", "the button now", "next") == [(1, 1), (1, 1), (2, 2)]


def test_what_the_original_does_not_hold_has_no_place() -> None:
    assert _found(_places("alpha", "beta"), "a picture's caption") == [None]


def test_an_unknown_piece_shifts_nothing_after_it() -> None:
    places = _places("one", "two", "three")
    assert _found(places, "one", "invented by the engine", "two", "three") == [
        (1, 1),
        None,
        (2, 2),
        (3, 3),
    ]


def test_numbers_that_a_program_only_shows_are_looked_through() -> None:
    places = _places("Scope", "Text 2", "Scope", "Paragraph 2")
    assert _found(places, "1 Scope", "Text 2", "2. Scope", "Paragraph 2") == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


def test_a_short_text_is_not_looked_for_far_away() -> None:
    places = _places("start", *[f"line {n} of the page" for n in range(50)], "No")
    assert _found(places, "start", "No") == [(1, 1), None]


def test_a_long_text_is_found_out_of_order() -> None:
    places = _places(
        "anchor paragraph", *[f"row {n}" for n in range(40)], "the caption of figure one"
    )
    assert _found(places, "the caption of figure one", "anchor paragraph") == [(42, 42), (1, 1)]


def test_a_paragraph_with_unseen_words_is_known_by_its_ends() -> None:
    seen = (
        "As of 2015 the company leads the market for desktop systems, and lost the one for phones."
    )
    original = seen.replace("the company", "[update needed] the company")
    assert _found(_places("Intro", original, "Next"), "Intro", seen, "Next") == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]


def test_a_formula_is_known_by_its_letters() -> None:
    places = _places("The area is A=πr2 for a circle", "next")
    place = places.find_formula(r"The area is $A=\pi r^{2}$ for a circle")
    assert place is not None
    assert (place.first, place.last) == (1, 1)


def test_a_table_is_found_by_its_cells() -> None:
    blocks = [
        OriginalBlock(text="Item Limit"),
        OriginalBlock(text="Item\nLimit\nHotel\n150", table=True),
        OriginalBlock(text="Item\nLimit\nMeal\n40", table=True),
    ]
    places = Places(blocks)
    found = [places.find_table(cells) for cells in (["Item", "Hotel"], ["Item", "Meal"], ["Rent"])]
    assert [place and place.first for place in found] == [2, 3, None]


def test_thousands_of_equal_paragraphs_are_placed_quickly() -> None:
    places = _places(*["Yes"] * 20_000)
    assert _found(places, *["Yes"] * 20_000)[-1] == (20_000, 20_000)
