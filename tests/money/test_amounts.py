"""What in a text is money, and how much: one answer for product pages and for lists."""
# ruff: noqa: RUF001 - signs, digits and dashes of all scripts

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from specdex.html import parse
from specdex.money import currency_code
from specdex.money.amounts import amounts_of, cents_at
from specdex.money.printed import (
    CODES,
    DOUBTFUL_SIGNS,
    SIGN_CHARACTERS,
    SIGNS,
    SIGNS_BEHIND,
    digit_from,
    number_end,
)
from specdex.money.signs import PageText, sign_behind
from specdex.records import Page

TABLE = [
    ("$19.99", "", "19.99 USD"),
    ("US $12", "", "12 USD"),
    ("US $1,299.00", "", "1299 USD"),
    ("C$19.99", "", "19.99 CAD"),
    ("A$ 45", "", "45 AUD"),
    ("R$ 29,90", "br pt", "29.9 BRL"),
    ("1.299,00 €", "de de", "1299 EUR"),
    ("€ 1.299,-", "nl nl", "1299 EUR"),
    ("1.299,-", "no nb", "1299 NOK"),
    ("1.299,-", "de de", "1299 EUR"),
    ("1.299,–", "de de", "1299 EUR"),
    ("1.299,- €", "de de", "1299 EUR"),
    ("CHF 12.-", "ch de", "12 CHF"),
    ("12.– CHF", "ch de", "12 CHF"),
    ("Fr. 12.50", "ch de", "12.5 CHF"),
    ("Fr. 12.-", "ch de", "12 CHF"),
    ("1’299.-", "ch de", "1299 CHF"),
    ("499:-", "se sv", "499 SEK"),
    ("499 kr", "se sv", "499 SEK"),
    ("499 kr", "com en", "499 SEK"),
    ("499 Kr.", "dk da", "499 DKK"),
    ("kr 1 299", "no nb", "1299 NOK"),
    ("1 299,50 Kč", "cz cs", "1299.5 CZK"),
    ("12 999 руб.", "ru ru", "12999 RUB"),
    ("1 299 ₽", "ru ru", "1299 RUB"),
    ("2 490 р.", "ru ru", "2490 RUB"),
    ("1 250 грн", "ua uk", "1250 UAH"),
    ("15 000 тг", "kz ru", "15000 KZT"),
    ("25 000 сум", "uz ru", "25000 UZS"),
    ("129,99 zł", "pl pl", "129.99 PLN"),
    ("129,99 PLN", "pl pl", "129.99 PLN"),
    ("45 990 Ft", "hu hu", "45990 HUF"),
    ("6 Ft cable", "com en", ""),
    ("1.299,00 TL", "tr tr", "1299 TRY"),
    ("₺1.299", "tr tr", "1299 TRY"),
    ("199,99 lei", "ro ro", "199.99 RON"),
    ("199,99 RON", "ro ro", "199.99 RON"),
    ("25,00 лв.", "bg bg", "25 BGN"),
    ("1.299 din.", "rs sr", "1299 RSD"),
    ("45,00 KM", "ba bs", "45 BAM"),
    ("12 km", "com en", ""),
    ("89 DT", "tn fr", "89 TND"),
    ("89,900 DT", "tn fr", "89.9 TND"),
    ("249.000 TND", "tn fr", "249 TND"),
    ("1 500 DH", "ma fr", "1500 MAD"),
    ("25 000 FCFA", "sn fr", "25000 XOF"),
    ("25.000 F CFA", "sn fr", "25000 XOF"),
    ("4 500 DA", "dz fr", "4500 DZD"),
    ("12.500 KD", "kw en", "12.5 KWD"),
    ("KD 12.500", "kw en", "12.5 KWD"),
    ("BHD 3.250", "bh en", "3.25 BHD"),
    ("JD 15", "jo en", "15 JOD"),
    ("125 ر.س", "sa ar", "125 SAR"),
    ("١٢٥ ر.س", "sa ar", "125 SAR"),
    ("۱۲۵٬۰۰۰ تومان", "ir fa", "125000 IRR"),
    ("2,500,000 ریال", "ir fa", "2500000 IRR"),
    ("99 درهم", "ae ar", "99 AED"),
    ("AED 99.00", "ae en", "99 AED"),
    ("SAR 1,250", "sa en", "1250 SAR"),
    ("EGP 1,999", "eg en", "1999 EGP"),
    ("1,999 LE", "eg en", "1999 EGP"),
    ("₪49.90", "il he", "49.9 ILS"),
    ('49.90 ש"ח', "il he", "49.9 ILS"),
    ("Rs.1,299/-", "in en", "1299 INR"),
    ("Rs. 1,29,900", "in en", "129900 INR"),
    ("₹1,29,900.50", "in en", "129900.5 INR"),
    ("Rs 2,499", "pk en", "2499 PKR"),
    ("৳ 1,250", "bd bn", "1250 BDT"),
    ("Tk 1,250", "bd en", "1250 BDT"),
    ("LKR 4,500.00", "lk en", "4500 LKR"),
    ("NPR 1,200", "np en", "1200 NPR"),
    ("Rp 150.000", "id id", "150000 IDR"),
    ("Rp150.000", "id id", "150000 IDR"),
    ("RM140.50", "my en", "140.5 MYR"),
    ("RM 3", "my en", "3 MYR"),
    ("S$12.90", "sg en", "12.9 SGD"),
    ("฿1,290", "th th", "1290 THB"),
    ("1,290 บาท", "th th", "1290 THB"),
    ("1.290.000 ₫", "vn vi", "1290000 VND"),
    ("1.290.000đ", "vn vi", "1290000 VND"),
    ("1.290.000 VNĐ", "vn vi", "1290000 VND"),
    ("₱1,299.00", "ph en", "1299 PHP"),
    ("PHP 1,299", "ph en", "1299 PHP"),
    ("¥1,980", "jp ja", "1980 JPY"),
    ("1,980円", "jp ja", "1980 JPY"),
    ("1980元", "cn zh", "1980 CNY"),
    ("￥59.00", "cn zh", "59 CNY"),
    ("NT$1,280", "tw zh", "1280 TWD"),
    ("HK$ 128", "hk en", "128 HKD"),
    ("₩12,900", "kr ko", "12900 KRW"),
    ("12,900원", "kr ko", "12900 KRW"),
    ("$ 24.990", "cl es", "24990 CLP"),
    ("S/ 129.90", "pe es", "129.9 PEN"),
    ("S/. 129.90", "pe es", "129.9 PEN"),
    ("Bs. 45", "bo es", "45 BOB"),
    ("₡12 500", "cr es", "12500 CRC"),
    ("Q 45.00", "gt es", "45 GTQ"),
    ("Gs. 150.000", "py es", "150000 PYG"),
    ("R 1 299.00", "za en", "1299 ZAR"),
    ("R1,299", "za en", "1299 ZAR"),
    ("KSh 1,299", "ke en", "1299 KES"),
    ("KES 1,299", "ke en", "1299 KES"),
    ("1,299/=", "ke en", "1299 KES"),
    ("₦12,500", "ng en", "12500 NGN"),
    ("GH₵ 45", "gh en", "45 GHS"),
    ("USh 45,000", "ug en", "45000 UGX"),
    ("12€99", "fr fr", "12.99 EUR"),
    ("12 € 99", "fr fr", "12 EUR"),
    ("12,99€", "fr fr", "12.99 EUR"),
    ("12 €/kg", "de de", "12 EUR"),
    ("12,00 €/100 g", "de de", "12 EUR"),
    ("from $5 to $9", "", "5 9 USD"),
    ("$5 - $9", "", "5 9 USD"),
    ("5 - 9 €", "de de", "5 9 EUR"),
    ("5–9 €", "de de", "5 9 EUR"),
    ("€ 5 € 6", "", "5 6 EUR"),
    ("5 € 6 €", "", "5 6 EUR"),
    ("2 x 5 kr", "se sv", "5 SEK"),
    ("2 x €5", "", "5 EUR"),
    ("3 for 2", "", ""),
    ("3 for $10", "", "10 USD"),
    ("sizes 40-42", "", ""),
    ("4.5", "", ""),
    ("4.5 stars (12)", "", ""),
    ("+49 30 123456", "", ""),
    ("Call 0800 123 456", "", ""),
    ("12.03.2024", "", ""),
    ("2024-03-12", "", ""),
    ("10% off", "", ""),
    ("-10%", "", ""),
    ("Save $5", "", "5 USD"),
    ("was £20 now £15", "", "20 15 GBP"),
    ("$1.5 million", "", "1.5 USD"),
    ("16:9", "", ""),
    ("1080p", "", ""),
    ("5.3 x 4.2 cm", "", ""),
    ("USB 3.0", "", ""),
    ("EU 38", "", ""),
    ("EUR", "", ""),
    ("100 all", "", ""),
    ("top 10", "", ""),
    ("10 euro", "it it", "10 EUR"),
    ("Euro 10,50", "it it", "10.5 EUR"),
    ("10 Euros", "fr fr", "10 EUR"),
    ("GBP 10", "", "10 GBP"),
    ("10 usd", "", "10 USD"),
    ("USD10", "", "10 USD"),
    ("$10USD", "", "10 USD"),
    ("$10 USD", "", "10 USD"),
    ("CDN $10", "ca en", "10 CAD"),
    ("$5. 99", "", "5 USD"),
    ("-$5", "", "5 USD"),
    ("+ $5", "", "5 USD"),
    ("<b>$</b><b>12</b><sup>99</sup>", "", "12.99 USD"),
    ("<b>12</b><sup>99</sup> €", "", "12.99 EUR"),
    ("<b>19.90</b><b>24.90</b> €", "", "24.9 EUR"),
    ("<b>$19.90</b><b>$24.90</b>", "", "19.9 24.9 USD"),
    ("<b>Lamp 3</b><b>20 kr</b>", "se sv", "20 SEK"),
    ("<b>Poster 703</b><b>27,99 €</b>", "de de", "27.99 EUR"),
    ("<b>4.5</b><b>12,99 €</b>", "de de", "12.99 EUR"),
    ("<b>Por</b><b>R$ 29,90</b>", "br pt", "29.9 BRL"),
    ("<em>repaired for life</em><span>133,90 kr</span><b>Petit chair</b>", "se sv", "133.9 SEK"),
    ("<span>4.50</span><span>CHF 2.25</span>", "ch de", "2.25 CHF"),
    ("<span>$</span><span>12</span><span>.99</span>", "", "12.99 USD"),
    ("<b>1</b><i>.299 €</i>", "de de", "1299 EUR"),
    ("<span>EUR</span><br><span>12,99</span>", "de de", "12.99 EUR"),
    ("<p>NEW</p><p>£14.30</p>", "", "14.3 GBP"),
    ("<p>199</p><p>€ 5</p>", "de de", "5 EUR"),
    ("12345678901234 €", "", ""),
    ("$0", "", "0 USD"),
    ("$0.00", "", "0 USD"),
    ("0,99 €", "de de", "0.99 EUR"),
    (".99 €", "", "0.99 EUR"),
    ("$.99", "", "0.99 USD"),
    ("Qty 2 $70", "", "70 USD"),
    ("€25,-", "nl nl", "25 EUR"),
    ("25,- EUR", "de de", "25 EUR"),
    ("€ 25.–", "de de", "25 EUR"),
    ("12,5 €", "de de", "12.5 EUR"),
    ("USD 1.299", "", "1299 USD"),
    ("1 299 USD", "", "1299 USD"),
    ("12 man", "com en", ""),
    ("12 Ks", "com en", ""),
    ("5 q", "com en", ""),
    ("Model XT 500 R 18", "com en", ""),
    ("HP 15 RM 3", "com en", ""),
    ("4 r", "com en", ""),
    ("Ray 3 DT 5", "com en", ""),
    ("12 da", "com it", ""),
    ("3 Fr", "com en", ""),
    ("20 TL", "com en", ""),
    ("$ 5 ,99", "", "5.99 USD"),
    ("€ 5 + € 2", "", "5 2 EUR"),
    ("USD $10", "", "10 USD"),
    ("A $30 card", "", "30 USD"),
    ("$3.99ea", "", "3.99 USD"),
    ("$2.4B", "", ""),
    ("18 kgs", "com en", ""),
    ("3 COD", "", ""),
    ("1,299/-", "in en", ""),
    ("Ab 5 €", "de de", "5 EUR"),
    ("$5.<b>99</b>", "", "5.99 USD"),
    ("2.5 €/kg", "de de", "2.5 EUR"),
    ("<s>$24</s><b>$19</b>", "", "24 19 USD"),
    ("<i>was: 39€.</i><b>29€</b>", "de de", "39 29 EUR"),
    ("was: 39€.29€", "de de", "39 29 EUR"),
    ("$590起", "tw zh", "590 TWD"),
    ("<b>$12.99</b><i>24 reviews</i>", "", "12.99 USD"),
    ("<b>$129</b><i>24 reviews</i>", "", "129 USD"),
    ("AED 150AED 120", "", "150 120 AED"),
    ("<s>50 €</s><b>40 €</b>", "de de", "50 40 EUR"),
    ("Pack of 3£4.50", "", "4.5 GBP"),
    ("$5ea", "", "5 USD"),
    ("$5k", "", ""),
    ("$5.<sup>99</sup>", "", "5.99 USD"),
    ("Our price $<br>19", "", "19 USD"),
    ("$5. <sup>99</sup>", "", "5.99 USD"),
    ("$5 . <sup>99</sup>", "", "5.99 USD"),
    ("Cart-€549", "de de", "549 EUR"),
    ("$19-$29", "", "19 29 USD"),
    ("https://cdn11.images.example/5", "", ""),
    ("9b83-15a5664cfa", "", ""),
    ("699,–", "no no", "699 NOK"),
    ("size 699,–", "", ""),
    ("</p><p><b>870</b><br>руб</p><p>", "ru ru", "870 RUB"),
    ("</p><p>870<br>руб<br>5</p><p>", "ru ru", "5 RUB"),
    ("</p><p>Lamp 870<br>руб</p><p>", "ru ru", ""),
    ("$149 <sup>99</sup>", "", "149.99 USD"),
    ("<p>$79<sup>12</sup> each</p>", "", "79.12 USD"),
    ("<p>$79<sup>12 sold</sup> each</p>", "", "79 USD"),
    ("<p><b>$79</b><sup>12</sup> sold</p>", "", "79 USD"),
    ("<b>149</b> <sup>99</sup> €", "de de", "149.99 EUR"),
    ("1 299 <sup>90</sup> Kč", "cz cs", "1299.9 CZK"),
    ("<b>149</b><i>€</i><sup>99</sup>", "fr fr", "149.99 EUR"),
    ("<b>149<sup>€99</sup></b>", "fr fr", "149.99 EUR"),
    ("<b>149<sup>€<i>99</i></sup></b>", "fr fr", "149.99 EUR"),
    ("Size 12<b>€45</b>", "fr fr", "45 EUR"),
    ("<b>2</b><i>€70</i>", "", "70 EUR"),
    ("<b>2</b><i>$</i><i>70</i>", "", "70 USD"),
    ("</p><div><div>$</div><div>149</div><div>99</div></div><p>", "", "149.99 USD"),
    ("</p><div><div>$</div><div>149</div><div>24 reviews</div></div><p>", "", "149 USD"),
    ("</p><div><div>$149</div><div>.99</div></div><p>", "", "149.99 USD"),
    ("</p><div><div>149</div><div>,99</div><div>€</div></div><p>", "de de", "149.99 EUR"),
    ("<b>$149</b> <i>24</i>", "", "149 USD"),
    ("$149 <b>24</b> reviews", "", "149 USD"),
    ("<i>€</i><b>12,50</b> <b>24</b>", "de de", "12.5 EUR"),
]
"""What is printed, the country and language of the page, the amounts there and their currency."""


@pytest.mark.parametrize(
    ("printed", "cents"),
    [
        ("$149<sup>99</sup>", "99"),
        ("$149 <sup>99</sup>", "99"),
        ("$149.<sup>99</sup>", "99"),
        ("$149.99", ""),
        ("$149,<sup>99</sup>", ""),
        ("$149<b>24 reviews</b>", ""),
    ],
)
def test_where_cents_begin_that_no_mark_sets_apart(printed, cents):
    document = parse(Page(url="https://shop.example/p", body=f"<p>{printed}</p>".encode()))
    page = PageText(document.text, nodes=document.nodes)
    (found,) = amounts_of(page, 0, len(document.text), 99)
    at = cents_at(page, found.start, found.stop)
    assert (page.text[at : found.stop] if at >= 0 else "") == cents


@pytest.mark.parametrize(("printed", "place", "wanted"), TABLE)
def test_what_is_money_is_found(printed, place, wanted):
    country, language = place.split() if place else ("example", "")
    html = f"<html lang='{language}'><body><h1>Thing</h1><div><p>{printed}</p></div></body></html>"
    document = parse(Page(url=f"https://shop.{country}/p", body=html.encode(), encoding="utf-8"))
    page = PageText(document.text, f"shop.{country}", language, document.nodes)
    found = amounts_of(page, 0, len(document.text), 99)
    codes = dict.fromkeys(currency_code(each.sign, page.site, language) for each in found)
    values = [f"{each.value.normalize():f}" for each in found]
    assert " ".join([*values, *codes]) == wanted


@pytest.mark.parametrize("sign", sorted({*SIGNS, *(code.lower() for code in CODES)}))
def test_every_sign_is_money_at_home(sign):
    home = DOUBTFUL_SIGNS.get(sign, ["example"])[0]
    page = PageText(f"for 25.50{sign} only", f"shop.{home}")
    behind = [str(each.value) for each in amounts_of(page, 0, len(page.low), 9)]
    page = PageText(f"for {sign} 25.50 only", f"shop.{home}")
    before = [str(each.value) for each in amounts_of(page, 0, len(page.low), 9)]
    assert ["25.50"] in (behind, before)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("for + $5", True),
        ("for -$5", True),
        ("$5 - $9", True),
        ("for $5", False),
        ("only -5 €", True),
    ],
)
def test_what_is_added_is_told(text, added):
    assert amounts_of(PageText(text), 0, len(text), 9)[-1].added is added


@pytest.mark.parametrize("text", ["€20 €15", "€ 20 € 15", "20 € 15 €", "$20 $15", "Kr. 20 Kr. 15"])
def test_each_amount_is_printed_with_its_own_sign(text):
    found = amounts_of(PageText(text), 0, len(text), 9)
    assert " ".join(text[each.first : each.last] for each in found) == text


@given(st.text(alphabet="0123456789.,' $€£krEUR-\n"))
def test_amounts_stand_in_the_text_in_order_and_apart(text):
    found = amounts_of(PageText(text), 0, len(text), 99)
    assert all(0 <= each.first <= each.start < each.stop <= len(text) for each in found)
    assert all(each.stop <= each.last <= len(text) for each in found)
    assert all(one.stop <= other.start for one, other in pairwise(found))


@given(st.text())
def test_no_text_breaks_the_reading_of_amounts(text):
    assert all(each.value >= 0 for each in amounts_of(PageText(text), 0, len(text), 99))


LETTERED = [sign for sign in SIGNS if sign[0].isalpha() and sign[-1] in SIGNS_BEHIND and sign[1:]]
ODD = [sign for sign in SIGNS if "." not in sign and re.search(r"[\W\d_]", sign[1:-1])]
NUMBER = re.compile(
    r"([0-9](?:[0-9]{0,2}(?:[ .,'\u2019][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9])"
    r"|[0-9]*(?:[.,][0-9]{1,2})?(?![0-9])))"
)
BEHIND = re.compile(
    rf" {{0,2}}({'|'.join(map(re.escape, ODD))}|[{re.escape(''.join(sorted(SIGN_CHARACTERS)))}]"
    rf"|{'|'.join(map(re.escape, LETTERED))}"
    r"|đ(?![^\W\d_])|[.,:]-|[^\W\d_]{1,8}(?:\.[^\W\d_]{1,3})?(?![^\W\d_]))"
)
"""The word or sign behind a number; of two blanks one may stand for a mark that nobody sees."""
TELLING = st.sampled_from("0123456789     ..,,'\u2019:-_\n$€đ元eurkčlzsfr²٣")


def known(sign):
    """*sign* where it is a currency's, else nothing."""
    return sign if sign in SIGNS or sign.upper() in CODES else ""


def told_behind(text, stop, end):
    """The currency behind a number; behind a dash for no cents it may follow."""
    match = BEHIND.match(text, stop, end)
    if match is None:
        return ""
    sign = match.group(1)
    return (sign[1:] == "-" and told_behind(text, match.end(), end)) or known(sign)


@given(st.text(TELLING, max_size=40), st.integers(0, 8), st.integers(0, 8))
@example("1.234.5678 kč", 0, 0)
@example("49.-", 0, 0)
@example("0:-$", 0, 0)
@example("5  $", 0, 0)
@example("1u$s", 0, 0)
@example("1 299,00 ر.س", 0, 0)
def test_numbers_and_the_signs_behind_them(text, begin, cut):
    end = max(begin, len(text) - cut)
    wanted = [
        (*match.span(), told_behind(text, match.end(), end))
        for match in NUMBER.finditer(text, begin, end)
    ]
    found, stop = [], begin
    while (start := digit_from(text, stop, end)) >= 0:
        stop = number_end(text, start, end)
        found.append((start, stop, sign_behind(text, stop, end)[0]))
    assert found == wanted
