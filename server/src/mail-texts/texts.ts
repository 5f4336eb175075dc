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
};
