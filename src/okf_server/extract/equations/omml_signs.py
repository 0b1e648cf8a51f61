"""What the signs of Office equations are called in LaTeX."""

_GREEK = (
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega alpha beta gamma delta epsilon zeta eta"
    " theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega"
)
_GREEK_LETTERS = "ΓΔΘΛΞΠΣΥΦΨΩαβγδεζηθικλμνξπρστυφχψω"

SIGNS: dict[str, str] = {
    **{
        letter: f"\\{name}"
        for letter, name in zip(_GREEK_LETTERS, _GREEK.split(), strict=True)
    },
    "ϵ": r"\epsilon", "ϑ": r"\vartheta", "ϕ": r"\phi", "ϱ": r"\varrho", "ς": r"\varsigma",
    "ϖ": r"\varpi", "ϰ": r"\varkappa", "∂": r"\partial", "∇": r"\nabla", "∞": r"\infty",
    "ℏ": r"\hbar", "ℓ": r"\ell", "ℑ": r"\Im", "ℜ": r"\Re", "℘": r"\wp", "ℵ": r"\aleph",
    "±": r"\pm", "∓": r"\mp", "×": r"\times", "÷": r"\div", "⋅": r"\cdot", "·": r"\cdot",
    "∙": r"\cdot", "∗": "*", "∘": r"\circ", "⊕": r"\oplus", "⊗": r"\otimes", "⊖": r"\ominus",
    "⊙": r"\odot", "†": r"\dagger", "⋆": r"\star", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq",
    "≡": r"\equiv", "≈": r"\approx", "≅": r"\cong", "∼": r"\sim", "~": r"\sim", "≃": r"\simeq",
    "≪": r"\ll", "≫": r"\gg", "∝": r"\propto", "≺": r"\prec", "≻": r"\succ", "≜": r"\triangleq",
    "≔": r"\coloneqq", "∈": r"\in", "∉": r"\notin", "∋": r"\ni", "⊂": r"\subset", "⊃": r"\supset",
    "⊆": r"\subseteq", "⊇": r"\supseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset",
    "∖": r"\setminus", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "∀": r"\forall",
    "∃": r"\exists", "∄": r"\nexists", "∴": r"\therefore", "∵": r"\because", "⊢": r"\vdash",
    "⊨": r"\models", "⊥": r"\perp", "∥": r"\parallel", "∠": r"\angle", "△": r"\triangle",
    "←": r"\leftarrow", "→": r"\rightarrow", "↔": r"\leftrightarrow", "⇐": r"\Leftarrow",
    "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "↑": r"\uparrow", "↓": r"\downarrow",
    "↦": r"\mapsto", "⟶": r"\longrightarrow", "⟵": r"\longleftarrow", "⟹": r"\Longrightarrow",
    "⟺": r"\Longleftrightarrow", "⇌": r"\rightleftharpoons", "…": r"\ldots", "⋯": r"\cdots",
    "⋮": r"\vdots", "⋱": r"\ddots", "√": r"\sqrt{}", "°": r"^{\circ}", "′": "'", "″": "''",
    "−": "-", "–": "-", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\xa0": r"\ ",
    "\u2003": r"\quad ", "\u2002": r"\enspace ", "\u2009": r"\, ", "\u205f": r"\: ",
    "∑": r"\sum", "∏": r"\prod", "∐": r"\coprod", "∫": r"\int", "∬": r"\iint", "∭": r"\iiint",
    "∮": r"\oint", "∯": r"\oiint", "∰": r"\oiiint", "⋃": r"\bigcup", "⋂": r"\bigcap",
    "⋁": r"\bigvee", "⋀": r"\bigwedge", "⨁": r"\bigoplus", "⨂": r"\bigotimes", "⨀": r"\bigodot",
    "⨄": r"\biguplus", "⨆": r"\bigsqcup", "\\": r"\backslash", "{": r"\{", "}": r"\}",
    "%": r"\%", "#": r"\#", "$": r"\$", "&": r"\&", "ı": r"\imath", "ȷ": r"\jmath",
    "⟨": r"\langle", "⟩": r"\rangle", "〈": r"\langle", "〉": r"\rangle", "‖": r"\|",
    "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil",
}  # fmt: skip
"""Signs whose LaTeX is another text; a sign that is not here stands for itself."""

FUNCTIONS = frozenset(
    [
        "arccos",
        "arcsin",
        "arctan",
        "arg",
        "cos",
        "cosh",
        "cot",
        "coth",
        "csc",
        "deg",
        "det",
        "dim",
        "exp",
        "gcd",
        "hom",
        "inf",
        "ker",
        "lg",
        "lim",
        "liminf",
        "limsup",
        "ln",
        "log",
        "max",
        "min",
        "Pr",
        "sec",
        "sin",
        "sinh",
        "sup",
        "tan",
        "tanh",
    ]
)
"""Functions that LaTeX knows by name."""

ACCENTS = {
    "\u0300": (r"\grave", r"\grave"),
    "\u0301": (r"\acute", r"\acute"),
    "\u0302": (r"\hat", r"\widehat"),
    "\u0303": (r"\tilde", r"\widetilde"),
    "\u0304": (r"\bar", r"\overline"),
    "\u0305": (r"\bar", r"\overline"),
    "\u0306": (r"\breve", r"\breve"),
    "\u0307": (r"\dot", r"\dot"),
    "\u0308": (r"\ddot", r"\ddot"),
    "\u030c": (r"\check", r"\check"),
    "\u0332": (r"\underline", r"\underline"),
    "\u20d6": (r"\overleftarrow", r"\overleftarrow"),
    "\u20d7": (r"\vec", r"\overrightarrow"),
    "\u20db": (r"\dddot", r"\dddot"),
    "\u20dc": (r"\ddddot", r"\ddddot"),
    "\u20e1": (r"\overleftrightarrow", r"\overleftrightarrow"),
    "^": (r"\hat", r"\widehat"),
    "~": (r"\tilde", r"\widetilde"),
    "ˇ": (r"\check", r"\check"),
    "→": (r"\vec", r"\overrightarrow"),
    "¯": (r"\bar", r"\overline"),
}
"""Accents over one sign, and over more than one."""

GROUPS = {
    "⏞": (r"\overbrace", r"\overbrace"),
    "⏟": (r"\underbrace", r"\underbrace"),
    "⏜": (r"\overparen", r"\overparen"),
    "⏝": (r"\underparen", r"\underparen"),
    "→": (r"\overrightarrow", r"\xrightarrow"),
    "←": (r"\overleftarrow", r"\xleftarrow"),
    "↔": (r"\overleftrightarrow", r"\xleftrightarrow"),
    "⇒": (r"\overset{\Rightarrow}", r"\xRightarrow"),
    "⇐": (r"\overset{\Leftarrow}", r"\xLeftarrow"),
    "⇔": (r"\overset{\Leftrightarrow}", r"\xLeftrightarrow"),
}
"""Signs that group, over the group and under it."""

MATRICES = {
    ("(", ")"): "pmatrix",
    ("[", "]"): "bmatrix",
    ("{", "}"): "Bmatrix",
    ("|", "|"): "vmatrix",
    ("‖", "‖"): "Vmatrix",
}
"""Matrices that LaTeX knows with their delimiters."""
