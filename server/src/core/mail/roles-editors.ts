import { rolesEditors } from '#core/auth/grants.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Db } from '#db/tenant.ts';
import { type NewMail, queueMail } from './mail.ts';

/** Days after which the mail is no longer worth sending. */
const mailDays = 3;

/** Mails all profiles with an address that may edit roles, each in its language, in the caller's transaction. */
export async function tellRolesEditors(db: Db, vault: Vault, mail: Pick<NewMail, 'kind' | 'params'>): Promise<void> {
  for (const { id, email } of await rolesEditors(db)) {
    if (email === null) continue;
    // oxlint-disable-next-line no-await-in-loop -- one transaction, one connection
    await queueMail(db, vault, { ...mail, to: { id, email }, validMinutes: mailDays * 24 * 60 });
  }
}
