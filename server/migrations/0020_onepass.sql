-- OnePASS: temporary keys of devices, the invitations that give them to people without an account, and what came of each.

-- An invitation, which gives its keys to whoever accepts it first. Its link and the browser that accepted it are kept as
-- hashes.
create table secure_key_invite (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  email text not null check (char_length(email) between 1 and 254),
  email_fold text generated always as (fold(email)) stored,
  notes text not null default '' check (char_length(notes) <= 300),
  -- of the mail and of the recipient's page
  locale text not null,
  status text not null default 'NEW' check (status in ('NEW', 'USED', 'CANCELLED')),
  -- of a profile, which may have been deleted since
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  -- when its last mail was queued
  sent_at timestamptz,
  -- how far it came: a later step is never hidden by the mail of a link that is sent again
  delivery text not null default 'queued' check (delivery in
    ('queued', 'delayed', 'handedOver', 'refused', 'opened', 'accepted')),
  -- of the link that works now; the links before it have ended
  token_hash bytea not null,
  -- the page asked for the invitation by its own script
  opened_at timestamptz,
  accepted_at timestamptz,
  -- the browser that accepted it; null before, and after a new link was made
  browser_hash bytea,
  cancelled_at timestamptz,
  -- the sender was warned that a key of it ends within a day
  warned_at timestamptz,
  version integer not null default 1,
  search text generated always as (fold(email) || E'\x1f' || fold(notes)) stored,
  primary key (tenant_id, id),
  constraint secure_key_invite_token_unique unique (tenant_id, token_hash),
  constraint secure_key_invite_cancelled check ((status = 'CANCELLED') = (cancelled_at is not null))
);
create index secure_key_invite_created on secure_key_invite (tenant_id, created_at, id);
create index secure_key_invite_search on secure_key_invite using gin (tenant_id, search gin_trgm_ops);
select protect_tenant('secure_key_invite');

-- A key opens one device until it ends, as often as `max_uses` says.
create table secure_key (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  device_id uuid not null,
  -- null: not given to anybody
  invite_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  -- minutes from created_at: 45 local days are an hour more across the change to winter time
  duration integer not null check (duration between 1 and 64860),
  expires_at timestamptz not null,
  max_uses integer not null check (max_uses between 1 and 255),
  uses integer not null default 0,
  last_used_at timestamptz,
  -- of its codes (RFC 6238), encrypted with the server's key; for the device's controller and the recipient's page alone
  secret bytea not null,
  -- the time step of the last code that was accepted: no code works twice
  last_step bigint,
  primary key (tenant_id, id),
  constraint secure_key_uses check (uses between 0 and max_uses),
  constraint secure_key_device_fk foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  constraint secure_key_invite_fk foreign key (tenant_id, invite_id) references secure_key_invite (tenant_id, id)
);
create index secure_key_created on secure_key (tenant_id, created_at, id);
create index secure_key_expires on secure_key (tenant_id, expires_at, id);
create index secure_key_device on secure_key (tenant_id, device_id);
create index secure_key_of_invite on secure_key (tenant_id, invite_id);
select protect_tenant('secure_key');

-- What happened to an invitation, step by step: it is not rewritten.
create table secure_key_invite_step (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  invite_id uuid not null,
  at timestamptz not null default now(),
  step text not null check (step in (
    'queued', 'handedOver', 'delayed', 'refused', 'opened', 'accepted', 'codeShown',
    'addressCorrected', 'linkCopied', 'linkShown', 'cancelled', 'used', 'useReturned')),
  -- of a key, for uses and codes
  key_id uuid,
  -- who did it, for what a profile does
  by_name text,
  -- the words of the mail server, an address, the number of the use
  detail text check (char_length(detail) <= 500),
  primary key (tenant_id, id),
  foreign key (tenant_id, invite_id) references secure_key_invite (tenant_id, id) on delete cascade
);
create index secure_key_invite_step_of on secure_key_invite_step (tenant_id, invite_id, id);
select protect_tenant('secure_key_invite_step', 'select, insert');

-- What becomes of an invitation's mail is written to the invitation. Without a foreign key: the outbox outlives it.
alter table mail add column invite_id uuid;
