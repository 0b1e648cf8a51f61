"""The words of RTF whose groups are read in their own way, and those that stand for a sign."""

from okf_server.extract.rtf_state import Mode

SKIPPED = frozenset(
    [
        "info", "pict", "objdata", "objclass", "objname", "header", "headerl", "headerr", "headerf",
        "footer", "footerl", "footerr", "footerf", "ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "xe",
        "tc", "themedata", "nonshppict", "bkmkstart", "bkmkend", "generator", "listtable", "ud",
        "listoverridetable", "revtbl", "rsidtbl", "datafield", "shprslt", "sp", "pntxta", "pntxtb",
        "pn", "filetbl", "latentstyles", "datastore", "private", "xmlnstbl", "atnid", "atnicn",
        "atnref", "falt", "panose", "template", "protusertbl", "mmathPr",
    ]
)  # fmt: skip
STARRED = frozenset({"fldinst", "annotation", "atnauthor", "atndate", "shpinst", "do", "moMath"})
MODES = {
    "fonttbl": Mode.FONTS,
    "colortbl": Mode.COLOURS,
    "stylesheet": Mode.STYLES,
    "fldinst": Mode.FIELD,
    "listtext": Mode.LABEL,
    "pntext": Mode.LABEL,
    "atnauthor": Mode.AUTHOR,
    "atndate": Mode.DATE,
}
SIGNS = {
    "tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’",
    "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ",
    "qmspace": " ", "softline": "\n", "lbr": "\n",
}  # fmt: skip
SYMBOLS = {"~": "\xa0", "_": "-", "\\": "\\", "{": "{", "}": "}"}
