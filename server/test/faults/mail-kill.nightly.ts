// The mail server accepts the mail of an invitation with 250, and the process is killed before that is stored. The mail is
// sent again with the same Message-ID, by which mail programs show only one, and the invitation shows the outcome.
import { invitationPage } from '@keyward/contract/invitation-page';
import { expect, test } from 'vitest';
import { sweepMail } from '#core/mail/job.ts';
import { smtpDelivery } from '#core/mail/transport.ts';
import { openKilled } from '#testing/killed.ts';
import { openOnePass } from '#testing/onepass.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal, portalBase } from '#testing/portal.ts';
import { openSmtp } from '#testing/smtp.ts';

const portal = await openPortal();
const owner = portal.database.system;
const { vault, app, start, kill } = await openKilled(portal);
const manager = portal.as.manager.on(app);
const recipient = portal.as.nobody.on(app);
const smtp = await openSmtp();
const deliver = smtpDelivery(smtp.url, 'Keyward <no-reply@keyward.example>');
const context = { ...openOutbox(portal, deliver).context, vault };
const onepass = openOnePass(portal);
const came = (email: string) => smtp.mails.filter((mail) => mail.to?.[0]?.address === email);
const stepsOf = async (id: string) => (await onepass.get(id)).steps.map(({ step }) => step);
const mailOf = async (id: string) =>
  (await owner.query(`select state, secret is not null as link from mail where invite_id = $1`, [id])).rows;

/** The lease of the process that was killed ends, and another process sweeps. */
async function later() {
  await owner.query(`update mail set leased_until = now() - interval '1 second' where leased_until is not null`);
  await sweepMail.run(undefined, context);
}

test('a mail whose 250 was not stored is sent again with the same Message-ID', { timeout: 60_000 }, async () => {
  const waiting = await onepass.invite(manager);
  const opened = await onepass.invite(manager);
  // as many as a process sends at once
  const all = [waiting, opened];
  // the outcome of the mails cannot be stored: the rows of the invitations are locked
  const lock = await owner.connect();
  await lock.query('begin');
  await lock.query('select from secure_key_invite where id = any($1::uuid[]) for update', [all.map(({ id }) => id)]);
  await start({ SMTP_URL: smtp.url, PUBLIC_URL: portalBase });
  const taken = () => all.map(({ email }) => came(email).length);
  await expect.poll(taken, { timeout: 20_000 }).toEqual([1, 1]);
  await kill(() => lock.query('rollback'));
  lock.release();
  for (const { id } of all) {
    expect(await onepass.get(id)).toMatchObject({ status: 'NEW', delivery: 'queued' });
    expect(await mailOf(id)).toEqual([{ state: 'waiting', link: true }]);
  }

  // the link of a mail that came works
  const [mail] = came(opened.email);
  const token = /token=([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
  await recipient.call(invitationPage.open, { body: { token } });
  await later();
  await later();

  expect(taken()).toEqual([2, 2]);
  for (const { email } of all) {
    const [first, second] = came(email);
    expect(first?.messageId).toMatch(/^<.+@.+>$/);
    expect(second).toMatchObject({ messageId: first?.messageId, text: first?.text, date: first?.date });
  }
  expect(await onepass.get(waiting.id)).toMatchObject({ status: 'NEW', delivery: 'handedOver' });
  expect(await stepsOf(waiting.id)).toEqual(['queued', 'handedOver']);
  expect(await mailOf(waiting.id)).toEqual([{ state: 'sent', link: false }]);
  expect(await onepass.get(opened.id)).toMatchObject({ delivery: 'opened' });
  expect(await stepsOf(opened.id)).toEqual(['queued', 'opened', 'handedOver']);
});
