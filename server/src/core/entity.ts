import { PortalError } from './errors.ts';

/** The row that a query found. Throws notFound. */
export function existing<T>(row: T | undefined): T {
  if (row === undefined) throw new PortalError('notFound');
  return row;
}

type Stored = { version: number; updated_by: string | null; updated_at: string };

/** Throws conflict if the row was changed since the actor read the version of If-Match. */
export function assertCurrent(stored: Stored, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === stored.version) return;
  throw conflictWith(stored);
}

/** The refusal of a change of a row that another profile changed first. */
export const conflictWith = ({ updated_by: by, updated_at: at }: Omit<Stored, 'version'>): PortalError =>
  new PortalError('conflict', { params: { by: by ?? '', at } });
