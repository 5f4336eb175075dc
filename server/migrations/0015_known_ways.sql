-- Where an account has been signed in with its password: an address, or a browser by the random number in its cookie.
-- From there wrong passwords that others try elsewhere do not keep the person out.
create table known_way (
  tenant_id uuid not null references tenant (id),
  -- hashes of the profile ID and of the way: neither is readable
  key text not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
alter table known_way enable row level security;
alter table known_way force row level security;
create policy tenant on known_way using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on known_way to keyward_app;
