-- The keys of an invitation end at different times, and its sender is warned of each end: of those until this time, so far.
alter table secure_key_invite rename column warned_at to warned_until;

alter table secure_key_invite no force row level security;
update secure_key_invite set warned_until = warned_until + interval '1 day' where warned_until is not null;
alter table secure_key_invite force row level security;
