// Tokens of controllers, which are issued once the person has confirmed their identity.
import { confirm } from '@keyward/contract/confirm';
import { devices } from '@keyward/contract/devices';
import { type Call, password } from './calls.ts';

/** Confirms for five minutes that this session issues tokens: pages of the same profile are not asked either. */
export const confirmTokens = (call: Call): Promise<void> =>
  call(confirm.password, { body: { act: 'issueToken', password } });

/** Issues a token for the OKM with this id. */
export async function issueToken(call: Call, id: string) {
  await confirmTokens(call);
  return (await call(devices.issueToken, { params: { id } })).data;
}
