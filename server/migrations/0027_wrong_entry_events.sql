-- Wrong entries that controllers judged themselves and no event has counted yet, and when the last event did.
alter table wrong_entry
  add column unrecorded integer not null default 0 check (unrecorded >= 0),
  add column recorded_at timestamptz;
