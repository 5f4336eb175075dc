import { devices } from '@keyward/contract/devices';
import { invitations } from '@keyward/contract/invitations';
import { profiles } from '@keyward/contract/profiles';
import { describe, expect, test } from 'vitest';
import { onChange } from '#core/live/changes.ts';
import { smtpDelivery } from '#core/mail/transport.ts';
import { serials, tenants } from '#testing/people.ts';
import { openOnePass } from '#testing/onepass.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';
import { openSmtp } from '#testing/smtp.ts';
import { invitationWarnings } from './warning-job.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const owner = portal.database.system;
const smtp = await openSmtp();
const outbox = openOutbox(portal, smtpDelivery(smtp.url, 'Keyward <no-reply@keyward.example>', { dialogueMs: 2_000 }));
const onepass = openOnePass(portal);
const { get, invite } = onepass;

/** The delivery of an invitation, and its steps with their details. */
async function outcome(id: string) {
  const { delivery, steps } = await get(id);
  return { delivery, steps: steps.map(({ step, detail }) => (detail === null ? step : `${step}: ${detail}`)) };
}
/** Makes waiting mails due and sends them. */
async function later() {
  await owner.query(`update mail set next_attempt_at = now(), leased_until = null where state = 'waiting'`);
  await outbox.sweep();
}
const came = (email: string) => smtp.mails.filter((mail) => mail.to?.[0]?.address === email);

describe('the answer of the mail server', () => {
  test('250 marks the mail as handed over', async () => {
    smtp.fault('none');
    const { id, email } = await invite();
    expect(await outcome(id)).toEqual({ delivery: 'queued', steps: [`queued: ${email}`] });
    await outbox.work();
    expect(await outcome(id)).toEqual({
      delivery: 'handedOver',
      steps: [`queued: ${email}`, `handedOver: ${email}`],
    });
    expect(came(email)).toHaveLength(1);
  });

  test('451 is recorded once as a delay with its text, and the mail is retried', async () => {
    smtp.fault('busy recipient');
    const { id, email } = await invite();
    await outbox.work();
    for (let i = 0; i < 3; i++) await later();
    expect(await outcome(id)).toEqual({
      delivery: 'delayed',
      steps: [`queued: ${email}`, 'delayed: 451 try again later'],
    });
    smtp.fault('none');
    await later();
    expect(await outcome(id)).toMatchObject({ delivery: 'handedOver' });
  });

  test.each([
    ['no such recipient', '550 no such user'],
    ['message refused', '554 not wanted'],
  ] as const)('a refusal (%s) is final, recorded with its text, and announced', async (fault, words) => {
    smtp.fault(fault);
    const key = await onepass.key();
    const { id, email } = await invite(manager, { keys: [key] });
    const changed: string[] = [];
    const stop = onChange((changes) => {
      const own = changes.filter(({ resource }) => resource.startsWith('secure-key'));
      changed.push(...own.map((change) => `${change.resource} ${change.id}`));
    });
    await outbox.work();
    stop();
    // the drawer of the key shows when the mail was last sent
    expect(changed.toSorted()).toEqual([`secure-key ${key}`, `secure-key-invitation ${id}`]);
    expect(await outcome(id)).toEqual({ delivery: 'refused', steps: [`queued: ${email}`, `refused: ${words}`] });
    // the mail never counts as sent
    expect(await get(id)).toMatchObject({ sent_at: null });
    smtp.fault('none');
    await later();
    expect(came(email)).toEqual([]);
    const list = await manager.call(invitations.list, { query: { custom_view: 'Not delivered' } });
    expect(list.data.map((row) => row.id)).toContain(id);
    const corrected = onepass.address();
    await manager.call(invitations.correctAddress, { params: { id }, body: { email: corrected } });
    await outbox.work();
    expect(await outcome(id)).toMatchObject({ delivery: 'handedOver' });
    expect(came(corrected)).toHaveLength(1);
  });

  test.each(['hangs', 'dies at once', 'dies before 250'] as const)(
    'silence (%s) is a delay without a text, and the mail is sent once the server is back',
    async (fault) => {
      smtp.fault(fault);
      const { id, email } = await invite();
      await outbox.work();
      expect(await outcome(id)).toEqual({ delivery: 'delayed', steps: [`queued: ${email}`, 'delayed'] });
      smtp.fault('none');
      await later();
      expect(await outcome(id)).toMatchObject({ delivery: 'handedOver' });
      expect(came(email)).toHaveLength(1);
    },
  );

  test('a refused resend keeps the time at which the previous mail was handed over', async () => {
    smtp.fault('none');
    const { id } = await invite();
    await outbox.work();
    smtp.fault('no such recipient');
    await manager.call(invitations.resend, { body: { invitationIds: [id] } });
    await outbox.work();
    const { delivery, sent_at: sent, steps } = await get(id);
    expect(delivery).toBe('refused');
    expect(sent).toBe(steps.find(({ step }) => step === 'handedOver')?.at);
  });

  const sentAt = async (id: string) => (await get(id)).sent_at;
  const handedOverAt = async (id: string) => (await get(id)).steps.find(({ step }) => step === 'handedOver')?.at;
  const byHand = (id: string) => manager.call(invitations.makeLink, { params: { id }, body: {} });
  const deactivate = (id: string) => manager.call(invitations.cancel, { params: { id } });

  test.each([
    ['a link made by hand', byHand, 'linkMade'],
    ['deactivating', deactivate, 'withdrawn'],
  ])('a mail withdrawn by %s does not count as sent, but the one before it does', async (_by, withdraw, delivery) => {
    smtp.fault('busy recipient');
    const { id } = await invite();
    await outbox.work();
    expect(await sentAt(id)).not.toBeNull();
    await withdraw(id);
    expect(await sentAt(id)).toBeNull();
    expect((await outcome(id)).delivery).toBe(delivery);

    smtp.fault('none');
    const again = await invite();
    await outbox.work();
    smtp.fault('busy recipient');
    await manager.call(invitations.resend, { body: { invitationIds: [again.id] } });
    await outbox.work();
    await withdraw(again.id);
    expect(await sentAt(again.id)).toBe(await handedOverAt(again.id));
  });

  test('a waiting mail is withdrawn when the last usable key of its invitation is deleted with its device', async () => {
    smtp.fault('none');
    const there = () => onepass.key({ serial: serials.northCabinet });
    const used = await onepass.key();
    const alone = await invite(admin, { keys: [await there()] });
    const withUsed = await invite(admin, { keys: [await there(), used] });
    const withUsable = await invite(admin, { keys: [await there(), await onepass.key()] });
    await owner.query('update secure_key set uses = max_uses where id = $1', [used]);
    const { data } = await admin.call(devices.list, { query: { serial_number: serials.northCabinet } });
    await admin.call(devices.remove, { params: { id: data[0]?.id ?? '' } });
    await outbox.work();
    expect([alone, withUsed, withUsable].map(({ email }) => came(email).length)).toEqual([0, 0, 1]);
    for (const { id, email } of [alone, withUsed]) {
      expect(await sentAt(id)).toBeNull();
      expect(await outcome(id)).toEqual({ delivery: 'withdrawn', steps: [`queued: ${email}`, 'withdrawn'] });
    }
    expect(await sentAt(withUsable.id)).not.toBeNull();
    expect(await outcome(withUsable.id)).toMatchObject({ delivery: 'handedOver' });
  });

  test('a mail withdrawn while it is being sent counts as sent, unless its address was corrected', async () => {
    const { id } = await invite();
    await openOutbox(portal, async () => void (await byHand(id))).work();
    expect(await outcome(id)).toMatchObject({ delivery: 'linkMade' });
    expect(await sentAt(id)).toBe(await handedOverAt(id));

    const wrong = await invite();
    const body = { email: onepass.address() };
    await openOutbox(portal, async () => {
      await manager.call(invitations.correctAddress, { params: { id: wrong.id }, body });
      await byHand(wrong.id);
    }).work();
    expect(await outcome(wrong.id)).toMatchObject({ delivery: 'linkMade' });
    expect(await handedOverAt(wrong.id)).toBeDefined();
    expect(await sentAt(wrong.id)).toBeNull();
  });

  test('does not hide what the recipient did, nor the state of a later link', async () => {
    smtp.fault('none');
    const opened = await invite();
    await owner.query(`update secure_key_invite set delivery = 'opened', opened_at = now() where id = $1`, [opened.id]);
    smtp.fault('no such recipient');
    await outbox.work();
    expect(await outcome(opened.id)).toMatchObject({ delivery: 'opened' });

    smtp.fault('hangs');
    const slow = await invite();
    const sending = outbox.work();
    const claimed = async () =>
      (await owner.query('select from mail where invite_id = $1 and leased_until is not null', [slow.id])).rowCount;
    await expect.poll(claimed).toBe(1);
    await manager.call(invitations.makeLink, { params: { id: slow.id }, body: {} });
    await sending;
    expect(await outcome(slow.id)).toEqual({
      delivery: 'linkMade',
      // the withdrawn mail is not retried
      steps: [`queued: ${slow.email}`, 'linkCopied'],
    });
    smtp.fault('none');
    await later();
    expect(came(slow.email)).toEqual([]);
  });
});

describe('the warning before the end', () => {
  const warnings = (email: string) => came(email).filter((mail) => mail.subject?.includes('ends within a day'));
  const run = async () => {
    smtp.fault('none');
    smtp.mails.length = 0;
    await invitationWarnings.run(undefined, outbox.context);
    await outbox.work();
  };
  const ending = (id: string, minutes: number) =>
    owner.query(`update secure_key set expires_at = now() + make_interval(mins => $2) where invite_id = $1`, [
      id,
      minutes,
    ]);

  test('reaches the sender once, a day before a key with unused uses ends', async () => {
    const { id, email } = await invite(manager, { keys: [await onepass.key({ minutes: 4320, uses: 5 })] });
    await ending(id, 25 * 60);
    await run();
    expect(warnings('manager@demo.example')).toEqual([]);
    await ending(id, 23 * 60);
    await run();
    const [mail, ...more] = warnings('manager@demo.example');
    expect(more).toEqual([]);
    expect(mail?.text).toContain(email);
    expect(mail?.text).toMatch(/- North padlock: until .* \(UTC\), uses left: 5/);
    await run();
    expect(warnings('manager@demo.example')).toEqual([]);
  });

  test('is sent for each end, but only once for keys that end within a day of each other', async () => {
    const keys: string[] = [];
    for (const uses of [2, 3, 4, 5]) keys.push(await onepass.key({ minutes: 4320, uses }));
    const { id } = await invite(manager, { keys });
    for (const [i, hours] of [23, 30, 46, 60].entries()) {
      await owner.query(`update secure_key set expires_at = now() + make_interval(hours => $2) where id = $1`, [
        keys[i],
        hours,
      ]);
    }
    /** The uses left of the keys in each mail, in order. */
    const left = () =>
      warnings('manager@demo.example').map(({ text = '' }) =>
        [...text.matchAll(/uses left: (\d)/g)].map((one) => one[1]),
      );
    await run();
    expect(left()).toEqual([['2', '3', '4']]);
    const hoursLater = async (hours: number) => {
      await owner.query(
        `update secure_key set expires_at = expires_at - make_interval(hours => $2) where invite_id = $1`,
        [id, hours],
      );
      await owner.query(
        `update secure_key_invite set warned_until = warned_until - make_interval(hours => $2) where id = $1`,
        [id, hours],
      );
      await run();
    };
    await hoursLater(1);
    expect(left()).toEqual([]);
    // three keys have not ended yet
    await hoursLater(20);
    expect(left()).toEqual([]);
    await hoursLater(16);
    expect(left()).toEqual([['5']]);
    await hoursLater(1);
    expect(left()).toEqual([]);
  });

  test('waits while the tenant is suspended', async () => {
    const suspend = (suspended: boolean) =>
      owner.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [
        tenants.demo,
        suspended,
      ]);
    const { id } = await invite(manager, { keys: [await onepass.key({ minutes: 4320, uses: 5 })] });
    await ending(id, 23 * 60);
    await suspend(true);
    await run();
    await suspend(false);
    expect(warnings('manager@demo.example')).toEqual([]);
    await run();
    expect(warnings('manager@demo.example')).toHaveLength(1);
  });

  test('is not sent for short, used-up or cancelled invitations, or when the sender may no longer see them', async () => {
    const short = await invite(manager, { keys: [await onepass.key({ minutes: 600 })] });
    const used = await invite();
    await owner.query('update secure_key set uses = max_uses where invite_id = $1', [used.id]);
    const cancelled = await invite();
    await manager.call(invitations.cancel, { params: { id: cancelled.id } });
    const moved = await invite();
    for (const { id } of [short, used, cancelled, moved]) await ending(id, 60);
    const south = `(select location_value_id from device where tenant_id = $1 and serial_number = $2)`;
    const place = (serial: string) =>
      owner.query(`update device set location_value_id = ${south} where tenant_id = $1 and serial_number = $3`, [
        tenants.demo,
        serial,
        serials.northPadlock,
      ]);
    await place(serials.southPadlock);
    await run();
    expect(warnings('manager@demo.example')).toEqual([]);
    await place(serials.northOkm);

    const orphan = await invite(admin);
    await ending(orphan.id, 60);
    const { data } = await admin.call(profiles.list, { query: { username: 'admin' } });
    await owner.query('update profile set email = null where id = $1', [data[0]?.id]);
    await run();
    expect(smtp.mails.filter((mail) => mail.subject?.includes('ends within a day'))).toEqual([]);
  });
});
