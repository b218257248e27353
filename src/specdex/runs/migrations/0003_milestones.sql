-- What a harvest has behind it, beside what its sites tell.

CREATE TABLE milestones (
    category TEXT NOT NULL,
    name TEXT NOT NULL,
    number INTEGER NOT NULL DEFAULT 0,
    mark TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, name, number)
);

-- What pages once printed was kept with a wrapper and never asked for.
ALTER TABLE wrappers DROP COLUMN memory;
