/** Limits that users, API clients and operators can hit. Source: specification, part 2, section 9, unless noted. */
export const limits = {
  deviceName: 64,
  serialNumber: 16,
  textTag: 100,
  tagName: 40,
  tagValue: 64,
  /** Per tenant; as many as a form can send. */
  tagDefinitions: 100,
  /** Per tag. */
  tagValues: 5000,
  /** Dates on which a location has other opening hours. */
  openingExceptions: 200,
  profileName: 35,
  profileId: 60,
  email: 254,
  roleName: 32,
  /** Digits of a PIN. */
  pinMin: 5,
  pinMax: 10,
  /** The reason of a PIN export. */
  reason: 200,
  /** The reason of a controller that refused a version of its access. */
  controllerReason: 500,
  /** Attempts to draw a PIN that no other profile has. */
  pinTries: 20,
  /** The name of the organization in the header and in mails. */
  organizationName: 60,
  /** The organization's logo, in bytes, and a PNG's width and height, which bound what browsers decode. */
  logoBytes: 65_536,
  logoPixels: 1024,
  /** One part of it as base64, a multiple of four: texts of the API are short. */
  logoPart: 16_384,
  /** Names in the preview of a role change. */
  impactPeople: 100,
  passwordMin: 8,
  /** Longer ones are refused before hashing, to bound the work of a request. */
  passwordMax: 1024,
  /** A token of a link, a code or a state of single sign-on: longer values are invalid. */
  token: 4096,
  /** A body with several tokens, in bytes. */
  signInBytes: 20_480,
  /** Per profile. */
  passkeys: 10,
  recoveryCodes: 10,
  /** Per profile. */
  settings: 50,
  /** One setting, as JSON in UTF-8. */
  settingBytes: 16_384,
  settingKey: 100,
  search: 100,
  /** One filter of a list query, as text: `filterValues` names with their escapes. */
  filterLength: 8000,
  /** One value in it; no filterable stored value is longer. */
  filterValue: 256,
  /** Pairs of profile and device in one query about access. */
  accessPairs: 100,
  /** Values in one filter or one array of ids. */
  filterValues: 100,
  /** Records that one bulk action changes. */
  bulkRows: 1000,
  /** One cell of an imported file; no field takes more. */
  importCell: 5000,
  /** Columns of an imported file. */
  importColumns: 200,
  fileName: 200,
  viewName: 64,
  viewDescription: 200,
  /** Per profile and list. */
  savedViews: 50,
  /** In each part of a profile's own order of the views of a list. */
  orderedViews: 100,
  /** Per profile. */
  watches: 50,
  /** Per profile. */
  reports: 20,
  /** Entries of the inbox that one call marks by their ids. */
  inboxMarks: 500,
  /** Per saved view. */
  viewFilters: 30,
  /** One filter, as text. */
  viewFilterLength: 4000,
  viewColumns: 50,
  /** A column name in a query, a view or an address: its name or `tags.<id>`. */
  columnName: 100,
  /** In px. */
  columnWidthMin: 60,
  columnWidthMax: 1000,
  pageSize: 50,
  pageSizeMax: 200,
  exportPageSize: 5000,
  /** page x results_per_page; rows beyond need the cursor. */
  offsetMax: 1_000_000,
  gatewayEvents: 1000,
  /** Uses of OnePASS keys in one report of uses. */
  offlineUses: 100,
  /** Wrong entries in one report of entries. */
  wrongEntries: 100,
  /** Instructions of an invitation. */
  inviteNotes: 300,
  /** A text reported by a controller: an event's number, a profile ID, a value. */
  reported: 200,
  filterOptions: 200,
  /** The file of a scheduled report, in bytes; for a larger one, the mail has only a link. */
  attachmentBytes: 5 * 1024 * 1024,
} as const;

export const durations = {
  searchDebounceMs: 1000,
  alertMs: 4000,
  tagAlertMs: 8000,
  autoLogoutWarningMs: 30_000,
  forgotPasswordCooldownMs: 60_000,
  /** /apps/:app/:platform: when the store is opened instead, and until when. */
  appFallbackMs: 500,
  appFallbackUntilMs: 1500,
} as const;

/** Geometry fixed by the specification, in px. */
export const geometry = { searchWidth: 400, popoverWidth: 210, rowHeight: 105, overscan: 5, fetchWithin: 100 } as const;
