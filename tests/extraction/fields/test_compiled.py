"""The fields' readers compiled and in Python are one source, and read the same."""

from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex import extraction as room
from specdex.extraction.fields import FieldReader, gathering, reader
from specdex.html import parse
from specdex.records import Page

FIELDS = ("view", "amounts", "brands", "prices", "words", "stock", "marks", "heading")
FIELDS += ("identifiers", "trail", "claims", "marked", "gathering")
MARKUP = ("jsonld", "scopes", "understanding", "metatags", "reader")
TWINS = (*(f"fields.{name}" for name in FIELDS), *(f"markup.{name}" for name in MARKUP))
PIECES = (
    *("<title>Canon EOS R6 | Shop</title>", "<h1>Canon EOS R6</h1>", "<h2>Related products</h2>"),
    *("<p>$ 1,299.00", "<del>1.499,00 €</del>", "<p>Price: 12 EUR", "<p>SKU: A-1234", "<b>"),
    *("<p>Brand: Canon", "<p>Brand", "<p>Canon", '<a class="brand" href="/brand/canon">Canon</a>'),
    *("<p>In stock", "<p>Sold out", '<input value="Add to cart">', "<button>Add to cart</button>"),
    *("<p>EAN: 4006381333931", "<p>MPN 5012B002", "<nav class=breadcrumb><a>Home</a></nav>"),
    *('<meta property="og:title" content="Canon EOS R6">', '<div itemscope itemtype="x/Product">'),
    *(
        '<span itemprop="price">99</span>',
        '<meta itemprop="priceCurrency" content="EUR">',
        "</div>",
    ),
    '<script type="application/ld+json">{"@type":"Product","name":"Canon EOS R6"}</script>',
)
SOUPS = st.lists(st.sampled_from(PIECES), min_size=3, max_size=30).map("".join)

compiled_only = pytest.mark.skipif(
    reader.Gathering is gathering.Gathering, reason="built without a C compiler"
)


@compiled_only
@settings(max_examples=200, deadline=None)
@given(SOUPS)
def test_compiled_fields_are_those_in_python(markup):
    document = parse(Page("https://shop.example/p/canon-eos-r6-12345", markup.encode()))
    compiled = FieldReader().read(document)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "Gathering", gathering.Gathering)
        assert FieldReader().read(document) == compiled


@compiled_only
@pytest.mark.parametrize("name", TWINS)
def test_what_is_compiled_is_its_source_as_it_stands(name):
    source = Path(room.__file__).parent.joinpath(*f"{name}.py".rsplit(".", 1)[0].split("."))
    compiled = import_module(f"specdex.extraction.{name}_compiled").SOURCE
    fresh = sha256(source.with_suffix(".py").read_bytes()).hexdigest()
    assert compiled == fresh, "install specdex again: pip install -e ."
