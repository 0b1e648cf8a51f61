"""Make a corpus of Markdown for measuring: always the same one."""

import random
from pathlib import Path

SYLLABLES = [
    "ba",
    "be",
    "bi",
    "bo",
    "bu",
    "ca",
    "ce",
    "ci",
    "co",
    "cu",
    "da",
    "de",
    "di",
    "do",
    "du",
    "fa",
    "fe",
    "fi",
    "fo",
    "fu",
    "ga",
    "ge",
    "gi",
    "go",
    "gu",
    "la",
    "le",
    "li",
    "lo",
    "lu",
    "ma",
    "me",
    "mi",
    "mo",
    "mu",
    "na",
    "ne",
    "ni",
    "no",
    "nu",
    "pa",
    "pe",
    "pi",
    "po",
    "pu",
    "ra",
    "re",
    "ri",
    "ro",
    "ru",
    "sa",
    "se",
    "si",
    "so",
    "su",
    "ta",
    "te",
    "ti",
    "to",
    "tu",
    "tion",
    "ment",
    "ing",
    "er",
    "est",
    "al",
    "ic",
    "ous",
    "ity",
    "ness",
    "ance",
]
VOCABULARY = 30_000
WORDS_A_SENTENCE = 14
SENTENCES_A_PARAGRAPH = 5


def vocabulary(random_: random.Random) -> list[str]:
    """Words of two to four syllables, the frequent ones first."""
    return ["".join(random_.choices(SYLLABLES, k=random_.randint(2, 4))) for _ in range(VOCABULARY)]


class Writer:
    """Writes prose whose word frequencies fall as in natural text (Zipf)."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - nothing secret
        self.words = vocabulary(self.random)
        weights = [1 / rank for rank in range(1, len(self.words) + 1)]
        total, self.cumulative = 0.0, []
        for weight in weights:
            total += weight
            self.cumulative.append(total)

    def sentence(self, words: int = WORDS_A_SENTENCE) -> str:
        """A sentence of so many words."""
        return " ".join(self.random.choices(self.words, cum_weights=self.cumulative, k=words))

    def paragraph(self) -> str:
        """A paragraph of some sentences."""
        return ". ".join(self.sentence().capitalize() for _ in range(SENTENCES_A_PARAGRAPH)) + "."

    def document(self, size: int) -> str:
        """A Markdown document of about `size` bytes, with headings, lists and a table."""
        parts = [f"# {self.sentence(4).title()}"]
        length = 0
        while length < size:
            parts += [f"## {self.sentence(3).title()}", self.paragraph(), self.paragraph()]
            parts.append("\n".join(f"- {self.sentence(8)}" for _ in range(4)))
            parts.append(
                "| Key | Value |\n|---|---|\n" + f"| {self.sentence(2)} | {self.sentence(3)} |"
            )
            length = sum(map(len, parts))
        return "\n\n".join(parts) + "\n"


def write_corpus(root: Path, *, documents: int, size: int, seed: int = 7) -> int:
    """Write so many documents of about `size` bytes below `root`; returns their bytes in all."""
    writer, total = Writer(seed), 0
    for number in range(documents):
        folder = root / f"area-{number % 20:02d}"
        folder.mkdir(parents=True, exist_ok=True)
        data = writer.document(size).encode()
        (folder / f"document-{number:05d}.md").write_bytes(data)
        total += len(data)
    return total


def questions(count: int, seed: int = 11) -> list[str]:
    """Questions of six words from the same vocabulary as the corpus."""
    writer = Writer(7)
    writer.random.seed(seed)
    return [writer.sentence(6) for _ in range(count)]
