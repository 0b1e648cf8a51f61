"""Which reader reads which kind of file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module, metadata
from pathlib import Path

from okf_server.extract import audio_speech, ocr
from okf_server.extract.guard import refuse, refuse_text
from okf_server.extract.layout_family import family
from okf_server.extract.refusals import NO_TEXT, NOTHING_READ, first_line
from okf_server.extract.sniff import kind_of
from okf_server.extract.sniff_unnamed import unnamed_kind
from okf_server.model.config import DocumentsConfig
from okf_server.model.document import Document, Extracted, Failed, Outcome, Partial
from okf_server.model.seams import Extractor

PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp")
RECORDINGS = (".mp3", ".wav", ".m4a", ".ogg", ".flac", ".webm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """One way of reading files of some suffixes.

    `version` is that of the engine, empty for our own readers; `adapter` counts our changes around it:
    raise it with every change of what a reader makes of a file. `options` are the settings that what it
    makes depends on. `extra` names what must be installed for it. `isolated` readers are ours and work in
    a child all the same, because a parser of the standard library stands between them and the file.
    `read_bytes` is there where the bytes of a file are enough, whatever it is called.
    """

    name: str
    version: str
    adapter: int
    suffixes: tuple[str, ...]
    read: Extractor
    extra: str = ""
    options: str = ""
    isolated: bool = False
    read_bytes: Callable[[bytes], Outcome] | None = None

    @property
    def identity(self) -> str:
        """Name, versions and options: documents of equal identity and content are equal."""
        engine = f"{self.version}+" if self.version else ""
        options = f" ({self.options})" if self.options else ""
        return f"{self.name}/{engine}{self.adapter}{options}"

    @property
    def native(self) -> bool:
        """Whether it is cheap and safe enough for the process that builds: it only looks at lines."""
        return not (self.extra or self.isolated)

    def extract(self, path: Path, suffix: str) -> Outcome:
        """The document of a file of that kind; whatever the file holds, this returns."""
        return self._outcome(lambda: refuse(path, suffix) or self.read(path))

    def extract_bytes(self, data: bytes, suffix: str) -> Outcome:
        """The same of a file that was read, for readers that have `read_bytes`."""
        assert self.read_bytes is not None
        read = self.read_bytes
        return self._outcome(lambda: refuse_text(data, suffix) or read(data))

    def _outcome(self, read: Callable[[], Outcome]) -> Outcome:
        try:
            outcome = read()
        except OSError as error:
            return Failed(reason=f"cannot be read: {error.strerror or first_line(error)}")
        except MemoryError:
            return Failed(reason="needs more memory than there is", hint="Split it.")
        except Exception as error:  # noqa: BLE001 - a file must never stop a build
            return Failed(
                reason=f"the {self.name} reader failed: {type(error).__name__}: {first_line(error)}",
                hint="Open the file and save it again, or leave it out of the source.",
            )
        return _unless_blank(outcome)


def _unless_blank(outcome: Outcome) -> Outcome:
    """A failure for a document that says nothing, neither in its text nor in frontmatter of its own."""
    match outcome:
        case Extracted(document=document) if _is_blank(document):
            return NO_TEXT
        case Partial(document=document, reason=reason) if _is_blank(document):
            return Failed(reason=reason, hint=NOTHING_READ)
        case _:
            return outcome


def _is_blank(document: Document) -> bool:
    return not document.body.strip() and not document.meta


class Readers:
    """The readers of all kinds, with the settings of a base; a kind is named by its suffix."""

    def __init__(self, documents: DocumentsConfig) -> None:
        self._by_suffix = {s: reader for reader in _all(documents) for s in reader.suffixes}

    def of_suffix(self, suffix: str) -> Reader | None:
        """The reader of a suffix, such as `.pdf`, in any case; None for a kind that is not read."""
        return self._by_suffix.get(suffix.lower())

    def kind_of(self, path: Path, suffix: str, *, name: str = "") -> str:
        """The kind of a file by its bytes; `suffix` where they do not tell or tell a kind that is not read.

        With its `name` the text of one whose suffix tells nothing is taken for text.
        """
        suffix = suffix.lower()
        found = kind_of(path, suffix)
        if found in self._by_suffix:
            return found
        unnamed = name and suffix not in self._by_suffix and self.unnamed_kind(path, name)
        return unnamed or suffix

    def unnamed_kind(self, path: Path, name: str) -> str:
        """The kind of a file whose suffix names none; empty where it is no document."""
        found = unnamed_kind(path, name)
        return found if found in self._by_suffix else ""

    def identities(self) -> dict[str, str]:
        """The identity of each suffix's reader."""
        return {suffix: self._by_suffix[suffix].identity for suffix in sorted(self._by_suffix)}


@cache
def open_readers(documents: DocumentsConfig) -> Readers:
    """The readers with these settings."""
    return Readers(documents)


def suffixes() -> tuple[str, ...]:
    """All suffixes that are read, sorted."""
    return tuple(open_readers(DocumentsConfig()).identities())


def _all(documents: DocumentsConfig) -> Iterator[Reader]:
    yield from _texts()
    yield from _office()
    yield from _recorded(documents)


def _texts() -> Iterator[Reader]:
    """Readers of text, web pages and mail."""
    yield _held("markdown", 5, (".md", ".markdown"), "native:extract_markdown")
    yield _held("text", 4, (".txt",), "native:extract_text")
    yield _native("restructuredtext", 5, (".rst",), "rst")
    yield _native("asciidoc", 4, (".adoc",), "asciidoc")
    yield _native("tex", 3, (".tex",), "tex")
    yield _native("subtitles", 4, (".vtt", ".srt"), "subtitles")
    yield _native("calendar", 3, (".ics",), "calendar_text")
    yield _isolated("json", 4, (".json",), "json_text")
    yield _isolated("notebook", 4, (".ipynb",), "notebook")
    yield _isolated("xml", 6, (".xml",), "xml_text")
    yield _on_lxml("epub", 8, (".epub",), "epub")
    yield _on_lxml("html", 7, (".html", ".htm", ".xhtml"), "web")
    yield _on_lxml("mhtml", 7, (".mhtml", ".mht"), "web_archive")
    yield _on_lxml("mail", 8, (".eml",), "mail")
    yield replace(_engine("olefile", 5, (".msg",), "mail_outlook"), name="outlook")
    yield _native("csv", 6, (".csv", ".tsv"), "delimited")


def _office() -> Iterator[Reader]:
    """Readers of what office programs write."""
    yield _ours("presentationml", 6, (".pptx", ".pptm", ".ppsx"), "slides")
    yield _ours("ppt", 2, (".ppt",), "slides:extract_old")
    yield _ours("odp", 5, (".odp",), "slides:extract_open_document")
    yield _ours("wordprocessingml", 6, (".docx", ".docm", ".dotx"), "word")
    yield _engine("docling-rs", 4, (".doc",), "word_old")
    yield _ours("rtf", 6, (".rtf",), "rtf")
    yield _ours("odt", 6, (".odt",), "odt")
    yield _ours("spreadsheetml", 6, (".xlsx", ".xlsm"), "sheets")
    yield _ours("ods", 4, (".ods",), "sheets:extract_open_document")
    yield _engine("python-calamine", 5, (".xls", ".xlsb"), "sheets:extract_binary")
    yield _ours("hwp", 3, (".hwp",), "hwp")
    yield _ours("hml", 3, (".hml",), "hwpx_hml")
    yield _ours("hwpx", 4, (".hwpx",), "hwpx")


def _recorded(documents: DocumentsConfig) -> Iterator[Reader]:
    """Readers of pages, pictures and recordings, which take settings."""
    yield _pdf(documents)
    yield replace(
        _engine("pillow", 2, PICTURES, "image", documents=documents),
        options=ocr.identity(documents),
    )
    yield replace(
        _engine("faster-whisper", 3, RECORDINGS, "audio", documents=documents),
        options=audio_speech.identity(documents),
        extra="audio",
    )


def _pdf(documents: DocumentsConfig) -> Reader:
    """The reader of PDF files; with a higher time limit it may read more pages of a file.

    Raises ConfigError where no layout models lie where they are said to be.
    """
    options = f"pypdfium2 {_version('pypdfium2')}, within {documents.timeout_s} s"
    if documents.layout_models is not None:
        models = Path(documents.layout_models)
        options += f", {family(models)} models of {models}"
    options += f", {ocr.identity(documents)}"
    return replace(_engine("liteparse", 7, (".pdf",), "pdf", documents=documents), options=options)


def _native(name: str, adapter: int, suffixes: tuple[str, ...], spec: str) -> Reader:
    read = _reading(spec)
    return Reader(name=name, version="", adapter=adapter, suffixes=suffixes, read=read)


def _held(name: str, adapter: int, suffixes: tuple[str, ...], spec: str) -> Reader:
    """A native reader whose function takes bytes as well as a path."""
    return replace(_native(name, adapter, suffixes, spec), read_bytes=_reading(spec))


def _isolated(name: str, adapter: int, suffixes: tuple[str, ...], spec: str) -> Reader:
    return replace(_native(name, adapter, suffixes, spec), isolated=True)


def _on_lxml(name: str, adapter: int, suffixes: tuple[str, ...], spec: str) -> Reader:
    """A reader of ours on lxml, whose version counts as well; it works in a child, for its files are hostile."""
    return replace(_engine("lxml", adapter, suffixes, spec), name=name)


def _ours(name: str, adapter: int, suffixes: tuple[str, ...], spec: str) -> Reader:
    """A reader of our own that needs a library, and a child process for what files may do to it."""
    return replace(_native(name, adapter, suffixes, spec), extra="documents")


def _engine(
    distribution: str,
    adapter: int,
    suffixes: tuple[str, ...],
    spec: str,
    **settings: DocumentsConfig,
) -> Reader:
    return Reader(
        name=distribution,
        version=_version(distribution),
        adapter=adapter,
        suffixes=suffixes,
        read=_reading(spec, **settings),
        extra="documents",
    )


def _reading(spec: str, **settings: DocumentsConfig) -> Callable[..., Outcome]:
    """A function of this package, `module:function` or the `extract` of a module.

    Its module is imported with the first file that it reads: together they take longer than a small build.
    """
    module, _, function = spec.partition(":")

    @cache
    def named() -> Callable[..., Outcome]:
        found: Callable[..., Outcome] = getattr(
            import_module(f"okf_server.extract.{module}"), function or "extract"
        )
        return found

    return lambda file: named()(file, **settings)


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "missing"
