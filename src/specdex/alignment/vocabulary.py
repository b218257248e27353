"""The words that alignment knows."""

__all__ = ["CONTRASTS", "FILLERS"]

CONTRASTS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "min minimum minimal minimale minimo minima mindestens",
        "max maximum maximal maximale massimo massima maximo maxima hochst",
        "width breite largeur ancho larghezza largura breedte bredd szerokosc sirka ширина",
        "height hohe hauteur alto altura altezza hoogte hojd hojde wysokosc vyska высота",
        "depth tiefe profondeur profundidad profondita profundidade diepte djup glebokosc глубина",
        "length lange longueur longitud lunghezza comprimento lengte langd dlugosc delka длина",
        "weight gewicht poids peso vikt waga hmotnost вес масса",
        "horizontal horizontale orizzontale horizontaal",
        "vertical vertikal verticale verticaal",
        "static statisch statique statico",
        "dynamic dynamisch dynamique dinamico",
        "with mit avec con com met med",
        "without ohne sans senza sin sem zonder utan excluding w/o no",
        "front vorne frontale delantera frontal",
        "rear back hinten arriere posteriore trasera",
        "optical optisch optique ottico optico",
        "digital numerique digitale",
        "analog analogue analogico",
        "input eingang entree entrata ingresso entrada inputs",
        "output ausgang sortie uscita salida outputs",
        "package packaging packaged verpackung emballage confezione imballo embalaje box shipping",
        "operating betrieb operativa operativo funzionamento",
        "storage lagerung stoccaggio non-operating nonoperating immagazzinamento",
        "standby sleep off stand-by",
        "typical typ",
        "number quantity anzahl nombre numero quantita cantidad aantal count antal liczba qty",
        "type typ tipo typus",
        "audio video",
        "left", "right", "usb", "hdmi", "dvi", "vga", "displayport", "ethernet", "wifi",
        "bluetooth", "headphone", "microphone", "speaker speakers", "battery", "lens",
        "memory", "upstream", "downstream", "mini", "micro", "range", "ratio", "version", "class",
        "color colour farbe couleur colore", "temperature temperatura temperatur", "humidity",
        "altitude", "stand",
    )
)  # fmt: skip
"""Groups of words, without accents: a name that has one of a group says something else than a name
that has none of it. *min* and *max*, *width* and *height* differ by one word and by everything."""

FILLERS = frozenset({
    "of", "the", "a", "an", "and", "or", "for", "di", "de", "del", "della", "du", "des", "la",
    "le", "les", "der", "die", "das", "und", "et", "y", "e", "approx", "approximate",
    "approximately", "circa", "ca",
})  # fmt: skip
"""Words that do not change what a name means."""
