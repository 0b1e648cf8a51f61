"""Drafted questions are in the language of the document, and are taken from all folders, languages and types."""

import pytest

from okf_server.evaluate.draft_wording import asked_language, wording_of

JAPANESE = "出張旅費規程 宿泊費は一泊につき一万二千円までとし、領収書を添えて精算する。"
CHINESE = "差旅费管理办法 住宿费每晚不超过六百元,须凭发票报销,由部门经理审批。"
KOREAN = "出張 旅費 規程 출장 숙박비는 하루 십만 원까지이며 영수증을 첨부해 정산한다."
GERMAN = (
    "Reisekosten Die Kosten für Hotels werden nur mit einer Rechnung und bis zu 120 Euro erstattet."
)
FRENCH = (
    "Voyages Les frais de l'hôtel sont remboursés sur la facture et dans la limite de 120 euros."
)
ENGLISH = "Travel The costs of hotels are paid with an invoice and up to a limit."


@pytest.mark.parametrize(
    ("text", "title", "heading", "asked"),
    [
        (
            JAPANESE,
            "出張旅費規程",
            "宿泊費",
            "出張旅費規程では「宿泊費」についてどう定めていますか?",
        ),
        (CHINESE, "差旅费管理办法", "住宿费", "差旅费管理办法对“住宿费”是怎么规定的?"),
        (KOREAN, "出張 旅費 規程", "IT", "出張 旅費 規程에서 IT에 대해 무엇이라고 하나요?"),
        (GERMAN, "Reisekosten", "Hotels", "Was sagt „Reisekosten“ über „Hotels“?"),
        (FRENCH, "Voyages", "Hôtel", "Que dit « Voyages » sur « Hôtel » ?"),
        (ENGLISH, "Travel", "Hotels", "What does Travel say about Hotels?"),
        (ENGLISH, "出張", "旅費", "What does 出張 say about 旅費?"),
        ("Qqq", "Qqq", "Zzz", "What does Qqq say about Zzz?"),
        ("Ο κανονισμός των ταξιδιών", "Ο", "Κ", "Τι λέει το «Ο» για «Κ»;"),
        ("Правила відряджень і витрати", "П", "Р", "П: Р"),
        ("Правила поездок: расходы на гостиницы", "П", "Р", "Что говорится в «П» о «Р»?"),
        ("سياسة السفر والفنادق", "س", "ف", "ماذا يقول «س» عن «ف»؟"),
        ("سیاست سفر پرسنل", "س", "ف", "س: ف"),
        ("מדיניות נסיעות", "מ", "נ", "מה כתוב ב”מ” על ”נ”?"),
        ("यात्रा नीति में होटल", "य", "ह", "“य” में “ह” के बारे में क्या लिखा है?"),
        ("นโยบายการเดินทาง", "น", "ก", "“น” กล่าวถึง “ก” ว่าอย่างไร"),
        ("სასტუმროს წესები", "ს", "წ", "ს: წ"),
        ("Հյուրանոցի կանոններ", "Հ", "Կ", "Հ: Կ"),
        ("የጉዞ ፖሊሲ", "የ", "ፖ", "የ: ፖ"),
        ("பயணக் கொள்கை", "ப", "க", "ப: க"),
        ("Quy định đi công tác", "Quy định", "Khách sạn", "Quy định: Khách sạn"),
        (
            "IT 보안 VPN 접속은 MFA와 SSO로 한다",
            "보안",
            "VPN",
            "보안에서 VPN에 대해 무엇이라고 하나요?",
        ),
    ],
)
def test_a_question_is_worded_as_its_document(
    text: str, title: str, heading: str, asked: str
) -> None:
    assert wording_of(asked_language(text)).of_heading(title, heading) == asked


def test_a_chinese_text_that_quotes_a_japanese_name_is_chinese() -> None:
    text = CHINESE * 5 + "「トヨタ」"
    assert wording_of(asked_language(text)).about("办法") == "办法里写了什么?"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (JAPANESE, "規程では「国」ごとの「日当」は何ですか?"),
        (KOREAN, "規程에서 国별 日当은(는) 무엇인가요?"),
        (GERMAN, "Welche Angabe „日当“ nennt „規程“ für jeden Eintrag unter „国“?"),
    ],
)
def test_a_table_is_asked_for_in_the_language_too(text: str, asked: str) -> None:
    assert wording_of(asked_language(text)).of_table("規程", ["国", "日当"]) == asked
