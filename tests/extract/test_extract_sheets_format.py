import string
from decimal import Decimal

import pytest
import xlfmt
from hypothesis import given
from hypothesis import strategies as st

from okf_server.extract.sheets_digits import general
from okf_server.extract.sheets_format import BUILT_IN, shower, shown_text


@pytest.mark.parametrize(
    ("code", "raw", "text"),
    [
        ("00000", "7", "00007"),
        ("0000000000000000000", "1234567890123456789", "1234567890123456789"),
        ("000-00-0000", "123456789", "123-45-6789"),
        ("(000) 000-0000", "5551234567", "(555) 123-4567"),
        ("#,##0", "1234567", "1,234,567"),
        ("#,##0.00", "2.675", "2.68"),
        ("0.0#", "1.50", "1.5"),
        ("#.##", "0.5", ".5"),
        ("0%", "0.125", "13%"),
        ("0.00%", "0.1234", "12.34%"),
        ("#,##0,", "1234567", "1,235"),
        ('0.0,,"M"', "1250000", "1.3M"),
        ("0.00E+00", "12345", "1.23E+04"),
        ("##0.0E+0", "12345", "12.3E+3"),
        ("# ?/?", "1.25", "1 1/4"),
        ("# ?/8", "0.75", "6/8"),
        ("# ??/??", "2", "2"),
        ("[$€-407] #,##0.00", "1234.5", "€ 1,234.50"),
        ('_-* #,##0.00 "€"_-', "12.5", "12.50 €"),
        ("#,##0.00_);[Red](#,##0.00)", "-5.5", "(5.50)"),
        ('0;-0;"none"', "0", "none"),
        ("0;-0;;@", "0", ""),
        (";;;", "42", ""),
        ('[<1]0.00;[>=1000]#,##0,"K";0', "0.5", "0.50"),
        ('[<1]0.00;[>=1000]#,##0,"K";0', "12345", "12K"),
        ('[<1]0.00;[>=1000]#,##0,"K";0', "55", "55"),
        ('"No. "General', "5", "No. 5"),
        ("0.00", "-0.001", "0.00"),
        ("0.00", "not a number", "not a number"),
        ("0", "1e400", "inf"),
    ],
)
def test_numbers_read_as_their_format_shows_them(code: str, raw: str, text: str) -> None:
    assert shower(code)(raw) == text


@pytest.mark.parametrize(
    ("code", "raw", "text"),
    [
        ("yyyy-mm-dd", "46000", "2025-12-09"),
        ("dd.mm.yyyy", "46000", "09.12.2025"),
        ("d mmm yy", "46000.75", "9 Dec 25"),
        ("dddd, mmmm d", "46000", "Tuesday, December 9"),
        ("h:mm AM/PM", "0.75", "6:00 PM"),
        ("h:mm A/P", "0", "12:00 A"),
        ("[h]:mm", "1.5", "36:00"),
        ("[mm]:ss", "0.0125", "18:00"),
        ("mm:ss.0", "0.0012345", "01:46.7"),
        ("yyyy-mm-dd hh:mm:ss", "45000.123456", "2023-03-15 02:57:47"),
        ("yyyy-mm-dd", "59", "1900-02-28"),
        ("yyyy-mm-dd", "60", "1900-02-29"),
        ("yyyy-mm-dd", "61", "1900-03-01"),
        ("yyyy-mm-dd", "-5", "-5"),
        ("[h]:mm", "-0.5", "-12:00"),
        ("yyyy-mm-dd", "99999999", "99999999"),
        (BUILT_IN[14], "46001", "2025-12-10"),
        (BUILT_IN[22], "46000.5", "2025-12-09 12:00"),
        ("[$-407]d. mmmm yyyy", "46000", "2025-12-09"),
        ("[$-409]d mmmm yyyy", "46000", "9 December 2025"),
        ("[$-F800]dddd, mmmm dd, yyyy", "46000", "2025-12-09"),
        ("[$-F400]h:mm:ss AM/PM", "0.75", "18:00:00"),
        ('[$-411]ggge"年"m"月"d"日"', "46000", "2025-12-09"),
    ],
)
def test_moments_read_as_their_format_shows_them(code: str, raw: str, text: str) -> None:
    assert shower(code)(raw) == text


def test_a_workbook_may_count_its_days_from_1904() -> None:
    assert shower("yyyy-mm-dd", from_1904=True)("0") == "1904-01-01"
    assert shower("yyyy-mm-dd", from_1904=True)("44538") == "2025-12-09"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("3", "3"),
        ("3.0", "3"),
        ("0.30000000000000004", "0.3"),
        ("-2.5", "-2.5"),
        ("1234567890123456789", "1234567890123456789"),
        ("1.23456789012346E+18", "1234567890123460000"),
        ("1.234567890123457e+18", "1234567890123457000"),
        ("-1.2345678901234567E+18", "-1234567890123456700"),
        ("1E-7", "0.0000001"),
        ("1E+21", "1E+21"),
    ],
)
def test_a_number_without_a_format_keeps_its_digits(raw: str, text: str) -> None:
    assert general(raw) == text


def test_a_format_for_texts_is_applied_to_texts() -> None:
    assert shown_text('0;0;0;"Nr. "@', "A7") == "Nr. A7"
    assert shown_text("@", "A7") == "A7"
    assert shown_text("0.00", "A7") == "A7"
    assert shown_text(";;;", "A7") == ""


@given(st.text(string.printable, max_size=40), st.floats(allow_nan=False, allow_infinity=False))
def test_any_format_shows_any_number(code: str, value: float) -> None:
    assert isinstance(shower(code)(repr(value)), str)
    assert isinstance(shown_text(code, "text"), str)


_FORMATS = (
    "0",
    "0.00",
    "#,##0",
    "#,##0.000",
    "0%",
    "0.0%",
    "00000",
    "0.00E+00",
    "#,##0.00;(#,##0.00)",
)


@given(st.sampled_from(_FORMATS), st.decimals(-(10**12), 10**12, places=4))
def test_numbers_read_as_another_formatter_reads_them(code: str, value: Decimal) -> None:
    number = float(value)
    other = str(xlfmt.format_value(number, code)).strip()
    assert shower(code)(repr(number)).removeprefix("-") == other.removeprefix("-")


@given(
    st.sampled_from(["yyyy-mm-dd", "d-mmm-yy", "dddd, mmmm d, yyyy", "h:mm:ss", "[h]:mm:ss"]),
    st.integers(61, 2_900_000),
    st.integers(0, 86_399),
)
def test_moments_read_as_another_formatter_reads_them(code: str, day: int, second: int) -> None:
    number = day + second / 86_400
    assert shower(code)(repr(number)) == str(xlfmt.format_value(number, code)).strip()
