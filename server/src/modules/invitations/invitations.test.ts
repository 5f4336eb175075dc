import { activity } from '@keyward/contract/activity';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import { openOnePass } from '#testing/onepass.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal({ connections: 24 });
const { admin, manager, clerk, harborAdmin } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);
const onepass = openOnePass(portal);
const { get, invite } = onepass;

const resend = (...invitationIds: string[]) => ({ body: { invitationIds } });
const stepsOf = async (id: string) => (await get(id)).steps.map(({ step }) => step);
const mailsTo = (email: string) => outbox.messages.filter((mail) => mail.to === email);
const eventsOf = async (id: string) =>
  (await admin.call(activity.list, { query: { entity_id: id, sort: 'event_time:asc' } })).data.map(
    ({ event }) => event,
  );
const expire = (inviteId: string) =>
  owner.query(`update secure_key set expires_at = now() - interval '1 minute' where invite_id = $1`, [inviteId]);
const ids = async (query: Record<string, string> = {}, as = manager) => {
  const reply = await as.call(invitations.list, { query });
  expect(reply.total_results).toBe(reply.data.length);
  return reply.data.map(({ id }) => id);
};

describe('an invitation', () => {
  test('mails the link to the invited person, with the sender, what it opens, until when, and the instructions', async () => {
    const key = await onepass.key({ uses: 2 });
    const email = onepass.address();
    const notes = 'Ring the bell.\n<b>See https://evil.example & call.';
    const { data, msg } = await manager.call(invitations.create, {
      body: { email, secure_key_ids: [key, key], notes, locale: 'fr' },
    });
    expect(msg).toBe('An email has been sent with a link for installing the app and using the temporary access key.');
    expect(data).toMatchObject({ email, notes, locale: 'fr', status: 'NEW', delivery: 'queued', uses: 0, count: 2 });
    expect(data).toMatchObject({ can_be_resent: true, can_be_cancelled: true, created_by: 'Mona Manager' });
    expect(data.secure_keys).toMatchObject([
      { id: key, count: 2, device: { name: 'North padlock', tags: [{ label: 'Location', values: ['North'] }] } },
    ]);
    await outbox.work();
    const [mail] = mailsTo(email);
    expect(mail?.subject).toBe('Mona Manager (Northgate Retail) vous invite à utiliser une clé OnePASS');
    expect(mail?.text).toContain('North padlock : jusqu’au');
    expect(mail?.text).toContain('> Ring the bell.\n> <b>See https://evil.example & call.');
    expect(mail?.html).toContain('&lt;b&gt;See https://evil.example &amp; call.');
    expect(mail?.html).not.toContain('href="https://evil');
    expect(mail?.html).toContain(`https://localhost:8443/apps/onepass/ios?invitationId=${data.id}`);
    const [token = ''] = outbox.tokens(email);
    expect(mail?.html).toContain(`href="https://localhost:8443/apps/onepass/invitation?token=${token}"`);
    const stored = JSON.stringify((await owner.query('select * from secure_key_invite where id = $1', [data.id])).rows);
    expect(stored).not.toContain(token);
    expect(await stepsOf(data.id)).toEqual(['queued', 'handedOver']);
    expect(await get(data.id)).toMatchObject({ delivery: 'handedOver' });
    expect(await eventsOf(data.id)).toEqual(['SEND_INVITATION']);
  });

  test('accepts only keys that are visible, usable and not yet given: all or none', async () => {
    const good = await onepass.key();
    const used = await onepass.key({ uses: 1 });
    await owner.query('update secure_key set uses = 1 where id = $1', [used]);
    const given = await onepass.key();
    await invite(manager, { keys: [given] });
    const away = await onepass.key({ serial: serials.southPadlock });
    const unassigned = await onepass.key({ serial: serials.nowhere });
    const theirs = await onepass.key({ tenant: 'harbor' });
    const ask = (...secure_key_ids: string[]) =>
      manager.refused(invitations.create, { body: { email: onepass.address(), secure_key_ids } });
    expect(await ask(good, used)).toMatchObject({ status: 409, code: 'keyNotUsable', constraint: used });
    expect(await ask(good, given)).toMatchObject({ status: 409, code: 'keyInvited', constraint: given });
    const unknown = await ask(good, randomUUID());
    expect(unknown).toMatchObject({ status: 404, code: 'notFound' });
    for (const id of [away, unassigned, theirs]) expect(await ask(good, id)).toEqual(unknown);
    expect(await ask(...Array.from({ length: 101 }, () => randomUUID()))).toMatchObject({ status: 400 });
    expect(await ask()).toMatchObject({ status: 400 });
    await invite(manager, { keys: [good] });
  });

  test.each([
    ['', 'Email address cannot be empty'],
    [' ', 'Email address cannot be empty'],
    ['a@b', 'Invalid email address'],
    ['a@b.example, c@d.example', 'Invalid email address'],
    ['a@b.example\r\nBcc: c@d.example', 'Invalid email address'],
    [`${'a'.repeat(250)}@b.example`, 'Email cannot exceed 254 characters'],
  ])('refuses the address %j', async (email, detail) => {
    const body = { email, secure_key_ids: [await onepass.key()] };
    const refusal = await manager.refused(invitations.create, { body });
    expect(refusal).toMatchObject({ status: 400, constraint: 'email' });
    expect(refusal.detail).toContain(detail);
  });

  test('refuses instructions of more than 300 characters', async () => {
    const make = async (notes: string) => {
      const body = { email: onepass.address(), secure_key_ids: [await onepass.key()], notes };
      return manager.request(invitations.create, { body });
    };
    expect((await make('😀'.repeat(300))).status).toBe(201);
    expect((await make('a'.repeat(301))).status).toBe(400);
    expect((await make('a'.repeat(1_000_000))).status).toBe(400);
  });

  test('allows only one of 20 concurrent invitations with the same key', async () => {
    const key = await onepass.key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        manager.request(invitations.create, { body: { email: onepass.address(), secure_key_ids: [key] } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test('is visible only to callers to whom all of its keys are visible', async () => {
    const here = await invite(manager);
    const mixed = await invite(admin, {
      keys: [await onepass.key(), await onepass.key({ serial: serials.southPadlock })],
    });
    const nowhere = await invite(admin, { keys: [await onepass.key({ serial: serials.nowhere })] });
    const theirs = await invite(harborAdmin, { keys: [await onepass.key({ tenant: 'harbor' })] });
    expect(await ids()).toContain(here.id);
    expect(await ids()).not.toContain(mixed.id);
    expect(await ids({ devices: 'North padlock' })).not.toContain(mixed.id);
    const all = await ids({}, admin);
    expect(all).toEqual(expect.arrayContaining([here.id, mixed.id, nowhere.id]));
    expect(all).not.toContain(theirs.id);
    for (const { id } of [mixed, nowhere, theirs, { id: randomUUID() }]) {
      const params = { id };
      for (const refusal of [
        await manager.refused(invitations.get, { params }),
        await manager.refused(invitations.cancel, { params }),
        await manager.refused(invitations.makeLink, { params, body: {} }),
        await manager.refused(invitations.correctAddress, { params, body: { email: onepass.address() } }),
      ]) {
        expect(refusal).toMatchObject({ status: 404, code: 'notFound', detail: 'Not Found' });
      }
      expect(await manager.refused(invitations.resend, resend(here.id, id))).toMatchObject({
        status: 404,
        constraint: id,
      });
    }
    expect(await stepsOf(here.id)).toEqual(['queued']);
    expect((await clerk.request(invitations.list, {})).status).toBe(403);
  });

  test('with keys at several locations shows its address only to those who see all of them', async () => {
    const key = await onepass.key();
    const mixed = await invite(admin, { keys: [key, await onepass.key({ serial: serials.southPadlock })] });
    const { email } = (await admin.call(invitations.get, { params: { id: mixed.id } })).data;
    const given = await admin.call(secureKeys.get, { params: { id: key } });
    expect(given.data).toMatchObject({ invite_email: email, invitations: [{ id: mixed.id, email }] });
    const own = await manager.call(secureKeys.get, { params: { id: key } });
    expect(own.data).toMatchObject({ invite_email: null, invite_status: 'NEW', invitations: [] });
    expect(JSON.stringify(own)).not.toContain(mixed.id);
    // neither a filter, a search nor an order reveals it; that an invitation was sent is no secret
    const rows = async (query: Record<string, string>) =>
      (await manager.call(secureKeys.list, { query: { id: key, ...query } })).data;
    expect(await rows({})).toMatchObject([{ invite_email: null, invite_status: 'NEW' }]);
    expect(await rows({ invite_email: email })).toEqual([]);
    expect(await rows({ search: email })).toEqual([]);
    expect(await rows({ custom_view: 'Without invitation' })).toEqual([]);
    const alone = await onepass.key();
    const here = await invite(manager, { keys: [alone] });
    expect((await manager.call(secureKeys.get, { params: { id: alone } })).data.invitations).toMatchObject([
      { id: here.id },
    ]);
    expect((await manager.call(secureKeys.list, { query: { id: alone } })).data).toMatchObject([
      { invite_email: expect.stringContaining('@') },
    ]);
  });
});

describe('resending', () => {
  test('sends the same link again, at most three times an hour', async () => {
    const { id, email } = await invite();
    for (let i = 0; i < 3; i++) {
      expect(await manager.call(invitations.resend, resend(id, id))).toEqual({ sent: 1 });
      await outbox.work();
    }
    const tokens = outbox.tokens(email);
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
    expect(await manager.refused(invitations.resend, resend(id))).toMatchObject({
      status: 429,
      code: 'tooManyResends',
    });
    await owner.query(`update secure_key_invite_step set at = at - interval '61 minutes' where invite_id = $1`, [id]);
    await manager.call(invitations.resend, resend(id));
    expect(await eventsOf(id)).toEqual(Array.from({ length: 5 }, () => 'SEND_INVITATION'));
  });

  test('counts 10 concurrent resends one by one', async () => {
    const { id } = await invite();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => manager.request(invitations.resend, resend(id))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('sends all or none', async () => {
    const [good, over, used, ended] = [await invite(), await invite(), await invite(), await invite()];
    await manager.call(invitations.cancel, { params: { id: over.id } });
    await owner.query(`update secure_key_invite set status = 'USED' where id = $1`, [used.id]);
    await expire(ended.id);
    for (const { id } of [over, used, ended]) {
      expect(await manager.refused(invitations.resend, resend(good.id, id))).toMatchObject({
        status: 409,
        code: 'invitationNotResendable',
        constraint: id,
      });
    }
    expect(await stepsOf(good.id)).toEqual(['queued']);
    expect(await get(used.id)).toMatchObject({ can_be_resent: false, can_be_cancelled: true });
    expect(await get(ended.id)).toMatchObject({ can_be_resent: false, can_be_cancelled: false });
  });
});

describe('deactivating', () => {
  test('is final, and repeating it changes nothing', async () => {
    const { id, email } = await invite();
    await manager.call(invitations.cancel, { params: { id } });
    await manager.call(invitations.cancel, { params: { id } });
    await outbox.work();
    expect(mailsTo(email)).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 'CANCELLED', can_be_resent: false, can_be_cancelled: false });
    expect(await stepsOf(id)).toEqual(['queued', 'cancelled']);
    expect(await eventsOf(id)).toEqual(['SEND_INVITATION', 'CANCEL_INVITATION']);
    const params = { id };
    const body = { email: onepass.address() };
    expect(await manager.refused(invitations.makeLink, { params, body: {} })).toMatchObject({ code: 'invitationOver' });
    expect(await manager.refused(invitations.correctAddress, { params, body })).toMatchObject({ status: 409 });
    const { rows } = await owner.query('select token from secure_key_invite where id = $1', [id]);
    expect(rows).toEqual([{ token: null }]);
  });

  test('is refused when no key can be used any more', async () => {
    const { id } = await invite();
    await expire(id);
    const refusal = await manager.refused(invitations.cancel, { params: { id } });
    expect(refusal).toMatchObject({ status: 409, code: 'invitationOver' });
  });

  test('is listed after an earlier use that was reported later', async () => {
    const { id } = await invite();
    await owner.query(`update secure_key_invite_step set at = at - interval '1 hour' where invite_id = $1`, [id]);
    await manager.call(invitations.cancel, { params: { id } });
    await owner.query(
      `insert into secure_key_invite_step (tenant_id, invite_id, step, detail, at)
       select tenant_id, id, 'used', '1', now() - interval '5 minutes' from secure_key_invite where id = $1`,
      [id],
    );
    expect(await stepsOf(id)).toEqual(['queued', 'used', 'cancelled']);
  });

  test('wins against 50 concurrent resends, links and corrections', async () => {
    const { id, email } = await invite();
    const params = { id };
    const other = (i: number) => {
      if (i % 3 === 0) return () => manager.request(invitations.resend, resend(id));
      if (i % 3 === 1) return () => manager.request(invitations.makeLink, { params, body: {} });
      return () => manager.request(invitations.correctAddress, { params, body: { email } });
    };
    const others = Array.from({ length: 48 }, (_, i) => other(i));
    const cancel = () => manager.request(invitations.cancel, { params });
    const calls = [...others.slice(0, 24), cancel, cancel, ...others.slice(24)];
    const answers = await Promise.all(calls.map((call) => call()));
    expect(answers[24]?.status).toBe(204);
    expect(answers[25]?.status).toBe(204);
    await outbox.work();
    expect(mailsTo(email)).toEqual([]);
    const steps = await stepsOf(id);
    expect(steps.at(-1)).toBe('cancelled');
    expect(steps.filter((step) => step === 'cancelled')).toHaveLength(1);
    expect(await get(id)).toMatchObject({ status: 'CANCELLED' });
  });

  test('several invitations ends all or none', async () => {
    const [one, two, ended] = [await invite(), await invite(), await invite()];
    await expire(ended.id);
    const refusal = await manager.refused(invitations.cancelMany, { body: { ids: [one.id, ended.id] } });
    expect(refusal).toMatchObject({ code: 'invitationOver', constraint: ended.id });
    expect(await get(one.id)).toMatchObject({ status: 'NEW' });
    expect(await manager.call(invitations.cancelMany, { body: { ids: [one.id, two.id] } })).toEqual({ cancelled: 2 });
    expect(await ids({ custom_view: 'Deactivated' })).toEqual(expect.arrayContaining([one.id, two.id]));
  });
});

describe('the list', () => {
  test('filters, searches, sorts and pages', async () => {
    const far = await invite(manager, {
      keys: [await onepass.key({ minutes: 40_000, uses: 200 })],
      email: 'zoe@far.example',
    });
    const near = await invite(manager, {
      keys: [await onepass.key({ minutes: 10, uses: 200 })],
      email: 'zoe@near.example',
    });
    expect(await ids({ search: 'zoe@', sort: 'expiration_timestamp:desc' })).toEqual([far.id, near.id]);
    expect(await ids({ search: 'zoe@', sort: 'email:asc' })).toEqual([far.id, near.id]);
    expect(await ids({ email: 'like:*@near.example' })).toEqual([near.id]);
    expect(await ids({ count: 'gt:199', expiration_timestamp: 'gte:now+1d' })).toEqual([far.id]);
    expect(await ids({ count: 'gt:199', devices: 'North padlock', status: 'NEW', delivery: 'queued' })).toHaveLength(2);
    expect(await ids({ count: 'gt:199', uses: 'gt:0' })).toEqual([]);
    for (const sort of ['status', 'delivery', 'uses', 'count', 'sent_at', 'created_at']) {
      expect(await ids({ search: 'zoe@', sort: `${sort}:asc` })).toHaveLength(2);
    }
    await expire(near.id);
    expect(await ids({ search: 'zoe@', custom_view: 'Waiting' })).toEqual([far.id]);
  });
});
