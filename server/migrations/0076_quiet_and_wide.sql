-- No mail between these times of the reader's day, also when a limit holds it back until then; null: at any time.
alter table inbox_entry add column quiet jsonb;
