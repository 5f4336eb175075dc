-- A use is granted only when its key has counted it: the answer says how many are left.
alter table secure_key_use add constraint secure_key_use_counted check (not granted or uses_left is not null);
