-- Views of lists that people saved.

create table saved_view (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  resource text not null,
  -- null: the owner's profile was deleted, and others still use the view
  owner_id uuid,
  -- as it was when the view was last saved
  owner_name text not null,
  name text not null check (char_length(name) between 1 and 64),
  name_fold text generated always as (fold(name)) stored,
  description text not null default '' check (char_length(description) <= 200),
  -- the built-in view that it narrows
  base text not null,
  -- { filter, sort, search, columns }, as contract/src/views.ts has them; values of groups by their ids
  content jsonb not null,
  -- seen by the role's holders, or by everyone; neither: by the owner alone
  role_id uuid,
  everyone boolean not null default false,
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- for a while it can be had back
  deleted_at timestamptz,
  primary key (tenant_id, id),
  constraint saved_view_one_audience check (role_id is null or not everyone),
  constraint saved_view_owner_fk foreign key (tenant_id, owner_id) references profile (tenant_id, id)
    on delete set null (owner_id),
  -- a role that is gone has no holders: the view is its owner's alone again
  constraint saved_view_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id)
    on delete set null (role_id)
);
create unique index saved_view_name_unique on saved_view (tenant_id, owner_id, resource, name_fold)
  where deleted_at is null;
create index saved_view_role on saved_view (tenant_id, role_id) where role_id is not null;
create index saved_view_everyone on saved_view (tenant_id, resource) where everyone;
create index saved_view_gone on saved_view (tenant_id, deleted_at) where deleted_at is not null;

alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy tenant on saved_view using (tenant_id = current_setting('app.tenant_id')::uuid)
  with check (tenant_id = current_setting('app.tenant_id')::uuid);
grant select, insert, update, delete on saved_view to keyward_app;
