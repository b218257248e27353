"""prototype"""
import numpy as np, json
from importlib import resources
from specdex.listings.view import View
from specdex.listings.groups import groups, one_in_each, Group
from specdex.listings.features import features
from specdex.listings.page_facts import PageFacts
from specdex.listings.boosting import BoostedTrees
from specdex.listings.outlines import Outline
from specdex.listings.names import names, links
from specdex.listings.prices import prices
from specdex.listings.pictures import address, background
from specdex.listings.found import *
from specdex.listings.money import currency_of

OUTER, GATE, LIKE = 0.3, 0.4, 0.35

class OffersReader:
    name = "offers"
    def __init__(self, model):
        self.a = BoostedTrees(model["records"]); self.b = BoostedTrees(model["pages"])
        self.gate = GATE
    def read(self, document):
        page = document.page
        def silent(reason, c=0.0): return Listing(page.url, page.id, page.site, reader="offers", confidence=c, reason=reason)
        if not len(document): return silent("empty")
        view = View(document)
        gs = groups(view)
        if not gs: return silent("nothing on it repeats with links and pictures or prices")
        X = features(view, gs); s = self.a.probability(X)
        i = self._pick(gs, s, document.end)
        top = gs[i]
        others = [s[j] for j, g in enumerate(gs) if g.members[0] > top.members[-1] or g.members[-1] < top.members[0]]
        row = np.array([[*X[i], *PageFacts(view).seen_from(top), s[i], max(others, default=0.0)]])
        c = float(self.b.probability(row)[0])
        if c < self.gate: return silent("what repeats on it is not its main list of products", c)
        shelves = []
        outline = Outline(document, top.members)
        core = outline.core()
        self._refine(view, outline, core, top)
        taken = list(outline.records)
        chosen = [top]
        for j in np.argsort(-s):
            g = gs[j]
            if g is top or len(g.tokens & top.tokens) < 0.6 * len(g.tokens | top.tokens): continue
            if not (g.path == top.path or top.roof <= g.roof < document.end[top.roof]): continue
            mine = set()
            if any(m <= r < document.end[m] or r <= m < document.end[r] for m in g.members for r in taken): continue
            extra = [(m, outline.slots.of(m)) for m in g.members]
            good = [m for m, f in extra if core and sum(x in core for x in f) >= 0.5 * len(core)]
            if len(good) >= 2:
                outline.add(good); taken += good; chosen.append(g)
        return Listing(page.url, page.id, page.site, tuple(self._records(view, outline)), tuple(Shelf(document.xpath(g.roof), len(g.members)) for g in chosen), "offers", c)
    def _pick(self, gs, s, end):
        i = int(np.argmax(s)); m = gs[i].members; best = i
        for j in range(len(s)):
            if j == i or s[j] < OUTER * s[i]: continue
            o = gs[j].members
            if o[0] < m[0] and one_in_each(o, m, end) >= 0.8 * min(len(m), len(o)) and len(o) >= 0.8 * len(m):
                if best == i or o[0] < gs[best].members[0]: best = j
        return best
    def _refine(self, view, outline, core, top):
        document = view.document
        if not core: return
        # siblings left out
        parents = dict.fromkeys(document.parent[m] for m in outline.records)
        known = set(outline.records)
        tag = document.tag[outline.records[0]]
        left = [c for p in parents for c in document.children(p) if c not in known and document.tag[c] == tag]
        extra = []
        for c in left:
            f = outline.slots.of(c)
            if sum(x in core for x in f) >= 0.6 * len(core): extra.append(c)
        if extra: outline.add(extra)
        lk = outline.likeness(core)
        odd = [p for p, l in enumerate(lk) if l < LIKE]
        if odd:
            full = [p for p in odd if view.price_count[outline.records[p]] and view.picture_count[outline.records[p]]]
            dropped = set(odd) if len(full) < 3 or len(full) < 0.1*len(lk) else set(odd) - set(full)
            if len(dropped) < len(lk): outline.keep([p for p in range(len(lk)) if p not in dropped])
    def _records(self, view, outline):
        document = view.document
        slot, ns = names(outline)
        us = links(outline, slot)
        ps = prices(outline, view.amounts)
        ims = images(outline)
        for k, r in enumerate(outline.records):
            yield Record(document.xpath(r), ns[k], us[k], ps[k].printed, ims[k], currency_of(ps[k].printed), ps[k].old)

def images(outline):
    document = outline.document
    size = len(outline.records)
    nodes = {}
    seen = {}
    for place, filled in enumerate(outline.filled):
        for slot, node in filled.items():
            if document.tag[node] in ("img", "amp-img", "noscript"):
                nodes.setdefault(slot, {})[place] = node
                src = document.attribute(node, "src").strip()
                if src: seen.setdefault(src, set()).add(place)
    same = frozenset(src for src, places in seen.items() if len(places) >= max(3, 0.2 * size))
    found = {}
    for slot, filled in nodes.items():
        got = {place: address(document.element(node), same) for place, node in filled.items()}
        got = {p: a for p, a in got.items() if a}
        if got: found[slot] = got
    ranks = {slot: len(f) / size + len(set(f.values())) / len(f) for slot, f in found.items()}
    order = sorted(found, key=lambda slot: (-ranks[slot], slot))
    return [next((found[slot][p] for slot in order if p in found[slot]), "") for p in range(size)]
