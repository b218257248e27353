-- Which product pages are unread is kept, not asked anew of all pages.

CREATE TABLE unread (url TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
INSERT INTO unread
SELECT t.url FROM pages AS t WHERE t.kind = 'product' AND NOT EXISTS (
    SELECT 1 FROM specifications AS s
    WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset"));
