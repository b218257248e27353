PRAGMA application_id = 1936745592;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE sites ("host" TEXT NOT NULL, "status" TEXT NOT NULL DEFAULT 'candidate', "category" TEXT NOT NULL DEFAULT '', "score" REAL NOT NULL DEFAULT 0.0, "round" INTEGER NOT NULL DEFAULT 0, "crawled" INTEGER NOT NULL DEFAULT 0, "reason" TEXT NOT NULL DEFAULT '', "renewing" TEXT NOT NULL DEFAULT '', PRIMARY KEY ("host", "category"));
INSERT INTO sites VALUES('a.example','seed','kettle',1.0,0,1,'given','');
INSERT INTO sites VALUES('b.example','accepted','kettle',0.75,1,1,'1 of 1 product pages have a specification','');
CREATE TABLE votes ("site" TEXT NOT NULL, "strategy" TEXT NOT NULL, "evidence" TEXT NOT NULL, "weight" REAL NOT NULL DEFAULT 1.0, "round" INTEGER NOT NULL DEFAULT 1, PRIMARY KEY ("site", "strategy", "evidence", "round"));
INSERT INTO votes VALUES('b.example','search','KX-100',0.25,1);
CREATE TABLE url_patterns ("site" TEXT NOT NULL, "category" TEXT NOT NULL, "kind" TEXT NOT NULL, "pattern" TEXT NOT NULL, "seen" INTEGER NOT NULL DEFAULT 0, "example" TEXT NOT NULL DEFAULT '', PRIMARY KEY ("site", "category", "kind", "pattern"));
INSERT INTO url_patterns VALUES('a.example','kettle','product','/k#',1,'http://a.example/k1');
CREATE TABLE links ("source" TEXT NOT NULL, "target" TEXT NOT NULL, "anchor" TEXT NOT NULL DEFAULT '', "xpath" TEXT NOT NULL DEFAULT '', "rel" TEXT NOT NULL DEFAULT '', PRIMARY KEY ("source", "target", "xpath"));
INSERT INTO links VALUES('http://a.example/','http://b.example/','B','/html/body/a','');
CREATE TABLE pages ("url" TEXT NOT NULL, "site" TEXT NOT NULL, "file" TEXT NOT NULL DEFAULT '', "offset" INTEGER NOT NULL DEFAULT -1, "length" INTEGER NOT NULL DEFAULT 0, "status" INTEGER NOT NULL DEFAULT 0, "content_type" TEXT NOT NULL DEFAULT '', "fetched" TEXT NOT NULL DEFAULT '', "kind" TEXT NOT NULL DEFAULT '', "category" TEXT NOT NULL DEFAULT '', "depth" INTEGER NOT NULL DEFAULT 0, PRIMARY KEY ("url"));
INSERT INTO pages VALUES('http://a.example/k1','a.example','warc/specdex-00001.warc.gz',282,409,200,'','2026-11-01T10:00:00+00:00','product','kettle',0);
INSERT INTO pages VALUES('http://b.example/k1','b.example','warc/specdex-00001.warc.gz',691,410,200,'','2026-11-01T10:00:01+00:00','product','kettle',0);
CREATE TABLE specifications ("url" TEXT NOT NULL, "id" TEXT NOT NULL DEFAULT '', "site" TEXT NOT NULL DEFAULT '', "category" TEXT NOT NULL DEFAULT '', "title" TEXT NOT NULL DEFAULT '', "fragments" TEXT NOT NULL DEFAULT '[]', "fields" TEXT NOT NULL DEFAULT '[]', "failures" TEXT NOT NULL DEFAULT '[]', "source" TEXT NOT NULL DEFAULT '', PRIMARY KEY ("url"));
INSERT INTO specifications VALUES('http://a.example/k1','http://a.example/k1','a.example','','KX-100','[{"xpath":"/html/body/table","kind":"table","pairs":[{"name":"Power","value":"2 kW","group":"","xpath":"/html/body/table/tr","reader":"structure","confidence":1.0},{"name":"Colour","value":"it''s red","group":"","xpath":"/html/body/table/tr","reader":"structure","confidence":1.0}],"confidence":0.9}]','[{"name":"mpn","value":"KX-100","xpath":"","reader":"","confidence":1.0}]','[]','warc/specdex-00001.warc.gz@282');
INSERT INTO specifications VALUES('http://b.example/k1','http://b.example/k1','b.example','','KX-100','[{"xpath":"/html/body/table","kind":"table","pairs":[{"name":"Power","value":"2000 W","group":"","xpath":"/html/body/table/tr","reader":"structure","confidence":1.0}],"confidence":0.9}]','[{"name":"mpn","value":"KX-100","xpath":"","reader":"","confidence":1.0}]','[]','elsewhere@1');
CREATE TABLE product_ids ("value" TEXT NOT NULL, "kind" TEXT NOT NULL, "site" TEXT NOT NULL, "url" TEXT NOT NULL DEFAULT '', "confidence" REAL NOT NULL DEFAULT 1.0, PRIMARY KEY ("value", "kind", "url"));
INSERT INTO product_ids VALUES('KX-100','mpn','a.example','http://a.example/k1',0.9);
INSERT INTO product_ids VALUES('KX-100','mpn','b.example','http://b.example/k1',0.9);
CREATE TABLE correspondences ("site" TEXT NOT NULL, "name" TEXT NOT NULL, "attribute" TEXT NOT NULL, "confidence" REAL NOT NULL DEFAULT 1.0, PRIMARY KEY ("site", "name"));
INSERT INTO correspondences VALUES('a.example','Power','Power',0.9);
INSERT INTO correspondences VALUES('b.example','Power','Power',0.9);
CREATE TABLE matches ("one" TEXT NOT NULL, "other" TEXT NOT NULL, "confidence" REAL NOT NULL DEFAULT 1.0, "evidence" TEXT NOT NULL DEFAULT '', PRIMARY KEY ("one", "other"));
INSERT INTO matches VALUES('http://a.example/k1','http://b.example/k1',0.95,'mpn KX-100');
CREATE TABLE products ("id" TEXT NOT NULL, "title" TEXT NOT NULL DEFAULT '', "category" TEXT NOT NULL DEFAULT '', "ids" TEXT NOT NULL DEFAULT '[]', "urls" TEXT NOT NULL DEFAULT '[]', "claims" TEXT NOT NULL DEFAULT '[]', "disputed" TEXT NOT NULL DEFAULT '[]', PRIMARY KEY ("id"));
INSERT INTO products VALUES('p1','KX-100','','["mpn:KX-100"]','["http://a.example/k1","http://b.example/k1"]','[{"attribute":"Power","value":"2 kW","urls":["http://a.example/k1"],"confidence":0.6}]','[{"attribute":"Power","value":"2000 W","urls":["http://b.example/k1"],"confidence":0.4}]');
CREATE TABLE wrappers ("site" TEXT NOT NULL, "rules" TEXT NOT NULL, "number" INTEGER NOT NULL DEFAULT 0, "version" INTEGER NOT NULL DEFAULT 1, "template" TEXT NOT NULL DEFAULT '[]', "method" TEXT NOT NULL DEFAULT 'hybrid', "pages" INTEGER NOT NULL DEFAULT 0, "pairs" REAL NOT NULL DEFAULT 0.0, "coverage" REAL NOT NULL DEFAULT 0.0, "profiles" TEXT NOT NULL DEFAULT '[]', "memory" TEXT NOT NULL DEFAULT '[]', PRIMARY KEY ("site", "number"));
INSERT INTO wrappers VALUES('a.example','[]',0,1,'[]','hybrid',0,0.0,0.0,'[]','[]');
CREATE TABLE not_learned ("site" TEXT NOT NULL, "reason" TEXT NOT NULL, "pages" INTEGER NOT NULL DEFAULT 0, "number" INTEGER NOT NULL DEFAULT 0, PRIMARY KEY ("site", "number"));
INSERT INTO not_learned VALUES('b.example','not learned, because there are too few pages: 1',1,0);
CREATE TABLE failures ("url" TEXT NOT NULL, "step" TEXT NOT NULL, "reason" TEXT NOT NULL, PRIMARY KEY ("url", "step", "reason"));
INSERT INTO failures VALUES('http://c.example/','fetch','it did not answer');
CREATE INDEX votes_by_site ON votes (site);
CREATE INDEX pages_by_site ON pages (site);
CREATE INDEX specifications_by_site ON specifications (site);
CREATE INDEX product_ids_by_site ON product_ids (site);
CREATE INDEX links_by_target ON links (target);
CREATE INDEX failures_by_step ON failures (step);
CREATE VIEW pairs AS 
        SELECT s.site, s.url, s.category,
            json_extract(f.value, '$.xpath') AS fragment,
            json_extract(p.value, '$.group') AS "group",
            json_extract(p.value, '$.name') AS name,
            json_extract(p.value, '$.value') AS value,
            json_extract(p.value, '$.xpath') AS xpath,
            json_extract(p.value, '$.reader') AS reader,
            json_extract(p.value, '$.confidence') AS confidence
        FROM specifications AS s,
            json_each(s.fragments) AS f, json_each(f.value, '$.pairs') AS p;
CREATE VIEW fields AS 
        SELECT s.site, s.url, s.category,
            json_extract(f.value, '$.name') AS name,
            json_extract(f.value, '$.value') AS value,
            json_extract(f.value, '$.xpath') AS xpath,
            json_extract(f.value, '$.reader') AS reader,
            json_extract(f.value, '$.confidence') AS confidence
        FROM specifications AS s, json_each(s.fields) AS f;
CREATE VIEW site_summary AS 
        SELECT sites.host, sites.category, sites.status, sites.score, sites.round, sites.crawled,
            (SELECT count(*) FROM pages WHERE pages.site = sites.host) AS pages,
            (SELECT count(*) FROM pages
                WHERE pages.site = sites.host AND pages.kind = 'product') AS product_pages,
            (SELECT count(*) FROM specifications AS s WHERE s.site = sites.host) AS specifications,
            (SELECT count(*) FROM pairs WHERE pairs.site = sites.host) AS pairs,
            (SELECT count(DISTINCT i.value) FROM product_ids AS i
                WHERE i.site = sites.host) AS product_ids,
            (SELECT count(*) FROM votes WHERE votes.site = sites.host) AS votes,
            sites.reason
        FROM sites;
CREATE VIEW failure_summary AS 
        SELECT step, reason, count(*) AS failures, min(url) AS example
        FROM failures GROUP BY step, reason ORDER BY failures DESC;
COMMIT;
