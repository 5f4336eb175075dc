-- Invitations: the link that works now, its mail, and the limits on what a tenant sends.

alter table secure_key_invite
  -- its link's token, encrypted with the server's key, so that the same link can be sent again; null once cancelled
  add column token bytea,
  -- the mail that carries this link; null: it was handed over by hand
  add column mail_id uuid;

-- 'linkMade': the link that works now was handed over without a mail
alter table secure_key_invite drop constraint secure_key_invite_delivery_check;
alter table secure_key_invite add constraint secure_key_invite_delivery_check check (delivery in
  ('queued', 'delayed', 'handedOver', 'refused', 'linkMade', 'opened', 'accepted'));

alter table secure_key_invite_step drop constraint secure_key_invite_step_step_check;
alter table secure_key_invite_step add constraint secure_key_invite_step_step_check check (step in (
  'queued', 'resent', 'handedOver', 'delayed', 'refused', 'opened', 'accepted', 'codeShown',
  'addressCorrected', 'linkCopied', 'linkShown', 'cancelled', 'used', 'useReturned'));

-- counted for the limits of an hour
create index secure_key_invite_step_sent on secure_key_invite_step (tenant_id, at)
  where step in ('queued', 'addressCorrected', 'linkCopied', 'linkShown');
