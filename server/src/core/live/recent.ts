import { type Gathered, merge, nothing } from './gather.ts';

/** Long enough for a page to read its list and to open its stream, in milliseconds. */
export const recentMs = 15_000;
/** Changes of so many milliseconds are kept as one. */
const sliceMs = 1_000;

type Slice = { from: number; to: number; gathered: Gathered };

/** The changes of the last seconds, by tenant: for streams that are opened a moment after their list was read. */
export function createRecent(now = () => performance.now()) {
  const tenants = new Map<string, Slice[]>();
  let since: number | undefined;

  const fresh = (slices: Slice[]) => slices.filter(({ to }) => to > now() - recentMs);
  return {
    /** From now on every change is heard. */
    begin(): void {
      tenants.clear();
      since = now();
    },
    /** Changes may be missed until the next `begin`. */
    end(): void {
      since = undefined;
    },
    add(tenantId: string, gathered: Gathered): void {
      const slices = fresh(tenants.get(tenantId) ?? []);
      let last = slices.at(-1);
      if (!last || last.from < now() - sliceMs) slices.push((last = { from: now(), to: now(), gathered: nothing() }));
      last.to = now();
      merge(last.gathered, gathered);
      tenants.set(tenantId, slices);
    },
    /** What changed in the last `ms` milliseconds, of which none was missed; undefined while changes are not heard. */
    of(tenantId: string): { ms: number; changes: { age: number; gathered: Gathered }[] } | undefined {
      if (since === undefined) return undefined;
      const slices = fresh(tenants.get(tenantId) ?? []);
      return {
        ms: Math.floor(Math.min(recentMs, now() - since)),
        changes: slices.map(({ to, gathered }) => ({ age: Math.floor(now() - to), gathered })),
      };
    },
    /** Frees what is too old. */
    sweep(): void {
      for (const [id, slices] of tenants) if (fresh(slices).length === 0) tenants.delete(id);
    },
  };
}
