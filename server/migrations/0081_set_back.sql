-- When less of what a controller holds became known to work: it holds something else, came back with an earlier version, or was
-- replaced. The versions that it has to confirm once more may be a month old; it has been behind since then alone.
alter table controller_state add column set_back_at timestamptz;
alter table controller_state no force row level security;
update controller_state set set_back_at =
  case when outcome in ('older', 'drift', 'unknown') then confirmed_at else least(to_timestamp(epoch / 1000.0), now()) end;
alter table controller_state force row level security;

create function note_set_back() returns trigger language plpgsql as $$
begin
  new.set_back_at := now();
  return new;
end $$;
create trigger note_set_back before update of epoch, confirmed_version on controller_state for each row
  when (new.epoch <> old.epoch or new.confirmed_version < old.confirmed_version)
  execute function note_set_back();
