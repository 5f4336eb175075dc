// A software authenticator: ES256, attestation 'none', user verified by default (WebAuthn Level 3, section 6).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const hash = (data: Buffer | string) => createHash('sha256').update(data).digest();
const head = (major: number, n: number) =>
  Buffer.from(n < 24 ? [(major << 5) | n] : n < 256 ? [(major << 5) | 24, n] : [(major << 5) | 25, n >> 8, n & 255]);
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data]);
const text = (data: string) => Buffer.concat([head(3, data.length), Buffer.from(data)]);
const int = (n: number) => (n < 0 ? head(1, -1 - n) : head(0, n));
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** The values that a test may forge. */
type Forged = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  verified?: boolean;
  counter?: number;
  /** The user handle that the authenticator keeps with a discoverable passkey. */
  handle?: string;
};

export function newAuthenticator(origin: string) {
  const rpId = new URL(origin).hostname;
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = keys.publicKey.export({ format: 'jwk' });
  const point = (part: string | undefined) => bytes(Buffer.from(part ?? '', 'base64url'));
  const cose = map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), point(jwk.x)],
    [int(-3), point(jwk.y)],
  ]);
  const id = randomBytes(32);
  const name = id.toString('base64url');
  const credential = { id: name, rawId: name, type: 'public-key' } as const;
  let uses = 0;
  const clientData = (type: string, challenge: string, forged: Forged) =>
    Buffer.from(JSON.stringify({ type, challenge: forged.challenge ?? challenge, origin: forged.origin ?? origin }));
  const authData = (forged: Forged, attested: boolean) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? uses++);
    const flags = 1 | ((forged.verified ?? true) ? 4 : 0) | (attested ? 0x40 : 0);
    const length = Buffer.from([0, id.length]);
    return Buffer.concat([
      hash(forged.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      ...(attested ? [Buffer.alloc(16), length, id, cose] : []),
    ]);
  };
  return {
    make(challenge: string, forged: Forged = {}) {
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData(forged, true))],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, forged).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      };
    },
    sign(challenge: string, forged: Forged = {}) {
      const client = clientData('webauthn.get', challenge, forged);
      const data = authData(forged, false);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash(client)]), keys.privateKey).toString('base64url'),
          ...(forged.handle === undefined ? {} : { userHandle: forged.handle }),
        },
      };
    },
  };
}
