-- The name of each deleted location, under the id that its events keep. A location that is made later has another id.
create table former_location (
  tenant_id uuid not null,
  id uuid not null,
  tag_definition_id uuid not null,
  name text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id) on delete cascade
);
select protect_tenant('former_location', 'select, insert');
