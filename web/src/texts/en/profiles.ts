export const profiles = {
  add: 'Add profile',
  profile: 'Profile',
  inactive: 'Inactive',
  active: 'Active',
  activeHelp: 'Switched off, this person cannot sign in and is signed out everywhere.',
  name: 'Name',
  profileId: 'Profile ID',
  email: 'Email',
  roles: 'Roles',
  selectRoles: 'Select roles',
  sendReset: 'Send reset instructions',
  sendFirst: 'Send a link to set the first password',
  sendNeedsEmail: 'Needs a valid email address.',
  password: 'Temporary password',
  passwordHelp: 'Has to be replaced at the first sign-in.',
  generate: 'Generate',
  lastActivity: 'Last activity',
  readOnly: 'You can view this profile. {{hint}}',
  loadFailed: 'The profile could not be loaded.',
  gone: {
    title: 'This profile no longer exists',
    text: 'It was deleted, or it moved to a location you are not assigned to.',
    close: 'Back to profiles',
  },
  remove: {
    title: 'Delete profile',
    question: 'Delete {{name}}?',
    permanent: 'This is permanent and cannot be undone.',
    lost: 'What is lost:',
    lostProfile: 'The profile {{name}} ({{username}}) with its roles, groups and PIN.',
    lostSessions: 'Its sessions: the person is signed out everywhere at once.',
    kept: 'Its activity stays and keeps showing its name.',
  },
  success: {
    added: 'Profile added successfully',
    updated: 'Profile updated successfully',
    deleted: 'Profile has been deleted',
  },
  failure: {
    save: 'Failed to add / update Profile',
    delete: 'Failed to delete profile',
  },
};

/** What a form says of the fields of a profile. */
export const profilesForm = {
  profileNameTooLong: 'Name cannot exceed 35 characters',
  profileIdTooLong: 'Profile ID cannot exceed 60 characters',
  usernameCharsNotAllowed: 'Spaces and \' " \\ ; % < > / & are not allowed.',
  emailTooLong: 'Email cannot exceed 254 characters',
  emailInvalid: 'Invalid email address',
  passwordTooWeak: 'Use at least 8 characters with upper and lower case, a number and a special character.',
};
