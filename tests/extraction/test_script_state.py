"""What only scripts carry: label-value records in embedded JSON."""

import json
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from specdex.extraction.script_state import StateReader
from specdex.html import parse
from specdex.pipeline.extract import extraction
from specdex.records import Fragment, FragmentKind, Page, Pair

NAME = "Lumea X9 Phone"
ROWS = [
    {"id": 1, "key": "screen_size", "name": "Screen size", "value": "6.1 in"},
    {"id": 2, "key": "weight", "name": "Weight", "value": "174 g"},
    {"id": 3, "key": "colour", "name": "Colour", "value": "Midnight"},
    {"id": 4, "key": "os", "name": "System", "value": "OS 9"},
]
PAIRS = [(row["name"], row["value"]) for row in ROWS]
OTHERS = [
    {
        "id": number,
        "name": f"Phone {number}",
        "url": f"/p/{number}",
        "price": 100 + number,
        "specs": [{"name": name, "value": f"{value} {number}"} for name, value in PAIRS],
    }
    for number in range(5)
]


def product(specs):
    return {"id": 7, "name": NAME, "url": "/p/x9", "price": 299, "specs": specs}


def page(more, url="https://shop.example/p/x9"):
    body = f"<title>{NAME} | Shop</title><body><h1>{NAME}</h1><p>Midnight, 299 EUR</p>{more}</body>"
    return parse(Page(url, body.encode("utf-8", "surrogatepass")))


def script(data, **attributes):
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<script{given}>{data}</script>"


def as_json(specs):
    whole = {"props": {"product": product(specs), "related": OTHERS, "t": {"Add to cart": "Buy"}}}
    return script(json.dumps(whole), type="application/json", id="__NEXT_DATA__")


def numbered(value):
    """*value* as a table whose values refer to each other by number."""
    table = []

    def put(each):
        place = len(table)
        table.append(None)
        if isinstance(each, dict):
            table[place] = {key: put(below) for key, below in each.items()}
        elif isinstance(each, list):
            table[place] = [put(below) for below in each]
        else:
            table[place] = each
        return place

    put(value)
    return table


def cache():
    refs = [{"__ref": f"Row:{row['id']}"} for row in ROWS]
    return {"Product:7": product(refs), **{f"Row:{row['id']}": row for row in ROWS}}


def stream():
    first, second = (
        f'1:["$","div",null,{{"product":{{"name":"{NAME[:6]}',
        f'{NAME[6:]}","specs":"$2"',
    )
    rows = f"{second}}}}}]\n2:{json.dumps(ROWS)}\n"
    return "".join(
        script(f"self.__next_f.push([1,{json.dumps(piece)}])") for piece in (first, rows)
    )


WRITTEN = {
    "a list of things": as_json(ROWS),
    "groups": as_json([{"title": "A", "items": ROWS[:2]}, {"title": "B", "items": ROWS[2:]}]),
    "names as keys": as_json(dict(PAIRS)),
    "things by key": as_json({row["key"]: row for row in ROWS}),
    "lines": as_json([f"{name}: {value}" for name, value in PAIRS]),
    "lists of two": as_json([list(pair) for pair in PAIRS]),
    "values in lists": as_json([{"label": n, "values": [{"value": v}]} for n, v in PAIRS]),
    "assigned": script(f"window.__STATE__ = {json.dumps(product(ROWS))};\nstart();"),
    "in a string": script(f"var s = JSON.parse({json.dumps(json.dumps(product(ROWS)))});"),
    "a cache": script(f"window.__APOLLO_STATE__={json.dumps(cache())};"),
    "code": script(
        f"a.b={{product:{{name:'{NAME}',x:undefined,specs:["
        + ",".join(f"{{label:'{name}',text:\"{value}\",}}" for name, value in PAIRS)
        + "]}}"
    ),
    "a function": script(
        "window.__NUXT__=(function(a,b){return {data:[{name:b,specs:["
        + ",".join(
            f"{{n:'{n}',v:'{v}'}}" if n != "Colour" else "{n:a,v:'Midnight'}" for n, v in PAIRS
        )
        + f"]}}]}}}}('Colour','{NAME}'));"
    ),
    "numbers": script(json.dumps(numbered({"data": product(ROWS)})), type="application/json"),
    "an attribute": f"<div data-product='{json.dumps(product(ROWS))}'></div>",
    "an escaped attribute": '<div :product="{}"></div>'.format(
        json.dumps(product(ROWS)).replace('"', "&quot;")
    ),
    "a stream": stream(),
    "markup": script(
        json.dumps(
            {
                "@graph": [
                    {
                        "@type": "Product",
                        "name": NAME,
                        "additionalProperty": [
                            {"@type": "PropertyValue", "name": name, "value": value}
                            for name, value in PAIRS
                        ],
                    }
                ]
            }
        ),
        type="application/ld+json",
    ),
}


def read(document, known=()):
    return [pair for found in StateReader().fragments(document, known) for pair in found.pairs]


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_the_main_products_rows_are_read_however_they_are_written(written):
    document = page(written)
    pairs = read(document)
    assert [(pair.name, pair.value) for pair in pairs] == PAIRS
    for pair in pairs:
        place, sharp, path = pair.xpath.partition("#$")
        assert sharp
        assert path
        assert document.find(pair.xpath) is not None
        assert document.find(pair.xpath) == document.find(place)


def test_a_pairs_address_is_the_scripts_and_a_json_path():
    (found,) = StateReader().fragments(page(as_json(ROWS)), ())
    assert found.kind is FragmentKind.SCRIPT
    assert found.xpath == "/html/body/script"
    assert found.pairs[1].xpath == "/html/body/script#$.props.product.specs[1].value"


def test_headings_above_rows_are_kept():
    assert {pair.group for pair in read(page(WRITTEN["groups"]))} == {"A", "B"}


def test_units_stand_behind_their_numbers():
    rows = [
        {"@type": "PropertyValue", "name": "Weight", "value": 2.5, "unitCode": "KGM"},
        {"@type": "PropertyValue", "name": "Height", "value": "30", "unitText": "cm"},
        {"@type": "PropertyValue", "name": "Colour", "value": "Midnight"},
        {"@type": "PropertyValue", "name": "Material", "value": ["Steel", "Glass"]},
    ]
    data = {"@type": "Product", "name": NAME, "additionalProperty": rows}
    pairs = read(page(script(json.dumps(data), type="application/ld+json")))
    assert [pair.value for pair in pairs] == ["2.5 kg", "30", "Midnight", "Steel, Glass"]


def test_values_are_clean_text():
    dirty = [{"name": n, "value": f"\u200e<b>{v}</b>\ud83d&nbsp;"} for n, v in PAIRS]
    assert [(pair.name, pair.value) for pair in read(page(as_json(dirty)))] == PAIRS


NO_ROWS = {
    "breadcrumbs": [{"name": f"Phones {n}", "url": f"/c/{n}"} for n in "abcd"],
    "reviews": [{"name": f"Anna {n}", "text": "good", "date": "2024-01-02"} for n in "abcd"],
    "prices": [{"name": f"Plan {n}", "value": f"${n}9.90"} for n in "1234"],
    "ratings": [{"name": f"Taste {n}", "value": "5"} for n in "abcd"],
    "sizes": [{"name": f"Size {n}", "sku": f"AB-{n}000{n}"} for n in "1234"],
    "slugs": [{"name": f"Tag {n}", "slug": f"tag-{n}"} for n in "abcd"],
    "prose": [{"name": f"Why {n}", "text": "It is " + "very " * 40 + "good"} for n in "abcd"],
    "words of a program": [{"name": n, "value": "x y"} for n in ("aB", "c_d", "e-f", "g.h")],
}


@pytest.mark.parametrize("rows", NO_ROWS.values(), ids=NO_ROWS)
def test_what_is_no_specification_is_left_alone(rows):
    assert read(page(as_json(rows))) == []


def test_other_products_are_left_alone():
    data = json.dumps({"props": {"product": product([]), "related": OTHERS}})
    assert read(page(script(data, type="application/json"))) == []


def shown(pairs):
    return [Fragment("/html/body/table", FragmentKind.TABLE, tuple(Pair(*each) for each in pairs))]


def test_what_the_page_shows_is_not_doubled():
    assert read(page(as_json(ROWS)), shown(PAIRS)) == []
    more = [*ROWS, *({"name": f"Part {n}", "value": f"kind {n}"} for n in "abcdefgh")]
    pairs = read(page(as_json(more)), shown(PAIRS))
    assert [pair.name for pair in pairs] == [f"Part {n}" for n in "abcdefgh"]


def test_a_page_with_its_own_specification_needs_no_script():
    other = [(f"Own {n}", f"value {n}") for n in "abc"]
    assert read(page(as_json(ROWS)), shown(other)) == []


def test_extract_reads_scripts_too():
    body = f"<title>{NAME}</title><h1>{NAME}</h1><p>Midnight</p>{as_json(ROWS)}"
    found = extraction(readers=("structure", "state"))(
        Page("https://shop.example/p/x9", body.encode())
    )
    assert [(pair.name, pair.value, pair.reader) for pair in found.pairs] == [
        (*pair, "state") for pair in PAIRS
    ]


HOSTILE = {
    "deep": '{{"name": "{}", "a": {}}}'.format(NAME, "[" * 100_000 + "]" * 100_000),
    "cut off": f'{{"name": "{NAME}", "specs": [{{"name": "Weight"',
    "huge": json.dumps({"name": NAME, "all": [{"k": n, "v": [n]} for n in range(200_000)]}),
    "quotes": f"x = '{NAME}" + "\\" * 100_001,
    "openings": f"{NAME} " + "= {" * 100_000,
    "calls": f"{NAME} " + "(function(a){return {a:" * 20_000,
    "refers to itself": f'a = {{"A:1": {{"name": "{NAME}", "specs": {{"__ref": "A:1"}}}}}}',
    "numbers in circles": json.dumps([{"data": 0, "name": 1}, NAME, [2, 2]]),
    "rows in circles": f'self.__next_f.push([1,"1:[\\"{NAME}\\",\\"$1\\"]\\n2:T99999999,x"])',
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("kind", ["application/json", "text/javascript"])
def test_hostile_scripts_cost_little_and_say_nothing(data, kind):
    document = page(script(data, type=kind))
    before = time.process_time()
    assert read(document) == []
    assert time.process_time() - before < 10


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(NAME),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=5)
    ),
    max_leaves=30,
)


@given(VALUES, st.sampled_from(["application/json", "text/javascript", "application/ld+json"]))
@settings(max_examples=60)
def test_no_json_makes_it_raise(value, kind):
    data = json.dumps({"name": NAME, "x": value}).replace("</", "<\\/")
    for pair in read(page(script(f"x = {data}" if "java" in kind else data, type=kind))):
        assert pair.name
        assert pair.value
        assert pair.xpath.startswith("/html")


@given(
    st.dictionaries(
        st.from_regex(r"[A-Z][a-z]{2,7} [a-z]{2,7}", fullmatch=True),
        st.from_regex(r"[1-9][0-9]{0,3} (kg|cm|W|mm)", fullmatch=True),
        min_size=4,
        max_size=12,
    ),
    st.sampled_from(["list", "dict", "numbers"]),
)
@settings(max_examples=60)
def test_rows_that_the_page_partly_shows_are_all_read(pairs, form):
    assume(len(set(pairs.values())) >= 3)
    rows = [{"name": name, "value": value} for name, value in pairs.items()]
    data = product(pairs if form == "dict" else rows)
    data = numbered({"all": data}) if form == "numbers" else {"all": data}
    seen = "".join(f"<p>{value}</p>" for value in pairs.values())
    found = read(page(seen + script(json.dumps(data), type="application/json")))
    assert [(pair.name, pair.value) for pair in found] == list(pairs.items())


def test_properties_in_microdata_are_pairs_at_the_elements_that_state_them():
    rows = "".join(
        '<div itemprop="additionalProperty" itemscope itemtype="https://schema.org/PropertyValue">'
        f'<meta itemprop="name" content="{name}"><meta itemprop="value" content="{value}">'
        f'<meta itemprop="unitText" content="{unit}"></div>'
        for name, value, unit in (("Weight", "174", "g"), ("Colour", "Midnight", ""))
    )
    body = (
        f"<title>{NAME}</title><body><div itemscope itemtype='https://schema.org/Product'>"
        f"<h1 itemprop='name'>{NAME}</h1>{rows}</div></body>"
    )
    document = parse(Page(url="https://shop.example/p/x9", body=body.encode()))
    (fragment,) = StateReader().fragments(document, ())
    assert [(pair.name, pair.value) for pair in fragment.pairs] == [
        ("Weight", "174 g"),
        ("Colour", "Midnight"),
    ]
    meta = document.select(fragment.pairs[0].xpath)
    assert meta is not None
    assert meta.get("content") == "174"


def test_a_page_that_shows_next_to_nothing_is_read_from_its_scripts():
    said = extraction().extractor.extract(page(as_json(ROWS)))
    assert [(pair.name, pair.value) for pair in said.pairs] == PAIRS
    assert {pair.reader for pair in said.pairs} == {"state"}


@pytest.mark.parametrize(
    "shown",
    [
        "<p>" + "A phone to look at, and to be seen with. " * 60 + "</p>",
        "<table><tr><th>Height<td>15 cm<tr><th>Width<td>7 cm<tr><th>Depth<td>1 cm</table>",
    ],
    ids=("prose", "rows"),
)
def test_by_default_no_script_is_looked_at_where_the_page_shows_anything(shown, monkeypatch):
    asked = []
    monkeypatch.setattr("specdex.extraction.script_state.script_state", asked.append)
    said = extraction().extractor.extract(page(shown + as_json(ROWS)))
    assert not asked
    assert not said.failures
