-- 'withdrawn': the mail with the link that works now was withdrawn before it was handed over. As a step: with the device of the last
-- usable key. Mails that were withdrawn before this file have no such step.
alter table secure_key_invite drop constraint secure_key_invite_delivery_check;
alter table secure_key_invite add constraint secure_key_invite_delivery_check check (delivery in
  ('queued', 'delayed', 'handedOver', 'refused', 'withdrawn', 'linkMade', 'opened', 'accepted'));

alter table secure_key_invite_step drop constraint secure_key_invite_step_step_check;
alter table secure_key_invite_step add constraint secure_key_invite_step_step_check check (step in (
  'queued', 'resent', 'handedOver', 'delayed', 'refused', 'withdrawn', 'opened', 'accepted', 'movedBrowser', 'codeShown',
  'addressCorrected', 'linkCopied', 'linkShown', 'cancelled', 'used', 'useReturned'));

alter table secure_key_invite no force row level security;
alter table mail no force row level security;
update secure_key_invite i set delivery = 'withdrawn'
where i.delivery in ('queued', 'delayed') and exists (
  select from mail m where m.tenant_id = i.tenant_id and m.id = i.mail_id and m.state = 'failed' and m.last_error = 'withdrawn');
alter table mail force row level security;
alter table secure_key_invite force row level security;
