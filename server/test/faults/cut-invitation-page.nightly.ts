// The recipient's calls lose the database between any two statements. Only the answer binds the browser: if it is lost
// after the commit, the repeat is refused, and the recipient continues with a mailed code.
import { invitationPage } from '@keyward/contract/invitation-page';
import { expect, test } from 'vitest';
import { invite, type MadeInvite, withCookiesOf } from '#modules/invitation-page/invitation-page.testing.ts';
import { openCut, type Scene } from '#testing/cut.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const outbox = openOutbox(portal);
const { anonymous } = portal.as;
const { app, sweep, numberIn, countEvents } = await openCut(portal);
const recipient = anonymous.on(app);

const stepsOf = (step: string, { id }: MadeInvite) =>
  numberIn('select count(*)::int as n from secure_key_invite_step where step = $1 and invite_id = $2', [step, id]);
const codesOf = ({ id }: MadeInvite) =>
  numberIn('select count(*)::int as n from secure_key_invite_code where invite_id = $1', [id]);
const isIn = ({ id }: MadeInvite, delivery: string) =>
  numberIn('select count(*)::int as n from secure_key_invite where id = $1 and delivery = $2', [id, delivery]);

/** An invitation, and the browser that accepted it. */
async function accepted() {
  const made = await invite(portal);
  const answer = await anonymous.request(invitationPage.accept, { body: { token: made.token } });
  return { made, browser: withCookiesOf(recipient, answer) };
}
async function mailedCode({ token }: MadeInvite): Promise<string> {
  await anonymous.call(invitationPage.askForCode, { body: { token } });
  await outbox.work();
  return /^\d{6}$/m.exec(outbox.messages.at(-1)?.text ?? '')?.[0] ?? '';
}

const scenes: Record<string, () => Promise<Scene>> = {
  'the first opening of an invitation': async () => {
    const made = await invite(portal);
    return {
      call: () => recipient.request(invitationPage.open, { body: { token: made.token } }),
      once: async () => ({ steps: await stepsOf('opened', made), delivery: await isIn(made, 'opened') }),
    };
  },
  'an acceptance': async () => {
    const made = await invite(portal);
    return {
      call: () => recipient.request(invitationPage.accept, { body: { token: made.token } }),
      once: async () => ({
        steps: await stepsOf('accepted', made),
        events: await countEvents('ACCEPT_INVITATION', made.id),
        delivery: await isIn(made, 'accepted'),
      }),
      doneAs: 'invitationAccepted',
    };
  },
  'asking for a code': async () => {
    const { made } = await accepted();
    return {
      call: () => recipient.request(invitationPage.askForCode, { body: { token: made.token } }),
      once: async () => ({
        codes: await codesOf(made),
        mails: await numberIn('select count(*)::int as n from mail where recipient = $1', [made.email]),
      }),
    };
  },
  'a move to another browser': async () => {
    const { made, browser } = await accepted();
    const code = await mailedCode(made);
    return {
      call: () => recipient.request(invitationPage.moveHere, { body: { token: made.token, code } }),
      once: async () => {
        const { data } = await browser.call(invitationPage.open, { body: { token: made.token } });
        return {
          steps: await stepsOf('movedBrowser', made),
          events: (await countEvents('ACCEPT_INVITATION', made.id)) - 1,
          former: data.bond === 'elsewhere' ? 1 : 0,
          codes: 1 + (await codesOf(made)),
        };
      },
      doneAs: 'browserCodeNotValid',
    };
  },
  'a code that is shown': async () => {
    const { made, browser } = await accepted();
    const body = { invitation: made.id, key: made.keys[0]?.id ?? '' };
    return {
      call: () => browser.request(invitationPage.code, { body }),
      once: async () => ({ steps: await stepsOf('codeShown', made) }),
      repeats: (answer) => expect(answer).toMatchObject({ data: { code: expect.stringMatching(/^\d{8}$/) } }),
    };
  },
};

test.each(Object.entries(scenes))('%s takes effect once, wherever it is cut off', { timeout: 120_000 }, (_, make) =>
  sweep(async () => {
    await portal.database.system.query('delete from reset_request');
    return make();
  }),
);
