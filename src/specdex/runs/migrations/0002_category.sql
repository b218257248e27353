-- Whatever belongs to a category says so; the links, which nobody wrote, are gone.

DROP TABLE IF EXISTS links;

-- Version 1 grew without a new number: what its early files lack. A column that is there already
-- is passed over.
ALTER TABLE sites ADD COLUMN renewing TEXT NOT NULL DEFAULT '';
ALTER TABLE specifications ADD COLUMN source TEXT NOT NULL DEFAULT '';
CREATE TABLE IF NOT EXISTS url_patterns (
    site TEXT NOT NULL,
    category TEXT NOT NULL,
    kind TEXT NOT NULL,
    pattern TEXT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,
    example TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (site, category, kind, pattern)
);
CREATE TABLE IF NOT EXISTS wrappers (
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
    memory TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (site, number)
);
CREATE TABLE IF NOT EXISTS not_learned (
    site TEXT NOT NULL,
    reason TEXT NOT NULL,
    pages INTEGER NOT NULL DEFAULT 0,
    number INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (site, number)
);

-- Verdicts keep their scores.
ALTER TABLE sites ADD COLUMN home_score REAL NOT NULL DEFAULT 0.5;
ALTER TABLE sites ADD COLUMN crawl_score REAL NOT NULL DEFAULT 0.0;

-- A page knew its category, or that it has none: its specification has the same. What has neither
-- page nor specification has the category of its site, if the site has one only.
CREATE TEMP TABLE only_category AS
SELECT host, min(category) AS category FROM sites GROUP BY host HAVING count(*) = 1;

UPDATE specifications SET category = coalesce(
    (SELECT category FROM pages WHERE pages.url = specifications.url),
    (SELECT category FROM only_category WHERE host = specifications.site),
    ''
) WHERE category = '';

ALTER TABLE product_ids ADD COLUMN category TEXT NOT NULL DEFAULT '';
UPDATE product_ids SET category = coalesce(
    (SELECT category FROM specifications AS s WHERE s.url = product_ids.url),
    (SELECT category FROM only_category WHERE host = product_ids.site),
    ''
);

ALTER TABLE matches ADD COLUMN category TEXT NOT NULL DEFAULT '';
UPDATE matches SET category =
    coalesce((SELECT category FROM specifications AS s WHERE s.url = matches.one), '');

UPDATE products SET category = coalesce(
    (SELECT category FROM specifications AS s WHERE s.url = json_extract(products.urls, '$[0]')),
    ''
) WHERE category = '';

ALTER TABLE votes RENAME TO old_votes;
CREATE TABLE votes (
    site TEXT NOT NULL,
    strategy TEXT NOT NULL,
    evidence TEXT NOT NULL,
    weight REAL NOT NULL DEFAULT 1.0,
    round INTEGER NOT NULL DEFAULT 1,
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, site, strategy, evidence, round)
);
-- a site that got votes but never became a candidate: the run's only category, if it has one only
INSERT INTO votes (site, strategy, evidence, weight, round, category)
SELECT site, strategy, evidence, weight, round, coalesce(
    (SELECT category FROM only_category WHERE host = old_votes.site),
    (SELECT CASE WHEN count(DISTINCT category) = 1 THEN min(category) END FROM sites),
    ''
) FROM old_votes ORDER BY rowid;
DROP TABLE old_votes;

ALTER TABLE correspondences RENAME TO old_correspondences;
CREATE TABLE correspondences (
    site TEXT NOT NULL,
    name TEXT NOT NULL,
    attribute TEXT NOT NULL,
    confidence REAL NOT NULL DEFAULT 1.0,
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, site, name)
);
INSERT INTO correspondences (site, name, attribute, confidence, category)
SELECT site, name, attribute, confidence, coalesce(
    (SELECT category FROM only_category WHERE host = old_correspondences.site),
    (SELECT CASE WHEN count(DISTINCT category) = 1 THEN min(category) END
        FROM specifications AS s WHERE s.site = old_correspondences.site),
    ''
) FROM old_correspondences ORDER BY rowid;
DROP TABLE old_correspondences;

DROP TABLE only_category;
