"""Which of two files with one heading is the older one, by the names that people give to files."""

import pytest

from okf_server.index.editions import families_of, is_draft, newer_editions, relation
from okf_server.index.families import with_families
from okf_server.index.records import ConceptRecord
from okf_server.model.concept import Status, TrustTier


def record(name: str, title: str, status: Status = Status.STABLE) -> ConceptRecord:
    return ConceptRecord(
        id=f"hr/{name}",
        title=title,
        type="Policy",
        description="",
        tags=(),
        status=status,
        trust_tier=TrustTier.UNVERIFIED,
        stale_after="",
        path=f"hr/{name}.md",
        source=0,
        revision="",
        access_class=0,
        first_row=0,
        rows=1,
    )


def older(title: str, *names: str) -> dict[str, list[str]]:
    newer = newer_editions(families_of([record(name, title) for name in names]))
    return {names[one]: [names[other] for other in others] for one, others in newer.items()}


OLDER_FIRST = (
    ("Overtime", "Overtime 2023", "Overtime 2025 approved"),
    ("Overtime", "Overtime 2023", "Overtime 2025 agreed with the board"),
    ("Badge", "Badge 2022", "Badge 2026 (signed)"),
    ("Forklift", "Forklift_v1", "Forklift_v3_EN"),
    ("Forklift", "Forklift_EN_v1", "Forklift_EN_v3"),
    ("Overtime", "HR-017 Overtime 2023", "HR-017 Overtime 2025"),
    ("Overtime", "hr_ot_2023", "hr_ot_2025"),
    ("Overtime", "2023", "2025"),
    ("Overtime", "Overtime 2025 draft", "Overtime 2024"),
    ("Overtime", "DRAFT - Overtime", "Overtime"),
    ("Overtime", "Draft Overtime", "Overtime"),
    ("Overtime", "Overtime [WIP]", "Overtime"),
    ("Overtime", "Overtime_FINAL", "Overtime_FINAL_v2"),
    ("Leave Policy", "leave-policy-2024", "leave-policy-2026-final"),
    ("Leave Policy", "Leave Policy (old)", "Leave Policy"),
    ("Überstunden", "Überstunden 2023", "Überstunden 2025 genehmigt"),
    ("Überstunden", "Überstunden 2023", "Überstunden 2025 Endfassung"),
    ("Überstunden", "Überstunden 2023", "Überstunden 2025 endgültige Fassung"),
    ("Überstunden", "Überstunden alte Version", "Überstunden"),
    ("Overtime", "Overtime 2023", "Overtime 2025 final version"),
    ("Überstunden", "Überstunden_V1", "Überstunden_V2_freigegeben"),
    ("Reisekosten", "Reisekosten Stand März 2024", "Reisekosten Stand Mai 2025 neu"),
    ("Reisekosten", "Reisekosten Entwurf", "Reisekosten"),
    ("Reisekosten", "Reisekosten alt", "Reisekosten"),
    ("Satzung", "Satzung 1. Auflage", "Satzung 2. Auflage"),
    ("Frais", "Frais 2023", "Frais 2025 version définitive"),
    ("Frais", "Frais février 2024", "Frais août 2025 approuvé"),
    ("Frais", "Frais 2025 brouillon", "Frais 2024"),
    ("Frais", "Frais (ancienne version)", "Frais"),
    ("Frais", "Frais 1e édition", "Frais 2e édition"),
    ("Gastos", "Gastos 2023", "Gastos 2025 definitivo"),
    ("Gastos", "Gastos enero 2024", "Gastos 3 de marzo de 2025"),
    ("Gastos", "Gastos borrador", "Gastos 2024"),
    ("Spese", "Spese 2023", "Spese 2025 approvato"),
    ("Spese", "Spese bozza", "Spese"),
    ("Despesas", "Despesas 2023", "Despesas 2025 assinado"),
    ("Despesas", "Despesas versão 1", "Despesas versão 2"),
    ("Onkosten", "Onkosten 2023", "Onkosten 2025 definitief"),
    ("Расходы", "Расходы 2023", "Расходы 2025 утверждено"),
    ("Расходы", "Расходы черновик", "Расходы"),
    ("보안지침", "보안지침_2023", "보안지침_2025_최종"),
    ("보안지침", "보안지침_2023년", "보안지침_2025년_최종본"),
    ("보안지침", "보안지침2023", "보안지침2025최종"),
    ("출입규정", "출입규정 2023", "출입규정 2025 최종"),
    ("출입규정", "출입규정 제1판", "출입규정 제2판"),
    ("출입규정", "출입규정 초안", "출입규정 2024"),
    ("출입규정", "출입규정 개정안", "출입규정"),
    ("출입규정", "출입규정(구)", "출입규정"),
    ("출입규정", "출입규정 2024년 3월", "출입규정 2025년 1월 2일"),
    ("就業規則", "就業規則 第1版", "就業規則 第2版"),
    ("就業規則", "就業規則第二版", "就業規則第三版"),
    ("就業規則", "就業規則_初版", "就業規則_第2版"),
    ("就業規則", "就業規則 改訂案", "就業規則 第2版"),
    ("就業規則", "就業規則（案）", "就業規則"),
    ("就業規則", "就業規則2023年版", "就業規則2025年4月改訂版"),
    ("就業規則", "就業規則（旧）", "就業規則"),
    ("资产制度", "资产制度_2023", "资产制度_2025_终稿"),
    ("资产制度", "资产制度2023年", "资产制度2025年终稿"),
    ("资产制度", "资产制度草案", "资产制度"),
    ("资产制度", "资产制度第1版", "资产制度第2版"),
    ("سياسة السفر", "سياسة السفر 2023", "سياسة السفر 2025 نهائي"),
    ("यात्रा नीति", "यात्रा नीति 2023", "यात्रा नीति 2025"),
    ("นโยบาย", "นโยบาย ร่าง", "นโยบาย"),
)  # fmt: skip

NO_CLAIM = (
    ("Removal", "Removal 2021", "Removal"),
    ("Removal", "Removal v1", "Removal"),
    ("Removal", "Removal v2", "Removal 2025"),
    ("Removal", "Removal 2025", "Removal 2025-03"),
    ("Removal", "Removal 2023 Berlin", "Removal 2025 Hamburg"),
    ("Removal", "Removal_v1_DE", "Removal_v3_EN"),
    ("Removal", "Removal", "Removal final"),
    ("Removal", "Removal 2025 signed", "Removal 2025 approved"),
    ("Introduction", "Forklift 2023", "Badge 2025"),
    ("Introduction", "Forklift 2023", "Forklift Berlin 2025"),
    ("Introduction", "Minutes 2025-01", "Minutes 2025-02"),
    ("Umzug", "Umzug 2021", "Umzug"),
    ("Umzug", "Umzug 2023 Berlin", "Umzug 2025 Hamburg"),
    ("Protokoll", "Protokoll 5. März 2025", "Protokoll 2. April 2025"),
    ("Compte rendu", "rapport mai 2025", "rapport juin 2025"),
    ("이사", "이사 2021", "이사"),
    ("회의록", "회의록 2025년 3월", "회의록 2025년 4월"),
    ("移転", "移転 第1版", "移転"),
    ("議事録", "議事録2025年3月", "議事録2025年4月"),
    ("搬迁", "搬迁2021年", "搬迁"),
)  # fmt: skip


@pytest.mark.parametrize(("title", "old", "new"), OLDER_FIRST)
def test_the_older_one_of_two_files_is_told_by_its_name(title: str, old: str, new: str) -> None:
    assert older(title, old, new) == {old: [new]}
    assert older(title, new, old) == {old: [new]}


@pytest.mark.parametrize(("title", "one", "other"), NO_CLAIM)
def test_nothing_is_said_where_names_do_not_order_two_files(
    title: str, one: str, other: str
) -> None:
    assert older(title, one, other) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Exam rules", "Final exam rules"),
        ("Town plan", "Old town plan"),
        ("Accounts 2024", "Current accounts 2026"),
        ("Hires 2024", "New hires 2026"),
        ("Leave 2024", "Leave of directors 2026"),
        ("조직 2024", "신규 조직 2026"),
        ("Student edition", "Student old"),
        ("휴가 승인 2024", "휴가 2026"),
        ("호봉제", "호봉제 폐지"),
    ],
)
def test_words_that_belong_to_the_subject_make_no_edition(one: str, other: str) -> None:
    records = [record("a", one), record("b", other)]
    assert newer_editions(families_of(records)) == {}


def test_what_its_owner_calls_a_draft_replaces_nothing() -> None:
    records = [record("leave-2024", "Leave 2024"), record("leave-2026", "Leave 2026", Status.DRAFT)]
    assert newer_editions(families_of(records)) == {1: (0,)}


@pytest.mark.parametrize(
    ("one", "other", "says", "back"),
    [
        ("Leave 2024", "Leave 2026", "newer", "older"),
        ("Leave 2026", "Leave v2 DRAFT", "draft", "current"),
        ("Leave", "Leave (old)", "older", "newer"),
        ("Leave", "Leave 2021", "version", "version"),
        ("Leave", "Leave FINAL", "copy", "copy"),
        ("Leave", "Copy of Leave", "copy", "copy"),
    ],
)
def test_each_of_a_family_is_told_what_the_other_is(
    one: str, other: str, says: str, back: str
) -> None:
    first, second = record("a", one), record("b", other)
    assert relation(first, second) == says
    assert relation(second, first) == back


def test_editions_that_nothing_orders_are_of_one_family() -> None:
    first, second = with_families([record("a", "Leave"), record("b", "Leave 2021")])
    assert (first.copies, second.copies) == ((1,), (0,))
    assert not first.newer + second.newer


def test_a_draft_is_told_by_its_title_or_its_file_or_its_owner() -> None:
    assert is_draft(record("a", "Leave Policy v2 DRAFT"))
    assert is_draft(record("leave_entwurf", "Leave"))
    assert is_draft(record("a", "Leave", Status.DRAFT))
    assert not is_draft(record("a", "Leave FINAL"))
