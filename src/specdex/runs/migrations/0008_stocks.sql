-- What was joined of the oldest pages of a large category is kept, for late ones to join it.

CREATE TABLE stocks (
    category TEXT NOT NULL,
    name TEXT NOT NULL,
    mark TEXT NOT NULL DEFAULT '',
    data TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (category, name)
);
