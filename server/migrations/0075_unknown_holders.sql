-- A key is out as long as it has a row of custody; without a profile, its holder is not known: an agent without a profile took it, or the
-- profile was deleted since. The keys that are out by their reported state had no such row.
alter table device no force row level security;
alter table device_type no force row level security;
alter table profile no force row level security;
alter table key_custody no force row level security;
alter table key_custody
  alter column profile_id drop not null,
  drop constraint key_custody_tenant_id_profile_id_fkey,
  add constraint key_custody_tenant_id_profile_id_fkey foreign key (tenant_id, profile_id) references profile (tenant_id, id)
    on delete set null (profile_id);
insert into key_custody (tenant_id, device_id, checked_out_at)
select d.tenant_id, d.id, coalesce((d.state_times->>'checkedOut')::timestamptz, d.state_updated_at, now())
from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.device_type_id
where t.device_class = 'KEY' and d.state->>'checkedOut' = 'true'
on conflict (tenant_id, device_id) do nothing;
alter table device force row level security;
alter table device_type force row level security;
alter table profile force row level security;
alter table key_custody force row level security;
