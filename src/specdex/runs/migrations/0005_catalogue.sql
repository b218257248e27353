-- What products are searched, counted and listed by. A store fills it from the products.

CREATE TABLE catalogue (
    number INTEGER PRIMARY KEY,
    product TEXT NOT NULL UNIQUE,
    category TEXT NOT NULL,
    title TEXT NOT NULL,
    model TEXT NOT NULL,
    pages INTEGER NOT NULL,
    shops INTEGER NOT NULL,
    attributes INTEGER NOT NULL,
    disputed INTEGER NOT NULL,
    price REAL,
    currency TEXT
);

CREATE TABLE catalogue_values (
    number INTEGER NOT NULL,
    attribute TEXT NOT NULL,
    term TEXT NOT NULL,
    category TEXT NOT NULL,
    amount REAL,
    printed TEXT NOT NULL,
    PRIMARY KEY (number, attribute, term)
) WITHOUT ROWID;

CREATE TABLE facets (
    category TEXT NOT NULL,
    attribute TEXT NOT NULL,
    products INTEGER NOT NULL,
    terms TEXT NOT NULL,
    bins TEXT NOT NULL,
    PRIMARY KEY (category, attribute)
);
