-- Who may do what and where: tags (some of them groups and the location), roles, profiles.

-- Tags -----------------------------------------------------------------------------------------------------------------

create table tag_definition (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  label text not null check (char_length(label) between 1 and 40),
  label_fold text generated always as (fold(label)) stored,
  category text not null,
  type smallint not null check (type in (0, 1)),
  is_location boolean not null default false,
  position integer not null,
  version integer not null default 1,
  -- what a second editor is told (412)
  updated_by text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint tag_definition_label_unique unique (tenant_id, label_fold),
  constraint tag_definition_location_is_group check (not is_location or type = 1)
);
create unique index tag_definition_one_location on tag_definition (tenant_id) where is_location;
select protect_tenant('tag_definition');

create table tag_object (
  tenant_id uuid not null,
  tag_definition_id uuid not null,
  object_type text not null check (object_type in ('users', 'devices')),
  position integer not null,
  required boolean not null default false,
  primary key (tenant_id, tag_definition_id, object_type),
  foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id) on delete cascade
);
select protect_tenant('tag_object');

create table tag_value (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  tag_definition_id uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  name_fold text generated always as (fold(name)) stored,
  position integer not null,
  primary key (tenant_id, id),
  constraint tag_value_name_unique unique (tenant_id, tag_definition_id, name_fold),
  -- what an assignment points at, so that a value cannot be assigned under another tag
  constraint tag_value_of_definition unique (tenant_id, tag_definition_id, id),
  foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id) on delete cascade
);
select protect_tenant('tag_value');

-- Roles ----------------------------------------------------------------------------------------------------------------

create table role (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 32),
  name_fold text generated always as (fold(name)) stored,
  locked boolean not null default false,
  version integer not null default 1,
  -- what a second editor is told (412)
  updated_by text,
  updated_at timestamptz not null default now(),
  -- Which of the roles that every tenant begins with it is: its label is in the language on screen. Specification, part
  -- 1, section 6 'Built-in role labels'. A role that was renamed is the tenant's own.
  built_in text check (built_in in ('admin', 'user', 'webPortalUser', 'mobileAppUser', 'okmUser')),
  primary key (tenant_id, id),
  constraint role_name_unique unique (tenant_id, name_fold),
  constraint role_built_in_once unique (tenant_id, built_in)
);
select protect_tenant('role');

create table role_permission (
  tenant_id uuid not null,
  role_id uuid not null,
  permission text not null,
  value text not null check (value in ('READ', 'EDIT', 'TRUE')),
  primary key (tenant_id, role_id, permission),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
select protect_tenant('role_permission');

-- Profiles -------------------------------------------------------------------------------------------------------------

create table profile (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 35),
  name_fold text generated always as (fold(name)) stored,
  username text not null check (char_length(username) between 1 and 60),
  username_fold text generated always as (fold(username)) stored,
  email text check (char_length(email) <= 254),
  email_fold text generated always as (fold(email)) stored,
  password_hash text,
  password_temporary boolean not null default false,
  disabled boolean not null default false,
  -- set by the operator's command line alone
  is_keyward_admin boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- counts the changes of the password: what was issued for an older one is void
  password_version integer not null default 0,
  search text generated always as
    (fold(name) || E'\x1f' || fold(username) || E'\x1f' || coalesce(fold(email), '')) stored,
  updated_by text,
  -- at the portal or at an OKM
  last_active_at timestamptz,
  primary key (tenant_id, id),
  constraint profile_username_unique unique (tenant_id, username_fold),
  constraint profile_email_unique unique (tenant_id, email_fold)
)
-- room for last_active_at, so that a use writes no index (HOT)
with (fillfactor = 80);
create index profile_name on profile (tenant_id, name_fold collate natural_order, id);
create index profile_username on profile (tenant_id, username_fold, id);
create index profile_created on profile (tenant_id, created_at, id);
create index profile_search on profile using gin (tenant_id, search gin_trgm_ops);
select protect_tenant('profile');

create table profile_role (
  tenant_id uuid not null,
  profile_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, profile_id, role_id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade,
  constraint profile_role_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index profile_role_role on profile_role (tenant_id, role_id);
select protect_tenant('profile_role');

create table profile_tag (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  tag_definition_id uuid not null,
  value_id uuid,
  text text,
  every_value boolean not null default false,
  primary key (tenant_id, id),
  constraint profile_tag_one_kind check (num_nonnulls(value_id, text, nullif(every_value, false)) = 1),
  constraint profile_tag_unique unique nulls not distinct (tenant_id, profile_id, tag_definition_id, value_id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade,
  constraint profile_tag_definition_fk foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id),
  constraint profile_tag_value_fk foreign key (tenant_id, tag_definition_id, value_id)
    references tag_value (tenant_id, tag_definition_id, id)
);
create index profile_tag_value on profile_tag (tenant_id, value_id);
-- what carries a tag: counted before it is deleted, and looked for by the foreign key
create index profile_tag_definition on profile_tag (tenant_id, tag_definition_id, value_id);
select protect_tenant('profile_tag');
