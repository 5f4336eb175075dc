-- From when until when a profile may act.

alter table profile
  add column valid_from timestamptz,
  -- the first instant at which it may not act any more
  add column valid_until timestamptz,
  add constraint profile_validity_order check (valid_until > valid_from);
-- 'Ending soon' and the daily notices: few profiles have an end
create index profile_valid_until on profile (tenant_id, valid_until) where valid_until is not null;
-- the list by its column 'Valid until'
create index profile_end on profile
  (tenant_id, (coalesce(valid_until, 'infinity'::timestamptz)), (name_fold collate natural_order), id);

-- The one judgement of whether a profile may act now: every way in asks it. Written so that the planner inlines it.
create function may_act(disabled boolean, valid_from timestamptz, valid_until timestamptz) returns boolean
  language sql stable parallel safe
  return not disabled and coalesce(valid_from <= now(), true) and coalesce(valid_until > now(), true);

-- May it act now and without an end? Only such a profile counts as the holder that a locked role keeps.
create function may_stay(disabled boolean, valid_from timestamptz, valid_until timestamptz) returns boolean
  language sql stable parallel safe
  return not disabled and coalesce(valid_from <= now(), true) and valid_until is null;

-- What the editors of a profile were told by mail: its end, or that it will be ended because it is not used.
create table validity_notice (
  tenant_id uuid not null,
  profile_id uuid not null,
  kind text not null check (kind in ('ending', 'unused')),
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, profile_id, kind),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index validity_notice_due on validity_notice (tenant_id, kind, ends_at);
select protect_tenant('validity_notice');

-- Links end with the validity, as they do when a profile is disabled, and one from before the end is not good again when
-- the end is moved. A welcome link to a profile that has not begun stays.
create or replace function end_links() returns trigger language plpgsql as $$
declare
  redated boolean := new.valid_from is distinct from old.valid_from or new.valid_until is distinct from old.valid_until;
  stops boolean := new.disabled and not old.disabled
    or redated and (coalesce(old.valid_until <= now(), false) or coalesce(new.valid_until <= now(), false)
      or may_act(old.disabled, old.valid_from, old.valid_until)
        and not may_act(new.disabled, new.valid_from, new.valid_until));
  ends_all boolean := stops
    or new.password_hash is distinct from old.password_hash or new.password_version <> old.password_version;
begin
  -- a temporary password's token was given to somebody who knew the password, wherever their mail goes
  if ends_all or new.email_fold is distinct from old.email_fold then
    update password_token set used_at = now(), sealed = null
    where tenant_id = new.tenant_id and profile_id = new.id and used_at is null and (ends_all or purpose <> 'temporary');
  end if;
  if stops then
    update sign_in_link set used_at = now()
    where tenant_id = new.tenant_id and profile_id = new.id and used_at is null;
    update second_factor set used_at = now(), challenge = null
    where tenant_id = new.tenant_id and profile_id = new.id and used_at is null;
  end if;
  -- who is let in again is not ended for want of use before a new notice
  if redated or new.disabled <> old.disabled then
    delete from validity_notice where tenant_id = new.tenant_id and profile_id = new.id and kind = 'unused';
  end if;
  return null;
end $$;

drop trigger end_links on profile;
create trigger end_links after update of disabled, email, password_hash, password_version, valid_from, valid_until
  on profile for each row
  when (new.disabled <> old.disabled or new.email_fold is distinct from old.email_fold
    or new.password_hash is distinct from old.password_hash or new.password_version <> old.password_version
    or new.valid_from is distinct from old.valid_from or new.valid_until is distinct from old.valid_until)
  execute function end_links();
