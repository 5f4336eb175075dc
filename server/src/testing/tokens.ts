// Tokens of controllers in tests.
import { confirm } from '@keyward/contract/confirm';
import { devices } from '@keyward/contract/devices';
import { demoPassword } from '#core/auth/demo.ts';
import type { Caller } from './portal.ts';

/** Issues a token for the OKM with this id, confirming the act first if the session has not done so. */
export async function issueToken(as: Caller, id: string) {
  const okm = { params: { id } };
  const answer = await as.request(devices.issueToken, okm);
  if (!answer.text.includes('"confirmAgain"')) return devices.issueToken.reply.parse(answer.body).data;
  await as.call(confirm.password, { body: { act: 'issueToken', password: demoPassword } });
  return (await as.call(devices.issueToken, okm)).data;
}
