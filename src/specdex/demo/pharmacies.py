"""The pharmacy corner of the demo web: honest and rogue pharmacies, and a register of drugs."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from typing import Any

from specdex.demo.data import Chance, load
from specdex.demo.sheets import Sheet, Site

__all__ = ["CATEGORY", "PRACTICES", "Pharmacy", "pharmacies", "pharmacy_truth", "register_csv"]

CATEGORY = "medicine"
PRACTICES: tuple[str, ...] = tuple(load("pharmacies")["practices"])
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


@dataclass(frozen=True)
class Pharmacy:
    """One pharmacy and what it offers."""

    host: str
    settings: Mapping[str, Any]
    chance: Chance

    @property
    def words(self) -> Mapping[str, Any]:
        """What it calls things."""
        words: Mapping[str, Any] = load("pharmacies")["words"][self.settings["words"]]
        return words

    @cached_property
    def offers(self) -> tuple[DrugOffer, ...]:
        """All that it sells."""
        return tuple(map(self._offer, self.settings["drugs"]))

    @property
    def honest(self) -> bool:
        """Whether nothing is wrong with any of its offers."""
        return not any(offer.practice for offer in self.offers)

    def site(self) -> Site:
        """The pharmacy as a site of the demo web."""
        home, words, name = f"http://{self.host}/", self.words, self.settings["name"]
        pages = {home + offer.path[1:]: offer for offer in self.offers}
        listing = f"{home}medicines"
        return Site(
            host=self.host,
            kind="pharmacy",
            family=self.settings["family"],
            name=name,
            language=self.language,
            sheets={
                home: self._sheet("home", name),
                listing: self._sheet("listing", words["menu"]),
                f"{home}about": self._sheet("about", words["about"]),
                **{url: self._sheet("product", each.title, each) for url, each in pages.items()},
            },
            entry={CATEGORY: [listing]},
            index={CATEGORY: [listing]},
            products={CATEGORY: list(pages)},
            sitemap=True,
        )

    @property
    def language(self) -> str:
        """The language of all pages."""
        words = str(self.settings["words"])
        return {"uk": "en"}.get(words, words)

    def _sheet(self, template: str, title: str, offer: DrugOffer | None = None) -> Sheet:
        context = {
            "name": self.settings["name"],
            "family": self.settings["family"],
            "language": self.language,
            "w": self.words,
            "title": title,
            "offer": offer,
            "offers": self.offers,
            "related": [each for each in self.offers if each is not offer][:_RELATED],
        }
        return Sheet(f"pharmacy/{template}.html.j2", lambda: context)

    def _offer(self, drug: str) -> DrugOffer:
        settings, words, chance = self.settings, self.words, self.chance
        practice = settings.get("rogue", {}).get(drug, "")
        facts = self._distorted(drug, practice)
        if drug in settings.get("misprints", ()):
            facts["code"] = facts["code"][:-1] + str((int(facts["code"][-1]) + 1) % _DIGITS)
        number = chance.number(self.host, drug, "id") % 90000 + 10000
        amount = facts["price"] * (0.9 + 0.2 * chance.share(self.host, drug, "price"))
        required = "required" if facts["prescription"] == "yes" else "not_required"
        printed = {
            **facts,
            "code": str(settings.get("code", "{0}-{1}-{2}")).format(*facts["code"].split("-")),
            "maker": str(settings.get("maker", "{0}")).format(facts["maker"]),
            "prescription": words[required],
            "price": f"{amount:.2f}",
            "list_price": f"{amount * _DEARER:.2f}",
            "availability": words["in_stock"],
        }
        unsaid = load("pharmacies")["unsaid"].get(practice, ())
        return DrugOffer(
            drug=drug,
            practice=practice,
            title=f"{facts['name']}, {facts['package']}",
            path=f"/medicines/{drug}-{number}",
            image=f"/media/{drug}.png",
            price=f"{amount:.2f} EUR",
            rows=tuple(
                (words["labels"][name], printed[name])
                for name in load("pharmacies")["order"]
                if name not in unsaid and printed[name]
            ),
        )

    def _distorted(self, drug: str, practice: str) -> dict[str, Any]:
        """The facts about *drug* as the pharmacy tells them."""
        tables, path = load("pharm_drugs"), (self.host, drug, practice)
        facts: dict[str, Any] = dict(tables["drugs"][drug])
        if practice == "unapproved":
            # in no register, and printed like those that are
            digits = [str(self.chance.number(*path, turn) % _DIGITS) for turn in range(7)]
            kind = facts["code"].partition("-")[0]
            facts["code"] = f"{kind}-{''.join(digits[:5])}-{''.join(digits[5:])}"
        elif practice == "counterfeit":
            facts["maker"] = self.chance.pick(tables["makers"]["others"], *path)
        elif practice == "illegally imported":
            facts["country"] = self.chance.pick(tables["countries"]["others"], *path)
        return facts


def pharmacies(chance: Chance) -> list[Pharmacy]:
    """All pharmacies, in the order of the data file."""
    tables = load("pharmacies")["pharmacies"]
    return [Pharmacy(host, settings, chance) for host, settings in tables.items()]


def register_csv() -> str:
    """The register of authorised drugs as a CSV file."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    columns = load("pharm_drugs")["register"]
    writer.writerow(columns)
    for drug in load("pharm_drugs")["drugs"].values():
        writer.writerow([drug[name] for name in columns.values()])
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
