// Password sign-ins, each from a different address, so that tests do not share rate limits.
import { auth } from '@keyward/contract/auth';
import { buildApp } from '#app.ts';
import { onTeardown } from './teardown.ts';
import { type Answer, Caller, type Portal } from './portal.ts';

/** The portal behind a trusted proxy, in demo mode. */
export async function openProxied(portal: Portal) {
  const app = await buildApp({
    pool: portal.database.app,
    demo: true,
    checkReplies: true,
    trustProxy: ['127.0.0.1'],
  });
  onTeardown(() => app.close());
  let addresses = 0;
  const newAddress = () => `198.51.${addresses++ >> 8}.${addresses & 255}`;
  const from = (address: string, headers: Record<string, string> = {}) =>
    new Caller(app, 'localhost', { 'x-forwarded-for': address, ...headers });
  return {
    newAddress,
    from,
    signIn: (username: string, password: string, address = newAddress()) =>
      from(address).request(auth.login, { body: { username, password } }),
    /** The caller with the session of a sign-in response. */
    callerOf: (answer: Answer) => new Caller(portal.app, 'localhost', { cookie: cookieOf(answer).split(';')[0] ?? '' }),
  };
}
/** The session cookie, which is the first cookie of a sign-in response. */
export const cookieOf = (answer: Answer) => String([answer.headers['set-cookie']].flat()[0]);
