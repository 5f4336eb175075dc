import fs from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';
import { openSmtp } from '#testing/smtp.ts';
import { tenants } from '#testing/people.ts';
import { rows } from '#db/tenant.ts';
import { sweepMail } from './job.ts';
import { isMailAddress, type NewMail, queueMail, timeLeft } from './mail.ts';
import { renderMail } from './render.ts';
import { fileDelivery, smtpDelivery } from './transport.ts';

const portal = await openPortal();
const smtp = await openSmtp();
const deliver = smtpDelivery(smtp.url, 'Keyward <no-reply@keyward.example>');
const outbox = openOutbox(portal, deliver);
const token = 'ab'.repeat(32);

type Row = { id: string; state: string; failures: number; secret: Buffer | null; last_error: string | null };
const stored = async (id: string) => {
  const found = await portal.database.system.query<Row>('select * from mail where tenant_id = $1 and id = $2', [
    tenants.demo,
    id,
  ]);
  return found.rows[0];
};
async function idOf(username: string): Promise<{ id: string; email: string }> {
  const found = await portal.database.system.query<{ id: string; email: string }>(
    'select id, email from profile where tenant_id = $1 and username = $2',
    [tenants.demo, username],
  );
  const [person] = found.rows;
  if (!person) throw new Error(`no ${username}`);
  return person;
}
const clerk = await idOf('clerk');
async function queue(mail: Partial<NewMail> = {}): Promise<string> {
  return portal.inTenant('demo', async (db) => {
    const all = { kind: 'resetPassword', to: clerk, secret: token, validMinutes: 60, ...mail } as const;
    await queueMail(db, portal.vault, all);
    const made = await rows<{ id: string }>(db, 'select id from mail where tenant_id = $1 order by id desc limit 1', [
      db.tenantId,
    ]);
    return made[0]?.id ?? '';
  });
}
/** Makes waiting mails due. */
const later = () =>
  portal.database.system.query(
    `update mail set next_attempt_at = now(), leased_until = null where tenant_id = $1 and state = 'waiting'`,
    [tenants.demo],
  );
const came = (id: string) => smtp.mails.filter((m) => m.messageId?.includes(id));

describe('the outbox', () => {
  test('sends a mail and deletes its token', async () => {
    smtp.fault('none');
    const id = await queue();
    const before = await stored(id);
    expect(before?.secret?.includes(token)).toBe(false);
    expect(JSON.stringify(before)).not.toContain(token);
    await outbox.work();
    expect(await stored(id)).toMatchObject({ state: 'sent', secret: null });
    const [mail] = came(id);
    expect(mail).toMatchObject({ to: [{ address: clerk.email }], subject: 'Reset your Northgate Retail password' });
    expect(mail?.text).toContain(`https://localhost:8443/set-password?token=${token}`);
    expect(mail?.html).toContain(`href="https://localhost:8443/set-password?token=${token}"`);
    expect(mail?.html).not.toMatch(/<img|<script|<link|src=/);
  });

  test('sends nothing for a change that was rolled back', async () => {
    smtp.fault('none');
    const before = smtp.mails.length;
    const rolledBack = portal.inTenant('demo', async (db) => {
      await queueMail(db, portal.vault, { kind: 'passwordChanged', to: clerk, validMinutes: 5 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await outbox.work();
    expect(smtp.mails).toHaveLength(before);
  });

  test.each(['sender refused', 'busy recipient', 'dies before 250', 'dies at once'] as const)(
    'keeps a mail while the SMTP server fails (%s), and sends it once afterwards',
    async (fault) => {
      smtp.fault(fault);
      const id = await queue();
      await outbox.work();
      for (let i = 0; i < 7; i++) {
        await later();
        await outbox.sweep();
      }
      expect(await stored(id)).toMatchObject({ state: 'waiting', failures: 0 });
      expect(came(id)).toHaveLength(0);
      smtp.fault('none');
      await later();
      await outbox.sweep();
      await outbox.sweep();
      expect(await stored(id)).toMatchObject({ state: 'sent', secret: null });
      expect(came(id)).toHaveLength(1);
    },
  );

  test.each(['no such recipient', 'message refused'] as const)(
    'gives up a mail after five permanent refusals (%s), and sends the others',
    async (fault) => {
      smtp.fault(fault);
      const id = await queue();
      await outbox.work();
      for (let i = 0; i < 3; i++) {
        await later();
        await outbox.sweep();
      }
      expect(await stored(id)).toMatchObject({ state: 'waiting', failures: 4 });
      await later();
      await outbox.sweep();
      expect(await stored(id)).toMatchObject({ state: 'failed', failures: 5, secret: null });
      smtp.fault('none');
      const next = await queue();
      await outbox.work();
      expect(await stored(next)).toMatchObject({ state: 'sent' });
      expect(came(id)).toHaveLength(0);
    },
  );

  test('keeps the mails of the demo’s tenants outside demo mode', async () => {
    smtp.fault('none');
    const mark = (demo: boolean) =>
      portal.database.system.query('update tenant set demo = $2 where id = $1', [tenants.demo, demo]);
    await mark(true);
    try {
      const id = await queue();
      await outbox.work();
      await outbox.sweep();
      expect([await stored(id), came(id)]).toEqual([expect.objectContaining({ state: 'waiting', attempts: 0 }), []]);
      await sweepMail.run(undefined, { ...outbox.context, demo: true });
      expect([await stored(id), came(id).length]).toEqual([expect.objectContaining({ state: 'sent' }), 1]);
    } finally {
      await mark(false);
    }
  });

  test('resends a mail whose acceptance was lost with the same id and link', async () => {
    smtp.fault('dies before 250, kept');
    const id = await queue();
    await outbox.work();
    smtp.fault('none');
    await later();
    await outbox.sweep();
    const twice = came(id);
    expect(twice).toHaveLength(2);
    expect(new Set(twice.map((m) => m.messageId)).size).toBe(1);
    expect(new Set(twice.map((m) => m.text)).size).toBe(1);
    expect(twice[0]?.date).toBe(twice[1]?.date);
  });

  test('a mail of a killed process is resent after its lease', async () => {
    smtp.fault('none');
    const id = await queue();
    // the state that a dead process leaves: accepted by the server, leased, and not marked as sent
    const claimed = `update mail set leased_until = now() + interval '2 min' where tenant_id = $1 and id = $2`;
    await portal.database.system.query(claimed, [tenants.demo, id]);
    await outbox.work();
    await outbox.sweep();
    expect(await stored(id)).toMatchObject({ state: 'waiting' });
    await later();
    await outbox.sweep();
    expect(await stored(id)).toMatchObject({ state: 'sent' });
    expect(came(id)).toHaveLength(1);
  });

  test('sends each mail once with several processes', async () => {
    smtp.fault('none');
    const ids = await Promise.all(Array.from({ length: 6 }, () => queue()));
    await Promise.all([outbox.sweep(), outbox.sweep(), outbox.sweep(), outbox.work()]);
    for (const id of ids) expect(came(id)).toHaveLength(1);
  });

  test('skips a mail locked by another process', async () => {
    smtp.fault('none');
    const id = await queue();
    const holder = await portal.database.system.connect();
    await holder.query('begin');
    await holder.query(`set local app.tenant_id = '${tenants.demo}'`);
    await holder.query('select from mail where tenant_id = $1 and id = $2 for update', [tenants.demo, id]);
    await outbox.sweep();
    expect(await stored(id)).toMatchObject({ state: 'waiting' });
    await holder.query('commit');
    holder.release();
    await outbox.sweep();
    expect(came(id)).toHaveLength(1);
  });

  test('sends neither expired mails nor ones that it cannot decrypt', async () => {
    smtp.fault('none');
    const late = await queue({ validMinutes: 0 });
    await outbox.work();
    await outbox.sweep();
    expect(await stored(late)).toMatchObject({ state: 'failed', secret: null, last_error: 'too late' });
    const id = await queue();
    await portal.database.system.query(`update mail set secret = '\\x00' || secret where tenant_id = $1 and id = $2`, [
      tenants.demo,
      id,
    ]);
    await outbox.work();
    expect(await stored(id)).toMatchObject({ state: 'waiting', failures: 1 });
    expect(came(id)).toHaveLength(0);
  });

  test('sends an expired mail once the statement of docs/operator.md has been run', async () => {
    smtp.fault('none');
    const manual = await fs.readFile(path.join(import.meta.dirname, '../../../../docs/operator.md'), 'utf8');
    const [, statement = ''] = /To try one again: `([^`]+)`/.exec(manual) ?? [];
    const id = await queue({ kind: 'passwordChanged', validMinutes: 0 });
    await outbox.sweep();
    expect(await stored(id)).toMatchObject({ state: 'failed' });
    await portal.database.system.query(statement.replace('…', id));
    await outbox.sweep();
    expect(await stored(id)).toMatchObject({ state: 'sent' });
  });

  test('speaks the recipient’s language, else the tenant’s', async () => {
    smtp.fault('none');
    await portal.database.system.query(
      `insert into setting (tenant_id, profile_id, name, value) values ($1, $2, 'Locale', '"ko-KR"')`,
      [tenants.demo, clerk.id],
    );
    const id = await queue({ kind: 'passwordChanged' });
    await outbox.work();
    expect(came(id)[0]?.subject).toBe('[Northgate Retail] 비밀번호 변경 알림');
    const other = await queue({ kind: 'passwordChanged', to: await idOf('manager') });
    await outbox.work();
    expect(came(other)[0]?.subject).toBe('Your Northgate Retail password was changed');
  });
});

describe('names and addresses', () => {
  test('are escaped: they add neither HTML nor headers or recipients', async () => {
    smtp.fault('none');
    const nobody = await idOf('nobody');
    await portal.database.system.query(`update profile set name = $3 where tenant_id = $1 and id = $2`, [
      tenants.demo,
      nobody.id,
      'A\r\nBcc: x@evil.example <b>&"',
    ]);
    const id = await queue({ to: nobody });
    await outbox.work();
    const [mail] = came(id);
    expect(mail?.html).toContain('A Bcc: x@evil.example &lt;b&gt;&amp;&quot;');
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.to).toHaveLength(1);
    const subject = { messageId: '<x@y>', date: new Date(), to: 'a@b.example', html: '', text: '' };
    await expect(deliver({ ...subject, subject: 'a\r\nBcc: x@evil.example' })).rejects.toThrow('line break');
  });

  test.each([
    'a@b.example, c@evil.example',
    'a@b.example\r\nBcc: c@evil.example',
    '<a@b.example>',
    'a b@c.example',
    'a',
  ])('an invalid address gets no mail: %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

test('a mail has light and dark colours, and wraps long words', () => {
  const link = 'https://shop.example/set-password?token=1';
  const { html } = renderMail('firstPassword', 'en', { name: 'Ann', username: 'x'.repeat(60) }, link);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('overflow-wrap:anywhere');
  const [, sheet = ''] = /prefers-color-scheme:dark\)\{([^]*)\}\s*<\/style>/.exec(html) ?? [];
  const luminance = (colour: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const contrast = (...colours: string[]) => {
    const [low = 0, high = 0] = colours.map(luminance).toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const inDark = (kind: string, what: string) =>
    new RegExp(`\\.${kind}\\{[^}]*(?<![-\\w])${what}:\\s*(#[0-9a-f]{6}) !important`).exec(sheet)?.[1] ?? '';
  const kinds = new Set([...html.matchAll(/class="(\w+)"/g)].map(([, kind = '']) => kind));
  expect(kinds).toEqual(new Set(['ground', 'card', 'text', 'quiet', 'link', 'foot']));
  for (const kind of ['text', 'quiet', 'link', 'foot']) {
    const light = new RegExp(`class="${kind}" style="color:(#[0-9a-f]{6})`).exec(html)?.[1] ?? '';
    expect(contrast(light, '#ffffff'), kind).toBeGreaterThan(4.5);
    expect(contrast(inDark(kind, 'color'), inDark('card', 'background')), kind).toBeGreaterThan(4.5);
  }
  expect(inDark('ground', 'background')).not.toBe('');
});

test.each([
  [7 * 24 * 60, 'en', '7 days'],
  [50 * 60, 'fr', '2\u00a0jours'],
  [47 * 60 + 59, 'en', '47 hours'],
  [119, 'ja-JP', '119 分'],
  [1, 'ko', '1분'],
] as const)('%i minutes are written in the largest unit of which they have at least two', (minutes, locale, said) => {
  expect(timeLeft(minutes, locale)).toBe(said);
});

test('without SMTP_URL each mail is kept as one file', async () => {
  const folder = path.join(temporaryFolder(), 'mail');
  const keep = fileDelivery(folder, 'Keyward <no-reply@localhost>');
  const message = { date: new Date(0), to: 'a@b.example', subject: 'Grüße 日本', html: '<p>x</p>', text: 'x' };
  await keep({ ...message, messageId: '<1@x>' });
  await keep({ ...message, messageId: '<1@x>' });
  await keep({ ...message, messageId: '<2@x>' });
  const files = await fs.readdir(folder);
  expect(files).toHaveLength(2);
  expect(files.every((name) => name.endsWith('.eml'))).toBe(true);
  const mail = await PostalMime.parse(await fs.readFile(path.join(folder, files[0] ?? '')));
  expect(mail).toMatchObject({ subject: message.subject, to: [{ address: message.to }] });
  await fs.rm(path.dirname(folder), { recursive: true });
});
