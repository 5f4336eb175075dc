import { z } from 'zod';
import { importLineErrors } from './import-errors.ts';

/**
 * Every error of the server: its status and its English text, as in the log and in responses to API clients.
 * `{name}` is replaced from `params`. Translations, and the portal's own English, are in `texts/`: a code
 * without a translation does not compile.
 */
export const errors = {
  badRequest: { status: 400, detail: 'Bad Request' },
  invalidField: { status: 400, detail: 'The field {field} is not valid.' },
  unknownColumn: { status: 400, detail: "There is no column '{column}' to filter or sort by." },
  unknownOperator: { status: 400, detail: "The column '{column}' cannot be filtered by '{operator}'." },
  invalidFilterValue: {
    status: 400,
    detail: "'{value}' is not a value that the column '{column}' can be compared with.",
  },
  invalidCursor: { status: 400, detail: 'The cursor does not belong to this list query. Start again at page 1.' },
  pageTooFar: { status: 400, detail: 'Rows beyond {limit} can be reached with the cursor only.' },
  tooManyChosen: { status: 400, detail: 'At most {limit} records can be changed at once.' },
  selectionChanged: {
    status: 409,
    detail: 'The list has changed: {now} records match now instead of {seen}. Look again and repeat.',
  },
  changedSince: { status: 409, detail: '{by} changed it since. Nothing was undone.' },
  undoEnded: { status: 409, detail: 'This cannot be undone any more.' },
  csvDownloadRecordsLimitExceeded: { status: 400, detail: 'The requested data exceeds the maximum download limit.' },
  unauthorized: { status: 401, detail: 'Unauthorized' },
  sessionExpired: { status: 401, detail: 'Your session has ended. Please sign in again.' },
  invalidCredentials: { status: 401, detail: 'Invalid Profile ID or Password' },
  anotherPerson: { status: 409, detail: 'Someone else has signed in to this browser.' },
  invalidControllerToken: { status: 401, detail: 'The controller token is not valid.' },
  forbidden: { status: 403, detail: 'Forbidden' },
  confirmAgain: { status: 403, detail: 'Confirm that it is you, then try again.' },
  supportReadOnly: { status: 403, detail: 'A support session changes nothing.' },
  foreignOrigin: { status: 403, detail: 'This call must come from the portal itself.' },
  cannotAssignGroups: { status: 403, detail: 'Assign groups permission required.' },
  locationNotAllowed: { status: 403, detail: 'You are not assigned to this location.' },
  exportNotAllowed: { status: 403, detail: 'CSV export permission required.' },
  notFound: { status: 404, detail: 'Not Found' },
  requestTimeout: { status: 408, detail: 'The request took too long to arrive.' },
  conflict: { status: 412, detail: 'Conflict: {by} changed this at {at}. Reload and try again.' },
  stillRunning: { status: 409, detail: 'The same request is still being processed. Try again in a moment.' },
  alreadyDone: { status: 409, detail: 'This was done already. What it showed is shown only once.' },
  keyReused: { status: 422, detail: 'This Idempotency-Key was sent with another request.' },
  tooLarge: { status: 413, detail: 'The request is too large.' },
  unsupportedMediaType: { status: 415, detail: 'Send application/json.' },
  unknownHost: { status: 421, detail: 'There is no portal at this address.' },
  tooManyAttempts: { status: 429, detail: 'Too many attempts. Try again in {seconds} s.' },
  headersTooLarge: { status: 431, detail: 'The request headers are too large.' },
  internal: { status: 500, detail: 'Internal Server Error' },
  unavailable: { status: 503, detail: 'The service is temporarily unavailable. Try again in a moment.' },
  // sign-in, passwords, settings
  passwordsBusy: {
    status: 503,
    detail: 'Too many passwords are being checked at this moment. Try again in a few seconds.',
  },
  linkNotValid: { status: 400, detail: 'This link is not valid any more.' },
  invitationAccepted: { status: 409, detail: 'This invitation was accepted in another browser.' },
  browserCodeNotValid: { status: 400, detail: 'This code is not valid. Check it, or ask for a new one.' },
  passwordUsedBefore: { status: 400, detail: 'This password was used before. Choose another one.' },
  wrongPassword: { status: 400, detail: 'This is not your password.' },
  passkeyNotValid: { status: 400, detail: 'The passkey could not be confirmed.' },
  passkeyLimit: { status: 409, detail: 'A person can have {limit} passkeys. Remove one first.' },
  passkeyNotAlone: {
    status: 409,
    detail: 'Signing in with a passkey alone is not enabled for this organization or profile.',
  },
  noPasskey: { status: 409, detail: 'There is no passkey to go with.' },
  secondFactorEnded: { status: 401, detail: 'The sign-in took too long. Start again.' },
  recoveryCodeNotValid: { status: 400, detail: 'This recovery code is not valid, or was used already.' },
  providerNotConfirmed: {
    status: 400,
    detail: 'The identity provider did not confirm that it is you. Try again, or contact support: {reference}',
  },
  settingExists: { status: 409, detail: 'This setting exists already.' },
  settingLimit: { status: 409, detail: 'A person can have {limit} settings. Change one of them instead.' },
  invalidSetting: { status: 400, detail: 'This is not a value that the setting can have.' },
  // single sign-on; docs/sso.md names the cause of each
  ssoAuth001: {
    status: 401,
    detail: 'This sign-in was not started here, or took too long. Contact support: SSO-AUTH-001',
  },
  ssoAuth002: { status: 401, detail: 'This sign-in does not belong to this browser. Contact support: SSO-AUTH-002' },
  ssoAuth003: { status: 401, detail: 'The identity provider refused the sign-in. Contact support: SSO-AUTH-003' },
  ssoAuth004: { status: 401, detail: 'The sign-in was used already or has expired. Contact support: SSO-AUTH-004' },
  ssoToken001: { status: 401, detail: 'The identity provider’s answer is not valid. Contact support: SSO-TOKEN-001' },
  ssoIdentity001: { status: 403, detail: 'There is no profile for this account. Contact support: SSO-IDENTITY-001' },
  ssoIdentity002: { status: 403, detail: 'This profile may not sign in. Contact support: SSO-IDENTITY-002' },
  ssoIdentity003: { status: 403, detail: 'This profile belongs to another account. Contact support: SSO-IDENTITY-003' },
  ssoConfig001: { status: 424, detail: 'Single sign-on is not available. Contact support: SSO-CONFIG-001' },
  providerNoAnswer: {
    status: 424,
    detail: 'The identity provider does not answer. Try again in a moment, or contact support: SSO-CONFIG-001',
  },
  // roles
  roleNameTaken: { status: 409, detail: 'Role name already exists' },
  roleLocked: { status: 409, detail: 'This role is locked and cannot be changed.' },
  roleInUse: { status: 409, detail: 'This role is held by profiles: {count}. Take it from them first.' },
  lastRolesEditor: {
    status: 409,
    detail:
      'No one could edit roles any more. At least one person who can sign in must keep the Roles permission at Edit.',
  },
  cannotGrant: { status: 403, detail: 'You do not hold these permissions yourself: {permissions}.' },
  assignRolesNeedsUsers: { status: 400, detail: 'Assign roles: Additional users permission required.' },
  assignGroupsNeedsEdit: { status: 400, detail: 'Assign groups: Additional users and devices permission required.' },
  exportNeedsArea: { status: 400, detail: 'A CSV export needs at least View on what it exports.' },
  exportPinNeedsExport: { status: 400, detail: 'The PIN export needs the CSV export of users.' },
  // profiles
  usernameTaken: { status: 409, detail: 'This profile ID is already linked to an account.' },
  emailTaken: { status: 409, detail: 'This email is already linked to an account.' },
  emailRequired: { status: 400, detail: 'An email address is needed to send a link.' },
  noPasswordHere: { status: 409, detail: 'This person signs in through single sign-on and has no password here.' },
  linkWouldNotWork: {
    status: 409,
    detail: 'This profile is switched off or its validity has ended, so that a link would not work.',
  },
  tooManyLinksToAddress: {
    status: 429,
    detail: 'Only one password link a minute and {limit} an hour can be sent to an address. Try again later.',
  },
  tooManyLinks: { status: 429, detail: 'At most {limit} password links can be sent in an hour. Try again later.' },
  unknownRole: { status: 400, detail: 'This role does not exist.' },
  cannotAssignRoles: { status: 403, detail: 'Assign roles permission required.' },
  activeNotAllowed: { status: 403, detail: 'Only the product’s own administrator switches profiles off and on.' },
  keywardAdminKept: {
    status: 403,
    detail:
      'This is an administrator of the product: only such an administrator changes its sign-in, roles, validity and PIN.',
  },
  cannotDisableSelf: { status: 409, detail: 'You cannot switch off your own profile.' },
  cannotChangeOwnValidity: { status: 409, detail: 'You cannot change when your own profile is valid.' },
  validityOrder: { status: 400, detail: 'The end must come after the beginning.' },
  cannotDeleteSelf: { status: 409, detail: 'You cannot delete your own profile.' },
  lastHolder: { status: 409, detail: 'At least one person who can sign in must keep the role {role}.' },
  pinNotFound: { status: 409, detail: 'No free PIN was found in {tries} attempts. Try again.' },
  // profiles from files; some of the texts are the specification's (part 2, sections 5 and 8)
  importNotAllowed: { status: 403, detail: 'Only the product’s own administrator adds profiles from a file.' },
  organizationSuspended: { status: 409, detail: 'The organization was suspended. Nothing was changed.' },
  csvOnly: { status: 415, detail: 'Send the file as text/csv.' },
  csvNoRecords: { status: 400, detail: 'CSV file contains no records' },
  csvExceedsLimit: { status: 400, detail: 'CSV file exceeds {limit} records' },
  csvNotReadable: { status: 400, detail: 'Error parsing CSV.' },
  csvQuoteOpen: { status: 400, detail: 'Quoted field unterminated' },
  csvQuoteMisplaced: { status: 400, detail: 'Trailing quote on quoted field is malformed' },
  csvTooManyColumns: { status: 400, detail: 'CSV file has more than {limit} columns' },
  csvEncoding: { status: 400, detail: 'The file is not encoded in UTF-8. Save it as CSV UTF-8 and try again.' },
  importNotApplied: { status: 409, detail: 'Only a file that was applied can be reverted, and only once.' },
  importChanged: {
    status: 409,
    detail: 'Rows whose profiles changed since the file was checked: {count}. Look at them, then apply the file again.',
  },
  importRefused: { status: 422, detail: 'Rows with issues: {count}. Nothing was imported.' },
  // saved views
  viewNameTaken: { status: 409, detail: 'You have a view with this name already.' },
  savedViewLimit: { status: 409, detail: 'A person can save {limit} views of a list. Delete one first.' },
  cannotShareViews: { status: 403, detail: 'Share views permission required.' },
  unknownAudience: { status: 400, detail: 'You cannot share a view with this role.' },
  // watches
  watchLimit: { status: 409, detail: 'A person can have {limit} watches. Delete one first.' },
  watchTooWide: { status: 422, detail: 'New rows can be watched only in views of at most {limit} rows.' },
  watchLost: {
    status: 409,
    detail: 'Something that the watch filters by no longer exists. Delete it and make another.',
  },
  // scheduled reports
  reportNoCards: { status: 422, detail: 'None of the cards is shown on Insights. Choose one first.' },
  reportLimit: { status: 409, detail: 'A person can have {limit} scheduled reports. Delete one first.' },
  // devices
  unknownSerialNumber: {
    status: 400,
    detail:
      'No device can be added with this serial number: no device type has it, or it is in use outside your locations.',
  },
  serialNumberTaken: { status: 409, detail: 'A device with this serial number already exists.' },
  otherDeviceType: {
    status: 400,
    detail: 'This serial number is of another device type. This device is of type {type}.',
  },
  deviceHasDependents: { status: 409, detail: 'Devices report through this controller. Move or delete them first.' },
  deviceNotDeletable: { status: 409, detail: 'This device cannot be deleted.' },
  deviceHasGroups: { status: 403, detail: 'The device has groups, so you need the permission to assign groups.' },
  holderChanged: { status: 409, detail: 'This person does not hold the key any more.' },
  holderWithoutEmail: { status: 409, detail: 'The holder has no email address.' },
  holderJustReminded: { status: 409, detail: '{by} has just reminded the holder of this key.' },
  lostNotSupported: { status: 400, detail: 'Only a key can be reported lost.' },
  alreadyLost: { status: 409, detail: '{by} has reported this key lost.' },
  notLost: { status: 409, detail: 'This key is not reported lost.' },
  deviceLost: { status: 409, detail: 'This key is reported lost: no one may use it until it is found.' },
  curfewNotSupported: { status: 400, detail: 'Only a key has a curfew.' },
  dualAuthNotSupported: { status: 400, detail: 'This device type does not support dual authorization.' },
  tagRequired: { status: 400, detail: '{field} is required' },
  oneLocation: { status: 400, detail: 'A location tag takes one value.' },
  unknownTag: { status: 400, detail: 'This tag does not exist.' },
  unknownTagValue: { status: 400, detail: "There is no value '{value}' in '{tag}'." },
  notAController: { status: 400, detail: 'Only an OKM can hold a controller token.' },
  remoteUnlockOff: { status: 409, detail: 'Remote unlock is switched off for this organization.' },
  notUnlockable: { status: 409, detail: 'A key cannot be unlocked.' },
  noControllerForDevice: { status: 409, detail: 'This device reports through no controller.' },
  notInGroupsOfDevice: { status: 403, detail: 'Your profile lacks an access group of this device.' },
  commandWaiting: { status: 409, detail: 'A command is already waiting for this device.' },
  commandTaken: { status: 409, detail: 'The controller has this command already.' },
  commandOver: { status: 409, detail: 'This command is over.' },
  controllerTokenLimit: { status: 409, detail: 'A controller can hold {limit} tokens. Revoke one first.' },
  // OnePASS
  unknownDevice: { status: 404, detail: 'There is no device with this serial number in your locations.' },
  deviceNotCompatible: { status: 400, detail: 'This device type cannot be opened by a OnePASS key.' },
  // OnePASS invitations
  keyNotUsable: { status: 409, detail: 'A key of this invitation has ended, was used up or was deactivated.' },
  keyInvited: { status: 409, detail: 'This key was given to an invitation already.' },
  invitationOver: { status: 409, detail: 'This invitation is deactivated, or none of its keys can be used any more.' },
  invitationNotResendable: {
    status: 409,
    detail: 'Only an invitation that was not used yet and still has a usable key can be sent again.',
  },
  tooManyInvitations: { status: 429, detail: 'At most {limit} invitations can be sent in an hour. Try again later.' },
  tooManyResends: { status: 429, detail: 'An invitation can be sent again {limit} times in an hour. Try again later.' },
  // groups; the names of some are the specification's (part 2, sections 5 and 8)
  tagNameTaken: { status: 409, detail: 'A tag with this name already exists.' },
  accessGroupAlreadyExists: { status: 409, detail: 'This access group already exists.' },
  cannotUpdateToExistingValue: { status: 409, detail: 'There is another access group with this name.' },
  nothingToUpdate: { status: 400, detail: 'The name has not changed.' },
  tagValueGone: { status: 409, detail: "There is no value '{value}' any more. Reload and try again." },
  textTagHasNoValues: { status: 400, detail: 'A text field has no values.' },
  tagLimit: { status: 409, detail: 'There can be no more than {limit}.' },
  logoUnsafe: { status: 400, detail: 'The SVG has scripts, links, embedded files or entities.' },
  logoBroken: { status: 400, detail: 'The PNG cannot be read, or is larger than 1,024 x 1,024 pixels.' },
  locationTagKept: { status: 409, detail: 'The location tag cannot be deleted.' },
  locationProtected: { status: 409, detail: 'Locations cannot be deleted while package protection is on.' },
  locationInUse: { status: 409, detail: 'Devices at {value}: {count}. Move them to another location first.' },
  groupNeedsDevices: {
    status: 403,
    detail: 'Devices with {value}: {count}. Removing it requires the permission to edit devices.',
  },
  groupNeedsAssigning: {
    status: 403,
    detail: 'Devices with {value}: {count}. Removing it requires the permission to assign groups.',
  },
  groupNeedsLocations: {
    status: 403,
    detail: 'Devices with {value}: {count}, {hidden} of them outside your locations. You cannot remove it from those.',
  },
} as const satisfies Record<string, { status: number; detail: string }>;

/**
 * Validation errors of a field, by the messages of the contract's schemas: the detail of an `invalidField`. `{field}` is
 * the part of a message after its colon.
 */
export const reasons = {
  required: 'This field is required.',
  duplicate: 'The same value is there twice.',
  fixed: 'This cannot be changed.',
  invalidCharacters: 'Line breaks and invisible characters are not allowed.',
  invalidId: 'This is not an id.',
  validityOrder: 'The end must come after the beginning.',
  invalidValidity: 'This is not a time between 2000 and 2199.',
  invalidInstant: 'This is not an instant in UTC, such as 2026-01-31T09:00:00.000Z.',
  logoTooLarge: 'A logo has at most 64 KB.',
  logoKind: 'A logo is a PNG or an SVG file.',
  invalidTime: 'This is not a time of day such as 09:30.',
  emptyPeriod: 'The end must differ from the beginning.',
  invalidDate: 'This is not a date between 2000 and 2199.',
  duplicateDate: 'The same date is there twice.',
  invalidNumber: 'Value must be a number',
  commandType: 'command type must be unlock',
  invalidVersion: 'If-Match takes one version, such as "3".',
  tooLong: 'This is too long.',
  tooLarge: 'This is too large.',
  tooMany: 'These are too many values.',
  usernameRequired: 'username required',
  usernameInvalid: 'username invalid',
  usernameCharsNotAllowed: 'A profile ID cannot have spaces or any of these characters: \' " \\ ; % < > / &',
  usernameChangedOnTheWay:
    'A profile ID cannot begin with = + - @ or contain | $ `: its owner could not type it at the sign-in.',
  passwordRequired: 'Please enter password',
  passwordInvalid: 'Passwords have at most 1,024 characters.',
  passwordTooWeak:
    'A password has at least 8 characters, among them an uppercase letter, a lowercase letter, a digit and a symbol.',
  confirmationRequired: 'Please enter the password again.',
  confirmationDiffers: 'The passwords do not match.',
  profileNameTooLong: 'Name cannot exceed 35 characters',
  profileIdTooLong: 'Profile ID cannot exceed 60 characters',
  emailTooLong: 'Email cannot exceed 254 characters',
  emailInvalid: 'Invalid email address',
  inviteEmailRequired: 'Email address cannot be empty',
  reservedNameNotAllowed: 'This name is reserved.',
  roleNameTooLong: 'Name cannot be more than 32 characters',
  unknownPermission: 'This permission does not exist.',
  invalidPermissionValue: 'This is not a value that the permission can have.',
  permissionTwice: 'The same permission is there with two values.',
  deviceNameTooLong: 'Device name cannot exceed 64 characters',
  serialNumberRequired: 'Serial number is required',
  serialNumberInvalid: 'Enter a valid 16-character serial number',
  textTagTooLong: 'This field cannot exceed 100 characters',
  textTagCharacters: '& | ; $ < > ` are not allowed.',
  keyEndsInPast: 'A key ends at least a minute ahead.',
  keyTooLong: 'A key ends at most 45 days ahead.',
  keyUses: 'A key has 1 to 255 uses.',
  outOfRange: 'Enter a whole number in this range: {field}.',
  nameCannotExceedCharacters: 'Name cannot exceed {field} characters',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errors;
export type ErrorParams = Record<string, string | number>;

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);
const errorParams = z.record(z.string(), z.union([z.string(), z.number()]));
/** A refusal of one of several rows, where all of them are reported. */
export const rowRefusal = z.object({ code: errorCode, params: errorParams.optional() });

/** The one error shape, for every status. `constraint` is the field of the error. */
export const errorReply = z.object({
  errors: z
    .array(
      z.object({
        /** A sentence in the caller's language. */
        detail: z.string(),
        code: errorCode,
        constraint: z.string().optional(),
        params: errorParams.optional(),
      }),
    )
    .min(1),
  /** With `importRefused`: the problems of each line. */
  data: z.array(importLineErrors).optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;
