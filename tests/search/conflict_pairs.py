"""Pairs of passages of two current concepts: those that contradict each other, and those that only look like it."""

from typing import NamedTuple


class Pair(NamedTuple):
    """Two titled texts, and whether one of them has to be wrong."""

    name: str
    contradict: bool
    one: tuple[str, str]
    other: tuple[str, str]


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def table(*rows: tuple[str, ...]) -> str:
    head, *rest = rows
    return "\n".join((row(*head), row(*("---" for _ in head)), *(row(*cells) for cells in rest)))


def yes(name: str, one: tuple[str, str], other: tuple[str, str]) -> Pair:
    return Pair(name, True, one, other)


def no(name: str, one: tuple[str, str], other: tuple[str, str]) -> Pair:
    return Pair(name, False, one, other)


def alike(
    template: str, title: str, **values: tuple[str, str]
) -> tuple[tuple[str, str], tuple[str, str]]:
    """Two texts of one template, filled in with the first and the second values."""
    first, second = ({key: both[number] for key, both in values.items()} for number in (0, 1))
    return (title.format(**first), template.format(**first)), (
        title.format(**second),
        template.format(**second),
    )


LIMIT = "The hotel limit in London is {n} a night for all staff who travel on business."
CONTRACT = "The supplier {who} delivers within {n} days after the order and is paid within {m} days of the invoice."
FORM = "Name: {who}\nDepartment: Sales\nAnnual salary in euros: {n}\nDays of leave in a year: {m}\nNotice period in weeks: 6"
OFFICE = "The office in {who} has {n} desks and {m} meeting rooms, and is open to all staff on working days."
REPORT = "Revenue in {who} was {n} million euros and the cost of sales was {m} million euros, as the board was told."
VERTRAG = "Der Lieferant {who} liefert innerhalb von {n} Tagen nach der Bestellung und wird {m} Tage nach der Rechnung bezahlt."
BUERO = "Das Büro in {who} hat {n} Schreibtische und {m} Besprechungsräume und ist werktags für alle geöffnet."
BERICHT = "Im {who} betrug der Umsatz {n} Millionen Euro, die Kosten des Vertriebs lagen bei {m} Millionen Euro."
CONTRAT = "Le fournisseur {who} livre sous {n} jours après la commande et il est payé {m} jours après la facture."
BUREAU = "Le bureau de {who} compte {n} postes de travail et {m} salles de réunion, ouvertes au personnel chaque jour."
RAPPORT = "Au {who}, le chiffre d'affaires était de {n} millions d'euros et le coût des ventes de {m} millions d'euros."
GYEYAK = (
    "공급업체 {who}는 주문 후 {n}일 이내에 납품하며 대금은 청구서 수령 후 {m}일 이내에 지급한다."
)
SAMUSIL = "{who} 사무소에는 책상 {n}개와 회의실 {m}개가 있으며 평일에 모든 직원에게 개방된다."
BOGO = "{who} 매출은 {n}억원이었고 판매비는 {m}억원이었다고 이사회에 보고하였다."

TWO = {"n": ("14", "30"), "m": ("45", "60")}

ENGLISH = (
    yes("a limit", *alike(LIMIT, "{t}", t=("One", "Two"), n=("260", "300"))),
    yes("a limit under one title", *alike(LIMIT, "Hotel limits", n=("260", "300"))),
    yes("a date", *alike("The new travel policy takes effect for all staff on {n} and replaces every older rule.", "{t}", t=("Travel rules", "Notes on travel"), n=("1 March 2026", "1 April 2026"))),
    yes("a period of keeping", *alike("Invoices and receipts are kept for {n} years after the end of the fiscal year.", "{t}", t=("Records policy", "Records guide"), n=("7", "10"))),
    yes("two words more", ("Leave", "Every employee has 25 days of paid leave in each calendar year."), ("Handbook", "Every full-time employee has 28 days of paid leave in each calendar year, always.")),
    yes("another word for it", ("Passwords", "Passwords must have at least 12 characters and are changed after every 90 days."), ("Security", "Passwords need at least 14 characters and are changed after every 90 days.")),
    yes("the same supplier", *alike(CONTRACT, "{t}", t=("Acme contract", "Acme terms of contract"), who=("Acme", "Acme"), **TWO)),
    yes("the same office", *alike(OFFICE, "{t}", t=("Offices", "Places of work"), who=("Leeds", "Leeds"), **TWO)),
    yes("a row of the same subject", ("Limits", table(("City", "Limit a night", "Meals a day"), ("London", "260", "60"), ("Paris", "240", "55"))), ("Rates", table(("City", "Limit a night", "Meals a day"), ("London", "300", "60"), ("Paris", "240", "55")))),
    yes("the same quarter", *alike(REPORT, "{t}", t=("Board pack", "Results"), who=("Q1 2026", "Q1 2026"), **TWO)),
    yes("a year as the value", *alike("The company was founded in {n} by two engineers in a garage near the old harbour.", "{t}", t=("History", "About us"), n=("1998", "1999"))),
    no("two suppliers", *alike(CONTRACT, "Contract {who}", who=("Acme", "Globex"), **TWO)),
    no("two suppliers by the text alone", *alike(CONTRACT, "Contract", who=("Acme Ltd", "Globex Ltd"), **TWO)),
    no("two suppliers by the title alone", *alike("The supplier delivers within {n} days after the order and is paid within {m} days.", "Contract {who}", who=("Acme", "Globex"), **TWO)),
    no("two employees", *alike(FORM, "Employee form", who=("Jane Miller", "Peter Stone"), **TWO)),
    no("two employees by their titles", *alike(FORM, "Form {who}", who=("Jane Miller", "Peter Stone"), **TWO)),
    no("two cities", *alike(OFFICE, "Office {who}", who=("Leeds", "Bristol"), **TWO)),
    no("two cities by the text alone", *alike(OFFICE, "Offices", who=("Leeds", "Bristol"), **TWO)),
    no("two quarters", *alike(REPORT, "Report {who}", who=("Q1 2026", "Q2 2026"), **TWO)),
    no("two quarters by the text alone", *alike(REPORT, "Report", who=("Q1 2026", "Q2 2026"), **TWO)),
    no("two years", *alike(REPORT, "Report", who=("2024", "2025"), **TWO)),
    no("two months", *alike(REPORT, "Report", who=("May 2026", "June 2026"), **TWO)),
    no("two rows", ("Limits", table(("City", "Limit a night", "Meals a day"), ("London", "260", "60"))), ("Limits", table(("City", "Limit a night", "Meals a day"), ("Paris", "240", "55")))),
    no("two products", *alike("The pump {who} runs at {n} bar and needs {m} watts when it is used in the cellar.", "Data sheet", who=("PX-100", "PX-200"), **TWO)),
    no("boilerplate of two policies", *alike("This policy is reviewed by its owner every {n} months and after each larger incident.", "{who} policy", who=("Travel", "Security"), n=("12", "24"))),
    no("the same and more", ("Leave", "Every employee has 25 days of paid leave in each calendar year."), ("Handbook", "Every employee has 25 days of paid leave in each calendar year, from the first of 12 months on.")),
)  # fmt: skip
OTHERS = (
    yes("Grenze", *alike("Die Hotelgrenze in London beträgt {n} Euro je Nacht für alle Reisenden der Firma.", "{t}", t=("Reisen", "Spesen"), n=("260", "300"))),
    yes("derselbe Lieferant", *alike(VERTRAG, "{t}", t=("Vertrag", "Konditionen"), who=("Müller", "Müller"), **TWO)),
    yes("dasselbe Quartal", *alike(BERICHT, "{t}", t=("Bericht", "Lage"), who=("1. Quartal 2026", "1. Quartal 2026"), **TWO)),
    yes("Aufbewahrung", *alike("Rechnungen werden nach dem Ende des Geschäftsjahres noch {n} Jahre im Archiv aufbewahrt.", "{t}", t=("Archivrichtlinie", "Handbuch"), n=("8", "10"))),
    no("zwei Lieferanten", *alike(VERTRAG, "Vertrag {who}", who=("Müller", "Schneider"), **TWO)),
    no("zwei Büros", *alike(BUERO, "Büros", who=("Köln", "Hamburg"), **TWO)),
    no("zwei Quartale", *alike(BERICHT, "Bericht", who=("1. Quartal 2026", "2. Quartal 2026"), **TWO)),
    no("zwei Jahre", *alike(BERICHT, "Bericht {who}", who=("Jahr 2024", "Jahr 2025"), **TWO)),
    yes("plafond", *alike("Le plafond d'hôtel à Londres est de {n} euros par nuit pour tout le personnel en voyage.", "{t}", t=("Voyages", "Frais"), n=("260", "300"))),
    yes("le même fournisseur", *alike(CONTRAT, "{t}", t=("Contrat", "Conditions"), who=("Dupont", "Dupont"), **TWO)),
    yes("conservation", *alike("Les factures sont conservées pendant {n} ans après la fin de l'exercice comptable.", "Archives", n=("7", "10"))),
    no("deux fournisseurs", *alike(CONTRAT, "Contrat", who=("Dupont", "Lefèvre"), **TWO)),
    no("deux bureaux", *alike(BUREAU, "Bureau de {who}", who=("Lyon", "Nantes"), **TWO)),
    no("deux trimestres", *alike(RAPPORT, "Rapport", who=("premier trimestre 2026", "deuxième trimestre 2026"), **TWO)),
    no("deux mois", *alike(RAPPORT, "Rapport", who=("mois de mai 2026", "mois de juin 2026"), **TWO)),
    yes("한도", *alike("런던 출장 숙박비 한도는 모든 직원에게 1박당 {n}달러로 적용된다.", "{t}", t=("출장 규정", "경비 안내"), n=("260", "300"))),
    yes("같은 공급업체", *alike(GYEYAK, "{t}", t=("계약서", "거래 조건"), who=("한빛", "한빛"), **TWO)),
    yes("보존 기간", *alike("세금계산서와 영수증은 회계연도 종료 후 {n}년 동안 문서고에 보존한다.", "문서 보존", n=("5", "10"))),
    no("두 공급업체", *alike(GYEYAK, "계약서 {who}", who=("한빛", "대성"), **TWO)),
    no("두 공급업체, 본문만", *alike(GYEYAK, "계약서", who=("한빛상사", "대성물산"), **TWO)),
    no("두 사무소", *alike(SAMUSIL, "사무소 현황", who=("서울", "부산"), **TWO)),
    no("두 분기", *alike(BOGO, "보고서", who=("2026년 1분기", "2026년 2분기"), **TWO)),
    no("두 해", *alike(BOGO, "보고서", who=("2024년", "2025년"), **TWO)),
    no("표의 다른 행", ("한도", table(("도시", "숙박비", "식비"), ("서울", "200", "40"))), ("한도", table(("도시", "숙박비", "식비"), ("부산", "150", "30")))),
)  # fmt: skip

FURTHER = (
    yes("VPN timeout",("VPN","Remote sessions over the VPN end after 8 hours without activity. Ask IT for help."),("Remote work","Remote sessions over the VPN end after 12 hours without activity. Use a headset.")),
    yes("approval",("Purchasing","Purchases above 5,000 euros need the approval of a director before the order is placed."),("Buying","Purchases above 10,000 euros need the approval of a director before the order is placed.")),
    yes("deadline",("Expenses","Expense claims must be submitted within 30 days of the trip, with all receipts attached."),("Travel FAQ","Expense claims should be submitted within 60 days of the trip, with all receipts attached.")),
    yes("backup",("Backups","Backups of the file servers are kept for 35 days and tested every quarter."),("Operations manual","Backups of the file servers are kept for 90 days and tested every quarter.")),
    yes("two statements",("Onboarding","New staff get a laptop within 3 days. The probation period lasts 6 months for all new staff."),("HR guide","New staff get a laptop within 3 days. The probation period lasts 3 months for all new staff.")),
    yes("price list row",("Prices",table(("Item","Price","Stock"),("Desk lamp","40","12"),("Office chair","210","4"))),("Catalogue",table(("Item","Price","Stock"),("Desk lamp","45","12"),("Office chair","210","4")))),
    yes("company start",("Acme","Globex was founded in 1987 and has its seat in Leeds near the canal."),("About","Globex was founded in 1989 and has its seat in Leeds near the canal.")),
    yes("Kündigung",("Arbeitsvertrag","Die Kündigungsfrist beträgt 4 Wochen zum Monatsende für alle Angestellten."),("Personalhandbuch","Die Kündigungsfrist beträgt 6 Wochen zum Monatsende für alle Angestellten.")),
    yes("Passwort",("IT-Richtlinie","Passwörter müssen mindestens 12 Zeichen haben und werden nach 90 Tagen geändert."),("Sicherheit","Passwörter müssen mindestens 14 Zeichen haben und werden nach 90 Tagen geändert.")),
    yes("préavis",("Contrat de travail","Le préavis est de 2 mois pour tous les cadres de l'entreprise sauf accord."),("Guide RH","Le préavis est de 3 mois pour tous les cadres de l'entreprise sauf accord.")),
    yes("연차",("취업 규칙","직원은 매년 15일의 유급 연차 휴가를 사용할 수 있다."),("인사 안내","직원은 매년 20일의 유급 연차 휴가를 사용할 수 있다.")),
    yes("비밀번호",("보안 정책","비밀번호는 12자 이상이어야 하며 90일마다 변경해야 한다."),("보안 안내","비밀번호는 14자 이상이어야 하며 90일마다 변경해야 한다.")),
    no("two warehouses",*alike("{who} warehouse holds {n} pallets and is cleaned every {m} days by the night shift.","Warehouses",who=("The Dover","The Hull"),n=("200","450"),m=("7","14"))),
    no("start of the sentence",*alike("{who} delivers paper within {n} days after the order and sends an invoice for it.","Suppliers",who=("Acme","Globex"),n=("5","9"))),
    no("two servers",*alike("The server {who} has {n} GB of memory and is restarted every {m} days by the team.","Servers",who=("db-01","db-02"),n=("64","128"),m=("7","30"))),
    no("two projects",*alike("The budget is {n} thousand euros and the work ends after {m} months with a review.","Project {who}",who=("Falcon","Heron"),n=("120","340"),m=("6","9"))),
    no("half years",*alike("In the {who} half of 2026 the plant made {n} engines and lost {m} hours to repairs.","Plant",who=("first","second"),n=("900","1200"),m=("30","44"))),
    no("fiscal years",*alike("In {who} the group spent {n} million on research and hired {m} engineers for it.","Research",who=("FY2025","FY2026"),n=("9","12"),m=("30","44"))),
    no("minutes",*alike("The board met and {n} of {m} members were present when the chair opened the meeting.","Minutes {who}",who=("12 May 2026","9 June 2026"),n=("7","8"),m=("9","10"))),
    no("zwei Projekte",*alike("Das Budget beträgt {n} Tausend Euro und die Arbeit endet nach {m} Monaten mit einer Prüfung.","Projekt {who}",who=("Falke","Reiher"),n=("120","340"),m=("6","9"))),
    no("zwei Monate",*alike("Im {who} wurden {n} Anfragen beantwortet und {m} Beschwerden an die Leitung gegeben.","Statistik",who=("Mai 2026","Juni 2026"),n=("120","340"),m=("6","9"))),
    no("deux salariés",*alike("Nom : {who}\nService : Ventes\nSalaire annuel en euros : {n}\nJours de congé par an : {m}","Fiche",who=("Jeanne Martin","Paul Durand"),n=("30000","42000"),m=("25","28"))),
    no("deux exercices",*alike("En {who}, la société a vendu {n} machines et ouvert {m} agences dans le pays.","Bilan",who=("2024","2025"),n=("120","340"),m=("6","9"))),
    no("두 직원",*alike("이름: {who}\n부서: 영업팀\n연봉: {n}만원\n연차: {m}일","인사 카드",who=("김철수","이영희"),n=("4000","5200"),m=("15","18"))),
    no("두 과제",*alike("예산은 {n}만원이고 기간은 {m}개월이며 종료 후 보고서를 제출한다.","과제 {who}",who=("가람","누리"),n=("4000","5200"),m=("15","18"))),
    no("두 달",*alike("{who}에는 문의 {n}건을 처리하고 민원 {m}건을 접수하였다.","월간 통계",who=("2026년 5월","2026년 6월"),n=("400","520"),m=("15","18"))),
    yes("per diem in a section",("Travel","Meals: up to 45 euros a day for trips in Germany. Hotels: up to 120 euros. Book through the travel desk."),("Expenses","Meals: up to 55 euros a day for trips in Germany. Hotels: up to 120 euros. Book through the travel desk.")),
    yes("paraphrase",("Leave","Unused vacation days expire on 31 March 2026 unless the manager agrees otherwise in writing."),("Holidays","Unused vacation days expire on 30 June 2026 unless the manager agrees otherwise in writing.")),
    yes("support hours",("Helpdesk","The helpdesk answers calls from 8:00 to 18:00 on weekdays for all branches of the group."),("IT support","The helpdesk answers calls from 7:00 to 20:00 on weekdays for all branches of the group.")),
    yes("thousands",("Cards","The monthly limit of a company card is EUR 2,500 for team leads and their deputies."),("Payments","The monthly limit of a company card is EUR 3,500 for team leads and their deputies.")),
    yes("with a date of issue",("Data policy","Customer data is deleted 24 months after the last contract ends. Issued in Dublin."),("Privacy handbook","Customer data is deleted 36 months after the last contract ends. Issued in Dublin.")),
    yes("Spesen",("Spesenregeln","Für Mahlzeiten werden im Inland höchstens 28 Euro am Tag erstattet, Belege sind beizufügen."),("Reisehandbuch","Für Mahlzeiten werden im Inland höchstens 32 Euro am Tag erstattet, Belege sind beizufügen.")),
    yes("congés",("Congés","Chaque salarié a droit à 25 jours de congés payés par an, à prendre avant la fin mai."),("Livret d'accueil","Chaque salarié a droit à 28 jours de congés payés par an, à prendre avant la fin mai.")),
    yes("출장비",("여비 규정","국내 출장 일비는 하루 3만원이며 영수증 없이 지급한다. 신청은 총무팀에 한다."),("총무 안내","국내 출장 일비는 하루 5만원이며 영수증 없이 지급한다. 신청은 총무팀에 한다.")),
    no("same number other format",("Cards","The monthly limit of a company card is EUR 2,500 for team leads."),("Payments","The monthly limit of a company card is EUR 2500 for team leads and managers.")),
    no("same date other format",("Leave","Unused vacation days expire on 31 March 2026 unless the manager agrees otherwise."),("Holidays","Unused vacation days expire on 2026-03-31 unless the manager agrees otherwise.")),
    no("two roles",*alike("{who} may approve purchases up to {n} euros without asking anybody else first.","Approvals",who=("Team leads","Directors"),n=("1,000","25,000"))),
    no("two countries",*alike("Employees in {who} have {n} days of leave and {m} public holidays in a year.","Leave",who=("Spain","Poland"),n=("22","26"),m=("14","13"))),
    no("two versions of a product",*alike("Release {who} fixes {n} faults and was tested on {m} machines in the laboratory.","Release notes",who=("Falcon","Heron"),n=("12","30"),m=("4","6"))),
    no("invoices",*alike("Invoice {who}\nCustomer: Globex\nAmount: {n} euros\nDue in {m} days after receipt, without deduction.","Invoice {who}",who=("INV-1041","INV-1042"),n=("900","1200"),m=("14","30"))),
    no("weeks",*alike("In week {who} of 2026 the line packed {n} boxes and stood still for {m} minutes.","Line report",who=("14","15"),n=("900","1200"),m=("30","44"))),
    no("zwei Länder",*alike("Beschäftigte in {who} haben {n} Tage Urlaub und {m} Feiertage im Jahr.","Urlaub",who=("Spanien","Polen"),n=("22","26"),m=("14","13"))),
    no("zwei Maschinen",*alike("Die Maschine {who} braucht {n} Watt und wird alle {m} Tage von der Werkstatt gewartet.","Wartung",who=("M-12","M-14"),n=("220","400"),m=("30","90"))),
    no("deux pays",*alike("Les salariés en {who} ont {n} jours de congé et {m} jours fériés par an.","Congés",who=("Espagne","Pologne"),n=("22","26"),m=("14","13"))),
    no("두 나라",*alike("{who} 직원은 연간 {n}일의 휴가와 {m}일의 공휴일을 가진다.","휴가",who=("스페인","폴란드"),n=("22","26"),m=("14","13"))),
    no("두 대리점",*alike("대리점: {who}\n월 목표: {n}대\n수수료: {m}퍼센트\n지급일: 매월 말일","대리점 현황",who=("강남점","송파점"),n=("20","35"),m=("5","7"))),
)  # fmt: skip

PAIRS = (*ENGLISH, *OTHERS, *FURTHER)
