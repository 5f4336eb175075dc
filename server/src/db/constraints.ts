import type { ErrorCode } from '@keyward/contract/errors';

/**
 * What a constraint of the schema means to a caller. The database judges uniqueness and references; a violated
 * constraint that is not named here is a defect and answers 500.
 */
export const constraints: Record<string, { code: ErrorCode; field?: string }> = {
  // the same submission was carried out between its look-up and its end
  idempotency_key_pk: { code: 'stillRunning' },
  passkey_unique: { code: 'passkeyNotValid' },
  setting_unique: { code: 'settingExists', field: 'name' },
  role_name_unique: { code: 'roleNameTaken', field: 'name' },
  tag_definition_label_unique: { code: 'tagNameTaken', field: 'label' },
  tag_value_name_unique: { code: 'accessGroupAlreadyExists', field: 'values' },
  saved_view_name_unique: { code: 'viewNameTaken', field: 'name' },
  // the role was deleted between its look-up and the write
  saved_view_role_fk: { code: 'unknownAudience', field: 'sharing' },
  profile_username_unique: { code: 'usernameTaken', field: 'username' },
  profile_email_unique: { code: 'emailTaken', field: 'email' },
  // the role was deleted between its look-up and the write
  profile_role_role_fk: { code: 'unknownRole', field: 'roles' },
  device_serial_number_unique: { code: 'serialNumberTaken', field: 'serial_number' },
  device_controller_fk: { code: 'deviceHasDependents' },
  // the location or value was deleted between its look-up and the write
  device_location_fk: { code: 'unknownTagValue', field: 'tags' },
  device_tag_value_fk: { code: 'unknownTagValue', field: 'tags' },
  device_tag_definition_fk: { code: 'unknownTag', field: 'tags' },
  profile_tag_value_fk: { code: 'unknownTagValue', field: 'tags' },
  profile_tag_definition_fk: { code: 'unknownTag', field: 'tags' },
};
