-- What was carried out under an Idempotency-Key, so that a repeat of the call is not carried out a second time. Neither
-- keys nor requests are stored: both are hashed, the request together with its key.

create table idempotency_key (
  tenant_id uuid not null references tenant (id),
  profile_id uuid not null,
  key_hash bytea not null,
  request_hash bytea not null,
  -- of what was made or changed, where the answer named one
  entity_id text,
  created_at timestamptz not null default now(),
  constraint idempotency_key_pk primary key (tenant_id, profile_id, key_hash)
);
create index idempotency_key_age on idempotency_key (tenant_id, created_at);

alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy tenant on idempotency_key using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, delete on idempotency_key to keyward_app;
