"""Labels that stand before a product's fields, in the languages of the web."""

# ruff: noqa: RUF001 - letters of other scripts look like Latin ones, and are meant
from specdex.extraction.fields.squash import phrases, squashed

__all__ = ["LABELS", "LABEL_STARTS", "START"]

_SKU = """
numéro de l'objet; numero oggetto; objectnummer; nr oferty; sku; sku no; sku number; sku #
sku code; sku id; store sku; item sku; product sku; seller sku; item no; item nr; item number
item #; item code; item id; item ref; product no; product nr; product number; product code
product id; product ref; product reference; prod code; product #; article no; article number
article code; art no; cat no; catalogue number; catalog number; catalogue no; catalog no
cat number; stock code; stock no; stock number; web id; web code; order code; order no
order number; reference; reference no; reference number; reference code; ref; ref no; ref number
ref code; asin; code; our code; part code; shop code; store code; style no; style number
style code; plu; upc code; artikelnummer; artikel nr; artikelnr; artikel no; artikel; art nr
artnr; art-nr; best nr; bestellnr; bestellnummer; bestell nr; produktnummer; produkt nr
produktcode; produkt id; katalognummer; référence; référence produit; réf; réf produit
réf article; code article; code produit; n° article; numéro d'article; no d'article
numéro de produit; référence fabricant article; referencia; referencia producto; código
código de producto; código del producto; cód; cod; código de artículo; código artículo
número de artículo; nº de artículo; n.º de artículo; cód producto; referência
referência do produto; código do produto; código do item; cód do produto; cód item; refª
código interno; cod produto; ref produto; codice; codice prodotto; codice articolo; cod articolo
cod prodotto; cod art; numero articolo; riferimento; rif; codice prod; productnummer; artikelcode
bestelnummer; productcode; bestelcode; art.nr; kod; kod produktu; numer katalogowy; nr katalogowy
nr artykułu; numer artykułu; kod towaru; indeks; nr produktu; sygnatura; kod artykułu
numer produktu; kód; kód produktu; kód zboží; kód tovaru; číslo produktu; katalogové číslo
obj číslo; objednací číslo; kat číslo; číslo zboží; objednávacie číslo; obj kód; objednávkový kód
cikkszám; termékkód; cikk szám; termék kód; rendelési kód; katalógusszám; cod produs
codul produsului; cod articol; cod intern; referință; cod produs intern; код; код товара
код на продукта; артикул; арт; код на артикул; продуктов код; каталожен номер; артикул товара
номер товара; id товара; код продукта; код производителя товара; код позиции
номенклатурный номер; товар №; код товару; артикул товару; šifra; šifra artikla; šifra proizvoda
šifra izdelka; kataloški broj; kat broj; kat br; kod proizvoda; kataloška številka; sifra
sifra artikla; sifra proizvoda; шифра; шифра артикла; id proizvoda; tootekood; kood; artikkel
artikli nr; toote kood; toote id; produkta kods; preces kods; kods; artikuls; prekės kodas; kodas
prekės nr; preces nr; preces id; tuotenumero; tuotekoodi; tuotenro; tuote nro; tuote nr; tuotenr
artikkelnr; artikkelnummer; varenummer; varenr; vare nr; produktnr; art id; ürün kodu; stok kodu
ürün no; barkod kodu; ürün id; model kodu; κωδικός; κωδικός προϊόντος; κωδ; κωδικος
κωδικός είδους; رمز المنتج; رقم المنتج; كود المنتج; رقم الموديل المنتج; sku المنتج; מק"ט; מקט
קוד מוצר; מספר קטלוגי; 商品編號; 商品编号; 商品コード; 商品番号; 品番; 货号; 貨號; 商品代碼
产品编号; 產品編號; 管理番号; 商品id; 商品號; 編號; 상품번호; 상품코드; 제품번호; 품번; 상품 번호
mã sản phẩm; mã sp; mã hàng; รหัสสินค้า; kode produk; kode barang; kod produk
"""

_MPN = """
mpn; manufacturer part number; manufacturer's part number; mfr part number; mfr part no
mfr part #; mfr no; mfg part number; mfg part no; mfg part #; mfg #; mfr #; part number; part no
part #; part nr; manufacturer no; manufacturer number; manufacturer code; manufacturer reference
manufacturer ref; manufacturer sku; manufacturer article number; manufacturer part no
vendor code; vendor part number; vendor no; vendor style; item part number; mfr model; oem number
oem part number; oem; supplier code; manufacturer's code; manufacturer's number; partnumber; p/n
pn; herstellernummer; hersteller nr; hersteller artikelnummer; herstellernr; hersteller art nr
hersteller teilenummer; teilenummer; herstellerartikelnummer; hersteller-nr; han
référence fabricant; réf fabricant; référence constructeur; réf constructeur; réf fournisseur
numéro de pièce; numéro de pièce fabricant; référence fournisseur; code fabricant
referencia fabricante; referencia del fabricante; ref fabricante; número de pieza
código fabricante; código del fabricante; número de pieza del fabricante; part number fabricante
referência do fabricante; código do fabricante; codice produttore; codice fabbricante
codice del produttore; numero parte; cod produttore; codice costruttore; codice fornitore
fabrikantcode; fabrikant nummer; leverancierscode; onderdeelnummer; mpn code; part nummer
kod producenta; numer producenta; nr producenta; numer części; kod dostawcy; kód výrobce
kód výrobcu; číslo výrobce; objednací kód výrobce; partnumber výrobcu; gyártói cikkszám
gyártói kód; gyári cikkszám; gyártói azonosító; cod producător; cod producator; cod fabricant
cod furnizor; код производителя; артикул производителя; код на производителя; номер производителя
партномер; парт номер; заводской артикул; номер детали; код виробника; артикул виробника
kod proizvođača; šifra proizvođača; šifra proizvajalca; tootja kood; ražotāja kods
ražotāja numurs; gamintojo kodas; gamintojo prekės kodas; valmistajan tuotenumero
valmistajan koodi; osanumero; tillverkarens artikelnummer; tillverkarens art nr; lev art nr
producentens varenummer; produsentens varenummerens varenr; lev artnr; tillv art nr; üretici kodu
üretici ürün kodu; parça numarası; κωδικός κατασκευαστή; part number κατασκευαστή; رقم القطعة
رقم قطعة المصنع; メーカー型番; 型番; 製造元型番; 部品番号; 厂商型号; 零件編號; 제조사 품번
"""

_MODEL = """
model; model no; model nr; model number; model #; model name; model code; item model number
model id; manufacturer model number; product model; modell; modellnummer; modell nr
modellbezeichnung; modellname; typenbezeichnung; typ; modellreihe; modèle; numéro de modèle
n° de modèle; nom du modèle; numéro du modèle de l'article; modelo; número de modelo
número de modelo del producto; nº de modelo; nombre del modelo; modello; numero modello
numero modello articolo; nome modello; modelnummer; nome do modelo; model produktu; symbol modelu
modelová řada; označení modelu; modellszám; típus; модель; название модели; номер модели; модел
mudel; modelis; malli; mallinumero; modellbeteckning; modelbetegnelse; modelnavn; μοντέλο
الموديل; رقم الموديل; דגם; 型號; 型号; モデル番号; モデル; 모델명; 모델; 모델번호; รุ่น
rakamı model; malli numero; kiểu
"""

_MODEL_NUMBER = """
item model number; model no; model nr; model number; model #; model code
manufacturer model number; modellnummer; modell nr; numéro de modèle; n° de modèle
numéro du modèle de l'article; número de modelo; número de modelo del producto; nº de modelo
numero modello; numero modello articolo; modelnummer; modellszám; номер модели; mallinumero
رقم الموديل; 型號; 型号; モデル番号; 모델번호; numer modelu; číslo modelu; model numarası
número do modelo; número do modelo do item; artikelmodellnummer; nummer van model
"""

_GTIN = """
ean; ean code; ean-code; ean 13; ean13; ean nr; ean no; ean number; ean/gtin; gtin; gtin 13
gtin13; gtin 14; gtin/ean; ean/upc; upc; upc code; upc/ean; ean 8; isbn; isbn 13; isbn13; isbn 10
isbn10; isbn number; barcode; bar code; barcode number; jan; jan code; jan コード; janコード
global trade item number; international product code; ean / gtin; strichcode; gtin nummer
gtin (ean); ean (gtin); isbn/ean; ean/isbn; code barre; code barres; code-barres; gencod
code ean; codes ean; código de barras; código ean; codigo ean; ean código; cod ean; codice ean
codice a barre; codice isbn; streepjescode; barcodenummer; kod ean; kod kreskowy; čárový kód
čiarový kód; ean kód; kód ean; vonalkód; ean kod; cod de bare; штрихкод; штрих код; штрих-код
баркод; ean код; ean koda; črtna koda; bar kod; barkod; ribakood; ean kood; svītrkods; ean kods
ean kodas; brūkšninis kodas; viivakoodi; ean koodi; streckkod; ean-kod; stregkode; strekkode
barkod no; barkod numarası; γραμμωτός κώδικας; الباركود; باركود; ברקוד; 条形码; 條碼; 国际条码
國際條碼; バーコード; 바코드; mã vạch; บาร์โค้ด; collections isbn; isbn nr; codul ean
"""

_BRAND = """
brand; brand name; trademark; product brand; brand/manufacturer; brand / manufacturer; marke
markenname; hersteller/marke; marque; nom de la marque; marque du produit; marca; nome da marca
nombre de la marca; nome del marchio; marchio; merk; merknaam; marka; nazwa marki
producent/marka; značka; značka/výrobce; márka; brand produs; marcă; марка; бренд; торговая марка
марка (бренд); торгова марка; brend; robna marka; blagovna znamka; kaubamärk; bränd; zīmols
preču zīme; prekės ženklas; prekinis ženklas; tuotemerkki; merkki; brändi; varumärke; märke
mærke; varemærke; merke; varemerke; marka adı; μάρκα; العلامة التجارية; ماركة; الماركة; البراند
מותג; 品牌; 品牌名称; 品牌名稱; ブランド; ブランド名; 브랜드; thương hiệu; nhãn hiệu; แบรนด์
ยี่ห้อ; merek; jenama; vendor; label; marque / fabricant
"""

_MANUFACTURER = """
manufacturer; maker; made by; produced by; mfr; mfg; producer; hersteller; fabricant
constructeur; fabricante; produttore; fabbricante; fabrikant; producent; výrobce; výrobca; gyártó
producător; producator; производитель; изготовитель; производител; виробник; proizvođač
proizvajalec; proizvodjac; proizvođač/robna marka; proizvodač; tootja; ražotājs; gamintojas
valmistaja; tillverkare; produsent; leverandør; üretici; üretici firma; κατασκευαστής
الشركة المصنعة; الصانع; יצרן; 製造商; 制造商; 廠商名稱; メーカー; 製造元; 제조사; nhà sản xuất
ผู้ผลิต; produsen; výrobce/značka; výrobca/značka
"""

_STOCK = """
availability; available; stock; stock status; in stock; availability status; product availability
verfügbarkeit; lagerbestand; bestand; disponibilité; stock disponible; disponibilidad
existencias; disponibilidade; disponibilità; beschikbaarheid; voorraad; dostępność
stan magazynowy; dostupnost; dostupnosť; skladem; készlet; elérhetőség; raktárkészlet
disponibilitate; stoc; наличие; наличност; наявність; доступность; razpoložljivost; zaloga
dobavljivost; saadavus; laoseis; pieejamība; noliktavā; sandėlyje; likutis; prieinamumas
saatavuus; varastosaldo; lagerstatus; tillgänglighet; lager; tilgængelighed; tilgjengelighet
stok durumu; stok; διαθεσιμότητα; التوفر; زמינות; זמינות; 庫存; 库存; 在庫; 재고; tình trạng
สถานะสินค้า; stav skladu; status
"""

_OLD_PRICE = """
was; rrp; msrp; list price; regular price; old price; original price; retail price; was price
before; you save; save; savings; recommended retail price; uvp; statt; vorher; früher; sie sparen
unverbindliche preisempfehlung; prix conseillé; ancien prix; prix barré; au lieu de
vous économisez; prix public; antes; precio anterior; precio original; pvp recomendado; pvpr
preço original; preço de; de; você economiza; poupança; preço anterior; prezzo consigliato
prezzo di listino; invece di; risparmi; anziché; prezzo precedente; prezzo originale; adviesprijs
van; cena katalogowa; stara cena; cena regularna; oszczędzasz; původní cena; běžná cena; ušetříte
pôvodná cena; bežná cena; ušetríte; eredeti ár; régi ár; megtakarítás; prp; pret vechi
preț vechi; economisesti; старая цена; без скидки; экономия; вы экономите; стара цена; спестявате
стара ціна; stara cijena; redovna cijena; mpc; ušteda; redna cena; prihranek; tavahind; vana hind
soodustus; vecā cena; parastā cena; sena kaina; įprasta kaina; ovh; norm; norm hinta; ord pris
rek pris; ordinarie pris; tidligere pris; førpris; før; normalpris; vejl pris; eski fiyat
liste fiyatı; αρχική τιμή; π.λ.τ; السعر السابق; السعر قبل; بدلا من; 原價; 原价; 建議售價; 市價
市场价; 定價; 定价; 参考価格; 定価; 通常価格; メーカー希望小売価格; 정가; 소비자가; giá gốc
giá cũ; ราคาปกติ; harga asli; economisez; економія; preço normal; lowest price in last 30 days
30-day lowest price
"""

START = 3
"""Letters by which a line is looked up."""

_LISTED = (
    ("old price", phrases(_OLD_PRICE)),
    ("availability", phrases(_STOCK)),
    ("manufacturer", phrases(_MANUFACTURER)),
    ("brand", phrases(_BRAND)),
    ("model", phrases(_MODEL)),
    ("model number", phrases(_MODEL_NUMBER)),
    ("sku", phrases(_SKU)),
    ("mpn", phrases(_MPN)),
    ("gtin", phrases(_GTIN)),
)

LABELS: dict[str, str] = {squashed(phrase): kind for kind, listed in _LISTED for phrase in listed}
"""Squashed label: the kind of field whose value stands behind it."""

LABEL_STARTS = frozenset(phrase[:START] for _, listed in _LISTED for phrase in listed)
"""How labels begin: most lines begin like none of them."""
