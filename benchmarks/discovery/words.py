"""What the home pages of the synthetic web say on their links, as data.

Written for the experiment from what shops, magazines and forums put on their menus, apart from the
words that any filter of the house knows.
"""

__all__ = ["BRANDS", "CHROME", "DEPARTMENTS", "GENERIC_SHELVES", "LANGUAGES", "NAMES", "TALK"]

LANGUAGES = {
    "en": 0.64,
    "de": 0.09,
    "fr": 0.06,
    "es": 0.05,
    "it": 0.04,
    "nl": 0.03,
    "pl": 0.03,
    "sv": 0.02,
    "cs": 0.015,
    "hr": 0.015,
    "fi": 0.01,
}
"""How many of the sites are of each language."""

NAMES: dict[str, dict[str, str]] = {
    "camera": {
        "en": "Cameras|Digital Cameras|Cameras & Photo|DSLRs|Compact System Cameras|Camera & Photo|"
        "Photo & Video|Point & Shoot|Mirrorless|Photography|Cameras & Camcorders|SLR",
        "de": "Kameras|Digitalkameras|Foto & Video|Spiegelreflex|Kompaktkameras|Fotografie",
        "fr": "Appareils photo|Photo & Caméscopes|Reflex|Image & Son|Photo numérique|Compacts",
        "es": "Cámaras digitales|Cámaras|Fotografía|Foto y Vídeo|Réflex",
        "it": "Fotocamere|Fotografia|Foto e Video|Reflex digitali",
        "nl": "Camera's|Digitale camera's|Foto & Film|Spiegelreflexcamera's",
        "pl": "Aparaty cyfrowe|Fotografia|Foto i kamery|Lustrzanki",
        "sv": "Kameror|Foto & Video|Systemkameror",
        "cs": "Fotoaparáty|Foto a video|Zrcadlovky",
        "hr": "Fotoaparati|Foto oprema|Kamere i foto",
        "fi": "Kamerat|Kuvaus|Järjestelmäkamerat",
    },
    "cutlery": {
        "en": "Cutlery|Flatware|Kitchen Knives|Knives|Silverware|Knife Sets|Tabletop|Steak Knives",
        "de": "Besteck|Messer|Kochmesser|Bestecksets|Gedeckter Tisch",
        "fr": "Couverts|Couteaux|Arts de la table|Ménagères",
        "es": "Cubertería|Cuchillos|Cubiertos|Menaje de mesa",
        "it": "Posate|Coltelli|Coltelleria|Arte della tavola",
        "nl": "Bestek|Messen|Tafelen",
        "pl": "Sztućce|Noże kuchenne|Zastawa",
        "sv": "Bestick|Knivar|Dukning",
        "cs": "Příbory|Nože|Stolování",
        "hr": "Pribor za jelo|Noževi|Stolno posuđe",
        "fi": "Ruokailuvälineet|Veitset|Kattaus",
    },
    "headphone": {
        "en": "Headphones|Headphones & Earbuds|Earphones|Headsets|Headphone Amps & Headphones|"
        "In-Ear Monitors|Portable Audio|Noise Cancelling",
        "de": "Kopfhörer|Ohrhörer|Headsets|Tragbares Audio",
        "fr": "Casques audio|Écouteurs|Casques|Son nomade",
        "es": "Auriculares|Cascos|Audio portátil",
        "it": "Cuffie|Auricolari|Cuffie e auricolari",
        "nl": "Koptelefoons|Oordopjes|Hoofdtelefoons",
        "pl": "Słuchawki|Zestawy słuchawkowe",
        "sv": "Hörlurar|Hörlurar & headset",
        "cs": "Sluchátka|Sluchátka a mikrofony",
        "hr": "Slušalice|Naglavne slušalice",
        "fi": "Kuulokkeet|Nappikuulokkeet",
    },
    "monitor": {
        "en": "Monitors|LCD Monitors|Computer Monitors|Displays|Monitors & Projectors|Screens|"
        "LED Monitors|Desktop Displays",
        "de": "Monitore|Bildschirme|TFT-Monitore|PC-Monitore",
        "fr": "Écrans|Moniteurs|Écrans PC|Écrans LED",
        "es": "Monitores|Pantallas|Monitores LED",
        "it": "Monitor|Schermi|Monitor PC",
        "nl": "Monitoren|Beeldschermen",
        "pl": "Monitory|Monitory LCD",
        "sv": "Skärmar|Bildskärmar",
        "cs": "Monitory|LCD monitory",
        "hr": "Monitori|Zasloni",
        "fi": "Näytöt|Monitorit",
    },
    "notebook": {
        "en": "Laptops|Notebooks|Laptops & Notebooks|Ultrabooks|Laptop Computers|Portable PCs|"
        "Laptops & Tablets|Gaming Laptops",
        "de": "Notebooks|Laptops|Notebooks & Tablets|Ultrabooks",
        "fr": "Ordinateurs portables|PC portables|Portables",
        "es": "Portátiles|Ordenadores portátiles|Laptops",
        "it": "Notebook|Portatili|Computer portatili",
        "nl": "Laptops|Notebooks",
        "pl": "Laptopy|Notebooki",
        "sv": "Bärbara datorer|Laptops",
        "cs": "Notebooky|Přenosné počítače",
        "hr": "Prijenosnici|Prijenosna računala|Laptopi",
        "fi": "Kannettavat|Kannettavat tietokoneet",
    },
    "software": {
        "en": "Software|Operating Systems|Antivirus|Office Software|Software & Licenses|Downloads",
        "de": "Software|Betriebssysteme|Lizenzen",
        "fr": "Logiciels|Antivirus|Bureautique",
        "es": "Software|Programas|Licencias",
        "it": "Software|Programmi|Licenze",
        "nl": "Software|Besturingssystemen",
        "pl": "Oprogramowanie|Programy",
        "sv": "Programvara|Program",
        "cs": "Software|Programy",
        "hr": "Softver|Programi",
        "fi": "Ohjelmistot|Ohjelmat",
    },
    "sunglass": {
        "en": "Sunglasses|Designer Sunglasses|Shades|Eyewear|Polarized|Men's Sunglasses|"
        "Women's Sunglasses|Sun",
        "de": "Sonnenbrillen|Brillen|Sportbrillen",
        "fr": "Lunettes de soleil|Solaires|Lunettes",
        "es": "Gafas de sol|Gafas|Lentes de sol",
        "it": "Occhiali da sole|Occhiali",
        "nl": "Zonnebrillen|Brillen",
        "pl": "Okulary przeciwsłoneczne|Okulary",
        "sv": "Solglasögon|Glasögon",
        "cs": "Sluneční brýle|Brýle",
        "hr": "Sunčane naočale|Naočale",
        "fi": "Aurinkolasit|Silmälasit",
    },
    "toilet": {
        "en": "Toilets|Toilets & Bidets|Bathroom Toilets|One-Piece Toilets|Bath|WC & Bidets",
        "de": "WCs|Toiletten|WC & Bidet|Badkeramik",
        "fr": "WC|Toilettes|Sanitaires",
        "es": "Inodoros|Sanitarios|WC",
        "it": "WC|Sanitari|Vasi e bidet",
        "nl": "Toiletten|Sanitair",
        "pl": "Toalety|Miski WC|Ceramika",
        "sv": "Toaletter|WC-stolar",
        "cs": "WC|Toalety|Sanita",
        "hr": "WC školjke|Sanitarije",
        "fi": "WC-istuimet|Saniteetti",
    },
    "tv": {
        "en": "TVs|Televisions|TV & Video|LED TVs|TV & Home Theater|Televisions & Video|HDTV|"
        "Flat Panel|Home Entertainment",
        "de": "Fernseher|TV & Heimkino|LED-TV|TV-Geräte",
        "fr": "Téléviseurs|TV & Home cinéma|Télévisions|TV LED",
        "es": "Televisores|TV y Vídeo|Televisión",
        "it": "Televisori|TV e Home Cinema|TV",
        "nl": "Televisies|TV & Home cinema",
        "pl": "Telewizory|RTV",
        "sv": "TV|TV & Hemmabio|TV-apparater",
        "cs": "Televize|Televizory",
        "hr": "Televizori|TV i video",
        "fi": "Televisiot|TV ja kotiteatteri",
    },
}
"""How a shop of each category calls that shelf on its menu, by language."""

GENERIC_SHELVES = {
    "camera": "Electronics|Products|Consumer Electronics|Shop by Brand|Imaging Solutions",
    "cutlery": "Kitchen|Home & Kitchen|Dining|Housewares|Our Collections",
    "headphone": "Audio|Sound|Electronics|Music & Audio|Accessories",
    "monitor": "Computers|PC Hardware|Peripherals|Electronics|Computing|Hardware",
    "notebook": "Computers|PCs|Computing|Electronics|Systems|Hardware",
    "software": "Computers|Computing|Office|IT Products|Solutions",
    "sunglass": "Fashion|Accessories|Men|Women|Collections|Optics",
    "toilet": "Bathroom|Plumbing|Home Improvement|Fixtures|Bath & Kitchen",
    "tv": "Electronics|Home Cinema|Video|Audio & Video|Entertainment",
}
"""What they call it that do not name it."""

DEPARTMENTS = {
    "en": "Printers|Tablets|Desktops|Memory|Hard Drives|Networking|Cables|Speakers|Car Audio|"
    "Phones|Games|Toys|Furniture|Lighting|Cookware|Appliances|Refrigerators|Tools|Garden|Jewelry|"
    "Watches|Shoes|Luggage|Bedding|Faucets|Sinks|Books|Movies|Office Supplies|Ink & Toner|Baby|"
    "Pets|Sports|Outdoors|Automotive|Health|Beauty|Musical Instruments|Scanners|Keyboards|Gifts|"
    "Lenses|Tripods|Telescopes|Binoculars|GPS|Home Audio|Batteries|Chargers|Servers|Storage",
    "de": "Drucker|Tablets|Festplatten|Netzwerk|Kabel|Lautsprecher|Handys|Spielwaren|Möbel|Lampen|"
    "Küche|Werkzeug|Garten|Schmuck|Uhren|Schuhe|Bücher|Bürobedarf|Haushalt|Objektive|Speicher",
    "fr": "Imprimantes|Tablettes|Réseau|Câbles|Enceintes|Téléphonie|Jouets|Meubles|Luminaires|"
    "Cuisine|Bricolage|Jardin|Bijoux|Montres|Livres|Électroménager|Objectifs|Stockage|Maison",
    "es": "Impresoras|Tabletas|Redes|Cables|Altavoces|Móviles|Juguetes|Muebles|Cocina|Jardín|Joyas|"
    "Relojes|Libros|Electrodomésticos|Objetivos|Memorias|Hogar",
    "it": "Stampanti|Tablet|Reti|Cavi|Casse|Telefonia|Giocattoli|Mobili|Cucina|Giardino|Gioielli|"
    "Orologi|Libri|Elettrodomestici|Obiettivi|Casa",
    "nl": "Printers|Tablets|Netwerk|Kabels|Luidsprekers|Telefoons|Speelgoed|Meubels|Keuken|Tuin",
    "pl": "Drukarki|Tablety|Sieci|Kable|Głośniki|Telefony|Zabawki|Meble|Kuchnia|Ogród|Zegarki",
    "sv": "Skrivare|Surfplattor|Nätverk|Kablar|Högtalare|Mobiler|Leksaker|Möbler|Kök|Trädgård",
    "cs": "Tiskárny|Tablety|Sítě|Kabely|Reproduktory|Mobily|Hračky|Nábytek|Kuchyň|Zahrada",
    "hr": "Pisači|Tableti|Mreža|Kablovi|Zvučnici|Mobiteli|Igračke|Namještaj|Kuhinja|Vrt",
    "fi": "Tulostimet|Tabletit|Verkko|Kaapelit|Kaiuttimet|Puhelimet|Lelut|Huonekalut|Keittiö",
}
"""Other shelves."""

CHROME = {
    "basket": {
        "en": "Cart|Shopping Cart|My Cart (0)|View Cart|Bag (0)|Basket|0 items|Your Trolley|"
        "Checkout|View Basket|Items in cart: 0|Shopping Bag|Add to Cart|Buy|Order Now|Proceed",
        "de": "Warenkorb|Warenkorb (0)|Zur Kasse|Einkaufswagen|0 Artikel|In den Korb",
        "fr": "Panier|Mon panier (0)|Votre panier|Commander|0 article",
        "es": "Carrito|Mi carrito (0)|Cesta|Ver cesta|Tramitar pedido",
        "it": "Carrello|Carrello (0)|Vai alla cassa|Il tuo carrello",
        "nl": "Winkelwagen|Winkelmandje (0)|Afrekenen|Bestellen",
        "pl": "Koszyk|Koszyk (0)|Twój koszyk|Do kasy",
        "sv": "Varukorg|Kundvagn|Till kassan",
        "cs": "Košík|Nákupní košík|K pokladně",
        "hr": "Košarica|Moja košarica|Blagajna",
        "fi": "Ostoskori|Kassalle|Ostokset",
    },
    "service": {
        "en": "Shipping Info|Shipping & Returns|Shipping|Track My Order|Order Status|Returns|"
        "Return Policy|Customer Service|Payment Options|Warranty|Store Locator|Price Match|"
        "Financing|Gift Certificates|Gift Cards|Wish List|Wishlist|My Account|Sign In|Register|"
        "Clearance|Weekly Ad|Deals|New Arrivals|Best Sellers|Bulk Orders|Request a Quote|Sale|"
        "Corporate Sales|Delivery|Free Shipping|Special Offers|Rebates|Open Box|Secure Shopping",
        "de": "Versand|Versandkosten|Lieferung und Zahlung|Mein Konto|Merkzettel|Rückgabe|AGB|"
        "Widerrufsrecht|Angebote|Neuheiten|Zahlungsarten|Kundenservice|Filialen",
        "fr": "Livraison|Mon compte|Paiement sécurisé|Retours|CGV|Promotions|Nouveautés|Magasins|"
        "Service client|Suivi de commande",
        "es": "Envíos|Mi cuenta|Formas de pago|Devoluciones|Ofertas|Novedades|Condiciones|Tiendas",
        "it": "Spedizioni|Il mio account|Pagamenti|Resi|Offerte|Novità|Condizioni di vendita",
        "nl": "Verzending|Mijn account|Betaling|Retourneren|Aanbiedingen|Klantenservice",
        "pl": "Dostawa|Moje konto|Płatności|Zwroty|Promocje|Nowości|Regulamin",
        "sv": "Frakt|Mina sidor|Betalning|Kampanjer|Köpvillkor|Kundservice",
        "cs": "Doprava a platba|Můj účet|Reklamace|Akce|Obchodní podmínky",
        "hr": "Dostava|Moj račun|Načini plaćanja|Akcije|Uvjeti kupnje",
        "fi": "Toimitus|Oma tili|Maksutavat|Tarjoukset|Toimitusehdot",
    },
    "house": {
        "en": "Home|About Us|Contact Us|Privacy Policy|Terms of Use|Site Map|FAQ|Help|Search|"
        "Facebook|Twitter|Newsletter|Careers|Blog|Log In|Support|Press|English|More|Close",
        "de": "Startseite|Über uns|Kontakt|Impressum|Datenschutz|Hilfe|Suche|Newsletter|Anmelden",
        "fr": "Accueil|Qui sommes-nous|Contact|Mentions légales|Aide|Rechercher|Connexion",
        "es": "Inicio|Quiénes somos|Contacto|Aviso legal|Ayuda|Buscar|Entrar",
        "it": "Home|Chi siamo|Contatti|Privacy|Aiuto|Cerca|Accedi",
        "nl": "Home|Over ons|Contact|Privacy|Zoeken|Inloggen",
        "pl": "Strona główna|O nas|Kontakt|Pomoc|Szukaj|Zaloguj",
        "sv": "Hem|Om oss|Kontakt|Sök|Logga in",
        "cs": "Úvod|O nás|Kontakt|Hledat|Přihlášení",
        "hr": "Naslovnica|O nama|Kontakt|Traži|Prijava",
        "fi": "Etusivu|Yritys|Yhteystiedot|Haku|Kirjaudu",
    },
}
"""What stands around the shelves."""

BRANDS = (
    "Norvik|Altera Pro|Kestrel|Hanbit|Oswin|Zephyra|Marlowe|Tavira|Quillon|Brenta|Solveig|Ardent|"
    "Lumix-Ray|Corvane|Pellar|Ostara|Vantor|Ridgeway|Halcyon|Merino Tech|Sable & Co|Aurex|Deltron"
)

TALK = {
    "review": "Reviews|{0} Reviews|Best {0}|Top 10 {0}|Buying Guides|First Looks|News|Features|"
    "Editors' Choice|How We Test|Compare {0}|Videos|Opinion|Awards|Archive|{0} Buying Guide|Tips|"
    "Write a Review|Community|Podcast|Subscribe|Authors|Galleries|Latest {0} News|Rumors",
    "comparator": "{0}|Compare Prices|All Categories|Price Alerts|Merchants|List Your Store|"
    "Stores|Top Searches|Price Drops|Popular {0}|Brands|Reviews|Coupons|Deals|For Merchants|"
    "Merchant Login|Lowest Price|See Offers|Shop by Category|Deals of the Day",
    "forum": "Forum|{0}|{0} Help|New Posts|Members|Register|FAQ|Search|Calendar|Mark Forums Read|"
    "General Discussion|Off Topic|Buy & Sell|Last Post|Log In|Rules|Today's Posts|Moderators|"
    "Announcements|Introduce Yourself|Unanswered|Groups|Photo Gallery|For Sale",
    "news": "News|World|Politics|Business|Sports|Entertainment|Technology|Opinion|Health|Video|"
    "Weather|Local|Photos|Classifieds|Subscribe|Jobs|Obituaries|Editorial|Lifestyle|"
    "{0} in Pictures|Read more|Comments|Archives|RSS|Latest|Most Read|Events|About the Author",
    "manual": "User Manuals|Drivers|Download|{0} Manuals|Firmware|Brands|Support|Search by Model|"
    "Instruction Manuals|Service Manuals|Troubleshooting|PDF|Updates|Owner's Guide|A-Z|Utilities|"
    "Knowledge Base|Popular Manuals|Upload|Ask a Question",
    "coupon": "Coupons|Promo Codes|Deals|Stores|Today's Deals|Free Shipping Codes|Submit a Coupon|"
    "{0} Deals|Hot Deals|Freebies|Cash Back|Popular Stores|Expiring Soon|Black Friday|Get Code|"
    "Browse by Category|Printable|Newsletter|Clearance|Gift Cards",
    "market": "Post an Ad|All Ads|{0}|Cars|Real Estate|Jobs|Services|For Sale|Pets|My Ads|Sell|"
    "Auctions|Bid|Categories|Watch List|Sign In|Help|Safety|Motors|Electronics|Collectibles|Stores|"
    "Seller Center|Buy It Now",
    "corporate": "Solutions|Industries|Partners|Investors|Careers|Press Room|Products|Services|"
    "Case Studies|Our Team|Locations|Resources|Sustainability|Consulting|Technology|Leadership|"
    "White Papers|Events|Training|Customers",
    "popular": "Sign Up|Log In|Explore|Trending|People|Groups|Videos|Images|Developers|Mobile|Ads|"
    "Create Account|Random Article|Terms|Cookies|Language|Community|Apps|Maps|Mail|Settings|Topics",
    "junk": "Link 1|Part Numbers|Page 2|Next|Index|Directory|List A|List B|Stock|RFQ|Inquiry|"
    "Suppliers|Datasheet|Search|Next Page|Top|All|Archive|Tags|Categories",
    "accessory": "{0} Accessories|{0} Cases|{0} Bags|{0} Mounts|{0} Batteries|{0} Cleaning Kits|"
    "{0} Stands|Chargers|Adapters|Covers|Straps|Replacement Parts|Spares|Cables|Repair",
}
"""What sites of other kinds say; {0} is the name of the category they write about."""
