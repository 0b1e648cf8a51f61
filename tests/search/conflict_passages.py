"""Pairs of longer passages that have one sentence in common: those that contradict each other in it, and others."""

from typing import NamedTuple

from conflict_pairs import Pair

_GATE = "Visitors register at the front desk. {} Photographs are forbidden in the hall. Parking is free for guests of the house."
_DESK = "The desk opens early. {} Post is collected by the courier at noon. Lost property goes to the porter."
_PFORTE = "Gäste melden sich am Empfang an. {} Fotos sind in der Halle verboten. Das Parken ist für Gäste kostenlos."
_EMPFANG = "Der Empfang öffnet früh. {} Die Post wird mittags abgeholt. Fundsachen nimmt der Hausmeister an."
_PORTE = "Les visiteurs se présentent à l'accueil. {} Les photos sont interdites dans le hall. Le parking est gratuit."
_ACCUEIL = "L'accueil ouvre tôt. {} Le courrier part à midi. Les objets trouvés vont au gardien."
_PUERTA = "Los visitantes se registran en la entrada. {} Se prohíben las fotos en la sala. Aparcar es gratis."
_RECEPCION = (
    "La recepción abre temprano. {} El correo sale a mediodía. Los objetos perdidos van al portero."
)
_AN = (
    "방문객은 안내 데스크에서 등록한다. {} 로비에서는 사진 촬영을 금지한다. 주차는 무료로 제공된다."
)
_BOK = "경조사는 인사팀에 알린다. {} 우편물은 정오에 수거한다. 분실물은 경비실에 맡긴다."
_MON = "来客は受付で登録する。{}ホールでの撮影は禁止する。駐車は無料とする。"
_UKE = "受付は早く開く。{}郵便は正午に集める。忘れ物は守衛に渡す。"


class _Texts(NamedTuple):
    one: str
    other: str


_EN, _DE, _FR, _ES = (
    _Texts(_GATE, _DESK),
    _Texts(_PFORTE, _EMPFANG),
    _Texts(_PORTE, _ACCUEIL),
    _Texts(_PUERTA, _RECEPCION),
)
_KO, _JA = _Texts(_AN, _BOK), _Texts(_MON, _UKE)


def yes(titles: tuple[str, str], one: str, other: str, texts: _Texts = _EN) -> Pair:
    name = f"{titles[0]}: {one} / {other}"
    first, second = texts.one.format(one), texts.other.format(other)
    return Pair(name, True, (titles[0], first), (titles[1], second))


def no(titles: tuple[str, str], one: str, other: str, texts: _Texts = _EN) -> Pair:
    return yes(titles, one, other, texts)._replace(contradict=False)


_TWO = ("Gate guide", "Reception")

PASSAGES = (
    yes(_TWO, "The visitor badge expires after 12 hours and must be returned.", "The visitor badge expires after 8 hours and must be returned."),
    yes(_TWO, "The visitor badge expires after twelve hours and must be returned.", "The visitor badge expires after eight hours and must be returned."),
    yes(_TWO, "The visitor badge expires after 12 hours and must be returned.", "The visitor badge expires after eight hours and must be returned."),
    yes(_TWO, "The visitor badge expires after 12 hours.", "The visitor badge expires after 8 hours without exception."),
    yes(("Notice period", "Supplier handbook"), "The notice period for suppliers is 30 days.", "The notice period for suppliers is 45 days."),
    yes(("Visitors guide", "Reception guide"), "Visitor parking costs 5 euros an hour on working days.", "Visitor parking costs 8 euros an hour on working days."),
    yes(_TWO, "The audit of all suppliers ends on 31 March 2026.", "The audit of all suppliers ends on 30 April 2026."),
    yes(_TWO, "The London office opens its gate at 7 for staff.", "The London office opens its gate at 8 for staff."),
    yes(_TWO, "Invoices above 5,000 euros need a second signature.", "Invoices above 10,000 euros need a second signature."),
    yes(("Pforte", "Empfang"), "Die Kündigungsfrist für Lieferanten beträgt drei Monate.", "Die Kündigungsfrist für Lieferanten beträgt sechs Monate.", _DE),
    yes(("Pforte", "Empfang"), "Der Besucherausweis gilt 12 Stunden und ist zurückzugeben.", "Der Besucherausweis gilt 8 Stunden und ist zurückzugeben.", _DE),
    yes(("Pforte", "Empfang"), "Der Besucherausweis gilt zwölf Stunden und ist zurückzugeben.", "Der Besucherausweis gilt 8 Stunden und ist zurückzugeben.", _DE),
    yes(("Guide", "Accueil"), "Le badge du visiteur expire après 12 heures sans exception.", "Le badge du visiteur expire après 8 heures sans exception.", _FR),
    yes(("Guide", "Accueil"), "Le préavis des fournisseurs est de trois mois.", "Le préavis des fournisseurs est de quatre mois.", _FR),
    yes(("Entrada", "Recepción"), "La tarjeta del visitante caduca a las 12 horas de la entrega.", "La tarjeta del visitante caduca a las 8 horas de la entrega.", _ES),
    yes(("Entrada", "Recepción"), "El preaviso de los proveedores es de tres meses.", "El preaviso de los proveedores es de seis meses.", _ES),
    yes(("휴가 안내", "복지 안내"), "연차 휴가는 매년 15일을 부여한다.", "연차 휴가는 매년 20일을 부여한다.", _KO),
    yes(("출입 규정", "안내서"), "방문증은 발급 후 12시간 동안 유효하다.", "방문증은 발급 후 8시간 동안 유효하다.", _KO),
    yes(("출입 규정", "안내서"), "공급업체의 해지 통보 기간은 세 달이다.", "공급업체의 해지 통보 기간은 여섯 달이다.", _KO),
    yes(("入館規程", "受付"), "来客証は発行から12時間で失効する。", "来客証は発行から8時間で失効する。", _JA),
    yes(("入館規程", "受付"), "取引先の解約予告期間は三か月とする。", "取引先の解約予告期間は六か月とする。", _JA),
    no(_TWO, "This policy is reviewed by its owner every 12 months.", "This policy is reviewed by its owner every 24 months."),
    no(_TWO, "It is cleaned every 12 hours by the night shift.", "It is cleaned every 8 hours by the night shift."),
    no(_TWO, "The London office opens its gate at 7 for staff.", "The Leeds office opens its gate at 8 for staff."),
    no(_TWO, "Staff of Acme pay an invoice within 30 days.", "Staff of Globex pay an invoice within 45 days."),
    no(_TWO, "The pump PX-100 needs 30 watts in the cellar.", "The pump PX-200 needs 45 watts in the cellar."),
    no(_TWO, "The visitor badge expires after 12 hours and must be returned.", "The visitor badge expires after twelve hours and must be returned."),
    no(_TWO, "The monthly limit of a company card is EUR 2,500.", "The monthly limit of a company card is EUR 2500."),
    no(_TWO, "Every employee has 25 days of annual leave.", "Every employee has 10 days of sick leave."),
    no(_TWO, "A visitor badge is blue and costs 5 euros.", "A parking permit is red and costs 8 euros."),
    no(_TWO, "Costs rose by 12 percent in May 2026 for the house.", "Costs rose by 8 percent in June 2026 for the house."),
    no(_TWO, "In 2024 the house had 12,000 guests in all.", "In 2025 the house had 15,000 guests in all."),
    no(("Contract Acme", "Contract Globex"), "The supplier is paid within 30 days of the invoice.", "The supplier is paid within 45 days of the invoice."),
    no(_TWO, "We met Acme in spring. The supplier is paid within 30 days of the invoice.", "We met Globex in spring. The supplier is paid within 45 days of the invoice."),
    no(_TWO, "Call 4711 now.", "Call 4712 now."),
    no(("Pforte", "Empfang"), "Diese Richtlinie wird alle zwölf Monate geprüft.", "Diese Richtlinie wird alle sechs Monate geprüft.", _DE),
    no(("Pforte", "Empfang"), "Das Büro in Köln öffnet um 7 Uhr für alle.", "Das Büro in Hamburg öffnet um 8 Uhr für alle.", _DE),
    no(("Guide", "Accueil"), "Cette politique est revue tous les 12 mois par son auteur.", "Cette politique est revue tous les 24 mois par son auteur.", _FR),
    no(("Guide", "Accueil"), "Le bureau de Lyon ouvre à 7 heures pour tous.", "Le bureau de Nantes ouvre à 8 heures pour tous.", _FR),
    no(("Entrada", "Recepción"), "La oficina de Madrid abre a las 7 para todos.", "La oficina de Sevilla abre a las 8 para todos.", _ES),
    no(("출입 규정", "복지 안내"), "이 규정은 12개월마다 검토한다.", "이 규정은 24개월마다 검토한다.", _KO),
    no(("출입 규정", "복지 안내"), "서울 사무소는 오전 7시에 문을 연다.", "부산 사무소는 오전 8시에 문을 연다.", _KO),
    no(("入館規程", "受付"), "本規程は12か月ごとに見直す。", "本規程は24か月ごとに見直す。", _JA),
    no(("入館規程", "受付"), "東京支店は午前7時に開く。", "大阪支店は午前8時に開く。", _JA),
)  # fmt: skip
"""What stands around the one sentence has no more in common than any two texts of a house."""
