import { invitationPage } from '@keyward/contract/invitation-page';
import { invite } from '#modules/invitation-page/invitation-page.testing.ts';
import { openOutbox } from '#testing/outbox.ts';
import type { ResourceOf } from './resource.ts';
import { hidden, slot } from './slots.ts';

/** A token of no invitation: the answer is the same for every caller, and counts against the matrix's address. */
const wrong = { token: 'ab'.repeat(32) };
const refused = { needs: 'anyone', ok: 400, leavesTrace: true } as const;

export const invitationPageResource: ResourceOf<'invitationPage'> = {
  calls: {
    open: { ...refused, body: () => wrong },
    logo: { ...refused, body: () => wrong },
    accept: { ...refused, body: () => wrong },
    code: { ...refused, body: ({ id }) => ({ invitation: id, key: id }) },
    askForCode: { needs: 'anyone', ok: 204, body: () => wrong },
    moveHere: { ...refused, body: () => ({ ...wrong, code: '000000' }) },
  },
  walk: async ({ world: { portal }, secrets }) => {
    const { anonymous } = portal.as;
    const made = await invite(portal);
    secrets.push(made.token);
    return [
      ['accept', 'ACCEPT_INVITATION', () => anonymous.call(invitationPage.accept, { body: { token: made.token } })],
      [
        'moveHere',
        'ACCEPT_INVITATION',
        async () => {
          const { token } = made;
          const outbox = openOutbox(portal);
          await anonymous.call(invitationPage.askForCode, { body: { token } });
          await outbox.work();
          const code = /\b\d{6}\b/.exec(outbox.messages.at(-1)?.text ?? '')?.[0] ?? '';
          secrets.push(code);
          await anonymous.call(invitationPage.moveHere, { body: { token, code } });
        },
      ],
    ];
  },
  references: (scene) => {
    const counts = 'reset_request';
    const invites = { ...hidden(scene, 'invitations'), counts };
    const keys = { ...hidden(scene, 'secureKeys'), counts };
    const own = scene.here('invitations').id;
    // an id proves nothing without the browser's cookie
    return {
      slots: {
        'the invitation that a page shows': slot(invitationPage.open, invites, (id) => ({ body: { invitation: id } })),
        'the invitation whose logo is shown': slot(invitationPage.logo, invites, (id) => ({
          body: { invitation: id },
        })),
        'the invitation of a code': slot(invitationPage.code, invites, (id) => ({
          body: { invitation: id, key: own },
        })),
        'the key of a code': slot(invitationPage.code, keys, (id) => ({
          body: { invitation: own, key: id },
        })),
      },
    };
  },
  notWalked: ['open', 'logo', 'code', 'askForCode'],
};
