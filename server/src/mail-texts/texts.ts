export const mailKinds = [
  'resetPassword',
  'firstPassword',
  'passwordChanged',
  'passkeyAdded',
  'passkeyRemoved',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** `{name}`, `{username}`, `{customer}`, `{address}`, `{left}` (how long a link is good) and what the mail was queued with are replaced. */
export type MailText = {
  subject: string;
  heading: string;
  /** Paragraphs before the button. */
  body: readonly string[];
  /** Left out by a mail without a link. */
  button?: string;
  /** Paragraphs after it, in small print. */
  notes: readonly string[];
};

export type MailTexts = Record<MailKind, MailText> & { greeting: string; linkHelp: string; footer: string };
