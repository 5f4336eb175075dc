import { generateKeyPairSync } from 'node:crypto';
import type { authenticationResponse } from '@keyward/contract/second-factor';
import type { registrationResponse } from '@keyward/contract/passkeys';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
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

/** The handle under which an authenticator stores a profile's passkeys: its id, which reveals nothing about the person. */
export const userHandle = (profileId: string): Buffer => Buffer.from(profileId.replaceAll('-', ''), 'hex');

/**
 * Options for creating a passkey. Authenticators that already have one are excluded; a passkey that signs in alone may be added
 * to an authenticator that has a second factor. It is discoverable: the authenticator finds it without a list.
 */
export async function registrationOptions(
  db: Db,
  base: string,
  owner: Owner,
  { keys, alone }: { keys: readonly StoredPasskey[]; alone: boolean },
) {
  const rp = { id: (await relyingParty(db, base)).id, name: owner.tenant.name };
  const options = await generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userName: owner.username,
    userDisplayName: owner.name,
    userID: Uint8Array.from(userHandle(owner.id)),
    timeout: milliseconds,
    attestationType: 'none',
    excludeCredentials: descriptors(alone ? keys.filter((key) => key.alone) : keys),
    authenticatorSelection: { residentKey: alone ? 'required' : 'discouraged', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options, rp };
}

/** The new credential, or undefined if verification of the response fails. */
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

/** Options for signing with one of these passkeys; if there are none, with one that the authenticator finds itself. */
export async function signingOptions(db: Db, base: string, keys: readonly StoredPasskey[]) {
  return generateAuthenticationOptions({
    rpID: (await relyingParty(db, base)).id,
    timeout: milliseconds,
    allowCredentials: descriptors(keys),
    userVerification: 'required',
  });
}

/** The fields of a passkey that verification uses. */
type SigningKey = Pick<StoredPasskey, 'credential_id' | 'public_key' | 'counter'>;

const point = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const coordinate = (text: string | undefined) => Uint8Array.from(Buffer.from(text ?? '', 'base64url'));
/** A key that signs nothing, so that a response of an unknown passkey is refused after the same work as that of a known one. */
export const unknownKey: SigningKey = {
  credential_id: '',
  // RFC 9053, section 7.1.1: an ES256 key
  public_key: Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(point.x)],
        [-3, coordinate(point.y)],
      ]),
    ),
  ),
  counter: 0,
};

/** The authenticator's new counter, or undefined if verification of the response fails. */
export async function verifySigning(
  db: Db,
  base: string,
  response: z.infer<typeof authenticationResponse>,
  { challenge, key }: { challenge: string; key: SigningKey },
): Promise<number | undefined> {
  const party = await relyingParty(db, base);
  const { userHandle: handle, ...rest } = response.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...rest, ...(handle === undefined ? {} : { userHandle: handle }) },
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
