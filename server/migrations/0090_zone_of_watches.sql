-- The zone of the times on screen when a watch was made or changed, and when an entry's quiet hours were judged: for a person who chose
-- none in Settings. Null: as the organization has it.
alter table watch add column zone text;
alter table inbox_entry add column zone text;
