-- No mail between these times of the reader's day, also when a limit holds it back until then; null: at any time.
alter table inbox_entry add column quiet jsonb;
-- A watch for new rows whose view has more rows than it can remember sleeps as 'wide'.
alter table watch drop constraint watch_state_check;
alter table watch add constraint watch_state_check check (state in ('awake', 'right', 'lost', 'wide'));
