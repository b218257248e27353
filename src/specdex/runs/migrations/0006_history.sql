-- What pages asked and said before: what is known of each is its first observation.

CREATE TABLE observations (
    url TEXT NOT NULL,
    time TEXT NOT NULL,
    site TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    price TEXT NOT NULL DEFAULT '',
    currency TEXT NOT NULL DEFAULT '',
    availability TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (url, time)
);

CREATE TABLE versions (
    url TEXT NOT NULL,
    time TEXT NOT NULL,
    site TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    said TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (url, time)
);

INSERT OR IGNORE INTO observations (url, time, site, category, price, currency, availability)
SELECT s.url, p.fetched, s.site, s.category,
    coalesce((SELECT json_extract(value, '$.value') FROM json_each(s.fields)
        WHERE json_extract(value, '$.name') = 'price'), ''),
    coalesce((SELECT json_extract(value, '$.value') FROM json_each(s.fields)
        WHERE json_extract(value, '$.name') = 'currency'), ''),
    coalesce((SELECT json_extract(value, '$.value') FROM json_each(s.fields)
        WHERE json_extract(value, '$.name') = 'availability'), '')
FROM specifications AS s JOIN pages AS p ON p.url = s.url;
