# ruff: noqa: RUF001 - words of many languages
"""What categories, their shelves and their accessories are called, as data: many languages."""

__all__ = [
    "ACCESSORIES",
    "CATEGORY_WORDS",
    "DEPARTMENT_WORDS",
    "ELECTRONICS",
    "EVERYTHING",
    "NEAR",
    "SHELVES",
]

CATEGORY_WORDS: dict[str, tuple[str, ...]] = {
    "camera": (
        *("camera", "digital camera", "photo camera", "kamera", "digitalkamera", "fotoapparat"),
        *("cámara", "cámara fotográfica", "appareil photo", "appareil photo numérique", "caméra"),
        *("fotocamera", "macchina fotografica", "câmera", "câmara", "máquina fotográfica"),
        *("fototoestel", "digitale camera", "aparat", "aparat fotograficzny", "fotoaparát"),
        *("digitální fotoaparát", "kamerat", "digitalkamerat", "kameror", "kameraer", "kamerák"),
        *("digitalkameraer", "digitalkameror", "fényképezőgép", "fotoaparat", "aparat foto"),
        *(
            "фотоаппарат",
            "камера",
            "фотоапарат",
            "fotoğraf makinesi",
            "カメラ",
            "相机",
            "相機",
            "카메라",
        ),
    ),
    "monitor": (
        *("monitor", "computer monitor", "computer screen", "pc screen", "lcd monitor", "display"),
        *("computer display", "screen"),
        *("bildschirm", "écran", "écran pc", "moniteur", "pantalla", "schermo", "beeldscherm"),
        *("näyttö", "skärm", "bildskärm", "datorskärm", "skærm", "skjerm", "dataskjerm"),
        *("монитор", "monitör", "モニター", "显示器", "顯示器", "모니터"),
    ),
    "notebook": (
        *("notebook", "laptop", "notebook computer", "laptop computer", "ultrabook", "portátil"),
        *("portable computer", "mobile computer", "portable pc"),
        *("ordenador portátil", "computer portatile", "portatile", "ordinateur portable"),
        *("pc portable", "pc portatile", "bärbar dator", "bærbar", "bærbar pc", "kannettava"),
        *("ноутбук", "dizüstü bilgisayar", "ノートパソコン", "笔记本电脑", "筆電", "노트북"),
    ),
    "headphone": (
        *("headphone", "headset", "earphone", "earbud", "kopfhörer", "ohrhörer", "casque"),
        *("in ear", "earpiece"),
        *(
            "casque audio",
            "écouteur",
            "auricular",
            "auriculares",
            "cuffia",
            "cuffie",
            "hoofdtelefoon",
        ),
        *("koptelefoon", "oortje", "słuchawki", "sluchátka", "fone", "fones de ouvido"),
        *("hörlurar", "hovedtelefon", "høretelefon", "hodetelefon", "kuulokkeet", "наушники"),
        *("kulaklık", "ヘッドホン", "イヤホン", "耳机", "耳機", "헤드폰"),
    ),
    "tv": (
        *("tv", "television", "televisor", "fernseher", "smart tv", "téléviseur", "télévision"),
        *(
            "televisore",
            "televisión",
            "televisão",
            "televisie",
            "telewizor",
            "televize",
            "televízor",
        ),
        *("televizor", "televízió", "fjernsyn", "televisio", "телевизор", "televizyon", "テレビ"),
        *("电视", "電視"),
    ),
    "kettle": (
        *("kettle", "electric kettle", "tea kettle", "wasserkocher", "bouilloire", "hervidor"),
        *("bollitore", "waterkoker", "czajnik", "rychlovarná konvice", "vattenkokare"),
        *("elkedel", "vannkoker", "vedenkeitin", "чайник", "chaleira", "電気ケトル"),
    ),
    "phone": (
        *("phone", "smartphone", "mobile phone", "cell phone", "handy", "mobiltelefon"),
        *("téléphone portable", "móvil", "teléfono móvil", "cellulare", "telefonino", "celular"),
        *(
            "telefoon",
            "telefon",
            "mobil",
            "puhelin",
            "смартфон",
            "telefon komórkowy",
            "スマートフォン",
            "手机",
        ),
    ),
    "accessory": (
        *("accessory", "zubehör", "accessoire", "accesorio", "accessorio", "acessório"),
        *("akcesoria", "příslušenství", "tillbehör", "tilbehør", "tarvike", "аксессуары"),
        *("aksesuar", "配件"),
    ),
    "tablet": ("tablet", "tablet pc", "tablette", "tableta", "планшет", "タブレット", "平板电脑"),
    "printer": (
        *("printer", "drucker", "imprimante", "impresora", "stampante", "impressora", "drukarka"),
        *("tiskárna", "skrivare", "tulostin", "принтер", "yazıcı", "プリンター", "打印机"),
    ),
}
"""What a category is called where its shops are; one outside the table goes by its own word."""

SHELVES: dict[str, tuple[str, ...]] = {
    "camera": (
        *("photo", "photos", "photography", "foto", "fotografie", "photographie", "fotografía"),
        *("fotografia", "imaging", "film and photo", "фото"),
    ),
    "monitor": (
        "computer",
        "computers",
        "computing",
        "pc",
        "informatik",
        "informatique",
        "peripherals",
    ),
    "notebook": ("computer", "computers", "computing", "pc", "informatik", "informatique"),
    "headphone": ("audio", "sound", "hifi", "hi fi", "music", "son", "musik", "listening"),
    "tv": ("video", "home cinema", "home entertainment", "audio", "heimkino"),
    "kettle": (
        *("kitchen", "appliances", "small appliances", "küche", "haushalt", "cuisine"),
        *("cocina", "cucina", "keuken", "household", "petit électroménager"),
    ),
    "phone": ("mobile", "telephony", "communication", "téléphonie", "telefonie"),
    "tablet": ("computer", "computers", "mobile", "informatique"),
    "printer": ("computer", "computers", "office", "peripherals", "büro", "bureau"),
}
"""What a shop may call the shelf on which it keeps a category."""

NEAR: dict[str, tuple[str, ...]] = {
    "camera": (
        *("photography", "digital photography", "photo numérique", "photographie", "fotografie"),
        *("digitalfotografie", "fotografía digital", "fotografia digitale", "digital imaging"),
    ),
    "notebook": ("portables", "mobile computing", "mobile pcs"),
    "monitor": ("displays and screens", "monitors and displays", "écrans et moniteurs"),
    "tv": ("tv and video", "tv video", "television and video"),
}
"""Names of lists that may mean a category where a shop has no better name for it."""

ELECTRONICS = (
    *("electronics", "electronic", "elektronik", "électronique", "electrónica", "elettronica"),
    *("eletrônica", "elektronica", "elektronika", "электроника", "technology", "tech", "technik"),
)
"""The department of almost everything that has a specification."""

DEPARTMENT_WORDS = (
    *(
        "products",
        "product",
        "produkte",
        "produits",
        "productos",
        "prodotti",
        "produtos",
        "producten",
    ),
    *(
        "produkty",
        "produkter",
        "catalog",
        "catalogue",
        "katalog",
        "catálogo",
        "catalogo",
        "каталог",
    ),
    *("shop", "store", "boutique", "tienda", "negozio", "loja", "winkel", "sklep", "obchod"),
    *("categories", "category", "kategorien", "catégories", "categorías", "categorie", "kategorie"),
    *("departments", "department", "sortiment", "assortment", "assortiment", "range", "browse"),
    *("multimedia", "equipment", "devices", "gear", "hardware", "appliances"),
    *("商品", "カテゴリ", "产品", "分类"),
)
"""Words of links that lead to departments, whatever the category."""

EVERYTHING = (
    *("all products", "all categories", "alle produkte", "alle kategorien", "tous les produits"),
    *(
        "todos los productos",
        "tutti i prodotti",
        "alle producten",
        "wszystkie produkty",
        "shop all",
    ),
    *("view all", "show all", "see all", "all departments", "site map", "sitemap"),
)
"""Links to a list of everything."""

ACCESSORIES = (
    *(
        "accessory",
        "accessories",
        "zubehör",
        "accessoire",
        "accessoires",
        "accesorio",
        "accesorios",
    ),
    *("accessorio", "accessori", "acessório", "acessórios", "akcesoria", "příslušenství"),
    *("tillbehör", "tilbehør", "tarvike", "tarvikkeet", "аксессуары", "aksesuar", "配件"),
    *(
        "bag",
        "bags",
        "case",
        "cases",
        "cover",
        "covers",
        "sleeve",
        "sleeves",
        "pouch",
        "strap",
        "straps",
    ),
    *("tasche", "taschen", "hülle", "hüllen", "sac", "sacs", "étui", "étuis", "housse", "housses"),
    *(
        "funda",
        "fundas",
        "bolsa",
        "bolsas",
        "custodia",
        "custodie",
        "tas",
        "tassen",
        "hoes",
        "hoezen",
    ),
    *("lens", "lenses", "objektiv", "objektive", "objectif", "objectifs", "objetivo", "objetivos"),
    *("tripod", "tripods", "stativ", "stative", "trépied", "trípode", "trípodes", "treppiede"),
    *("battery", "batteries", "akku", "akkus", "batterie", "batería", "baterías", "batteria"),
    *("charger", "chargers", "ladegerät", "ladegeräte", "chargeur", "chargeurs", "cargador"),
    *("cable", "cables", "kabel", "câble", "câbles", "cavo", "cavi", "adapter", "adapters"),
    *("mount", "mounts", "stand", "stands", "arm", "arms", "bracket", "brackets", "halterung"),
    *("halterungen", "ständer", "soporte", "soportes", "support", "supports", "supporto", "filter"),
    *("filters", "flash", "flashes", "blitz", "memory", "card", "cards", "speicherkarte", "film"),
    *("spare", "parts", "part", "ersatzteile", "repair", "reparatur", "insurance", "warranty"),
    *("rental", "rent", "used", "gebraucht", "occasion", "guide", "guides", "review", "reviews"),
    *("ratgeber", "news", "blog", "test", "tests", "tips", "tipps", "forum", "course", "courses"),
)
"""Words beside a category's name that make it something else: camera bags, TV tests."""
