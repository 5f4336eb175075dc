-- What an OKM had not confirmed when it was set back has waited since before: the earlier time stays. In a later epoch nothing is
-- older than the epoch: another OKM has taken its place, or the portal was restored.
-- It replaces 0083_set_back_behind, whose two forms databases have: the first lacked the rule of the later epoch.
create or replace function note_set_back() returns trigger language plpgsql as $$
begin
  new.set_back_at := coalesce(
    (select min(greatest(v.at, old.set_back_at)) from controller_version v
     where v.tenant_id = old.tenant_id and v.controller_id = old.device_id and v.version > old.confirmed_version
       and new.epoch = old.epoch),
    now());
  return new;
end $$;
