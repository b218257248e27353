"""The words that values are made of, in lower case."""

__all__ = ["BOUNDS", "COUNTS", "NAMED_SIZES", "NEGATIVE", "NOTHING", "POSITIVE", "SPANS"]

POSITIVE = frozenset({
    "yes", "y", "true", "ja", "oui", "si", "sí", "sì", "sim", "tak", "ano", "áno", "igen", "da",
    "kyllä", "да", "так", "はい", "是", "有", "예", "evet", "\u03bd\u03b1\u03b9", "✓", "✔",
})  # fmt: skip
"""Values that say yes, …"""
NEGATIVE = frozenset({
    "no", "n", "false", "nein", "non", "não", "nie", "ne", "nem", "nej", "nei", "nee", "ei", "нет",
    "ні", "いいえ", "否", "无", "아니요", "hay\u0131r", "όχι", "✗", "✘", "none",
})  # fmt: skip
"""… and those that say no."""
NOTHING = frozenset({
    "", "-", "--", "n/a", "na", "n.a.", "unknown", "not specified", "not available", "unspecified",
    "non specificato", "keine angabe", "non spécifié", "no disponible", "null", "nan", "?",
})  # fmt: skip
"""Values that say nothing."""

COUNTS: dict[str, float] = {
    word: float(count)
    for count, words in enumerate(
        ("", "single one mono einzel simple", "dual double two twin doppel zwei deux dos due",
         "triple three dreifach drei trois tres tre", "quad quadruple four vierfach vier quatre",
         "penta five", "hexa six sechs", "septa seven", "octa octo octal eight acht", "nona nine",
         "deca ten zehn", "eleven", "dodeca twelve")
    )
    for word in words.split()
}  # fmt: skip
"""Words that count what follows them."""

BOUNDS: dict[str, bool] = {
    "up": False, "max": False, "maximum": False, "bis": False, "jusqu": False, "hasta": False,
    "fino": False, "até": False, "tot": False, "max.": False, "до": False,
    "min": True, "minimum": True, "from": True, "ab": True, "mindestens": True, "least": True,
    "desde": True, "dès": True, "vanaf": True, "от": True,
}  # fmt: skip
"""Words that make a number a bound; whether it is the lower one."""

SPANS = frozenset({
    "-", "\u2013", "\u2014", "~", "to", "bis", "a", "à", "till", "until", "...", "..", "do",
    "tot", "\u2026", "до", "up to", "through", "zu",
})  # fmt: skip
"""What stands between the ends of a range."""

NAMED_SIZES: dict[str, tuple[float, float]] = {
    name: size
    for names, size in (
        ("hd|hd ready|720p|hd-ready", (1280.0, 720.0)),
        ("full hd|full-hd|fullhd|fhd|1080p|1080i", (1920.0, 1080.0)),
        ("wuxga", (1920.0, 1200.0)),
        ("wqhd|qhd|quad hd|1440p", (2560.0, 1440.0)),
        ("uhd|4k|4k uhd|ultra hd|ultra-hd|2160p|4k ultra hd", (3840.0, 2160.0)),
        ("8k", (7680.0, 4320.0)),
        ("vga", (640.0, 480.0)), ("svga", (800.0, 600.0)), ("xga", (1024.0, 768.0)),
        ("sxga", (1280.0, 1024.0)), ("wxga", (1280.0, 800.0)), ("wsxga+", (1680.0, 1050.0)),
    )
    for name in names.split("|")
}  # fmt: skip
"""Sizes in pixels that have names."""
