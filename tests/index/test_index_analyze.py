"""The analyzer: any text becomes terms, the same for documents and questions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okf_server.index.analyze import LONGEST_TERM, joined_terms, terms


def test_words_are_folded_and_stemmed() -> None:
    assert terms("The Employees were SUBMITTING claims") == terms("employee submit claim")


def test_words_without_a_subject_are_left_out() -> None:
    assert terms("what is it that you would do with the") == []


def test_the_it_department_is_no_pronoun() -> None:
    assert terms("IT policy") == ["it", "polici"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SKU-4471", ["sku-4471", "sku", "4471"]),
        ("okf_semantic_search", ["okf_semantic_search", "okf", "semant", "search"]),
        ("parseUrlText", ["parseurltext", "pars", "url", "text"]),
        ("FY2026", ["fy2026", "fy", "2026"]),
        ("VPNs", ["vpn"]),
        ("v2.1", ["2.1", "v2"]),
        ("1.10.2", ["1.10.2"]),
        ("2026-03-31", ["2026-03-31", "2026"]),
        ("§ 12.3", ["12.3"]),
        ("25,000", ["25000"]),
        ("20k", ["20k", "20", "20000"]),
        ("U.S.A.", ["usa"]),
        ("C++ and C#", ["c++", "c", "c#", "c"]),
        ("R&amp;D", ["r&d", "r", "d"]),
        (r"okf\_server", ["okf_server", "okf", "server"]),
    ],
)
def test_identifiers_stay_whole_and_are_split(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("written", ["£25,000", "GBP 25000", "25,000 pounds", "25000£"])
def test_a_currency_has_one_name(written: str) -> None:
    assert sorted(terms(written)) == ["25000", "gbp"]


def test_a_dollar_sign_without_a_number_is_no_currency() -> None:
    assert terms("250 dollars, $250") == ["250", "usd", "usd", "250"]
    assert terms("echo $HOME") == terms("echo home")


def test_particles_of_verbs_are_left_out() -> None:
    assert terms("Who signs off the close?") == terms("sign close")


@pytest.mark.parametrize(
    "written", ["sku 4471", "SKU4471", "(SKU-4471)", "`SKU-4471`,", "sku_4471"]
)
def test_every_spelling_of_an_identifier_shares_its_parts(written: str) -> None:
    assert {"sku", "4471"} <= set(terms(written))


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("ﬁle", "file"),
        ("𝐀𝐁𝐂", "abc"),
        ("Ｆｕｌｌ", "full"),
        ("naïve café", "naive cafe"),
        ("Straße", "strasse"),
        ("İstanbul", "istanbul"),
        ("so\u00adft hy\u200bphen", "soft hyphen"),
        ("company’s", "company"),
        ("ΑΘΉΝΑ", "αθηνα"),
    ],
)
def test_letters_are_folded(written: str, plain: str) -> None:
    assert terms(written) == terms(plain)


@pytest.mark.parametrize(
    ("document", "question"),
    [
        ("東京都の予算は千円です", "予算"),
        ("データセンターの温度", "センター"),
        ("한국어 문서를 검색합니다", "문서"),
        ("本公司差旅费报销标准", "报销"),
        ("iPhone版アプリ", "アプリ"),
        ("กรุงเทพมหานคร", "เทพ"),
    ],
)
def test_scripts_without_spaces_are_found_in_the_middle(document: str, question: str) -> None:
    assert set(terms(question)) <= set(terms(document))


def test_russian_words_are_stemmed_as_russian() -> None:
    assert terms("документы") == terms("документов")


def test_the_terms_of_a_text_do_not_depend_on_what_was_seen_before() -> None:
    once = terms("Travel policy, SKU-4471")
    for number in range(1000):
        terms(f"word{number} Travel")
    assert terms("Travel policy, SKU-4471") == once


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "a-" * 500_000, "字" * 300_000, "\x00" * 1_000_000]
)
def test_a_line_of_a_megabyte_is_text_too(text: str) -> None:
    assert all(len(term) <= LONGEST_TERM for term in terms(text))


@given(st.text(st.characters(), max_size=200))
def test_any_text_gives_clean_terms(text: str) -> None:
    for term in terms(text):
        assert term
        assert not any(character.isspace() for character in term)
        assert len(term) <= LONGEST_TERM * 4
        term.encode()


@given(
    st.lists(
        st.sampled_from(["\ud800", "\x00", "SKU-4", "it's", "字", "&amp;", "\\_", " "]), max_size=9
    )
)
def test_hostile_pieces_in_any_order_raise_nothing(pieces: list[str]) -> None:
    joined_terms("".join(pieces)).encode()
