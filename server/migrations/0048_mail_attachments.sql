-- The file of a mail, until the mail is sent or given up.
create table mail_attachment (
  tenant_id uuid not null,
  mail_id uuid not null,
  name text not null check (name !~ '[[:cntrl:]]'),
  content bytea not null,
  primary key (tenant_id, mail_id),
  foreign key (tenant_id, mail_id) references mail (tenant_id, id) on delete cascade
);
select protect_tenant('mail_attachment');
