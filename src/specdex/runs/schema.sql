-- What a run knows: one table a kind of record (specdex.records), one column a field. Tuples and
-- records within records are JSON text. A test holds the tables against the records.
--
-- To change a table: change the record, this file, and write the next migrations/NNNN_name.sql,
-- which brings the tables of a file of version NNNN - 1 here. Indices, views and triggers are made
-- anew.

-- Sites, and who proposed them

CREATE TABLE sites (
    host TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'candidate',
    category TEXT NOT NULL DEFAULT '',
    score REAL NOT NULL DEFAULT 0.0,
    round INTEGER NOT NULL DEFAULT 0,
    crawled INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT '',
    renewing TEXT NOT NULL DEFAULT '',
    home_score REAL NOT NULL DEFAULT 0.5,
    crawl_score REAL NOT NULL DEFAULT 0.0,
    home TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (host, category)
);
CREATE INDEX sites_by_category ON sites (category, status);

CREATE TABLE milestones (
    category TEXT NOT NULL,
    name TEXT NOT NULL,
    number INTEGER NOT NULL DEFAULT 0,
    mark TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, name, number)
);

CREATE TABLE votes (
    site TEXT NOT NULL,
    strategy TEXT NOT NULL,
    evidence TEXT NOT NULL,
    weight REAL NOT NULL DEFAULT 1.0,
    round INTEGER NOT NULL DEFAULT 1,
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, site, strategy, evidence, round)
);
CREATE INDEX votes_by_site ON votes (site);
CREATE INDEX votes_by_round ON votes (round, strategy);

CREATE TABLE url_patterns (
    site TEXT NOT NULL,
    category TEXT NOT NULL,
    kind TEXT NOT NULL,
    pattern TEXT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,
    example TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (site, category, kind, pattern)
);

-- Pages, and what they say

CREATE TABLE pages (
    url TEXT NOT NULL,
    site TEXT NOT NULL,
    file TEXT NOT NULL DEFAULT '',
    "offset" INTEGER NOT NULL DEFAULT -1,
    length INTEGER NOT NULL DEFAULT 0,
    status INTEGER NOT NULL DEFAULT 0,
    content_type TEXT NOT NULL DEFAULT '',
    fetched TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    depth INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (url)
);
CREATE INDEX pages_by_site ON pages (site, kind);
CREATE INDEX pages_by_category ON pages (kind, category);

CREATE TABLE specifications (
    url TEXT NOT NULL,
    id TEXT NOT NULL DEFAULT '',
    site TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    fragments TEXT NOT NULL DEFAULT '[]',
    fields TEXT NOT NULL DEFAULT '[]',
    failures TEXT NOT NULL DEFAULT '[]',
    source TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (url)
);
CREATE INDEX specifications_by_site ON specifications (site, category);
CREATE INDEX specifications_by_category ON specifications (category);

-- The product pages that were never read, or have changed since: no records, but kept by triggers,
-- so that what is left to do is known at once, however much is done.

CREATE TABLE unread (url TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
CREATE TRIGGER page_comes AFTER INSERT ON pages BEGIN
    DELETE FROM unread WHERE url = new.url;
    INSERT OR IGNORE INTO unread
    SELECT t.url FROM pages AS t WHERE t.url = new.url AND t.kind = 'product' AND NOT EXISTS (
        SELECT 1 FROM specifications AS s
        WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset"));
END;
CREATE TRIGGER page_changes AFTER UPDATE ON pages BEGIN
    DELETE FROM unread WHERE url = new.url;
    INSERT OR IGNORE INTO unread
    SELECT t.url FROM pages AS t WHERE t.url = new.url AND t.kind = 'product' AND NOT EXISTS (
        SELECT 1 FROM specifications AS s
        WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset"));
END;
CREATE TRIGGER page_goes AFTER DELETE ON pages BEGIN
    DELETE FROM unread WHERE url = old.url;
    INSERT OR IGNORE INTO unread
    SELECT t.url FROM pages AS t WHERE t.url = old.url AND t.kind = 'product' AND NOT EXISTS (
        SELECT 1 FROM specifications AS s
        WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset"));
END;
CREATE TRIGGER specification_comes AFTER INSERT ON specifications BEGIN
    DELETE FROM unread WHERE url = new.url;
    INSERT OR IGNORE INTO unread
    SELECT t.url FROM pages AS t WHERE t.url = new.url AND t.kind = 'product' AND NOT EXISTS (
        SELECT 1 FROM specifications AS s
        WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset"));
END;
CREATE TRIGGER specification_changes AFTER UPDATE ON specifications BEGIN
    DELETE FROM unread WHERE url = new.url;
    INSERT OR IGNORE INTO unread
    SELECT t.url FROM pages AS t WHERE t.url = new.url AND t.kind = 'product' AND NOT EXISTS (
        SELECT 1 FROM specifications AS s
        WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset"));
END;
CREATE TRIGGER specification_goes AFTER DELETE ON specifications BEGIN
    DELETE FROM unread WHERE url = old.url;
    INSERT OR IGNORE INTO unread
    SELECT t.url FROM pages AS t WHERE t.url = old.url AND t.kind = 'product' AND NOT EXISTS (
        SELECT 1 FROM specifications AS s
        WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset"));
END;

-- What they asked and said before (history.py in specdex.records)

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
CREATE INDEX observations_by_time ON observations (time);

CREATE TABLE versions (
    url TEXT NOT NULL,
    time TEXT NOT NULL,
    site TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    said TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (url, time)
);
CREATE INDEX versions_by_time ON versions (time);

CREATE TABLE product_ids (
    value TEXT NOT NULL,
    kind TEXT NOT NULL,
    site TEXT NOT NULL,
    url TEXT NOT NULL DEFAULT '',
    confidence REAL NOT NULL DEFAULT 1.0,
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (url, kind, value)
);
CREATE INDEX product_ids_by_site ON product_ids (site);
CREATE INDEX product_ids_by_category ON product_ids (category);

CREATE TABLE failures (
    url TEXT NOT NULL,
    step TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (url, step, reason)
);
CREATE INDEX failures_by_step ON failures (step);

-- How sites print their data

CREATE TABLE wrappers (
    site TEXT NOT NULL,
    rules TEXT NOT NULL,
    number INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    template TEXT NOT NULL DEFAULT '[]',
    method TEXT NOT NULL DEFAULT 'hybrid',
    pages INTEGER NOT NULL DEFAULT 0,
    pairs REAL NOT NULL DEFAULT 0.0,
    coverage REAL NOT NULL DEFAULT 0.0,
    profiles TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (site, number)
);

CREATE TABLE not_learned (
    site TEXT NOT NULL,
    reason TEXT NOT NULL,
    pages INTEGER NOT NULL DEFAULT 0,
    number INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (site, number)
);

-- What all sites say together

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
CREATE INDEX attributes_by_pages ON attributes (category, pages DESC, name);

CREATE TABLE correspondences (
    site TEXT NOT NULL,
    name TEXT NOT NULL,
    attribute TEXT NOT NULL,
    confidence REAL NOT NULL DEFAULT 1.0,
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, site, name)
);
CREATE INDEX correspondences_by_attribute ON correspondences (category, attribute);

CREATE TABLE matches (
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    confidence REAL NOT NULL DEFAULT 1.0,
    evidence TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (one, other)
);
CREATE INDEX matches_by_category ON matches (category);

CREATE TABLE products (
    id TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    ids TEXT NOT NULL DEFAULT '[]',
    urls TEXT NOT NULL DEFAULT '[]',
    claims TEXT NOT NULL DEFAULT '[]',
    disputed TEXT NOT NULL DEFAULT '[]',
    model TEXT NOT NULL DEFAULT '',
    offers TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (id)
);
CREATE INDEX products_by_category ON products (category);
CREATE INDEX products_by_model ON products (model);

CREATE TABLE stocks (
    category TEXT NOT NULL,
    name TEXT NOT NULL,
    mark TEXT NOT NULL DEFAULT '',
    data TEXT NOT NULL DEFAULT '',
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

-- What products are searched, counted and listed by: no records, but made of them (catalogue.py).
-- One row a product; its values, each a short term or an amount in the attribute's unit (the shops
-- that sell it are the values of no attribute); its words; and how values are spread over a
-- category, which is counted when it is joined.

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

CREATE VIRTUAL TABLE IF NOT EXISTS catalogue_search USING fts5 (
    words, detail = none, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE INDEX catalogue_by_shops ON catalogue (category, shops DESC, number);
CREATE INDEX catalogue_values_by_term ON catalogue_values (category, attribute, term, amount);
CREATE TRIGGER catalogue_goes AFTER DELETE ON catalogue BEGIN
    DELETE FROM catalogue_values WHERE number = old.number;
    DELETE FROM catalogue_search WHERE rowid = old.number;
END;
CREATE TRIGGER product_goes AFTER DELETE ON products BEGIN
    DELETE FROM catalogue WHERE product = old.id;
END;

-- The questions people ask a run first

CREATE VIEW pairs AS
SELECT s.site, s.url, s.category,
    json_extract(f.value, '$.xpath') AS fragment,
    json_extract(p.value, '$.group') AS "group",
    json_extract(p.value, '$.name') AS name,
    json_extract(p.value, '$.value') AS value,
    json_extract(p.value, '$.xpath') AS xpath,
    json_extract(p.value, '$.reader') AS reader,
    json_extract(p.value, '$.confidence') AS confidence
FROM specifications AS s, json_each(s.fragments) AS f, json_each(f.value, '$.pairs') AS p;

CREATE VIEW fields AS
SELECT s.site, s.url, s.category,
    json_extract(f.value, '$.name') AS name,
    json_extract(f.value, '$.value') AS value,
    json_extract(f.value, '$.xpath') AS xpath,
    json_extract(f.value, '$.reader') AS reader,
    json_extract(f.value, '$.confidence') AS confidence
FROM specifications AS s, json_each(s.fields) AS f;

CREATE VIEW claims AS
SELECT p.id AS product, p.category, p.title,
    json_extract(c.value, '$.attribute') AS attribute,
    json_extract(c.value, '$.value') AS value,
    json_extract(c.value, '$.normal') AS normal,
    json_extract(c.value, '$.unit') AS unit,
    json_extract(c.value, '$.confidence') AS confidence,
    json_extract(c.value, '$.urls') AS urls
FROM products AS p, json_each(p.claims) AS c;

CREATE VIEW offers AS
SELECT p.id AS product, p.category, p.title,
    json_extract(o.value, '$.site') AS site,
    json_extract(o.value, '$.url') AS url,
    json_extract(o.value, '$.price') AS price,
    json_extract(o.value, '$.currency') AS currency,
    json_extract(o.value, '$.availability') AS availability,
    json_extract(o.value, '$.time') AS time
FROM products AS p, json_each(p.offers) AS o;

CREATE VIEW site_summary AS
SELECT sites.host, sites.category, sites.status, sites.score, sites.round, sites.crawled,
    (SELECT count(*) FROM pages WHERE pages.site = sites.host) AS pages,
    (SELECT count(*) FROM pages WHERE pages.site = sites.host
        AND pages.kind = 'product' AND pages.category = sites.category) AS product_pages,
    (SELECT count(*) FROM specifications AS s
        WHERE s.site = sites.host AND s.category = sites.category) AS specifications,
    (SELECT count(*) FROM pairs
        WHERE pairs.site = sites.host AND pairs.category = sites.category) AS pairs,
    (SELECT count(DISTINCT i.value) FROM product_ids AS i
        WHERE i.site = sites.host AND i.category = sites.category) AS product_ids,
    (SELECT count(*) FROM votes
        WHERE votes.site = sites.host AND votes.category = sites.category) AS votes,
    sites.reason
FROM sites;

CREATE VIEW failure_summary AS
SELECT step, reason, count(*) AS failures, min(url) AS example
FROM failures GROUP BY step, reason ORDER BY failures DESC;
