-- What the mail server refused was not sent: its invitation shows when the mail before it was handed over, or none.

alter table secure_key_invite no force row level security;
alter table secure_key_invite_step no force row level security;
update secure_key_invite i set sent_at = (
  select max(s.at) from secure_key_invite_step s
  where s.tenant_id = i.tenant_id and s.invite_id = i.id and s.step = 'handedOver' and s.detail = i.email)
where i.delivery = 'refused';
alter table secure_key_invite_step force row level security;
alter table secure_key_invite force row level security;
