-- A site keeps the address that was given or voted for.

ALTER TABLE sites ADD COLUMN home TEXT NOT NULL DEFAULT '';
