-- Attributes with kind and unit, what people decided, and variants of a model with their offers.

CREATE TABLE attributes (
    name TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL DEFAULT '',
    unit TEXT NOT NULL DEFAULT '',
    spread TEXT NOT NULL DEFAULT '[]',
    sites INTEGER NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, name)
);

CREATE TABLE decisions (
    kind TEXT NOT NULL,
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    value TEXT NOT NULL DEFAULT '',
    author TEXT NOT NULL DEFAULT '',
    time TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, kind, one, other, value)
);

ALTER TABLE products ADD COLUMN model TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN offers TEXT NOT NULL DEFAULT '[]';
