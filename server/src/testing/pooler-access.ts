import { inject } from 'vitest';
import { createPool, requestLimits } from '#db/pool.ts';
import type { Portal } from './portal.ts';

/**
 * Addresses through the pooler of the nightly run; otherwise the database itself stands in and receives the same
 * statements.
 */
export function poolerFor({ database: { appUrl, url } }: Portal) {
  const pooler = inject('pooler');
  const path = url.slice(url.indexOf('@') + 1);
  const name = path.slice(path.indexOf('/') + 1, path.indexOf('?'));
  const poolerUrl = pooler ? `postgres://${pooler}/${name}` : `postgres://${path}`;
  /** The URL through the pooler, with the same user. */
  const through = (address: string) => address.replace(/@.*$/, `@${poolerUrl.slice('postgres://'.length)}`);
  const open = (max: number, limits = requestLimits) => createPool(appUrl, { max, limits, pooler: through(appUrl) });
  return { pooler, name, poolerUrl, through, open };
}
