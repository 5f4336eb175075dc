-- The recipient's page: an accepted invitation goes to another browser with a code that is mailed to the invited address.

-- One code an invitation, as a keyed hash; a new one replaces it.
create table secure_key_invite_code (
  tenant_id uuid not null,
  invite_id uuid not null,
  -- of the link that it was asked for with: a new link ends it
  token_hash bytea not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (tenant_id, invite_id),
  foreign key (tenant_id, invite_id) references secure_key_invite (tenant_id, id) on delete cascade
);
select protect_tenant('secure_key_invite_code');

alter table secure_key_invite_step drop constraint secure_key_invite_step_step_check;
alter table secure_key_invite_step add constraint secure_key_invite_step_step_check check (step in (
  'queued', 'resent', 'handedOver', 'delayed', 'refused', 'opened', 'accepted', 'movedBrowser', 'codeShown',
  'addressCorrected', 'linkCopied', 'linkShown', 'cancelled', 'used', 'useReturned'));
