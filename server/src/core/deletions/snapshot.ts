// The snapshot of a deleted row, from which it can be restored, in the form that is sealed.
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import type { Vault } from '#core/auth/secrets.ts';

export type DeletionKind = 'device' | 'profile';

/** A tag and its content: ids to restore it by, and names to report values that no longer exist. */
export type TagSnapshot = {
  id: string;
  label: string;
  every: boolean;
  text: string | null;
  values: { id: string; name: string }[];
};
type DeviceSnapshot = {
  name: string;
  serial: string;
  /** Absent if the type has no dual authorization. */
  dualAuth?: boolean;
  curfew: string | null;
  /** Of a lost key: it stays lost until it is found. Absent if it was not lost, or a server of the release before deleted it. */
  lost?: { since: string; by: string; note: string | null };
  /** Includes the location. */
  tags: TagSnapshot[];
};
type ProfileSnapshot = {
  name: string;
  username: string;
  email: string | null;
  disabled: boolean;
  validFrom: string | null;
  validUntil: string | null;
  roles: { id: string; name: string }[];
  tags: TagSnapshot[];
};
export type Snapshot = { device: DeviceSnapshot; profile: ProfileSnapshot };

const contextOf = (tenantId: string, id: string) => `deletion ${tenantId} ${id}`;
export const sealedDeletions: SealedColumn = {
  table: 'deletion',
  column: 'sealed',
  key: ['id'],
  context: (tenantId, { id = '' }) => contextOf(tenantId, id),
};

type Owner = { tenantId: string; id: string };
export const sealSnapshot = <K extends DeletionKind>(
  vault: Vault,
  { tenantId, id }: Owner,
  snapshot: Snapshot[K],
): Buffer => vault.seal(JSON.stringify(snapshot), contextOf(tenantId, id));

export function openSnapshot<K extends DeletionKind>(
  vault: Vault,
  { tenantId, id }: Owner,
  sealed: Buffer,
): Snapshot[K] {
  const plain = vault.open(sealed, contextOf(tenantId, id));
  if (plain === undefined) throw new Error('the deletion cannot be decrypted: was the server’s key changed?');
  return JSON.parse(plain);
}
