"""Words and class names around prices."""
# ruff: noqa: RUF001 - letters of other scripts look like Latin ones, and are meant

from specdex.extraction.fields.squash import phrases

__all__ = [
    "LEAST_WORDS",
    "NOT_THE_PRICE",
    "OLD_PRICE_CLASSES",
    "OTHER_PRICE_CLASSES",
    "PRICE_CLASSES",
    "PRICE_WORDS",
]

NOT_THE_PRICE = phrases("""
shipping; delivery; postage; save; saving; you save; off; discount; per month; /month; a month
monthly; installment; instalment; /mo; from only; interest; credit; deposit; gift; coupon
voucher; points; reward; cashback; over; orders above; order over; minimum; was; rrp; msrp
list price; excl; ex vat; ex. vat; without vat; net price; per unit; each when; /kg; / kg; /l
/100; per 100; per kg; per litre; klarna; afterpay; paypal; total; subtotal; trade-in
import fees; shop with points; warranty; protection; insurance; versand; lieferung; rabatt; monat
statt; uvp; ersparnis; sie sparen; gutschein; zzgl; ab einem; mindestbestell; rate; raten
grundpreis; netto; inhalt; livraison; expédition; économisez; mois; au lieu; remise; frais; dès
port; bon d'achat; hors taxe; ht; éco-part; envío; envio; ahorra; ahorro; cuotas; mes; antes
descuento; gastos; sin iva; interés; cuota; frete; portes; parcela; parcelas; sem juros; juros
poupe; desconto; economize; spedizione; consegna; risparmi; sconto; mese; invece; iva esclusa
verzending; bezorg; korting; maand; adviesprijs; excl. btw; dostawa; wysyłka; rata; rat
oszczędzasz; miesięcznie; rabat; doprava; splátky; ušetr; sleva; bez dph; mesačne; měsíčně
původní; pôvodná; szállítás; havi; kedvezmény; nettó; livrare; lunar; economis; reducere
fara tva; fără tva; доставка; рассрочк; мес; экономи; скидк; бонус; кредит; в месяц; без скидки
без ндс; отстъпка; месец; без ддс; розстрочк; знижк; економ; dostava; ušteda; popust; mjesečno
brez ddv; prihrank; obrok; tarne; kuus; järelmaks; km-ta; säästad; piegāde; mēnesī; bez pvn
ietaup; pristatymas; mėn; be pvm; sutaup; toimitus; kk; kuukausi; alv 0; säästä; frakt; månad
spara; mån; exkl. moms; fragt; måned; spar; levering; avbetaling; kargo; taksit; indirim
kdv hariç; έκπτωση; μεταφορικά; δόσεις; μήνα; χωρίς φπα; شحن; توصيل; خصم; قسط; משלוח; הנחה
תשלומים; 運費; 运费; 分期; 每期; 期; 折扣; 原價; 原价; 市價; 建議售價; 免運; 取貨; 積點; 點數
保險; 宅配; 滿; 送料; 税抜; ポイント; 円引; 割引; 定価; 通常価格; 배송; 할인; 무이자
phí vận chuyển; giảm; trả góp; ค่าจัดส่ง; ส่วนลด; ผ่อน; ongkir; diskon; cicilan; hemat; กว่า
от кредита; comissão; referral; starting at
""")
"""Words near an amount that is not what the main product costs now."""

PRICE_WORDS = frozenset(
    phrases("""
price; now; today; preis; jetzt; nur; prix; maintenant; precio; ahora; preço; por; agora; prezzo
ora; prijs; nu; cena; teraz; nyní; ár; ára; preț; pret; цена; сейчас; сега; ціна; зараз; cijena
sada; zdaj; hind; nüüd; tagad; kaina; dabar; hinta; nyt; pris; nå; fiyat; fiyatı; şimdi; τιμή
τώρα; السعر; الآن; מחיר; 價格; 价格; 售價; 售价; 特價; 特价; 優惠價; 価格; 販売価格; 税込; 판매가
가격; giá; ราคา; harga; special; sale; aktion; oferta; promo
""")
)
"""Words that announce what a product costs now."""

LEAST_WORDS = frozenset(
    phrases("""
from; used; starting at; as low as; ab; dès; à partir; partir de; desde; a partir; a partire
partire da; da; vanaf; od; již od; už od; tól; től; de la; от; від; од; alates; no; nuo; alkaen
från; fra; itibaren; από; ابتداء; من; 起; から; 부터; từ; เริ่มต้น; mulai; neu ab
""")
)
"""Words that say that prices only begin at what follows."""

PRICE_CLASSES = phrases("""
price; preis; prix; precio; preco; prezzo; cena; cijena; prijs; hinta; pris; fiyat; amount; kaina
""")
"""Pieces of class names around prices."""

OLD_PRICE_CLASSES = phrases("""
old; was; strike; rrp; msrp; list-price; listprice; regular; compare; before; original; cross
previous; line-through; retail; full-price; standard-price; uvp; barre; antes; discounted-from
save; saving; discount-amount; price-from-old; former; stare; stara; normal-price; lowest-price
omnibus
""")
"""Pieces of class names around prices that nobody pays any more."""

OTHER_PRICE_CLASSES = phrases("""
shipping; delivery; install; month; unit; per-; finance; credit; points; tax; vat; netto
cart-total; minicart; mini-cart; basket; subtotal; related; recommend; similar; upsell
cross-sell; crosssell; carousel; slider; swiper; slick; sponsor; bundle; accessor; recently
warranty; donation; footer; menu
""")
"""Pieces of class names around amounts that are no price of the main product."""
