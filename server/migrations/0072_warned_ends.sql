-- The keys of an invitation end at different times, and its sender is warned of each end: of those until this time, so far. `warned_at`,
-- which said only that there was a warning, stays for a server of the release before that runs beside this one.
alter table secure_key_invite add column warned_until timestamptz;

alter table secure_key_invite no force row level security;
update secure_key_invite set warned_until = warned_at + interval '1 day' where warned_at is not null;
alter table secure_key_invite force row level security;
