"""What `extraction` in frontmatter says: text that was recognised in pictures or sound, and how surely."""

from collections.abc import Iterable, Mapping

from okf_server.model.concept import Recognition
from okf_server.model.locator import Locator, PdfLocator

KEY = "extraction"
_LONGEST_WORD = 40


def recognition(meta: Mapping[str, object]) -> Recognition | None:
    """How the text of a concept was recognised; None where it was not, or where that cannot be read."""
    value = meta.get(KEY)
    if not isinstance(value, Mapping):
        return None
    method = value.get("method")
    if not isinstance(method, str) or not method.isidentifier() or len(method) > _LONGEST_WORD:
        return None
    pages = value.get("pages")
    languages = value.get("languages")
    return Recognition(
        method=method,
        confidence=_fraction(value.get("confidence")),
        pages=dict(_pages(pages)) if isinstance(pages, Mapping) else {},
        languages=tuple(map(str, languages)) if isinstance(languages, list) else (),
    )


def recognition_to_json(found: Recognition | None) -> dict[str, object]:
    """What `recognition` reads the same from, under KEY; empty for None."""
    if found is None:
        return {}
    return {
        "method": found.method,
        "confidence": found.confidence,
        "pages": {str(page): confidence for page, confidence in found.pages.items()},
        "languages": list(found.languages),
    }


def remark(found: Recognition | None, places: Iterable[Locator | None]) -> str:
    """What a citation of these places says of it, such as `ocr, confidence 0.88`; empty where nothing.

    Of several pages the least confidence is said. Where only some pages were recognised, the others have no
    remark.
    """
    if found is None:
        return ""
    if not found.pages:
        return _words(found.method, found.confidence)
    known = list(places)
    numbers = {place.page for place in known if isinstance(place, PdfLocator)}
    sure = [confidence for page, confidence in found.pages.items() if page in numbers]
    return _words(found.method, min(sure)) if sure else ""


def _words(method: str, confidence: float | None) -> str:
    return method if confidence is None else f"{method}, confidence {confidence:.2f}"


def _pages(value: Mapping[object, object]) -> Iterable[tuple[int, float]]:
    for page, confidence in value.items():
        number, sure = str(page), _fraction(confidence)
        if number.isascii() and number.isdecimal() and sure is not None:
            yield int(number), sure


def _fraction(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None
