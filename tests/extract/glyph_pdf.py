"""Make PDF files of which the glyphs say other letters than they show."""

from collections.abc import Mapping, Sequence
from pathlib import Path

_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 800] /Contents 5 0 R"
    b" /Resources << /Font << /F 4 0 R >> >> >>"
)


def _stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%b\nendstream" % (len(data), data)


def with_glyphs(path: Path, glyphs: Sequence[str], spelt: Mapping[str, str]) -> Path:
    """A PDF with these glyphs from the left, each named by its key and spelt as the font says."""
    codes = {glyph: code for code, glyph in enumerate(dict.fromkeys(glyphs), start=33)}
    codes |= {glyph: 28 for glyph in codes if "_" in glyph}
    text = bytes(codes[glyph] for glyph in glyphs)
    unicode_map = "\n".join(
        f"<{code:02x}> <{spelt.get(glyph, glyph).encode('utf-16-be').hex()}>"
        for glyph, code in codes.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{unicode_map}\nendbfchar endcmap end end"
    ).encode()
    names = {code: glyph if "_" in glyph else f"g{code}" for glyph, code in codes.items()}
    differences = "".join(f"{code} /{name} " for code, name in names.items())
    procs = "".join(f"/{name} 6 0 R " for name in names.values())
    last = max(codes.values())
    font = (
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [.001 0 0 .001 0 0]"
        f" /BaseFont /Made /Name /Made /CharProcs << {procs}>>"
        f" /Encoding << /Type /Encoding /Differences [{differences}] >> /FirstChar 28"
        f" /LastChar {last} /Widths [{' '.join(['500'] * (last - 27))}] /ToUnicode 7 0 R >>"
    )
    content = b"BT /F 20 Tf 50 700 Td <" + text.hex().encode() + b"> Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        _PAGE,
        font.encode(),
        _stream(content),
        _stream(b"500 0 0 0 500 700 d1 0 0 450 650 re f"),
        _stream(cmap),
    ]
    return _written(path, objects)


def _written(path: Path, objects: Sequence[bytes]) -> Path:
    written = b"%PDF-1.7\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, table)
    written += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, start)
    path.write_bytes(written)
    return path
