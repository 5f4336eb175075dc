import type { devices } from '@keyward/contract/devices';
import type { Out } from '@keyward/contract/endpoint';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import { assertVisible } from '#core/auth/scope.ts';
import { newSecret, secretHash, type Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { findDevice, lockDevice, type StoredDevice } from './queries.ts';
import { mailIssued } from './token-mail.ts';
import { deleteToken, insertToken, tokensOf } from './token-queries.ts';

const tokenLimit = 5;
type Token = Out<typeof devices.tokens>['data'][number];

function requireController(actor: Actor, stored: StoredDevice | undefined): StoredDevice {
  const device = existing(stored);
  assertVisible(actor, device.location_id);
  if (device.type.device_class !== 'OKM') throw new PortalError('notAController');
  return device;
}

/** The tokens of an OKM, oldest first, without their secrets. Throws notFound, notAController. */
export async function listTokens(db: Db, actor: Actor, deviceId: string): Promise<Token[]> {
  requireController(actor, await findDevice(db, actor, deviceId));
  return tokensOf(db, deviceId);
}

function recordToken(db: Db, actor: Actor, device: StoredDevice, issued: boolean, prefix: string) {
  return record(db, actor, {
    event: issued ? 'ISSUE_CONTROLLER_TOKEN' : 'REVOKE_CONTROLLER_TOKEN',
    result: 'success',
    entity: { domain: 'device', id: device.id, name: device.name },
    locations: device.location_id ? [device.location_id] : [],
    changes: [{ attribute: 'controller_token', oldValue: issued ? null : prefix, newValue: issued ? prefix : null }],
  });
}

/**
 * Issues a token, and mails every profile that may edit roles; only this response contains its secret. Throws notFound,
 * notAController, controllerTokenLimit.
 */
export async function issueToken(
  db: Db,
  vault: Vault,
  actor: Actor,
  deviceId: string,
): Promise<Token & { token: string }> {
  const device = requireController(actor, await lockDevice(db, actor, deviceId));
  if ((await tokensOf(db, deviceId)).length >= tokenLimit) {
    throw new PortalError('controllerTokenLimit', { params: { limit: tokenLimit } });
  }
  const token = newSecret();
  const prefix = token.slice(0, 8);
  const columns = { device_id: deviceId, token_hash: secretHash(token), prefix, created_by: actor.name };
  const stored = await insertToken(db, columns);
  await recordToken(db, actor, device, true, prefix);
  await mailIssued(db, vault, device, stored);
  return { ...stored, token };
}

/** Revokes a token, effective with this transaction. Throws notFound, notAController. */
export async function revokeToken(db: Db, actor: Actor, deviceId: string, tokenId: string): Promise<void> {
  const device = requireController(actor, await lockDevice(db, actor, deviceId));
  const revoked = existing(await deleteToken(db, deviceId, tokenId));
  await recordToken(db, actor, device, false, revoked.prefix);
}
