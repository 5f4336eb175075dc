-- Who changed a role last and when: what a second editor is told (412).
alter table role
  add column updated_by text,
  add column updated_at timestamptz not null default now();
