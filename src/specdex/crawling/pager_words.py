# ruff: noqa: RUF001 - words of many languages
"""What pagers are made of, as data: words, signs and classes in many languages, no site."""

import re

__all__ = [
    "CURRENT_CLASS",
    "FIRST_CLASS",
    "FIRST_WORDS",
    "LAST_CLASS",
    "LAST_WORDS",
    "LEFT_SIGNS",
    "NEWER_WORDS",
    "NEXT_CLASS",
    "NEXT_STEMS",
    "OLDER_WORDS",
    "PAGER_CLASS",
    "PREVIOUS_CLASS",
    "PREVIOUS_STEMS",
    "RIGHT_SIGNS",
]

RIGHT_SIGNS = re.compile(r"(?:[>»›→⟩❯▶►▸⇒⟶➔➜≫❭]|&gt;|&raquo;)+")
LEFT_SIGNS = re.compile(r"(?:[<«‹←⟨❮◀◄◂⇐⟵≪❬]|&lt;|&laquo;)+")
"""Arrows."""

NEXT_STEMS = re.compile(
    r"\b(?:next|näch|naech|weiter|suiv|sig(?:uiente|\b)|succes|avanti|pr[óo]x|seguint|volgend|następ|dals?[ší]|"
    r"ďalej|nästa|næste|neste|seuraav|követk|urm[aă]to|sonrak|след|далее|впер|наступ|επόμεν)|"
    r"次|下一|下页|下頁|다음|التالي|הבא",
    re.IGNORECASE,
)
PREVIOUS_STEMS = re.compile(
    r"\b(?:prev|zurück|vorherig|pr[ée]c[ée]d|anterior|indietro|vorige|poprzed|předch|föreg|forrige|edelli|"
    r"előző|önceki|пред|назад|попер|προηγ)|前の|前へ|前页|上一|이전|السابق|הקודם",
    re.IGNORECASE,
)
"""How words for the next page and the page before begin, also shortened."""

OLDER_WORDS = (
    *("older", "earlier", "ältere", "anciens", "antiguas", "anteriores", "oudere", "starsze"),
    *("starší", "äldre", "ældre", "eldre", "vanhemmat", "старые", "ouder", "continued", "continue"),
)
NEWER_WORDS = (
    *("newer", "recent", "neuere", "récents", "recientes", "recenti", "nieuwere", "nowsze"),
    *("novější", "nyare", "nyere", "uudemmat", "新しい", "nieuwer"),
)
"""Which way a list in the order of time goes."""

LAST_WORDS = (
    *("last", "last page", "letzte", "ende", "end", "dernière", "dernier", "última", "último"),
    *("ultima", "laatste", "ostatnia", "poslední", "sista", "sidste", "siste", "viimeinen"),
    *("utolsó", "son", "последняя", "τελευταία", "最後", "末页", "尾页", "fin", "fim", "конец"),
)
FIRST_WORDS = (
    *("first", "first page", "erste", "anfang", "première", "premier", "primera", "primeira"),
    *("prima", "eerste", "pierwsza", "první", "första", "første", "ensimmäinen", "első", "ilk"),
    *("первая", "πρώτη", "最初", "首页", "start", "inicio", "início", "inizio", "начало"),
)
"""The ends of a list."""

NEXT_CLASS = re.compile(
    r"next|nxt|forward|(?<![a-z])right(?![a-z])|siguiente|suivant|weiter|n(?:ae|ä)chst|volgend|"
    r"success|proxim|nasta|naeste|dalsi|nastepn|vpered",
    re.IGNORECASE,
)
PREVIOUS_CLASS = re.compile(
    r"prev|(?<![a-z])back(?!ground)|(?<![a-z])left(?![a-z])|zurueck|vorherig|anterior|precedent|"
    r"vorig|poprzedn|predchoz",
    re.IGNORECASE,
)
FIRST_CLASS = re.compile(r"(?<![a-z])first(?![a-z])", re.IGNORECASE)
LAST_CLASS = re.compile(r"(?<![a-z])last(?![a-z])", re.IGNORECASE)
PAGER_CLASS = re.compile(
    r"pag(?:e|es|er|ers|ing|inat\w*|inador|inav|enav\w*|e-?numbers?|ina)?(?![a-z])|page-?nav|pagin|"
    r"paging|seiten|(?<![a-z])nav|browse|results|posts",
    re.IGNORECASE,
)
CURRENT_CLASS = re.compile(
    r"current|active|selected|disabled|inactive|(?<![a-z])on(?![a-z])|aktiv", re.IGNORECASE
)
"""Classes and ids of pagers and their links."""
