import { type ChangeSet, mergeChanges, noChanges } from './change-set.ts';

/** Long enough, in milliseconds, for a page to load its list and open its stream. */
export const recentMs = 15_000;
/** Changes within this many milliseconds are merged into one slice. */
const sliceMs = 1_000;

type Slice = { from: number; to: number; changeSet: ChangeSet };

/** Recent changes by tenant, for streams opened shortly after their list was loaded. */
export function createRecent(now = () => performance.now()) {
  const tenants = new Map<string, Slice[]>();
  let since: number | undefined;

  const recentOf = (slices: Slice[]) => slices.filter(({ to }) => to > now() - recentMs);
  return {
    /** Starts recording; every change is received from now on. */
    begin(): void {
      tenants.clear();
      since = now();
    },
    /** Stops recording; changes may be missed until the next `begin`. */
    end(): void {
      since = undefined;
    },
    add(tenantId: string, changeSet: ChangeSet): void {
      const slices = recentOf(tenants.get(tenantId) ?? []);
      let last = slices.at(-1);
      if (!last || last.from < now() - sliceMs)
        slices.push((last = { from: now(), to: now(), changeSet: noChanges() }));
      last.to = now();
      mergeChanges(last.changeSet, changeSet);
      tenants.set(tenantId, slices);
    },
    /** All changes of the last `ms` milliseconds; undefined while not recording. */
    of(tenantId: string): { ms: number; changes: { age: number; changeSet: ChangeSet }[] } | undefined {
      if (since === undefined) return undefined;
      const slices = recentOf(tenants.get(tenantId) ?? []);
      return {
        ms: Math.floor(Math.min(recentMs, now() - since)),
        changes: slices.map(({ to, changeSet }) => ({ age: Math.floor(now() - to), changeSet })),
      };
    },
    /** Frees expired changes. */
    sweep(): void {
      for (const [id, slices] of tenants) if (recentOf(slices).length === 0) tenants.delete(id);
    },
  };
}
