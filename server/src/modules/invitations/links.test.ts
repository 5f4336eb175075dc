import { activity } from '@keyward/contract/activity';
import { invitationPage } from '@keyward/contract/invitation-page';
import { invitations } from '@keyward/contract/invitations';
import { describe, expect, test } from 'vitest';
import { onChange } from '#core/live/changes.ts';
import { openOnePass } from '#testing/onepass.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal({ connections: 24 });
const { admin, manager, harborAdmin } = portal.as;
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

describe('a new link', () => {
  const hashOf = async (id: string) =>
    (await owner.query<{ token_hash: Buffer }>('select token_hash from secure_key_invite where id = $1', [id])).rows[0]
      ?.token_hash;
  const accept = (id: string) =>
    owner.query(
      `update secure_key_invite set opened_at = now(), accepted_at = now(), browser_hash = '\\x01', delivery = 'accepted'
       where id = $1`,
      [id],
    );
  const bondOf = async (id: string) =>
    (await owner.query('select opened_at, accepted_at, browser_hash from secure_key_invite where id = $1', [id])).rows;

  test('to another address ends the former link, its mail and the bond of the browser', async () => {
    const { id, email } = await invite();
    const before = await hashOf(id);
    await accept(id);
    const corrected = onepass.address();
    const { data } = await manager.call(invitations.correctAddress, { params: { id }, body: { email: corrected } });
    expect(data).toMatchObject({ email: corrected, delivery: 'queued' });
    await outbox.work();
    expect(mailsTo(email)).toEqual([]);
    expect(outbox.tokens(corrected)).toHaveLength(1);
    expect(await hashOf(id)).not.toEqual(before);
    expect(await bondOf(id)).toEqual([{ opened_at: null, accepted_at: null, browser_hash: null }]);
    expect(await get(id)).toMatchObject({
      delivery: 'handedOver',
      steps: [
        { step: 'queued', by: 'Mona Manager' },
        { step: 'addressCorrected', by: 'Mona Manager', detail: corrected },
        { step: 'handedOver', detail: corrected },
      ],
    });
    expect(await eventsOf(id)).toEqual(['SEND_INVITATION', 'CORRECT_INVITATION']);
  });

  test('that is made while the former link is being opened does not count as opened', async () => {
    const { id, email } = await invite();
    await outbox.work();
    const [token = ''] = outbox.tokens(email);
    const sender = await owner.connect();
    try {
      await sender.query('begin');
      await sender.query('select from secure_key_invite where id = $1 for update', [id]);
      const opening = portal.as.anonymous.request(invitationPage.open, { body: { token } });
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
      await sender.query(`update secure_key_invite set token_hash = '\\x02', delivery = 'queued' where id = $1`, [id]);
      await sender.query('commit');
      await opening;
    } finally {
      sender.release();
    }
    expect(await bondOf(id)).toMatchObject([{ opened_at: null }]);
    expect(await get(id)).toMatchObject({ delivery: 'queued', steps: [{ step: 'queued' }, { step: 'handedOver' }] });
  });

  test('appears at once in open lists and drawers of its keys, as a resend does', async () => {
    const key = await onepass.key();
    const { id } = await invite(manager, { keys: [key] });
    const changed: string[] = [];
    const stop = onChange((changes) => {
      const own = changes.filter(({ resource }) => resource.startsWith('secure-key'));
      changed.push(...own.map((change) => `${change.resource} ${change.id}`));
    });
    const announced = () => changed.splice(0).toSorted();
    const both = [`secure-key ${key}`, `secure-key-invitation ${id}`];
    await manager.call(invitations.correctAddress, { params: { id }, body: { email: onepass.address() } });
    expect(announced()).toEqual(both);
    await manager.call(invitations.resend, resend(id));
    expect(announced()).toEqual(both);
    // the mail of the invitation is withdrawn
    await manager.call(invitations.makeLink, { params: { id }, body: {} });
    expect(announced()).toEqual(both);
    stop();
  });

  test('is shown once to the sender and works instead of the former one', async () => {
    const { id, email } = await invite();
    const before = await hashOf(id);
    await accept(id);
    const asking = { params: { id }, body: { how: 'shown' } } as const;
    const answer = await manager.request(invitations.makeLink, asking);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.text).toMatch(
      /^\{"data":\{"url":"https:\/\/localhost:8443\/apps\/onepass\/invitation\?token=[0-9a-f]{64}"\}\}$/,
    );
    await outbox.work();
    expect(mailsTo(email)).toEqual([]);
    expect(await hashOf(id)).not.toEqual(before);
    expect(await bondOf(id)).toEqual([{ opened_at: null, accepted_at: null, browser_hash: null }]);
    expect(await get(id)).toMatchObject({ delivery: 'linkMade' });
    expect(await stepsOf(id)).toEqual(['queued', 'linkShown']);
    expect(await eventsOf(id)).toEqual(['SEND_INVITATION', 'SHARE_INVITATION']);
    await manager.call(invitations.resend, resend(id));
    await outbox.work();
    expect(answer.text).toContain(outbox.tokens(email)[0]);
  });

  describe('with an Idempotency-Key', () => {
    /** An invitation, and a function that repeats the same call for its link. */
    async function made() {
      const { id } = await invite();
      const keyed = manager.with({ 'idempotency-key': `link-of-${id}` });
      const asking = { params: { id }, body: { how: 'copied' } } as const;
      const ask = () => keyed.request(invitations.makeLink, asking);
      const refusal = () => keyed.refused(invitations.makeLink, asking);
      return { id, ask, refusal, first: await ask() };
    }

    test('is made once, and a repeat shows it again', async () => {
      const { id, ask, first } = await made();
      await manager.call(invitations.resend, resend(id));
      const again = await ask();
      expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } });
      expect(again.headers['cache-control']).toContain('no-store');
      expect(await stepsOf(id)).toEqual(['queued', 'linkCopied', 'resent']);
      expect(await eventsOf(id)).toEqual(['SEND_INVITATION', 'SHARE_INVITATION', 'SEND_INVITATION']);
    });

    test.each([
      ['another link was made', (id: string) => manager.call(invitations.makeLink, { params: { id }, body: {} })],
      [
        'its address was corrected',
        (id: string) =>
          manager.call(invitations.correctAddress, { params: { id }, body: { email: onepass.address() } }),
      ],
    ])('is not shown again once %s', async (_, change) => {
      const { id, refusal } = await made();
      await change(id);
      expect(await refusal()).toMatchObject({ status: 409, code: 'alreadyDone' });
    });

    test('is not shown again once the invitation was deactivated', async () => {
      const { id, refusal } = await made();
      await manager.call(invitations.cancel, { params: { id } });
      expect(await refusal()).toMatchObject({ code: 'invitationOver' });
    });
  });
});

test('a tenant makes at most 100 invitations and links an hour, even with many concurrent calls', async () => {
  const { id } = await invite(harborAdmin, { keys: [await onepass.key({ tenant: 'harbor' })] });
  // 95 steps of each kind that counts, with the invitation and the two calls here
  const byHand = { params: { id }, body: { how: 'shown' } } as const;
  await harborAdmin.call(invitations.makeLink, byHand);
  await harborAdmin.call(invitations.correctAddress, { params: { id }, body: { email: onepass.address() } });
  await owner.query(
    `insert into secure_key_invite_step (tenant_id, invite_id, step)
     select $1, $2, (array['linkCopied', 'linkShown', 'addressCorrected'])[n % 3 + 1] from generate_series(1, 92) n`,
    [tenants.harbor, id],
  );
  const call = () => harborAdmin.request(invitations.makeLink, { params: { id }, body: {} });
  const answers = await Promise.all(Array.from({ length: 20 }, call));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  const body = { email: onepass.address(), secure_key_ids: [await onepass.key({ tenant: 'harbor' })] };
  const refusal = await harborAdmin.refused(invitations.create, { body });
  expect(refusal).toMatchObject({ status: 429, code: 'tooManyInvitations' });
  await owner.query(`update secure_key_invite_step set at = at - interval '61 minutes' where tenant_id = $1`, [
    tenants.harbor,
  ]);
  expect((await harborAdmin.request(invitations.create, { body })).status).toBe(201);
});
