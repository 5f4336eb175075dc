// A profile that no other test uses: for personal state such as a password, a language or a passkey.
import { auth } from '@keyward/contract/auth';
import type { TagInput } from '@keyward/contract/groups';
import { passwords } from '@keyward/contract/password';
import { profiles } from '@keyward/contract/profiles';
import { type Call, callsOf, password, send, type Tenant } from './calls.ts';
import { findRole } from './roles.ts';

type Newcomer = { id: string; name: string; username: string; email: string };

/** Created through an administrator's `call`, with the role of that name and the groups if given, and the shared password. */
export async function newcomer(call: Call, tenant: Tenant, role?: string, tags: TagInput[] = []): Promise<Newcomer> {
  const username = `new.${crypto.randomUUID().slice(0, 8)}`;
  const heldRole = role ? await findRole(call, role) : undefined;
  const identity = { name: `Newcomer ${username}`, username, email: `${username}@${tenant}.example` };
  const temporary = 'Only-for-once-1';
  const roles = heldRole ? [heldRole.id] : [];
  const { data } = await call(profiles.create, {
    body: { ...identity, roles, tags, password: temporary, isPasswordTemporary: true },
  });
  const body = { username, password: temporary };
  const answer = await send(tenant, auth.login.method, auth.login.path, { body });
  const { data: first }: { data: { passwordResetToken?: string } } = JSON.parse(answer.text);
  const token = first.passwordResetToken ?? '';
  await callsOf(tenant, '')(passwords.set, { body: { token, password, confirmationPassword: password } });
  return { id: data.id, ...identity };
}
