/** Limits that a person, a caller or an operator can meet. Source: specification, part 2, section 9, unless said. */
export const limits = {
  deviceName: 64,
  serialNumber: 16,
  textTag: 100,
  tagName: 40,
  tagValue: 64,
  /** Of one tenant, as many as a form can send. */
  tagDefinitions: 100,
  /** Of one tag. */
  tagValues: 5000,
  profileName: 35,
  profileId: 60,
  email: 254,
  roleName: 32,
  /** Names in the preview of what a role's change does. */
  impactPeople: 100,
  passwordMin: 8,
  /** Longer ones are refused before hashing, so that a request cannot buy much work. */
  passwordMax: 1024,
  /** A token of a link, a code or a state of single sign-on: longer ones are no such thing. */
  token: 4096,
  /** A body with several of them, in bytes. */
  signInBytes: 20_480,
  /** Of one person. */
  passkeys: 10,
  recoveryCodes: 10,
  /** One setting, as JSON in UTF-8. */
  settingBytes: 16_384,
  settingKey: 100,
  search: 100,
  /** One filter of a list query, as text: `filterValues` names with their escapes. */
  filterLength: 8000,
  /** One value in it; nothing stored that can be filtered by is longer. */
  filterValue: 256,
  /** Values in one filter or one array of ids. */
  filterValues: 100,
  /** Records that one bulk action changes. */
  bulkRows: 1000,
  viewName: 64,
  viewDescription: 200,
  /** Of one person in one list. */
  savedViews: 50,
  /** Of one saved view. */
  viewFilters: 30,
  /** One filter, as text. */
  viewFilterLength: 4000,
  viewColumns: 50,
  /** What a query, a view or an address calls a column: its name or `tags.<id>`. */
  columnName: 100,
  /** In px. */
  columnWidthMin: 60,
  columnWidthMax: 1000,
  pageSize: 50,
  pageSizeMax: 200,
  exportPageSize: 5000,
  /** page x results_per_page; deeper rows are reached with the cursor. */
  offsetMax: 1_000_000,
  gatewayEvents: 1000,
  /** A text that a controller reports: an event's number, a person, a value. */
  reported: 200,
  filterOptions: 200,
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

/** Geometry the specification fixes, in px. */
export const geometry = { searchWidth: 400, popoverWidth: 210, rowHeight: 105, overscan: 5, fetchWithin: 100 } as const;
