import { passkeySignIn } from '@keyward/contract/account-calls';
import { paths } from '@keyward/contract/paths';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { call } from '#lib/call.ts';

/**
 * Signs in with a discoverable passkey; resolves with the address to open. Rejects with ApiError, or with the browser's error
 * when no passkey was used.
 */
export async function signInAlone(): Promise<string> {
  const { data } = await call(passkeySignIn.options);
  // the server creates these options with the server half of the same library
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = data;
  const response = await startAuthentication({ optionsJSON });
  const { data: done } = await call(passkeySignIn.signIn, { body: { response } });
  return done.passwordResetToken ? paths.setPassword(done.passwordResetToken) : paths.home();
}
