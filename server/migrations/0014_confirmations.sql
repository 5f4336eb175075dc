-- Confirming again before a sensitive act (contract/src/confirm.ts).

-- That the person of a session confirmed an act. It ends with the session.
create table confirmation (
  tenant_id uuid not null,
  session_id uuid not null,
  act text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, session_id, act),
  constraint confirmation_session foreign key (tenant_id, session_id) references session (tenant_id, id) on delete cascade
);
select protect_tenant('confirmation');

-- What a passkey has to sign to confirm an act: the session's latest.
create table confirmation_challenge (
  tenant_id uuid not null,
  session_id uuid not null,
  act text not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, session_id),
  constraint confirmation_challenge_session foreign key (tenant_id, session_id) references session (tenant_id, id)
    on delete cascade
);
select protect_tenant('confirmation_challenge');
