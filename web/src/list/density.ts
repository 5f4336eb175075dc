import type { Density } from '@keyward/contract/settings';
import type { Session } from '#lib/session.ts';

/** The height of rows that the profile chose. */
export function densityOf({ settings }: Pick<Session, 'settings'>): Density {
  const value = settings.find(({ name }) => name === 'Density')?.value;
  return value === 'compact' || value === 'dense' ? value : 'comfortable';
}
