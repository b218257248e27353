"""Words about buying: buttons, the stock, and headings above other products."""
# ruff: noqa: RUF001 - letters of other scripts look like Latin ones, and are meant

from specdex.extraction.fields.squash import phrases, squashed

__all__ = ["CARTS", "CART_WORDS", "IN_STOCK", "OUT_OF_STOCK", "RELATED_HEADINGS"]

_CART = """
add to cart; add to basket; add to bag; add to trolley; add to your basket; add to shopping cart
buy now; add to shopping bag; add to my bag; put it in your basket; buy it now; buy; order now
add to order; purchase; add item to cart; order; preorder; pre-order; pre order; add to cart now
add to my cart; buy online; shop now; in den warenkorb; in den einkaufswagen; jetzt kaufen
kaufen; bestellen; jetzt bestellen; zum warenkorb hinzufügen; in den warenkorb legen; warenkorb
in den korb; ajouter au panier; ajouter à mon panier; acheter; acheter maintenant; commander
mettre au panier; j'achète; ajouter; acheter cet article; ajouter à la commande
añadir al carrito; añadir a la cesta; agregar al carrito; agregar al carro; comprar
comprar ahora; añadir a la bolsa; agregar a la bolsa; lo quiero; añadir al carro
agregar a carrito; comprar ya; adicionar ao carrinho; comprar agora; adicionar à sacola
adicionar; adicionar ao cesto; colocar no carrinho; aggiungi al carrello; acquista ora; acquista
compra; compra ora; compra subito; metti nel carrello; ordina; in winkelwagen; in winkelmandje
toevoegen aan winkelwagen; bestel; bestel nu; nu kopen; kopen; in mijn winkelwagen
dodaj do koszyka; do koszyka; kup teraz; kup; kupuję; zamów; przidat do košíku; přidat do košíku
do košíku; koupit; vložit do košíku; kúpiť; do košíka; pridať do košíka; vložiť do košíka
přidat do nákupního košíku; objednat; kosárba; kosárba teszem; kosárba rakom; megveszem
megvásárol; megrendelem; hozzáadás a kosárhoz; kosárba tesz; adauga in cos; adaugă în coș
adauga in cosul de cumparaturi; cumpără acum; cumpara; adaugă în coşul meu; comanda; в корзину
добавить в корзину; купить; купить сейчас; купить в 1 клик; заказать; положить в корзину
оформить заказ; добави в количката; купи; добави в кошницата; купи сега; поръчай; додати в кошик
купити; до кошика; в кошик; замовити; dodaj u košaricu; dodaj u korpu; u košaricu; kupi
kupi odmah; naruči; dodaj v košarico; v košarico; naroči; naruči odmah; dodati u korpu
stavi u košaricu; додај у корпу; lisa ostukorvi; lisa korvi; osta; ostukorvi; ielikt grozā; pirkt
pievienot grozam; likt grozā; į krepšelį; pirkti; įdėti į krepšelį; lisää ostoskoriin
lisää koriin; osta nyt; ostoskoriin; lägg i varukorg; lägg i varukorgen; köp
lägg till i varukorgen; köp nu; lägg i kundvagn; læg i kurv; tilføj til kurv; køb; køb nu
læg i kurven; legg i handlekurv; kjøp; kjøp nå; legg i handlekurven; sepete ekle; satın al
hemen al; şimdi al; προσθήκη στο καλάθι; αγορά; στο καλάθι; καλάθι; أضف إلى السلة; اضف الى السلة
أضف إلى عربة التسوق; اشتري الآن; أضف للسلة; أضف إلى الحقيبة; إضافة إلى السلة; הוסף לסל; הוספה לסל
קנה עכשיו; 加入購物車; 加入购物车; 立即購買; 立即购买; 放入購物車; 直接購買; 我要購買; 立即訂購
カートに入れる; 買い物かごに入れる; カートに追加; 今すぐ買う; ご注文手続きへ; 購入する; 장바구니
장바구니 담기; 구매하기; 바로구매; thêm vào giỏ hàng; thêm vào giỏ; mua ngay; chọn mua
หยิบใส่ตะกร้า; ซื้อเลย; เพิ่มลงตะกร้า; สั่งซื้อ; tambah ke keranjang; beli sekarang
tambah ke troli; masukkan keranjang; 立即结算; 马上抢; 立即搶購; 結帳
"""

CART_WORDS = frozenset(squashed(phrase) for phrase in phrases(_CART))
"""Squashed text of the button that buys the main product."""

CARTS = phrases(_CART)
"""The same as printed."""

OUT_OF_STOCK = phrases("""
out of stock; sold out; currently unavailable; not available; no longer available
temporarily out of stock; is unavailable; unavailable; discontinued; back soon
notify me when available; email me when; coming soon; this item has ended; listing was ended
this listing ended; item is no longer; no stock; back in stock; wieder vorrätig
de nouveau en stock; di nuovo disponibile; volverá a estar disponible; when it's in stock
when it’s in stock; wieder verfügbar; wieder lieferbar; voltará a estar disponível; not in stock
0 in stock; ausverkauft; nicht verfügbar; nicht auf lager; derzeit nicht; nicht lieferbar
vergriffen; nicht mehr lieferbar; nicht vorrätig; momentan nicht; zur zeit nicht
rupture de stock; en rupture; indisponible; épuisé; non disponible; plus disponible
pas disponible; victime de son succès; agotado; sin stock; no disponible; fuera de stock
sin existencias; esgotado; indisponível; sem stock; fora de estoque; sem estoque; não disponível
avise-me; non disponibile; esaurito; attualmente non; terminato; non più disponibile; uitverkocht
niet op voorraad; niet leverbaar; niet beschikbaar; tijdelijk niet; uit voorraad; niedostępny
brak w magazynie; wyprzedany; produkt niedostępny; brak towaru; chwilowo niedostępny
powiadom o dostępności; vyprodáno; není skladem; nedostupné; momentálně nedostupné; není dostupn
vypredané; nie je skladom; nedostupný; momentálne nie je možné; nie je možné produkt kúpiť
produkt není možné; nie je dostupn; prodej ukončen; predaj ukončený; elfogyott; nincs készleten
nincs raktáron; nem elérhető; nem rendelhető; jelenleg nem kapható; kifutott; stoc epuizat
indisponibil; nu este in stoc; nu este în stoc; lipsă stoc; produs indisponibil; lipsa stoc
нет в наличии; нет на складе; распродано; товар закончился; отсутствует; снят с производства
нет в продаже; недоступен; няма наличност; изчерпан; не е наличен; няма в наличност
немає в наявності; закінчився; відсутній; знято з виробництва; nije dostupno; rasprodano
nema na stanju; nema na zalihi; nije na stanju; nedostupno; ni na zalogi; razprodano; trenutno ni
pole laos; pole hetkel saadaval; pole saadaval; otsas; läbi müüdud; ei ole saadaval; laost otsas
nav pieejams; izpārdots; nav noliktavā; nav uz vietas; išparduota; neturime; nėra sandėlyje
prekės nėra; loppu; ei varastossa; tilapäisesti loppu; loppuunmyyty; ei saatavilla; slut i lager
slutsåld; ej i lager; tillfälligt slut; finns ej i lager; utgått; udsolgt; ikke på lager; utsolgt
tükendi; stokta yok; stoklarda yok; mevcut değil; temin edilemiyor; εξαντλήθηκε; μη διαθέσιμο
εξαντλημένο; δεν είναι διαθέσιμο; نفذت الكمية; غير متوفر; غير متاح; نفد من المخزون; نفدت الكمية
אזל המלאי; לא במלאי; חסר במלאי; 售完; 缺貨; 缺货; 已售完; 補貨中; 售罄; 無庫存; 已下架; 在庫切れ
品切れ; 売り切れ; 入荷待ち; 完売; 在庫なし; 품절; 일시품절; 재고없음; hết hàng; tạm hết hàng
สินค้าหมด; หมดสต็อก; stok habis; habis terjual; kehabisan stok; momentálně není
""")
"""Pieces of a line that says the product cannot be bought."""

IN_STOCK = phrases("""
in stock; in-stock; available now; available to order; ready to ship; ships within; left in stock
available for delivery; available online; usually dispatched; dispatched within; in stores
item(s) left; more than 10 available; usually ships; auf lager; sofort lieferbar; lieferbar
verfügbar; vorrätig; lagernd; versandfertig; sofort verfügbar; en stock; disponible; expédié sous
livrable; disponibilité immédiate; hay existencias; stock disponible; entrega inmediata; em stock
em estoque; disponível; pronta entrega; disponibile; disponibilità immediata; in magazzino
pronta consegna; op voorraad; leverbaar; direct leverbaar; beschikbaar; na stanie; dostępny
w magazynie; wysyłka w; dostępność: duża; skladem; na skladě; skladom; na sklade
ihned k odeslání; dostupné; dostupný; raktáron; készleten; szállítható; elérhető; în stoc
in stoc; disponibil; livrare imediata; в наличии; есть в наличии; на складе; есть на складе
в наличност; наличен; налично; в наявності; є в наявності; na zalihi; dostupno; na stanju
raspoloživo; na zalogi; dobavljivo; na voljo; laos; saadaval; laos olemas; ir noliktavā; pieejams
ir pieejams; yra sandėlyje; turime; varastossa; heti saatavilla; saatavilla; i lager
finns i lager; på lager; lagerført; stokta; stokta var; aynı gün kargo; mevcut; σε απόθεμα
άμεσα διαθέσιμο; διαθέσιμο; متوفر; متاح; متوفر في المخزون; במלאי; 現貨; 现货; 有庫存; 有货
在庫あり; 即納; 재고있음; còn hàng; มีสินค้า; tersedia; stok tersedia
""")
"""Pieces of a line that says the product can be bought."""

RELATED_HEADINGS = phrases("""
related products; related items; you may also like; you might also like; customers also
similar products; similar items; frequently bought; recently viewed; recommended for you
recommended products; people also; more from; also bought; complete the look; you may also
sponsored products; products related; customers who; customers went on; goes well with
compare with similar; other customers; our recommendations; recommendations; inspired by your
best sellers; more like this; ähnliche produkte; ähnliche artikel; das könnte ihnen
das könnte dir; kunden kauften; kunden, die; wird oft zusammen; zuletzt angesehen
passendes zubehör; empfehlungen; weitere artikel; wird häufig zusammen; gesponserte produkte
produits similaires; produits associés; vous aimerez; vous pourriez; les clients ayant
produits complémentaires; articles similaires; souvent achetés; récemment consultés
nous vous recommandons; vous aimerez aussi; dans la même catégorie; productos relacionados
productos similares; también te puede; te puede interesar; los clientes que; vistos recientemente
comprados juntos; productos recomendados; produtos relacionados; produtos similares; você também
clientes que; quem viu; quem comprou; também pode gostar; produtos semelhantes; sugestões
vistos recentemente; outros produtos; prodotti correlati; prodotti simili; potrebbe interessarti
potrebbero interessarti; spesso comprati; i clienti che; articoli simili; visti di recente
ti potrebbe; altri prodotti; prodotti consigliati; gerelateerde producten; anderen bekeken
vergelijkbare; misschien vind je; vaak samen; klanten kochten; bekijk ook; produkty powiązane
podobne produkty; zobacz także; klienci kupili; polecamy; ostatnio oglądane; inni klienci
może cię zainteresować; súvisiace; související; podobné produkty; mohlo by; zákazníci; naposledy
doporučujeme; odporúčame; príslušenstvo k; hasonló termékek; kapcsolódó; ajánlott; mások
legutóbb; ajánljuk; produse similare; produse recomandate; clientii; s-ar putea
produse vizualizate; recomandam; recomandări; похожие товары; с этим товаром; вам может
вам также; рекомендуем; аналогичные; недавно просмотренные; покупают вместе; вместе дешевле
сопутствующие; смотрите также; свързани продукти; подобни; може да харесате; препоръчани
схожі товари; разом з цим; вас може зацікавити; povezani proizvodi; slični proizvodi; možda vam
preporučujemo; sorodni izdelki; podobni izdelki; priporočamo; kupci; seotud tooted; teised ostjad
teised kliendid; sarnased tooted; vaata ka; soovitame; jums varētu; līdzīgas preces; saistītās
panašios prekės; susijusios; jums taip pat; samankaltaisia; saatat pitää; muut katsoivat
suosittelemme; liknande produkter; relaterade; andra köpte; du kanske; andra har; rekommenderade
lignende produkter; andre købte; relaterede; måske; relaterte; andre kjøpte; benzer ürünler
ilgili ürünler; bunları da; önerilen; σχετικά προϊόντα; παρόμοια; ίσως σας; منتجات مشابهة
منتجات ذات صلة; قد يعجبك; مقترحة; מוצרים דומים; מוצרים נוספים; 相關商品; 相关商品; 推薦商品; 推荐
看了又看; 其他人也; 猜你喜歡; 您可能也; 同類商品; 熱銷; 関連商品; おすすめ; この商品を; こちらも
最近チェック; 관련 상품; 추천 상품; 함께 구매; sản phẩm liên quan; sản phẩm tương tự; có thể bạn
สินค้าที่เกี่ยวข้อง; produk terkait; produk serupa; preces, kas jums; iti mai recomandam
""")
"""How the heading above other products than the main one begins."""
