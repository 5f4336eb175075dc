export const mailKinds = [
  'resetPassword',
  'firstPassword',
  'passwordChanged',
  'passkeyAdded',
  'passkeyAloneAdded',
  'passkeyRemoved',
  'pinShown',
  'pinReset',
  'pinExported',
  'pinDigest',
  'protectionWeakened',
  'tokenIssued',
  'accessEnding',
  'unusedAccess',
  'invitation',
  'invitationEnding',
  'browserCode',
  'keyReminder',
  'inbox',
  'report',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * Placeholders: `{name}` and `{username}` (of a profile), `{customer}`, `{address}`, `{left}` (the lifetime of a link) and the
 * mail's own params.
 */
type MailText = {
  subject: string;
  heading: string;
  /** Paragraphs above the button. */
  body: readonly string[];
  /** Appends the lines of the parameter `lines` to the body, as a list; each links to the page in its line of `paths`, if any. */
  list?: true;
  /**
   * Shows the lines of the parameter `rows`, each a name and a figure separated by a tab, as a table; each name links to the page
   * in its line of `pages`, unless that is empty.
   */
  table?: true;
  /** Introduces the lines of the parameter `quote`, written by a person; without lines, there is no introduction. */
  quote?: string;
  /** Absent in a mail without a link. */
  button?: string;
  /** Further links below the button; `to` is the parameter with the path. */
  links?: { text: string; items: readonly { name: string; to: string }[] };
  /** Paragraphs below the button, in small print. */
  notes: readonly string[];
};

export type MailTexts = Record<MailKind, MailText> & {
  greeting: string;
  /** For a recipient without a profile. */
  greetingWithoutName: string;
  linkHelp: string;
  footer: string;
  /** Values of the organization's settings. */
  settingValues: { on: string; off: string; unlimited: string };
  /** A change of `protectionWeakened`: `{name}` of the setting, `{before}`, `{after}`; and the separator between several. */
  settingChange: string;
  settingChangeSeparator: string;
  /** The lines of `accessEnding`: `{name}`, `{username}`, `{time}`, `{days}`; and the number of further ones. */
  lines: { ending: string; unused: string; more: string };
  /** A line of `invitation` and of `invitationEnding`: `{device}`, `{time}`, `{left}` uses. */
  keys: { opens: string; ending: string };
  /** The lines of `keyReminder`: `{name}` of key or location, `{time}`. */
  reminder: { key: string; location: string; since: string; due: string };
  /** Parts of `report`: `{count}` rows, `{time}` with its zone. */
  reports: {
    rows: string;
    figures: string;
    attached: string;
    /** Used if there is no file, because it would be too large. */
    tooMany: string;
    openList: string;
    openDashboard: string;
  };
};
