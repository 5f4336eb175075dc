-- Who changed a tag last and when: what a second editor is told (412).
alter table tag_definition
  add column updated_by text,
  add column updated_at timestamptz not null default now();

-- What carries a tag: counted before it is deleted, and looked for by the foreign keys.
create index device_tag_definition on device_tag (tenant_id, tag_definition_id, value_id);
create index profile_tag_definition on profile_tag (tenant_id, tag_definition_id, value_id);

-- The category says what kind of tag it is. Row-level security is forced on the owner too, so it rests meanwhile.
alter table tag_definition no force row level security;
alter table tag_object no force row level security;
update tag_definition d set category = case
    when d.type = 1 then 'acgs'
    else (select case when count(*) = 1 then min(o.object_type) else 'all' end from tag_object o
      where o.tenant_id = d.tenant_id and o.tag_definition_id = d.id)
  end;
alter table tag_object force row level security;
alter table tag_definition force row level security;
