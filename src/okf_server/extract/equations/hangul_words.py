"""The words of Hangul's equation script, and the LaTeX that says the same."""

_GREEK = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
    "omega",
]  # fmt: skip
_LATIN_CAPITALS = {
    "alpha": "A", "beta": "B", "epsilon": "E", "zeta": "Z", "eta": "H", "iota": "I", "kappa": "K",
    "mu": "M", "nu": "N", "omicron": "O", "rho": "P", "tau": "T", "chi": "X",
}  # fmt: skip
_SAME = [
    "vartheta", "varpi", "varsigma", "varphi", "varepsilon", "varrho", "lim", "log", "ln", "lg",
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "arcsin", "arccos",
    "arctan", "exp", "max", "min", "sup", "inf", "det", "gcd", "arg", "deg", "dim", "ker", "hom",
    "Pr", "liminf", "limsup", "times", "div", "pm", "mp", "cdot", "leq", "geq", "neq", "approx",
    "equiv", "partial", "nabla", "infty", "forall", "exists", "cdots", "ldots", "vdots", "ddots",
    "mapsto", "vert", "nwarrow", "searrow", "nearrow", "swarrow", "uparrow", "downarrow",
]  # fmt: skip
_LOWERED = [
    "times", "cup", "cap", "vee", "wedge", "oplus", "ominus", "otimes", "odot", "oslash", "lor",
    "land", "subset", "supset", "subseteq", "supseteq", "in", "owns", "notin", "sqcap", "sqcup",
    "sqsubset", "sqsubseteq", "sqsupset", "sqsupseteq", "lll", "prec", "succ", "uplus", "leq",
    "geq", "sim", "approx", "simeq", "cong", "doteq", "asymp", "equiv", "bigcirc", "bullet", "circ",
    "ast", "emptyset", "therefore", "because", "forall", "diamond", "lnot", "propto", "triangle",
    "angle", "vdash", "dashv", "bot", "top", "models", "cdots", "ldots", "vdots", "ddots", "dagger",
    "ddagger", "mapsto", "nwarrow", "searrow", "nearrow", "swarrow", "aleph", "hbar", "imath",
    "jmath", "ell", "wp", "bigsqcup", "bigoplus", "bigotimes", "bigodot", "biguplus", "nabla",
    "partial",
]  # fmt: skip
_OTHERS = {
    "SMALLINTER": r"\cap", "SMALLUNION": r"\cup", "ODIV": r"\oslash", "SUPERSET": r"\supset",
    "IDENTICAL": r"\equiv", "ISO": r"\Bumpeq", "DSUM": r"\dotplus", "XOR": r"\veebar",
    "PLUSMINUS": r"\pm", "MINUSPLUS": r"\mp", "DIV": r"\div", "DIVIDE": r"\div", "divide": r"\div",
    "STAR": r"\bigstar", "Partial": r"\partial", "round": r"\partial", "INF": r"\infty",
    "inf": r"\infty", "EXIST": r"\exists", "EXISTS": r"\exists", "exist": r"\exists",
    "NOT": r"\neg", "IMAG": r"\Im", "image": r"\Im", "IMAGE": r"\Im", "REIMAGE": r"\Re",
    "reimage": r"\Re", "LAPLACE": r"\mathcal{L}", "TRIANGLED": r"\triangledown",
    "RTANGLE": r"\sphericalangle", "MSANGLE": r"\measuredangle", "SANGLE": r"\sphericalangle",
    "HLEFT": r"\dashv", "LSLANT": r"\diagup", "RSLANT": r"\diagdown", "OHM": r"\Omega",
    "Liter": r"\ell", "LITER": r"\ell", "ANGSTROM": r"\text{Å}", "varupsilon": r"\upsilon",
    "cosec": r"\csc", "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan",
    "arc": r"\operatorname{arc}", "Exp": r"\exp", "mod": r"\bmod", "lcm": r"\operatorname{lcm}",
    "larrow": r"\leftarrow", "rarrow": r"\rightarrow", "lrarrow": r"\leftrightarrow",
    "LARROW": r"\Leftarrow", "RARROW": r"\Rightarrow", "LRARROW": r"\Leftrightarrow",
    "Larrow": r"\Leftarrow", "Rarrow": r"\Rightarrow", "LRarrow": r"\Leftrightarrow",
    "uarrow": r"\uparrow", "darrow": r"\downarrow", "udarrow": r"\updownarrow",
    "UPARROW": r"\Uparrow", "DOWNARROW": r"\Downarrow", "UDARROW": r"\Updownarrow",
    "EXARROW": r"\rightleftarrows", "exarrow": r"\rightleftarrows",
    "hookleft": r"\hookleftarrow", "hookright": r"\hookrightarrow", "HOOKLEFT": r"\hookleftarrow",
    "HOOKRIGHT": r"\hookrightarrow", "VERT": r"\Vert", "PVER": r"\Vert", "DLINE": r"\Vert",
    "LCEIL": r"\lceil", "RCEIL": r"\rceil", "LFLOOR": r"\lfloor", "RFLOOR": r"\rfloor",
    "att": "※", "ATT": "※", "hund": "‰", "HUND": "‰", "thou": "‱", "THOU": "‱", "well": "♯",
    "WELL": "♯", "benzene": "⌬", "BENZENE": "⌬",
    "if": r"\text{if}", "for": r"\text{for}", "and": r"\text{and}",
}  # fmt: skip

SYMBOLS = {
    **{f"var{name}": rf"\var{name}" for name in ("theta", "pi", "sigma", "phi", "epsilon", "rho")},
    **{name: rf"\{name}" for name in _SAME},
    **{name.upper(): rf"\{name}" for name in _LOWERED},
    **{name: rf"\{name}" for name in ("notin", "sim", "cong", "subset", "emptyset", "because")},
    **{name: rf"\{name}" for name in _GREEK if name != "omicron"},
    **{
        form: _LATIN_CAPITALS.get(name, rf"\{name.capitalize()}")
        for name in _GREEK
        for form in (name.capitalize(), name.upper())
    },
    "omicron": "o",
    **_OTHERS,
}
"""Words that stand for one sign or a function."""

RAISED = {
    "DEG": r"\circ", "CENTIGRADE": r"\circ", "FAHRENHEIT": r"\circ", "prime": r"\prime",
    "PRIME": r"\prime",
}  # fmt: skip
"""Words for a sign that stands raised behind what is before it."""

UNITS = {"CENTIGRADE": r"\mathrm{C}", "FAHRENHEIT": r"\mathrm{F}"}
"""Letters behind a raised sign."""

BIG = {
    "sum": r"\sum", "SUM": r"\sum", "SMALLSUM": r"\sum", "prod": r"\prod", "PROD": r"\prod",
    "SMALLPROD": r"\prod", "coprod": r"\coprod", "COPROD": r"\coprod", "SMCOPROD": r"\coprod",
    "inter": r"\bigcap", "INTER": r"\bigcap", "union": r"\bigcup", "UNION": r"\bigcup",
    "BIGSQCUP": r"\bigsqcup", "BIGOPLUS": r"\bigoplus", "BIGOTIMES": r"\bigotimes",
    "BIGODOT": r"\bigodot", "BIGUPLUS": r"\biguplus", "BIGOMINUS": r"\ominus",
    "BIGODIV": r"\oslash", "int": r"\int", "INT": r"\int", "dint": r"\iint", "DINT": r"\iint",
    "tint": r"\iiint", "TINT": r"\iiint", "oint": r"\oint", "OINT": r"\oint",
    "odint": r"\oiint", "ODINT": r"\oiint", "otint": r"\oiiint", "OTINT": r"\oiiint",
    "lim": r"\lim", "Lim": r"\lim", "LIM": r"\lim", "∫": r"\int", "∬": r"\iint", "∭": r"\iiint",
    "∮": r"\oint", "∑": r"\sum", "∏": r"\prod", "∐": r"\coprod",
}  # fmt: skip
"""Operators with limits."""

SIGNS = {
    "->": r"\rightarrow", "<": r"\lt", ">": r"\gt", "<->": r"\leftrightarrow",
    "<<": r"\ll", ">>": r"\gg", "<<<": r"\lll", ">>>": r"\ggg",
    "==": r"\equiv", "!=": r"\neq", "<=": r"\leq", ">=": r"\geq", "+-": r"\pm", "-+": r"\mp",
    "±": r"\pm", "∓": r"\mp", "×": r"\times", "÷": r"\div", "·": r"\cdot", "≤": r"\leq",
    "≥": r"\geq", "≠": r"\neq", "≡": r"\equiv", "∞": r"\infty", "→": r"\rightarrow",
    "←": r"\leftarrow", "⊐": r"\sqsupset", "⊒": r"\sqsupseteq", "|": r"\vert", "||": r"\Vert",
    "∥": r"\Vert", "⌈": r"\lceil", "⌉": r"\rceil", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "%": r"\%", "$": r"\textdollar", "\\": r"\backslash",
}  # fmt: skip
"""Signs that LaTeX writes otherwise."""

ACCENTS = {
    "vec": (r"\vec", r"\overrightarrow"), "dyad": (r"\overleftrightarrow", r"\overleftrightarrow"),
    "acute": (r"\acute", r"\acute"), "grave": (r"\grave", r"\grave"), "dot": (r"\dot", r"\dot"),
    "ddot": (r"\ddot", r"\ddot"), "bar": (r"\bar", r"\overline"), "hat": (r"\hat", r"\widehat"),
    "check": (r"\check", r"\check"), "tilde": (r"\tilde", r"\widetilde"),
    "arch": (r"\overset{\frown}", r"\overset{\frown}"), "box": (r"\boxed", r"\boxed"),
    "BOX": (r"\boxed", r"\boxed"), "under": (r"\underline", r"\underline"),
    "UNDER": (r"\underline", r"\underline"), "overline": (r"\overline", r"\overline"),
    "phantom": (r"\phantom", r"\phantom"), "hphantom": (r"\hphantom", r"\hphantom"),
    "sqrt": (r"\sqrt", r"\sqrt"), "SQRT": (r"\sqrt", r"\sqrt"),
}  # fmt: skip
"""Words in front of what they mark: the command for one sign, and for several."""

GRIDS = {
    "matrix": "matrix", "MATRIX": "matrix", "pmatrix": "pmatrix", "PMATRIX": "pmatrix",
    "bmatrix": "bmatrix", "BMATRIX": "bmatrix", "dmatrix": "vmatrix", "DMATRIX": "vmatrix",
    "cases": "cases", "CASES": "cases", "pile": "matrix", "PILE": "matrix", "lpile": "matrix",
    "LPILE": "matrix", "rpile": "matrix", "RPILE": "matrix", "eqalign": "aligned",
    "EQALIGN": "aligned", "LADDER": "array", "SLADDER": "array",
}  # fmt: skip
"""Words in front of rows that `#` parts and cells that `&` parts, and the environment of each."""

FONTS = {
    "rm": r"\mathrm", "it": "", "bold": r"\mathbf", "rmbold": r"\mathbf", "RM": r"\mathrm",
    "IT": "", "BOLD": r"\mathbf",
}  # fmt: skip
"""Words that change the letters of all that follows in the group."""

OVER = {
    "over": r"\frac{%s}{%s}", "OVER": r"\frac{%s}{%s}", "atop": r"{%s \atop %s}",
    "ATOP": r"{%s \atop %s}", "choose": r"\binom{%s}{%s}", "CHOOSE": r"\binom{%s}{%s}",
}  # fmt: skip
"""Words between what stands above and what stands below."""

TAKING = {
    "binom": (2, r"\binom{{{}}}{{{}}}"),
    "overbrace": (2, r"\overbrace{{{}}}^{{{}}}"),
    "underbrace": (2, r"\underbrace{{{}}}_{{{}}}"),
    "longdiv": (3, r"\overset{{{1}}}{{{0} \overline{{)\,{2}}}}}"),
}
"""Words in front of as many things as are said here, and how those are written."""

DELIMITERS = {
    **{sign: sign for sign in "()[]/."},
    **{sign: SIGNS[sign] for sign in ("|", "||", "∥", "⌈", "⌉", "⌊", "⌋")},
    **{word: SYMBOLS[word] for word in ("DLINE", "LCEIL", "RCEIL", "LFLOOR", "RFLOOR", "vert", "VERT")},
    "{": r"\{", "}": r"\}", "<": r"\langle", ">": r"\rangle",
}  # fmt: skip
"""What may stand behind LEFT and RIGHT."""

SIZES = {name: rf"\{name}" for name in ("big", "Big", "bigg", "Bigg")}
"""Words that only make a sign larger."""

DROPPED = frozenset(["UNDEROVER", "underover", "smallover", "SMALLOVER", "ZWSP"])
"""Words that only say how a sign is set."""
