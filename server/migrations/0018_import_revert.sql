-- What became of a row of an import that was reverted: its profile was deleted, got its values back, was kept because it
-- changed since, or could not be changed.
alter table profile_import_row
  drop constraint profile_import_row_outcome_check,
  add constraint profile_import_row_outcome_check check
    (outcome in ('created', 'updated', 'skipped', 'deleted', 'restored', 'kept', 'failed'));

-- Why an import was refused is named `reason`, since `code` is a secret elsewhere.
alter table profile_import no force row level security;
update profile_import set refusal = (refusal - 'code') || jsonb_build_object('reason', refusal -> 'code')
where refusal ? 'code';
alter table profile_import force row level security;
