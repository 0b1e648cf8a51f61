"""Take the courtesy off a question: greetings and `please tell me` before words that ask, thanks behind a mark.

Where that is in doubt nothing goes: `Please Please Me` and `the letter of thanks` are what somebody asks for.
"""

import re

_MARK = r"(?:[,.!?:;…–—，。！？、：；]|\s-(?=\s)|\n)"
_GREETINGS = (  # and others that are a sentence of their own
    r"(?:hi|hello|hey|dear \w++|good (?:morning|afternoon|evening))(?: there| all| team| everyone)?",
    r"(?:a |one |just a |just one |i have a )?(?:quick )?question",
    r"sorry(?: to (?:bother|disturb) (?:you|everyone))?|excuse me",
    r"(?:can|could) (?:you|anyone|anybody|someone|somebody) (?:please )?help(?: me| us)?(?: out)?(?: please)?",
    r"(?:please )?help(?: me)?",
    r"(?:hallo|guten (?:tag|morgen|abend)|moin|servus)(?: zusammen)?|entschuldigung|(?:kurze |ich habe eine )?frage",
    r"(?:bonjour|bonsoir|salut)(?: à tous)?|excusez[ -]moi|(?:une )?(?:petite )?question",
    r"¿?(?:hola|buenos días|buenas tardes|buenas noches|perdón|una pregunta)",
    r"ciao|buongiorno|buonasera|salve|scusi|una domanda|olá|bom dia|boa tarde|boa noite",
    r"goedemorgen|goedemiddag|goedenavond|hoi|здравствуйте|добрый день|привет|извините",
    r"안녕하세요|질문(?:이)? (?:있습니다|있어요)|질문입니다",
    r"(?:すみません|こんにちは|お疲れ様です|お世話になっております)が?|你好|您好",
)
_REQUESTS = (
    r"please|kindly|pls",
    r"(?:can|could|would|will) (?:you|anyone|anybody|someone|somebody) (?:please |kindly )?(?:tell|remind|show|let) (?:me|us)(?: know)?",
    r"(?:tell|let|remind) (?:me|us)(?: know)?",
    r"(?:i|we)(?: would like| would love|['’]d like|['’]d love| want| need| wish) to (?:know|find out|ask|learn)",
    r"(?:do you know|does (?:anyone|anybody|somebody) know|any idea)",
    r"(?:i(?: am|['’]m| was) )?(?:just )?(?:wondering|curious)",
    r"bitte|(?:k[öo]nn|würd)\w++ (?:sie|du|ihr) (?:mir|uns) (?:bitte )?(?:sagen|mitteilen|erklären|verraten)",
    r"kannst du (?:mir|uns) (?:bitte )?(?:sagen|erklären|verraten)",
    r"(?:sag|sage|sagen sie|erklär|erkläre|erklären sie)(?: mir| uns)(?: bitte)?",
    r"(?:ich|wir) (?:möchten?|will|wollen|würden? gerne?) (?:bitte |gerne? )?wissen|weißt du|wissen sie|weiß jemand",
    r"s['’]il (?:vous|te) pla[iî]t",
    r"(?:pouvez|pourriez)[ -]vous (?:s['’]il vous pla[iî]t )?(?:me|nous|m['’]) ?(?:dire|indiquer|expliquer)",
    r"(?:peux|pourrais)[ -]tu (?:me|nous) (?:dire|expliquer)|(?:dites|dis)[ -](?:moi|nous)",
    r"(?:je (?:voudrais|veux|souhaite|souhaiterais)|j['’]aimerais) savoir|savez[ -]vous|sais[ -]tu",
    r"¿?por favor|¿?(?:me )?(?:puede|puedes|podría|podrías) (?:usted )?(?:decir|decirme|explicarme)|dime|dígame",
    r"(?:quiero|quisiera|necesito|me gustaría|vorrei|voglio) (?:saber|sapere)|(?:gostaria de|quero|queria) saber",
    r"per (?:favore|cortesia)|(?:mi )?(?:può|puoi|potrebbe|potresti) (?:dirmi|dire|spiegarmi)|dimmi|mi dica",
    r"(?:você )?(?:pode|poderia) (?:me dizer|dizer[ -]me)|diga[ -]me|me diga",
    r"alstublieft|alsjeblieft|(?:ik wil|ik zou) graag (?:willen )?weten",
    r"(?:kunt u|kun je|kan iemand) (?:mij|me|ons) (?:alstublieft |alsjeblieft )?(?:vertellen|zeggen)",
    r"(?:под)?скажите|пожалуйста|혹시(?= )",
)
_REQUESTS_UNSPACED = r"(?:请问|請問|请告诉我|請告訴我|麻烦问一下|想问一下|我想知道|能告诉我|(?:你|您)能告诉我|能不能告诉我)"
_CLOSINGS = (
    r"please|pls|tia",
    r"(?:many )?(?:thanks|thank you|thx|cheers)(?: in advance| a lot| so much| very much)?",
    r"(?:kind |best |warm )?regards|best wishes",
    r"bitte|(?:vielen |besten )?dank(?:e)?(?: im voraus| schön)?|(?:viele|liebe|beste|mit freundlichen) grüße?n?",
    r"s['’]il (?:vous|te) pla[iî]t|merci(?: d['’]avance| beaucoup)?|cordialement",
    r"por favor|(?:muchas )?gracias|(?:un )?saludos?",
    r"per (?:favore|cortesia)|grazie(?: mille)?|(?:muito )?obrigad[oa]",
    r"alstublieft|alsjeblieft|dank u|dank je|bedankt|(?:большое )?спасибо|пожалуйста",
    r"감사합니다|고맙습니다|부탁드립니다|부탁드려요",
    r"(?:よろしく)?お願い(?:します|いたします|致します)|ありがとう(?:ございます)?|(?:谢谢|謝謝)(?:你|您)?",
)
_TOLD_AT_THE_END = (  # a verb that asks to be told, behind what it is about
    r" ?(?:좀 )?(?:알려|말해|말씀해|설명해|가르쳐) ?(?:주세요|주십시오|주실 수 있나요|주시겠어요|줘|줄래)",
    r"(?:이|가)? (?:궁금합니다|궁금해요|알고 싶습니다|알고 싶어요)",
    r"(?:を|か|について)?(?:教えて|説明して)(?:ください|下さい|いただけますか|もらえますか|くれますか)",
    r"(?:が|を|か)?知りたい(?:です|のですが)",
)
_ASKS = re.compile(
    r"(?:who|whom|whose|what|which|when|where|why|how|can|may|must|should|do|does|is|are"
    r"|wer|wen|wem|was|welche[rsmn]?|wann|wo|wohin|warum|wie|kann|darf|muss|soll"
    r"|qui|que|quel(?:le)?s?|quand|où|pourquoi|comment|combien|dois-je|puis-je"
    r"|quién|qué|cuál(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?)\b",
    re.IGNORECASE,
)
_ALSO_ASKS = re.compile(
    rf"¿?(?:{_ASKS.pattern}|"
    r"(?:about|if|whether|did|has|have|will|could|would|am|at|in|by|from|for|to|on) (?:who|what|which|when|how)\b"
    r"|(?:about|if|whether|did|has|have|will|could|would|am|was|were|ob|gibt|habe|ist|sind|über|si|est-ce)\b"
    r"|(?:in|bis|ab|für|seit|um|an|von|bei|à|de|a|en|para|por) (?:welch\w++|wann|wen|wie|wo|quel\w*+|qu[eé]|qui[eé]n)\b"
    r"|(?:chi|che|cosa|quale|quali|quando|dove|perché|come|quant[oaei]|quem|qual|quais|onde|como|por que)\b"
    r"|(?:wat|welke?|wanneer|waar|waarom|hoe|mag|moet)\b"
    r"|(?:кто|кого|кому|что|какой|какая|какое|какие|каков\w*+|когда|где|куда|как|сколько|почему|можно|нужно|чем)\b)",
    re.IGNORECASE,
)
_ASKS_ANYWHERE = re.compile(
    r"(?:무엇|무슨|뭐|뭔|몇|며칠|얼마|어디|어느|어떤|어떻|언제|누가|누구|왜|나요|까요|인가|인지|는지|을까|습니까|입니까"
    r"|알려|말씀해|설명해|何|誰|どこ|どの|どう|いつ|いくら|なぜ|ですか|ますか|教えて|説明して|知りたい"
    r"|什么|什麼|几|幾|多少|多久|哪|谁|誰|怎|如何|何时|何時|为什么|為什麼|是否|能否|可以|吗|嗎|呢)"
)
_OPENING = re.compile(
    rf"(?:(?:{'|'.join(_GREETINGS)})(?={_MARK})|(?:{'|'.join(_REQUESTS)})(?!\w)|{_REQUESTS_UNSPACED})(?:{_MARK}|\s)*+",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    rf"(?:{_MARK}\s*+(?:{'|'.join(_CLOSINGS)})|{'|'.join(_TOLD_AT_THE_END)})\Z", re.IGNORECASE
)
_LONGEST_CLOSING = 60  # characters, with the mark before it
_ENDS = " \t\r\n\u3000?!.。？！؟¿¡…"


def asks(text: str) -> bool:
    """Whether a text begins with a word that asks, or has one of a language where these stand anywhere."""
    return _ALSO_ASKS.match(text) is not None or _ASKS_ANYWHERE.search(text) is not None


def begins_to_ask(text: str) -> bool:
    """Whether a text begins with a word that nothing but a question begins with."""
    return _ASKS.match(text) is not None


def without_courtesy(text: str) -> str:
    """A question without the courtesy before and behind it."""
    return _without_closing(text[_begin(text) :])


def _begin(text: str) -> int:
    """Where a question begins: behind the last courtesy that words which ask come after."""
    last_asking = max((found.start() for found in _ASKS_ANYWHERE.finditer(text)), default=-1)
    begin = place = 0
    while courtesy := _OPENING.match(text, place):
        place = courtesy.end()
        if place <= last_asking or _ALSO_ASKS.match(text, place):
            begin = place
    return begin


def _without_closing(text: str) -> str:
    text = text.rstrip(_ENDS)
    while courtesy := _CLOSING.search(text, max(len(text) - _LONGEST_CLOSING, 0)):
        text = text[: courtesy.start()].rstrip(_ENDS)
    return text
