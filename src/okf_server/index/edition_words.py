"""Words that tell in which state an edition is: a draft, an old one, `final`, `signed`.

They count at the end of a name, in brackets, and before a colon or a dash: `Final exam rules` is no edition.
"""

import re
from collections.abc import Callable

from okf_server.index.languages import fold

_DRAFTS = """
    draft drafts wip entwurf vorentwurf rohfassung arbeitsfassung brouillon ébauche borrador bozza rascunho utkast
    udkast luonnos szkic návrh koncept taslak черновик чернетка προσχέδιο مسودة טיוטה मसौदा ร่าง nháp
    초안 시안 개정안 수정안 안 草案 草稿 初稿 修订稿 修訂稿 征求意见稿 徵求意見稿 讨论稿 ドラフト 下書き 素案 改訂案 改正案 案
"""
_OLD = """
    old obsolete outdated superseded archived previous withdrawn alt alte veraltet veraltete überholt ungültig ancien ancienne obsolète périmé
    périmée antiguo antigua obsoleto obsoleta vecchio vecchia superato antigo antiga oud oude verouderd vervallen gammal
    gammel stary nieaktualny eski старый устарел устарело 구버전 구판 구 旧 舊 旧版 舊版 作废 作廢
"""
_OTHERS = """
    final finale finaal latest current new approved signed updated revised reviewed released published executed
    endgültig endgültige endfassung aktuelle neue gültige letzte überarbeitete genehmigte finalversion schlussfassung aktuell neu gültig freigegeben genehmigt unterschrieben unterzeichnet überarbeitet
    définitif définitive finalisé nouvelle dernière nueva última nuova ultima nova approuvé approuvée validé validée signé signée révisé révisée definitivo definitiva aprobado
    aprobada firmado firmada vigente revisado revisada actualizado actualizada approvato approvata firmato firmata aggiornato
    aggiornata aprovado aprovada assinado assinada atualizado atualizada definitief goedgekeurd ondertekend slutlig endelig
    ostateczny ostateczna финал итоговый утвержден утверждено действующий окончательный τελικό نهائي סופי अंतिम nihai
    최종 최종본 최종판 확정본 승인본 서명본 개정판 개정본 수정본 최신 최신본 현행 終稿 终稿 定稿 最終 最终 最終版 最终版 最終稿
    最新 最新版 確定版 正式版 改訂版 改定版 修订版 修訂版 承認済 承認済み 署名済 現行 现行 現行版 现行版 签署版 簽署版 已批准
"""
_NOTHING = "version fassung ausgabe edition édition versión edición versione edizione versão edição versie версия 版 판 버전"

DRAFTS, OLD, _OTHER, _FILLERS = (
    frozenset(map(fold, words.split())) for words in (_DRAFTS, _OLD, _OTHERS, _NOTHING)
)
_STATES = DRAFTS | OLD | _OTHER
_ALL = _STATES | _FILLERS
_EASTERN = tuple(
    sorted(
        (word for word in _STATES if len(word) > 1 and "\u3040" <= word[0] <= "\ud7a3"),
        key=lambda word: -len(word),
    )
)
"""These are written without a space behind what they are said of."""

_BRACKETS = re.compile(r"[(\[{（【「〔]([^()\[\]{}（）【】「」〔〕]+)[)\]}）】」〕]")
_WORD = r"(?:\w|[\u0300-\u036f\u0900-\u0df3\u0e31-\u0e4e])+"  # with the vowel signs of Indic scripts and Thai
_AHEAD = re.compile(rf"^[\W_]*({_WORD})(?:\s*[:：|]|\s+[-–—]\s)")
_WORDS = re.compile(_WORD)


def cut_states(text: str) -> tuple[list[str], frozenset[str]]:
    """The other words of a name in lower case, and the folded words that tell its state."""
    states: set[str] = set()
    text = _AHEAD.sub(_taken(states), _BRACKETS.sub(_taken(states), text), count=1)
    words = _WORDS.findall(text)
    if len(words) > 1 and fold(words[0]) in DRAFTS:
        states.add(fold(words.pop(0)))
    while state := _state_behind((_without_fillers(words) or [""])[-1]):
        words = _without_fillers(words)
        words[-1:] = [words[-1][: -len(state)]] if len(words[-1]) > len(state) else []
        states.add(state)
    return _without_fillers(words) if states else words, frozenset(states - _FILLERS)


def _without_fillers(words: list[str]) -> list[str]:
    """The words without those at the end that say something beside another word alone: `final version`."""
    kept = len(words)
    while kept and fold(words[kept - 1]) in _FILLERS:
        kept -= 1
    return words[:kept]


def asked_by(states: frozenset[str]) -> frozenset[str]:
    """Those of the words by which a question means this very edition: a draft or an old one."""
    return states & (DRAFTS | OLD)


def _taken(states: set[str]) -> Callable[[re.Match[str]], str]:
    def take(match: re.Match[str]) -> str:
        words = set(map(fold, _WORDS.findall(match[1])))
        if not words or not words <= _ALL:
            return match[0]
        states.update(words)
        return " | "

    return take


def _state_behind(word: str) -> str:
    """The state that a word is or ends with, empty where it is none."""
    folded = fold(word)
    if folded in _STATES:
        return folded
    if folded.isascii():
        return ""
    return next((one for one in _EASTERN if folded.endswith(one) and len(word) > len(one) + 1), "")
