import type { Deletion, Missing, RestorePreview } from '@keyward/contract/deletions';
import { PortalError } from '#core/errors.ts';
import type { DeletionKind, Snapshot } from './snapshot.ts';
import type { StoredDeletion } from './store.ts';

const detailOf = (snapshot: Snapshot[DeletionKind]): string =>
  'serial' in snapshot ? snapshot.serial : snapshot.username;

export function toDeletion({ snapshot, id, deleted_at, deleted_by, until }: StoredDeletion<DeletionKind>): Deletion {
  return { id, name: snapshot.name, detail: detailOf(snapshot), deleted_at, deleted_by, until };
}

/** The outcome that a restore would have now. */
export async function toPreview(
  stored: StoredDeletion<DeletionKind>,
  missing: Missing[],
  judge: () => Promise<unknown>,
): Promise<RestorePreview> {
  return { ...toDeletion(stored), missing, obstacle: await obstacleOf(judge) };
}

async function obstacleOf(judge: () => Promise<unknown>): Promise<RestorePreview['obstacle']> {
  try {
    await judge();
    return null;
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const { code, params } = error;
    return { code, ...(params ? { params } : {}) };
  }
}
