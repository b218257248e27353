-- Ids lie by their page, as they come and go: by their value each came to a place of its own, and
-- all were looked through for those of one page.

ALTER TABLE product_ids RENAME TO product_ids_by_value;
CREATE TABLE product_ids (
    value TEXT NOT NULL,
    kind TEXT NOT NULL,
    site TEXT NOT NULL,
    url TEXT NOT NULL DEFAULT '',
    confidence REAL NOT NULL DEFAULT 1.0,
    category TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (url, kind, value)
);
INSERT INTO product_ids SELECT value, kind, site, url, confidence, category
FROM product_ids_by_value ORDER BY rowid;
DROP TABLE product_ids_by_value;
