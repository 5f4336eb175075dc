export const mailKinds = [
  'resetPassword',
  'firstPassword',
  'passwordChanged',
  'passkeyAdded',
  'passkeyRemoved',
  'pinShown',
  'pinReset',
  'pinExported',
  'pinDigest',
  'protectionWeakened',
  'accessEnding',
  'unusedAccess',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * Placeholders: `{name}`, `{username}`, `{customer}`, `{address}`, `{left}` (the lifetime of a link) and the mail's own
 * params.
 */
export type MailText = {
  subject: string;
  heading: string;
  /** Paragraphs above the button. */
  body: readonly string[];
  /** The lines of the parameter `lines` follow the body, as a list. */
  list?: true;
  /** Absent in a mail without a link. */
  button?: string;
  /** Paragraphs below it, in small print. */
  notes: readonly string[];
};

export type MailTexts = Record<MailKind, MailText> & {
  greeting: string;
  linkHelp: string;
  footer: string;
  /** Values of the organization's settings. */
  settingValues: { on: string; off: string; unlimited: string };
  /** The lines of `accessEnding`: `{name}`, `{username}`, `{time}`, `{days}`; and how many more there are. */
  lines: { ending: string; unused: string; more: string };
};
