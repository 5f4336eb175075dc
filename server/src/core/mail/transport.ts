import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '#core/config.ts';

export type Message = {
  /** The same for every attempt at the same mail, so that duplicates can be recognised. */
  messageId: string;
  date: Date;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** A CSV file. */
  attachment?: { name: string; content: Uint8Array };
};
/** The button's link in a mail: the portal's path for the token that the mail was queued with; null: no button. */
export type MailLink = ((token: string) => string) | null;

/** Resolves when the server has accepted the message. */
export type Deliver = (message: Message) => Promise<void>;

/** A header's text, without line ends, which would start another header. */
function header(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new Error('a mail header contains a line break');
  return text;
}

const compose = (from: string, { messageId, date, to, subject, html, text, attachment }: Message) => ({
  from: header(from),
  to: { name: '', address: header(to) },
  envelope: { from: /<([^<>]+)>$/.exec(from)?.[1] ?? from, to: [to] },
  subject: header(subject),
  messageId: header(messageId),
  date,
  html,
  text,
  ...(attachment
    ? {
        attachments: [
          {
            filename: header(attachment.name),
            content: Buffer.from(attachment.content),
            contentType: 'text/csv; charset=utf-8',
          },
        ],
      }
    : {}),
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * Time limits of a mail server until it asks for the message, and for each silence from then on. It may examine a message for
 * minutes before it accepts it: a sender that gives up earlier sends a mail again that has arrived (RFC 5321, 4.5.3.2.6).
 */
const smtpLimits = { dialogueMs: 60_000, silenceMs: 10 * 60_000 };

/** Sends over SMTP, one connection per mail. */
export function smtpDelivery(url: string, from: string, limits: Partial<typeof smtpLimits> = {}): Deliver {
  const { dialogueMs, silenceMs } = { ...smtpLimits, ...limits };
  return async (message) => {
    const tooSlow = new AbortController();
    const timer = setTimeout(() => tooSlow.abort(), dialogueMs);
    const transport = createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: silenceMs,
      dnsTimeout: 10_000,
    });
    transport.use('stream', (mail, next) => {
      mail.message.processFunc((content) => {
        // the content is not read before the server asks for it
        content.once('resume', () => clearTimeout(timer));
        return content;
      });
      next();
    });
    try {
      await transport.sendMail({ ...compose(from, message), signal: tooSlow.signal });
    } catch (cause) {
      if (!tooSlow.signal.aborted) throw cause;
      const error = new Error(`The mail server did not ask for the message within ${dialogueMs} ms`, { cause });
      throw Object.assign(error, { code: 'ETIMEDOUT' });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Writes each mail to a file, for a server without SMTP_URL. A retry replaces its file. */
export function fileDelivery(folder: string, from: string): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (message) => {
    const { message: content } = await transport.sendMail(compose(from, message));
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const time = message.date.toISOString().slice(0, 19).replaceAll(':', '-');
    const file = path.join(folder, `${time} ${message.messageId.replace(/[^\w-]/g, '').slice(0, 36)}.eml`);
    await fs.writeFile(`${file}.new`, content, { mode: 0o600 });
    await fs.rename(`${file}.new`, file);
  };
}

/** The folder for mail without SMTP_URL. */
export const mailFolder = (dataDir: string): string => path.join(dataDir, 'mail');

export const mailDelivery = ({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Deliver =>
  smtpUrl ? smtpDelivery(smtpUrl, mailFrom) : fileDelivery(mailFolder(dataDir), mailFrom);

type SmtpError = Error & { code?: string; responseCode?: number; command?: string; response?: string };

/** Whether the mail itself was permanently refused, as opposed to an unreachable or busy server. RFC 5321, 4.2.1. */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const { code, responseCode, command } = error as SmtpError;
  // a refused sender is a problem of MAIL_FROM, not of the mail
  if (command === 'MAIL FROM') return false;
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return responseCode === undefined || responseCode >= 500;
  // an error that nodemailer did not raise is a bug
  return code === undefined || !/^E[A-Z]+$/.test(code);
}

/** Whether the server was unreachable, so that the next mail would fail as well. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', command } = error as SmtpError;
  return command === 'MAIL FROM' || !['', 'EENVELOPE', 'EMESSAGE'].includes(code);
}

/** The mail server's answer, on one line; null if it did not answer. */
export function serverWords(error: unknown): string | null {
  const { response } = error instanceof Error ? (error as SmtpError) : {};
  const words = response?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return words ? [...words].slice(0, 500).join('') : null;
}
