-- Profiles as a list: found by name, profile ID and e-mail address; who changed one last; when somebody was last here.
alter table profile
  add column search text generated always as
    (fold(name) || E'\x1f' || fold(username) || E'\x1f' || coalesce(fold(email), '')) stored,
  add column updated_by text,
  add column last_active_at timestamptz;
create index profile_name on profile (tenant_id, name_fold collate natural_order, id);
create index profile_username on profile (tenant_id, username_fold, id);
create index profile_created on profile (tenant_id, created_at, id);
create index profile_search on profile using gin (tenant_id, search gin_trgm_ops);
