import { demoPassword } from '#core/auth/demo.ts';
import { signedByKey } from './passkeys.ts';
import type { ResourceOf, World } from './resource.ts';

const exporting = { act: 'exportPins' };

/** Makes the call while every session has confirmed its act. */
export async function whileConfirmed<T>({ owner }: World, act: string, ask: () => Promise<T>): Promise<T> {
  await owner.query(
    `insert into confirmation (tenant_id, session_id, act, expires_at)
     select tenant_id, id, $1, now() + interval '5 minutes' from session on conflict do nothing`,
    [act],
  );
  try {
    return await ask();
  } finally {
    await owner.query('delete from confirmation');
  }
}

export const confirmResource: ResourceOf<'confirm'> = {
  calls: {
    ways: { needs: 'signed in', ok: 200 },
    password: {
      needs: 'signed in',
      ok: 204,
      leavesTrace: true,
      body: () => ({ ...exporting, password: demoPassword }),
    },
    passkeyOptions: { needs: 'signed in', ok: 409, body: () => exporting },
    passkey: { needs: 'signed in', ok: 400, body: () => ({ ...exporting, response: signedByKey }) },
    startProvider: { needs: 'signed in', ok: 404, body: () => exporting },
    provider: { needs: 'signed in', ok: 404, body: () => ({ code: 'x', state: 'y' }) },
  },
  tenantWide: ['ways'],
  // modules/auth/confirm.test.ts
  notWalked: ['password', 'passkeyOptions', 'passkey', 'startProvider', 'provider'],
};
