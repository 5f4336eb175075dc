import { signIn } from '@keyward/contract/auth';
import { call } from '#lib/call.ts';
import { carriedError } from './carried.ts';

/** Uses up the one-time link of /username?token=…: true, with /dashboard as the address, when it signed in. */
export async function signInByLink(token: string): Promise<boolean> {
  // out of the address bar and the history, whatever becomes of it
  history.replaceState(null, '', '/username');
  try {
    await call(signIn.token, { body: { token } });
  } catch (error) {
    await carriedError(error);
    return false;
  }
  history.replaceState(null, '', '/dashboard');
  return true;
}
