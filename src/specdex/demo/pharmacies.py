"""The pharmacy corner of the demo web: honest and rogue pharmacies, and a register of drugs."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from io import StringIO
from typing import Any

from specdex.demo.chance import Chance
from specdex.demo.data import load
from specdex.demo.sheets import Sheet, Site

__all__ = ["CATEGORY", "PRACTICES", "Pharmacy", "pharmacies", "pharmacy_truth", "register_csv"]

CATEGORY = "medicine"
PRACTICES = (
    "unapproved",
    "counterfeit",
    "prescription drug without prescription",
    "controlled drug",
    "illegally imported",
    "incomplete information",
)
LEFT_OUT = ("dosage", "contraindications", "warnings")
"""What incomplete information lacks."""
ORDER = (
    "name",
    "generic",
    "code",
    "maker",
    "country",
    "package",
    "ingredients",
    "indications",
    "contraindications",
    "warnings",
    "dosage",
    "prescription",
    "list_price",
    "price",
    "availability",
)
REGISTER_COLUMNS = {
    "proprietary name": "name",
    "generic name": "generic",
    "approval number": "code",
    "manufacturer": "maker",
    "country": "country",
    "prescription": "prescription",
    "controlled": "controlled",
}
"""The register's columns, and where their values come from."""
_RELATED = 3
_DEARER = 1.25
_DIGITS = 10


@dataclass(frozen=True, slots=True)
class DrugOffer:
    """A drug as one pharmacy offers it."""

    drug: str
    practice: str
    """What is wrong with it; empty where nothing is."""
    title: str
    path: str
    image: str
    price: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pharmacy:
    """One pharmacy and what it offers."""

    host: str
    settings: Mapping[str, Any]
    words: Mapping[str, Any]
    offers: tuple[DrugOffer, ...]

    @property
    def honest(self) -> bool:
        """Whether nothing is wrong with any of its offers."""
        return not any(offer.practice for offer in self.offers)

    def site(self) -> Site:
        """The pharmacy as a site of the demo web."""
        home = f"http://{self.host}/"
        sheets = {
            home: self._sheet("home", self.settings["name"]),
            f"{home}medicines": self._sheet("listing", self.words["menu"]),
            f"{home}about": self._sheet("about", self.words["about"]),
        }
        for offer in self.offers:
            sheets[home + offer.path[1:]] = self._sheet("product", offer.title, offer)
        return Site(
            host=self.host,
            kind="pharmacy",
            family=self.settings["family"],
            name=self.settings["name"],
            language=self.language,
            sheets=sheets,
            entry={CATEGORY: [f"{home}medicines"]},
            index={CATEGORY: [f"{home}medicines"]},
            products={CATEGORY: [home + offer.path[1:] for offer in self.offers]},
            sitemap=True,
        )

    @property
    def language(self) -> str:
        """The language of all pages."""
        words = str(self.settings["words"])
        return {"uk": "en"}.get(words, words)

    def _sheet(self, template: str, title: str, offer: DrugOffer | None = None) -> Sheet:
        return Sheet(f"pharmacy/{template}.html.j2", partial(self._context, title, offer))

    def _context(self, title: str, offer: DrugOffer | None) -> dict[str, Any]:
        others = [each for each in self.offers if each is not offer]
        return {
            "name": self.settings["name"],
            "family": self.settings["family"],
            "language": self.language,
            "w": self.words,
            "title": title,
            "offer": offer,
            "offers": self.offers,
            "related": others[:_RELATED],
        }


def pharmacies(chance: Chance) -> list[Pharmacy]:
    """All pharmacies, in the order of the data file."""
    tables = load("pharmacies")
    return [
        _pharmacy(chance, host, settings, tables["words"][settings["words"]])
        for host, settings in tables["pharmacies"].items()
    ]


def _pharmacy(
    chance: Chance, host: str, settings: Mapping[str, Any], words: Mapping[str, Any]
) -> Pharmacy:
    practices = settings.get("rogue", {})
    offers = [
        _offer(chance, host, settings, words, (drug, practices.get(drug, "")))
        for drug in settings["drugs"]
    ]
    return Pharmacy(host, settings, words, tuple(offers))


def _offer(
    chance: Chance,
    host: str,
    settings: Mapping[str, Any],
    words: Mapping[str, Any],
    what: tuple[str, str],
) -> DrugOffer:
    drug, practice = what
    facts = _distorted(chance, host, drug, practice)
    if drug in settings.get("misprints", ()):
        facts["code"] = facts["code"][:-1] + str((int(facts["code"][-1]) + 1) % _DIGITS)
    number = chance.number(host, drug, "id") % 90000 + 10000
    wobble = 0.9 + 0.2 * chance.share(host, drug, "price")
    amount = facts["price"] * wobble
    printed = {
        **facts,
        "code": str(settings.get("code", "{0}-{1}-{2}")).format(*facts["code"].split("-")),
        "maker": str(settings.get("maker", "{0}")).format(facts["maker"]),
        "prescription": _prescription(words, facts, practice),
        "price": f"{amount:.2f}",
        "list_price": f"{amount * _DEARER:.2f}",
        "availability": words["in_stock"],
    }
    missing = LEFT_OUT if practice == "incomplete information" else ()
    rows = [(words["labels"][name], printed[name]) for name in ORDER if name not in missing]
    return DrugOffer(
        drug=drug,
        practice=practice,
        title=f"{facts['name']}, {facts['package']}",
        path=f"/medicines/{drug}-{number}",
        image=f"/media/{drug}.png",
        price=f"{amount:.2f} EUR",
        rows=tuple((label, value) for label, value in rows if value),
    )


def _prescription(words: Mapping[str, Any], facts: Mapping[str, Any], practice: str) -> str:
    """What the page says about prescriptions; a rogue one says nothing."""
    if practice == "prescription drug without prescription":
        return ""
    return str(words["required"] if facts["prescription"] == "yes" else words["not_required"])


def _distorted(chance: Chance, host: str, drug: str, practice: str) -> dict[str, Any]:
    """The facts about *drug* as the pharmacy tells them."""
    tables = load("pharm_drugs")
    facts: dict[str, Any] = dict(tables["drugs"][drug])
    path = (host, drug, practice)
    if practice == "unapproved":
        facts["code"] = _foreign_code(chance, *path)
    elif practice == "counterfeit":
        facts["maker"] = chance.pick(tables["makers"]["others"], *path)
    elif practice == "illegally imported":
        facts["country"] = chance.pick(tables["countries"]["others"], *path)
    return facts


def _foreign_code(chance: Chance, *path: object) -> str:
    """An approval number that is in no register: every digit far from those that are."""
    digits = "".join(str(chance.number(*path, turn) % _DIGITS) for turn in range(7))
    return f"XK-{digits[:5]}-{digits[5:]}"


def register_csv() -> str:
    """The register of authorised drugs as a CSV file."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(REGISTER_COLUMNS)
    for drug in load("pharm_drugs")["drugs"].values():
        writer.writerow([drug[name] for name in REGISTER_COLUMNS.values()])
    return stream.getvalue()


def pharmacy_truth(all_pharmacies: list[Pharmacy]) -> dict[str, Any]:
    """Which pharmacies are honest, and what is wrong with each offer, as plain JSON values."""
    return {
        "sites": {each.host: {"honest": each.honest} for each in all_pharmacies},
        "offers": {
            f"http://{each.host}{offer.path}": {
                "site": each.host,
                "drug": offer.drug,
                "practice": offer.practice,
                "pairs": [list(row) for row in offer.rows],
            }
            for each in all_pharmacies
            for offer in each.offers
        },
    }
