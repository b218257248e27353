"""Amounts in every currency, and which of several is what the product costs."""
# ruff: noqa: RUF001 - letters of other scripts look like Latin ones, and are meant

import pytest

import specdex

CARDS = "".join(
    f"<p><a href='/{cost}'><img>Cup {cost}.</a> <i class='price'>${cost}.00</i></p>"
    for cost in (17, 44, 76)
)
"""Other things that a shop sells, which are no list of their own to a reader."""


def fields(body, lang="en", host="shop.example", head=""):
    page = f"""<html lang="{lang}"><head><title>Lumea kettle K200 | Shop</title>{head}</head>
        <body><h1>Lumea kettle K200</h1>{body}<button>Add to cart</button></body></html>"""
    found = specdex.extract(page, url=f"https://{host}/p/kettle")
    return {field.name: field.value for field in found.fields}


@pytest.mark.parametrize(
    ("lang", "country", "printed", "price", "currency"),
    [
        ("de", "de", "1.299,\u2013", "1299.00", "EUR"),
        ("de", "ch", "1299.\u2013", "1299.00", "CHF"),
        ("de", "de", "1.299,- €", "1299.00", "EUR"),
        ("fr", "tn", "1 234,500 DT", "1234.50", "TND"),
        ("fr", "ma", "499 DH", "499.00", "MAD"),
        ("fr", "sn", "15 000 FCFA", "15000.00", "XOF"),
        ("fr", "cm", "15.000 FCFA", "15000.00", "XAF"),
        ("fa", "ir", "\u06f1\u06f2\u06f3\u066c\u06f0\u06f0\u06f0 تومان", "123000.00", "IRR"),
        ("ar", "sa", "\u0661\u0662\u0663 ر.س", "123.00", "SAR"),
        ("en", "kw", "KD 12.500", "12.50", "KWD"),
        ("ja", "jp", "¥12,800", "12800.00", "JPY"),
        ("zh", "cn", "¥1280.00", "1280.00", "CNY"),
        ("da", "dk", "1.299 kr.", "1299.00", "DKK"),
        ("sv", "se", "1 299 kr", "1299.00", "SEK"),
        ("is", "is", "12.990 kr.", "12990.00", "ISK"),
        ("bn", "bd", "৳ 1,200", "1200.00", "BDT"),
        ("en", "ug", "UGX 45,000", "45000.00", "UGX"),
        ("en", "gh", "GH₵ 120.00", "120.00", "GHS"),
        ("es", "bo", "Bs 99", "99.00", "BOB"),
        ("es", "py", "Gs. 120.000", "120000.00", "PYG"),
        ("hi", "in", "₹1,29,900", "129900.00", "INR"),
        ("mk", "mk", "1.299 ден", "1299.00", "MKD"),
        ("en", "jm", "$1,299.00", "1299.00", "JMD"),
    ],
)
def test_prices_are_read_in_the_money_of_their_country(lang, country, printed, price, currency):
    found = fields(f"<div class='price'>{printed}</div>", lang, f"shop.{country}")
    assert (found["price"], found["currency"]) == (price, currency)


@pytest.mark.parametrize(
    ("printed", "price", "currency"),
    [
        ("Rs. 1,299", "1299.00", "INR"),
        ("R 1,299.00", "1299.00", "ZAR"),
        ("RM199.90", "199.90", "MYR"),
    ],
)
def test_a_sign_that_is_also_a_word_is_money_before_a_number_with_cents(printed, price, currency):
    found = fields(f"<div>{printed}</div>", "en", "shop.com")
    assert (found["price"], found["currency"]) == (price, currency)


@pytest.mark.parametrize("called", ["price", "a1b2"])
@pytest.mark.parametrize(
    ("printed", "price", "currency"),
    [
        ("€ 1.299,-", "1299.00", "EUR"),
        ("CHF 12.-", "12.00", "CHF"),
        ("\u06f1\u06f2\u06f3\u066c\u06f0\u06f0\u06f0 تومان", "123000.00", "IRR"),
        ("£1,299/-", "1299.00", "GBP"),
    ],
)
def test_a_page_need_not_say_where_its_money_is_from(called, printed, price, currency):
    found = fields(f"<div class='{called}'>{printed}</div>", "", "shop.com")
    assert (found["price"], found["currency"]) == (price, currency)


@pytest.mark.parametrize(
    ("printed", "price"),
    [("1.299,-", "1299.00"), ("89:-", "89.00"), ("12.\u2013", "12.00"), ("12.500 KD", "12.50")],
)
def test_a_dash_for_cents_makes_a_price_of_what_is_called_so(printed, price):
    assert fields(f"<div class='price'>{printed}</div>", "", "shop.com")["price"] == price
    assert "price" not in fields(f"<div class='size'>{printed}</div>", "", "shop.com")


def test_a_word_before_a_price_is_no_sign_where_it_is_none():
    assert fields("<div>Top 1.299,-</div>", "nl", "shop.nl")["price"] == "1299.00"
    assert fields("<div>Mad 1.299,-</div>", "nl", "shop.nl")["price"] == "1299.00"


def test_an_unknown_currency_in_a_price_element_is_still_a_price():
    found = fields("<div class='price'>45 ZQX</div>")
    assert found["price"] == "45.00"
    assert "currency" not in found
    assert "price" not in fields("<div class='size'>45 ZQX</div>")


@pytest.mark.parametrize(
    "body",
    [
        "<p>Used from $49.00</p><div class='price'>$89.00</div>",
        "<p>New from $89.00 (3 offers)</p><p>Used: $40.00</p>",
        "<p>Refurbished $59.00</p><p class='price'>$89.00</p>",
        "<p class='price'>$89.00</p><p>Open-Box: $79.00</p>",
        "<div class='price'>$89.00</div><p>or 4 payments of $22.25</p>",
        "<p>12 x 9,90 €</p><div>89,00 €</div>",
        "<p>ab 8,90 € / Monat</p><div>89,00 €</div>",
        "<p>10x de R$ 8,90 sem juros</p><p>R$ 89,00 à vista</p>",
        "<del>$120.00</del> <b>$89.00</b>",
        "<p>List Price: $120.00</p><p>You save: $31.00</p><p>Price: $89.00</p>",
        "<p>8,90 €/100 g</p><p>89,00 €</p>",
        "<p>Price: $89.00 ($0.89 / oz)</p>",
        "<p>Unit price $0.50 per count</p><p>$89.00</p>",
        "<p>89,00 €/Stk.</p>",
        "<p>Price per 100g: £1.20</p><p>£89.00</p>",
        "<span>€ 73,55 excl. btw</span> <span>€ 89,00 incl. btw</span>",
        "<p>Regular price $120.00</p><p>Sale price $89.00</p>",
        "<p>Regular price $89.00</p>",
        "<p>Lowest price in the last 30 days: €85.00</p><p>€89.00</p>",
        "<table><tr><td>1+<td>$89.00<tr><td>10+<td>$80.00<tr><td>100+<td>$70.00</table>",
        "<p>89 руб. 50 коп.</p>",
        "<p class='price'>89,00 €/m²</p>",
        "<p>12 meses de $ 7.50</p><p>$ 89.00</p>",
        "<p>Was: $120.00 Now: $89.00 Save: $31.00</p>",
        "<p>Member price $80.00</p><p>$89.00</p>",
        "<p>$75.00 ex. GST</p><p>$89.00 inc. GST</p>",
        "<p>89 €</p><p>70 € + VAT</p>",
        "<p>1-9: $89.00</p><p>10-49: $80.00</p>",
        "<p>89,00 – 120,00 €</p>",
        # elements stand beside each other without a blank
        "<span>$89.00</span>or 4 payments of $22.25",
        "<span>₹89</span><span>25% off</span>",
        "<span>€89.00</span><span>Save €31.00</span>",
        "<span>statt 120.00</span><span>CHF 89.00</span>",
        "<b>$89.00</b><s>$120.00</s>",
        "<b>$89.00</b> <s>$120.00</s>",
        "<p>120 ₽</p><p>89 ₽</p><p>41</p>",
        "<span>$89</span><span>00</span>",
        "<p>89€00</p>",
        "<p class='price'>89.00</p><p>Free delivery over £30</p>",
        "<p>$119.00 (-25%)</p><p>$89.00</p>",
        "<p>Buy 24 or more for $79.00 each.</p><p>$89.00</p>",
        "<p>Spend $60 and see what you get on top</p><p>$89.00</p>",
        f"<div>{CARDS}</div><p>$89.00</p>",
    ],
)
def test_used_old_and_shared_prices_are_told_from_the_price(body):
    assert fields(body)["price"] == "89.00"


def test_a_number_in_an_element_called_price_counts_once_it_may_be_one():
    assert fields("<p class='price'>136</p>")["price"] == "136.00"
    assert "price" not in fields("<p class='price'>3</p>")


TWICE = (
    '<script type="application/ld+json">{"@type": "Product", "name": "Lumea kettle K200",'
    ' "offers": {"@type": "Offer", "price": "%s"}}</script>'
    '<meta property="product:price:amount" content="%s">'
)
"""A price that two kinds of mark-up state."""


@pytest.mark.parametrize(
    ("stated", "price"),
    [
        ("22.00", "19.90"),  # what filled both was not filled again
        ("1990", "19.90"),  # in cents
        ("20", "19.90"),  # rounded
        ("19", "19.90"),  # cut off
        ("64.00", "64.00"),  # of another order: what is shown is another thing's
    ],
)
def test_all_markup_is_one_voice_against_a_price_that_is_surely_shown(stated, price):
    shown = "<p class='price'>$19.90</p>"
    assert fields(shown, head=TWICE % (stated, stated))["price"] == price


@pytest.mark.parametrize(
    "shown",
    [
        "<p class='price'><del>$25.00</del> <ins>$19.90</ins></p>",
        "<p class='price'><i>$25.00</i> <b>$19.90</b></p>",
        "<p class='price'><b>$19.90</b><i>$25.00</i></p>",
        "<p class='price'><i class='was'>$25.00</i> <b>$19.90</b></p>",
        "<p class='price'>Now $19.90 <small>RRP $25.00</small></p>",
    ],
)
def test_markup_that_states_what_the_page_shows_as_the_price_before_is_not_confirmed(shown):
    assert fields(shown, head=TWICE % ("25.00", "25.00"))["price"] == "19.90"


@pytest.mark.parametrize(
    "note", ["Members pay $19.90", "or 4 payments of $6.25", "$19.90 with code SAVE", "Used $19.90"]
)
def test_markup_is_confirmed_by_its_price_beside_a_lower_one_that_is_a_note(note):
    shown = f"<p class='price'>$25.00</p><p>{note}</p>"
    assert fields(shown, head=TWICE % ("25.00", "25.00"))["price"] == "25.00"


def test_markup_that_is_not_shown_is_believed_where_the_page_shows_no_likely_price():
    shown = "<p>It holds a lot.</p>" * 40 + "<p>Lid $25.00</p>"
    assert fields(shown, head=TWICE % ("22.00", "22.00"))["price"] == "22.00"


def test_a_shown_price_of_another_order_than_markups_is_another_things():
    stated = """<script type="application/ld+json">{"@type": "Product", "name": "Lumea kettle K200",
        "offers": {"price": "%s", "priceCurrency": "USD"}}</script>"""
    shown = "<p class='price'>$15.99</p>"
    assert fields(shown, head=stated % "164.00")["price"] == "164.00"
    assert fields(shown, head=stated % "1599")["price"] == "15.99"  # in cents
    assert fields(shown, head=stated % "18.00")["price"] == "15.99"


def read(body):
    page = f"<html><title>Canvas tote</title>{body}</html>"
    found = specdex.extract(page, url="https://s.example/p")
    return {field.name: field.value for field in found.fields}


def test_a_marked_up_price_that_the_page_shows_is_believed_before_another_that_looks_better():
    stated = """<script type="application/ld+json">{"@type": "Product", "name": "Canvas tote",
        "offers": {"price": "%s", "priceCurrency": "USD"}}</script>"""
    near = "<h1>Canvas tote</h1><p class='price'>$20.00</p><button>Buy now</button>"
    shown = near + "<p>It holds a lot.</p>" * 80 + "<p>$24.00</p>"
    assert read(shown)["price"] == "20.00"
    assert read(stated % "24.00" + shown)["price"] == "24.00"
    assert read(stated % "26.00" + shown)["price"] == "20.00"


def test_a_button_may_say_what_it_costs():
    found = read("<h1>Canvas tote</h1><button>Add to cart • $34</button>")
    assert (found["price"], found["availability"]) == ("34.00", "InStock")


def test_what_is_said_of_stock_between_the_price_and_the_heading_counts():
    box = "<p class='price'>$34.00</p><p>Sold out</p>"
    found = read(f"{box}<h1>Canvas tote</h1><p>SKU: AB-1234</p>")
    assert found["availability"] == "OutOfStock"


@pytest.mark.parametrize(
    ("lang", "body"),
    [
        ("en", "<p>Regular price</p><p>$20.00</p><p>Free shipping over $50.00</p>"),
        ("pl", "<dt>Cena regularna</dt><dd>$20.00</dd><p>Używany od $9.60</p>"),
        ("ja", "<b>通常価格</b><span>$20.00</span><p>会員価格 $18.00</p>"),
        ("en", "<p>Regular price $25.00</p><p>Sale price $20.00</p>"),
        ("nl", "<p>$20.00 excl. btw</p>"),
        ("nl", "<p>$16.50 excl. btw</p><p>$20.00</p>"),
        ("fr", "<p>$11.25 avec le code ETE</p><div class='new-price'>$20.00</div>"),
        ("da", "<p>$2.20 pr. kg</p><p>$20.00</p>"),
        ("en", "<p>$20.00 in all sizes</p><p>$26.00 for two</p>"),
        ("ja", "<p>過去30日間の最低価格 $21.00</p><p>$20.00</p>"),
        ("en", "<i class='price'>$25.00</i> <i class='price'>$20.00</i>"),
        ("it", "<span>Prezzo di listino</span><b>$25.00</b><span>Prezzo</span><b>$20.00</b>"),
        ("is", "<p>$16.50 án virðisauka</p><p>$20.00</p>"),
        ("is", "<p>$20.00</p><p>$18.00 með kóða</p>"),
        ("is", "<p>$25.00</p><p>$20.00</p>"),
        ("de", "<p>$25.00</p><p>$20.00 inkl. MwSt.</p>"),
        ("vi", "<p>giá $20.00</p><p>120 điểm</p>"),
    ],
)
def test_what_a_price_is_called_counts_beside_others(lang, body):
    assert fields(body, lang)["price"] == "20.00"


def test_a_word_that_touches_a_sign_is_no_part_of_it():
    body = "<span>Preço normal</span><span>R$ 20,00</span>"
    found = fields(body, "pt", "shop.com.br")
    assert (found["price"], found["currency"]) == ("20.00", "BRL")


PRICE = "<div>$50.00</div>"
ROWS = "<table><tr><td>{}</td><td>$50.00</td></tr><tr><td>10</td><td>$45.00</td></tr>"
ROWS += "<tr><td>50</td><td>$40.00</td></tr></table>"


@pytest.mark.parametrize(
    "beside",
    [
        ROWS.format(1),
        "<p>10 - 49</p><p>$45.00</p><p>50 - 99</p><p>$40.00</p>",
        "<ul><li>5+ $45.00</li><li>10+ $40.00</li></ul>",
        "<p>zun 5 ruk $45.00</p><p>zun 10 ruk $40.00</p>",
    ],
)
def test_what_is_paid_for_each_of_many_is_not_the_price(beside):
    assert fields(beside + PRICE)["price"] == "50.00"
    assert fields(PRICE + beside)["price"] == "50.00"


CARD = "<div><a href='{}'><img src='a.jpg' alt=''>{}</a><p>$30.00</p></div>"


@pytest.mark.parametrize(
    "beside",
    [
        CARD.format("/apron", "Linen apron"),
        CARD.format("/apron", "Linen apron") + CARD.format("/tray", "Walnut tray"),
        "<label><input type='checkbox'> Linen apron <span>$30.00</span></label>",
    ],
)
def test_what_another_thing_costs_is_not_the_price(beside):
    assert fields(beside + PRICE)["price"] == "50.00"
    assert fields(PRICE + beside)["price"] == "50.00"


@pytest.mark.parametrize("href", ["#all", "javascript:void(0)"])
def test_a_picture_that_leads_nowhere_is_no_other_product(href):
    assert fields(CARD.format(href, "Enlarge it") + "<p>zun ruk $90.00</p>")["price"] == "30.00"


def test_an_option_is_the_price_where_nothing_else_is():
    assert fields("<label><input type='radio'> S <span>$30.00</span></label>")["price"] == "30.00"


def test_what_touches_a_struck_amount_is_today_s_price():
    far = "<p>" + "Made to be repaired. " * 40 + "</p>"
    assert fields(f"{far}<div><div><del>$60.00</del> $50.00</div></div>")["price"] == "50.00"


def test_the_best_amount_is_the_price_where_no_class_speaks_of_one():
    prose = "<p>Water boils in three minutes, and nobody has to watch it do so at all.</p>" * 5
    rows = "".join(f"<tr><th>{name}</th><td>{name[0]} 12</td></tr>" for name in ("Size", "Coil"))
    page = f"""<html><head><title>Lumea kettle K200</title></head><body><div><div>
        <h1>Lumea kettle K200</h1></div></div>{prose}<table>{rows}</table>
        <p>It is yours for $24.50 while there are any.</p></body></html>"""
    found = specdex.extract(page, url="https://shop.example/p/kettle")
    assert {each.name: each.value for each in found.fields}["price"] == "24.50"


BELOW = (
    "<section><h2>You may also like</h2><a href='/1'><img><b>Cup</b></a><p class='price'>$19.00</p>"
    "<button>Add to cart</button></section>"
)
"""Another product, near the heading: there is little else on the page."""
STATED = """<script type="application/ld+json">{"@type": "Product", "name": "Lumea kettle K200",
    "offers": {"price": "22.00", "priceCurrency": "USD"}}</script>"""


def test_what_stands_below_a_heading_of_others_is_theirs_though_it_is_near():
    assert fields(f"<p>22.00</p>{BELOW}", head=STATED)["price"] == "22.00"
    assert fields(BELOW, head=STATED)["price"] == "22.00"
    assert "price" not in fields(f"<p>Call for price</p>{BELOW}")


@pytest.mark.parametrize(
    "note",
    [
        "<label><input type='checkbox'> Lid $19.00</label>",
        "<div class='shipping'><p>Next day</p><p class='shipping-price'>$14.95</p></div>",
        "<p>No interest on $29+ with credit</p>",
        "<p>EUR</p><p>21% VAT rate</p>",
    ],
)
def test_an_amount_that_is_no_price_does_not_outdo_markup_whose_price_is_not_shown(note):
    assert fields(note, head=STATED)["price"] == "22.00"


def test_what_words_speak_against_is_not_lifted_where_no_class_speaks_of_a_price():
    body = "<p>Get up to $700 instant trade-in credit.</p>"
    assert "price" not in fields(body)
    assert fields("<p>From $700</p>")["price"] == "700.00"


@pytest.mark.parametrize("share", ["21%", "21 %"])
def test_a_share_is_no_amount(share):
    assert "price" not in fields(f"<p class='price'>EUR {share} VAT</p>")


def test_a_whole_number_in_a_script_is_a_price_beside_its_currency():
    told = (
        '<script type="application/json">{"name": "Lumea kettle K200", "sku": "K-200", %s}</script>'
    )
    assert fields(told % '"price": 22, "currency": "USD"')["price"] == "22.00"
    assert "price" not in fields(told % '"price": 2200')  # it may be in cents


SIZES = "<ul><li><button>S<br>$70.00</button></li><li><button>M<br>$89.00</button></li></ul>"


@pytest.mark.parametrize(
    "body",
    [
        f"<p>$89.00</p>{SIZES}",
        f"{SIZES}<p>$89.00</p>",
        "<p>With code SAVE10: $80.10</p><p>$89.00</p>",
        "<p>Mit Code HERBST15: 75,65 €</p><p>89,00 €</p>",
        "<p>25 people look at 1/9</p><table><tr><td>5+<td>$80<tr><td>10+<td>$70</table><p>$89</p>",
        "<p>$89.00</p><p>incl. $0.50 recycling fee</p>",
    ],
)
def test_choices_codes_and_tiers_are_told_from_the_price(body):
    assert fields(body)["price"] == "89.00"


def test_the_price_in_the_only_button_is_the_price():
    assert fields("<button>Reserve for $34.00</button>")["price"] == "34.00"
