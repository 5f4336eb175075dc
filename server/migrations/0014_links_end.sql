-- A link to set a password ends where its ground does, in the transaction of the change: judged at use alone, it would be
-- good again as soon as somebody is enabled, or the old e-mail address is back.

-- The token of a welcome link, encrypted with the server's key, so that the same link can be sent once more.
alter table password_token add column sealed bytea;

create function end_links() returns trigger language plpgsql as $$
declare
  ends_all boolean := new.disabled and not old.disabled
    or new.password_hash is distinct from old.password_hash or new.password_version <> old.password_version;
begin
  -- a temporary password's token was given to somebody who knew the password, wherever their mail goes
  update password_token set used_at = now(), sealed = null
  where tenant_id = new.tenant_id and profile_id = new.id and used_at is null and (ends_all or purpose <> 'temporary');
  if new.disabled and not old.disabled then
    update sign_in_link set used_at = now()
    where tenant_id = new.tenant_id and profile_id = new.id and used_at is null;
    update second_factor set used_at = now(), challenge = null
    where tenant_id = new.tenant_id and profile_id = new.id and used_at is null;
  end if;
  return null;
end $$;

create trigger end_links after update of disabled, email, password_hash, password_version on profile for each row
  when (new.disabled and not old.disabled or new.email_fold is distinct from old.email_fold
    or new.password_hash is distinct from old.password_hash or new.password_version <> old.password_version)
  execute function end_links();
