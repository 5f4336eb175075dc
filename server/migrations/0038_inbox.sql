-- The inbox: what a person is to know, in the portal and by mail.

create table inbox_entry (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  -- what happened: kept once for a profile, however many processes see it
  source text not null,
  -- entries of a thread share one limit of mails
  thread text not null,
  kind text not null,
  -- what the text shows; never a secret
  details jsonb not null default '{}',
  -- the page of the portal that it leads to
  path text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- when it may be mailed; null: it is not, or it was
  mail_at timestamptz,
  mailed_at timestamptz,
  -- the mail that it went with, by itself or among others
  mail_id uuid,
  primary key (tenant_id, id),
  constraint inbox_entry_once unique (tenant_id, profile_id, source),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index inbox_entry_latest on inbox_entry (tenant_id, profile_id, id);
create index inbox_entry_unread on inbox_entry (tenant_id, profile_id) where read_at is null;
create index inbox_entry_to_mail on inbox_entry (tenant_id, mail_at) where mail_at is not null;
create index inbox_entry_mailed on inbox_entry (tenant_id, profile_id, mailed_at) where mailed_at is not null;
create index inbox_entry_age on inbox_entry (tenant_id, created_at);
select protect_tenant('inbox_entry');
