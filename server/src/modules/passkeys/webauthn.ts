import type { authenticationResponse } from '@keyward/contract/second-factor';
import type { registrationResponse } from '@keyward/contract/passkeys';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import { portalAddress } from '#core/http/portal-address.ts';
import type { Db } from '#db/tenant.ts';
import type { StoredPasskey } from './queries.ts';

/** EdDSA, ES256 and RS256 (COSE numbers), which authenticators support. */
const algorithms = [-8, -7, -257];
const milliseconds = 120_000;

/** The relying party's id and origin, from the configuration and never from the request. */
async function relyingParty(db: Db, base: string): Promise<{ id: string; origin: string }> {
  const { hostname, origin } = new URL(await portalAddress(db, base));
  return { id: hostname, origin };
}

const descriptors = (keys: readonly StoredPasskey[]) =>
  keys.map((key) => ({ id: key.credential_id, transports: key.transports }));

type Owner = { id: string; name: string; username: string; tenant: { name: string } };

/** Options for creating a passkey; authenticators that already have one are excluded. */
export async function registrationOptions(db: Db, base: string, owner: Owner, keys: readonly StoredPasskey[]) {
  const rp = { id: (await relyingParty(db, base)).id, name: owner.tenant.name };
  const options = await generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userName: owner.username,
    userDisplayName: owner.name,
    userID: Uint8Array.from(Buffer.from(owner.id.replaceAll('-', ''), 'hex')),
    timeout: milliseconds,
    attestationType: 'none',
    excludeCredentials: descriptors(keys),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options, rp };
}

/** The new credential, or undefined when verification of the response fails. */
export async function verifyRegistration(
  db: Db,
  base: string,
  response: z.infer<typeof registrationResponse>,
  challenge: string,
) {
  const party = await relyingParty(db, base);
  const { transports, ...rest } = response.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo && { ...registrationInfo.credential, transports: transports ?? [] };
  } catch {
    // the library throws on every kind of invalid response
    return undefined;
  }
}

export async function signingOptions(db: Db, base: string, keys: readonly StoredPasskey[]) {
  return generateAuthenticationOptions({
    rpID: (await relyingParty(db, base)).id,
    timeout: milliseconds,
    allowCredentials: descriptors(keys),
    userVerification: 'required',
  });
}

/** The authenticator's new counter, or undefined when verification of the response fails. */
export async function verifySigning(
  db: Db,
  base: string,
  response: z.infer<typeof authenticationResponse>,
  { challenge, key }: { challenge: string; key: StoredPasskey },
): Promise<number | undefined> {
  const party = await relyingParty(db, base);
  const { userHandle, ...rest } = response.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...rest, ...(userHandle === undefined ? {} : { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: key.credential_id, publicKey: Uint8Array.from(key.public_key), counter: key.counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
