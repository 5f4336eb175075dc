import { apps, storeLinks } from '@keyward/contract/apps';
import { passwords } from '@keyward/contract/password';
import { expect, test } from 'vitest';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { openPortal } from '#testing/portal.ts';

const onekey = {
  ios: { storeUrl: 'https://apps.apple.com/app/id42' },
  android: { storeUrl: 'https://play.google.com/store/apps/details?id=onekey' },
};

test('the operator’s store addresses are public, and shown after setting a password', async () => {
  const portal = await openPortal({ storeLinks: { ...storeLinks, onekey } });
  expect((await portal.as.anonymous.call(apps.links)).data).toEqual({ ...storeLinks, onekey });
  const { rows } = await portal.database.system.query<{ id: string; tenant_id: string }>(
    `select id from profile where username = 'clerk' and tenant_id = (select id from tenant where slug = 'demo')`,
  );
  const token = await portal.inTenant('demo', (db) => issuePasswordToken(db, rows[0]?.id ?? '', 'reset'));
  const body = { token, password: 'Store-links-1', confirmationPassword: 'Store-links-1' };
  expect((await portal.as.anonymous.call(passwords.set, { body })).data).toEqual({ mobileApps: { onekey } });
});
