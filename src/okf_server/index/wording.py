"""Take a question apart: the courtesy around it, the marks of a question, and what in it asks.

Only what stands before or after a question is courtesy: greetings, `please tell me`, thanks, quotes around all
of it and the mark at its end. A question that is nothing else stays as it is.
"""

import re

_BEFORE = (
    r"(?:hi|hello|hey|dear \w+|good (?:morning|afternoon|evening))(?: there| all| team)?[,.!:]",
    r"(?:a |one |just a |just one )?(?:quick )?question[:,]",
    r"(?:please|kindly|pls)\b[,:]?",
    r"(?:can|could|would|will) (?:you|\w+one|\w+body) (?:please |kindly )?(?:tell|remind|show|let) (?:me|us)(?: know)?\b",
    r"(?:tell|let) (?:me|us)(?: know)?\b",
    r"(?:i|we)(?: would like| would love|['’]d like|['’]d love| want| need| wish) to (?:know|find out|ask|learn)\b",
    r"(?:do you know|does (?:anyone|anybody|somebody) know|any idea)\b",
    r"i(?: am|['’]m| was) (?:just )?(?:wondering|curious)\b",
    r"(?:hallo|guten (?:tag|morgen|abend)|moin|servus)(?: zusammen)?[,.!:]",
    r"bitte\b[,:]?",
    r"(?:k[öo]nn|würd)\w+ (?:sie|du|ihr) (?:mir|uns) (?:bitte )?(?:sagen|mitteilen|erklären|verraten)\b",
    r"kannst du (?:mir|uns) (?:bitte )?(?:sagen|erklären|verraten)\b",
    r"(?:sag|sage|sagen sie|erklär|erkläre|erklären sie)(?: mir| uns)(?: bitte)?\b",
    r"(?:ich|wir) (?:möchten?|will|wollen|würden? gerne?) (?:bitte |gerne? )?wissen\b",
    r"(?:weißt du|wissen sie|weiß jemand)\b",
    r"(?:bonjour|bonsoir|salut)(?: à tous)?[,.!:]",
    r"s['’]il (?:vous|te) pla[iî]t\b[,:]?",
    r"(?:pouvez|pourriez)[ -]vous (?:s['’]il vous pla[iî]t )?(?:me|nous|m['’]) ?(?:dire|indiquer|expliquer)\b",
    r"(?:peux|pourrais)[ -]tu (?:me|nous) (?:dire|expliquer)\b",
    r"(?:dites|dis)[ -](?:moi|nous)\b",
    r"(?:je (?:voudrais|veux|souhaite|souhaiterais)|j['’]aimerais) savoir\b",
    r"(?:savez[ -]vous|sais[ -]tu)\b",
    r"¿?(?:hola|buenos días|buenas tardes|buenas noches)[,.!:]",
    r"¿?por favor\b[,:]?",
    r"¿?(?:me )?(?:puede|puedes|podría|podrías) (?:usted )?(?:decir|decirme|explicarme)\b",
    r"(?:dime|dígame)\b",
    r"(?:quiero|quisiera|necesito|me gustaría) saber\b",
    r"(?:ciao|buongiorno|buonasera|salve)[,.!:]",
    r"per (?:favore|cortesia)\b[,:]?",
    r"(?:mi )?(?:può|puoi|potrebbe|potresti) (?:dirmi|dire|spiegarmi)\b",
    r"(?:dimmi|mi dica)\b",
    r"(?:vorrei|voglio) sapere\b",
    r"(?:olá|bom dia|boa tarde|boa noite)[,.!:]",
    r"(?:você )?(?:pode|poderia) (?:me dizer|dizer[ -]me)\b",
    r"(?:diga[ -]me|me diga)\b",
    r"(?:gostaria de|quero|queria) saber\b",
    r"(?:goedemorgen|goedemiddag|goedenavond|hoi)[,.!:]",
    r"(?:alstublieft|alsjeblieft)\b[,:]?",
    r"(?:kunt u|kun je|kan iemand) (?:mij|me|ons) (?:alstublieft |alsjeblieft )?(?:vertellen|zeggen)\b",
    r"(?:ik wil|ik zou) graag (?:willen )?weten\b",
    r"안녕하세요[,.!]?",
    r"(?:질문(?:이)? (?:있습니다|있어요)|질문입니다)[,.:]?",
    r"혹시(?= )",
    r"(?:すみません|こんにちは|お疲れ様です|お世話になっております)(?:が)?[、,。!！]",
    r"(?:你好|您好)[,，。!！]",
    r"(?:请问|請問|请告诉我|請告訴我|麻烦问一下|想问一下|我想知道|能告诉我|(?:你|您)能告诉我|能不能告诉我)[:：,，]?",
)
_AFTER = (
    r"[,;]? ?\b(?:please|pls)",
    r"[,;.!?]? ?\b(?:many )?(?:thanks|thank you|thx|cheers)(?: in advance| a lot| so much| very much)?",
    r"[,;]? ?\bbitte",
    r"[,;.!?]? ?\b(?:vielen )?dank(?:e)?(?: im voraus| schön)?",
    r"[,;]? ?\bs['’]il (?:vous|te) pla[iî]t",
    r"[,;.!?]? ?\bmerci(?: d['’]avance| beaucoup)?",
    r"[,;]? ?\bpor favor",
    r"[,;.!?]? ?\b(?:muchas )?gracias",
    r"[,;]? ?\bper (?:favore|cortesia)",
    r"[,;.!?]? ?\bgrazie(?: mille)?",
    r"[,;.!?]? ?\b(?:muito )?obrigad[oa]",
    r"[,;]? ?\b(?:alstublieft|alsjeblieft)",
    r"[,;.!?]? ?\b(?:dank u|dank je|bedankt)",
    r" ?(?:좀 )?(?:알려|말해|말씀해|설명해|가르쳐) ?(?:주세요|주십시오|주실 수 있나요|주시겠어요|줘|줄래)",
    r"(?:이|가)? (?:궁금합니다|궁금해요|알고 싶습니다|알고 싶어요)",
    r"[,.!?]? ?(?:감사합니다|고맙습니다|부탁드립니다|부탁드려요)",
    r"(?:を|か|について)?(?:教えて|説明して)(?:ください|下さい|いただけますか|もらえますか|くれますか)",
    r"(?:が|を|か)?知りたい(?:です|のですが)",
    r"[。、,]?(?:よろしく)?お願い(?:します|いたします|致します)",
    r"[。、,?？]?(?:ありがとうございます|ありがとう)",
    r"[,，。?？]?(?:谢谢(?:你|您)?|謝謝(?:你|您)?)",
)
_NUMBER_ASKED = re.compile(
    r"\b(?:how (?:big|far|fast|frequently|high|large|long|many|much|often|old|soon)"
    r"|wie (?:groß|häufig|hoch|lange?|oft|viele?|weit)|combien de temps|cu[aá]nto tiempo|quanto tempo|hoe (?:lang|vaak|veel))\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[,;:.!?–—](?=\s)")
_ASKS = re.compile(
    r"(?:who|whom|whose|what|which|when|where|why|how|can|may|must|should|do|does|is|are"
    r"|wer|wen|wem|was|welche[rsmn]?|wann|wo|wohin|warum|wie|kann|darf|muss|soll"
    r"|qui|que|quel(?:le)?s?|quand|où|pourquoi|comment|combien|dois-je|puis-je"
    r"|quién|qué|cuál(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?)\b",
    re.IGNORECASE,
)
_START = re.compile(rf"(?:(?:{'|'.join(_BEFORE)})[\s,:;–—-]*)+", re.IGNORECASE)
_END = re.compile(rf"(?:(?:{'|'.join(_AFTER)})[\s.!?。！？]*)+$", re.IGNORECASE)
_MARKS = " \t\r\n\u3000?!.。？！؟¿¡"
_QUOTES = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("'", "'"), ("‘", "’"), ("「", "」"))


def plain(question: str) -> str:
    """What is asked, without courtesy around it and without the mark at its end."""
    text = question.strip(_MARKS)
    begun = _START.sub("", text, count=1) if _START.match(text) else text
    asked = _END.sub("", begun).strip(_MARKS)
    return asked if any(map(str.isalnum, asked)) else question


def subject(question: str) -> str:
    """A question without the words that only say that a number is asked for, such as `how long`."""
    text = _NUMBER_ASKED.sub(" ", question)
    return text if any(map(str.isalnum, text)) else question


def asking_clause(question: str) -> str:
    """What is asked at the end of a question that tells its circumstances first; empty for any other.

    `I clicked a link, who do I call?`
    """
    told, asked = question, ""
    for clause in _CLAUSES.finditer(question):
        told, asked = question[: clause.start()], question[clause.end() :].strip()
    return asked if told and _ASKS.match(asked) else ""


def meaning(question: str) -> str:
    """The form in which a question is embedded: it means the same in capitals, in quotes and asked politely."""
    return plain(_unquoted(plain(question))).lower()


def _unquoted(question: str) -> str:
    """A question without the quotes around all of it; one that has quotes within stays as it is."""
    text = question.strip(_MARKS)
    for begins, ends in _QUOTES:
        inside = text[len(begins) : -len(ends)]
        if len(text) > len(begins + ends) and text.startswith(begins) and text.endswith(ends):
            return inside if begins not in inside and ends not in inside else question
    return question
